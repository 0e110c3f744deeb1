"""Games that a player may leave out of a norm (FIDE B.01 1.4.1e and f)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from .norm_check import NormCheck, Opponent, norm_check
from .norm_games import NormEvent, least_games
from .norms import UNRATED, norm_performance

MOST_TRIED = 5_000  # ways to leave out so many games of so many rounds
MIX = frozenset({"norm_holders", "norm_players", "norm_level", "norm_foreign", "norm_own", "norm_one"})
_NO_EVENT = NormEvent()


def best_norm(
    title: str, own_federation: str, opponents: Sequence[Opponent], event: NormEvent = _NO_EVENT, unplayed: int = 0
) -> NormCheck:
    """``norm_check`` of all games; if that is no norm, of the most games that make one, where there are such.

    ``opponents`` in the order of the rounds. Raises as ``norm_check``.
    """
    event = event._replace(rounds=event.rounds or len(opponents) + unplayed)
    whole = norm_check(title, own_federation, opponents, event, unplayed)
    if whole.reached or not _may_leave_out(whole, event):
        return whole
    for kept in _choices(title, opponents, event):
        made = norm_check(title, own_federation, [opponents[place] for place in kept], event)
        if made.reached:
            return made._replace(ignored=tuple(sorted(set(range(len(opponents))) - set(kept))))
    return whole


def _may_leave_out(whole: NormCheck, event: NormEvent) -> bool:
    """1.4.1f: with pairings fixed beforehand the opponents of all rounds must make a norm possible."""
    return event.swiss or all(check.met for check in whole.checks if check.code in MIX)


def _choices(title: str, opponents: Sequence[Opponent], event: NormEvent) -> Iterator[tuple[int, ...]]:
    """Places of the games kept, the most first. 1.4.1e: the rounds after some round are left out, where the pairings
    were not fixed beforehand; 1.4.1f: games that the player has won."""
    everything, least = len(opponents), least_games(event.championship)
    for games in range(everything - 1, least - 1, -1):
        for rounds in range(everything, games - 1, -1) if event.swiss else (everything,):
            won = _won(opponents[:rounds])
            fewer = rounds - games
            if fewer <= len(won) and _is_possible(title, opponents[:rounds], won[:fewer]):
                for out in islice(combinations(won, fewer), MOST_TRIED):
                    yield tuple(place for place in range(rounds) if place not in out)


def _won(opponents: Sequence[Opponent]) -> list[int]:
    """Games won, against the lowest rated first: without these the average rises most."""
    won = (place for place, opponent in enumerate(opponents) if opponent.halves == 2)
    return sorted(won, key=lambda place: (_counts_as(opponents[place]), place))


def _counts_as(opponent: Opponent) -> int:
    return UNRATED if opponent.rating is None else opponent.rating


def _is_possible(title: str, opponents: Sequence[Opponent], out: Sequence[int]) -> bool:
    """Whether the ratings allow it at best."""
    kept = [each for place, each in enumerate(opponents) if place not in out]
    return norm_performance(title, [each.rating for each in kept], sum(each.halves for each in kept)).reached
