"""Which games count for whom, and with which ratings (B.02 1, 5, 6, 8; rapid and blitz 1, 7)."""

from __future__ import annotations

from typing import NamedTuple

from ..rows import OwnGame
from ..types import Batch, Day, PlayerId, RatedGame, Reason, World
from .matches import not_rated_in_match
from .parameters import FideParameters
from .regulations import list_of, too_far_apart

_new = tuple.__new__  # two of these a game: a class that is called costs three times as much
TIME_CONTROL, GAP_600 = Reason.TIME_CONTROL.value, Reason.GAP_600.value
UNRATED_PLAYER, UNRATED_OPPONENT = Reason.UNRATED_PLAYER.value, Reason.UNRATED_OPPONENT.value


class Standing(NamedTuple):
    """How a player stands in an event: the rating his change is computed with, and the one his
    opponents count (None: unrated)."""

    own: float | None
    seen: float | None


class Admitted(NamedTuple):
    """One side of a game: the ratings used, and why it does not count ("": it does)."""

    own: OwnGame
    rating: float | None
    opponent: float | None
    reason: str


class Standings(dict[tuple[PlayerId, Day], Standing]):
    """How players stand in the events of a batch (player, first day), each looked up once."""

    def __init__(self, batch: Batch, world: World) -> None:
        super().__init__()
        self._find = standing_now if batch.period is None else standing_at
        self._world = world

    def __missing__(self, key: tuple[PlayerId, Day]) -> Standing:
        found = self[key] = self._find(*key, self._world)
        return found


def standing_now(player: PlayerId, start: Day, world: World) -> Standing:
    """Game by game: the rating a player has, else the standard rating that seeds rapid and blitz."""
    rating = world.states[player].rating
    if rating is None:
        rating = world.seeds(player, start)
    return Standing(rating, rating)


def standing_at(player: PlayerId, start: Day, world: World) -> Standing:
    """The list in force when the event starts (B.01 1.4.6a), for the player and for the opponents.

    Rapid and blitz 7.2.1: without a rating there, the standard rating in force counts. 8.2.4: who
    was rated only after the event's start is rated in it with the present rating, while the
    opponents count him as unrated. Who fell below the floor meanwhile is unrated like anybody.
    With external openings the federation's list in force is all that counts.
    """
    if world.rules.at(start).external:
        official = world.official(player, start)
        rating = None if official is None else official.rating
        return _new(Standing, (rating, rating))
    now, listed = world.states[player].rating, world.rating_used(player, start)
    if listed is not None:
        return _new(Standing, (listed if now is not None else None, listed))
    seed = world.seeds(player, start)
    return Standing(now if seed is None else seed, seed)


def admitted(own: OwnGame, standing: Standings, parameters: FideParameters) -> Admitted:
    """Does a game count for one side?"""
    game, _, player, opponent, _, _ = own
    start = game.start
    rating, mine = standing[player, start]
    _, theirs = standing[opponent, start]
    return _new(Admitted, (own, rating, theirs, not_rated(game, rating, mine, theirs, parameters)))


def not_rated(
    game: RatedGame, rating: float | None, mine: float | None, theirs: float | None, parameters: FideParameters
) -> str:
    """Why a game does not count for one side ("": it does). ``rating``: the own one used; ``mine``, ``theirs``: those
    in force."""
    if game.control is not None and list_of(game.control, mine, theirs) != parameters.list:
        return TIME_CONTROL  # 1.1, 1.2; without a known rate of play it is taken to fit
    if game.match and (reason := not_rated_in_match(game.match, mine, theirs)):
        return reason  # 6
    if theirs is None:
        return UNRATED_OPPONENT  # 8.2.2, 8.3.1: games against rated opponents only
    if rating is None:
        return UNRATED_PLAYER  # kept for the first rating
    return GAP_600 if too_far_apart(rating, theirs, game.start, parameters.list) else ""
