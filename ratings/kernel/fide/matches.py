"""Matches of two players (B.02 6): with an unrated player, and after one of them has won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..games import AFTER_DECISION, IN_MATCH
from ..types import Reason

MATCH_UNRATED, MATCH_DECIDED = Reason.MATCH_UNRATED.value, Reason.MATCH_DECIDED.value


def not_rated_in_match(place: int, mine: float | None, theirs: float | None) -> str:
    """Why a game of a match does not count for either side ("": the match does not keep it from counting).

    ``place``: as ``RatedGame.match``; ``mine``, ``theirs``: the ratings in force when the match began.
    """
    if place == AFTER_DECISION:
        return MATCH_DECIDED
    return MATCH_UNRATED if place == IN_MATCH and with_unrated(mine, theirs) else ""


def with_unrated(mine: float | None, theirs: float | None) -> bool:
    """B.02 6: a match in which one or both of the players are unrated is not rated.

    Neither is it for the first rating of the unrated one: its games are not pooled.
    """
    return mine is None or theirs is None


def is_won(lead: int, left: int) -> bool:
    """Has one player won a match? ``lead``: halves between the two; ``left``: games still to be played.

    That is a score of more than half of the games, or a lead that those left cannot make up: where nobody scored in
    a game (neither appeared) less than half is enough.
    """
    return abs(lead) > 2 * max(left, 0)


def after_decision(scores: Iterable[tuple[int, int] | None], planned: int | None) -> Iterator[bool]:
    """B.02 6: where a match is over a specific number of games, those after one player has won are not rated.

    ``scores``: of the games in the order of play, both sides' halves by player, not by colour; None: the game gives
    no score (void, or its result is not confirmed). Forfeits count: the text asks who has won the match, and a point
    without play is a point of the match. ``planned``: how many games the match is over; None: that was not said, so
    no game is after a decision.
    """
    lead, played = 0, 0
    for score in scores:
        yield planned is not None and is_won(lead, planned - played)
        if score is not None:
            lead += score[0] - score[1]
            played += 1
