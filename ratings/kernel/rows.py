"""Rows of the log, and the games of a batch as each of its players sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from .types import Batch, Cause, Change, PlayerId, RatedGame, RatingState, Reason


class OwnGame(NamedTuple):
    """One side of a game. ``side`` 0 white, 1 black; ``halves`` from the player's own view."""

    game: RatedGame
    side: int
    player: PlayerId
    opponent: PlayerId
    halves: int
    k: float | None


class Scored(NamedTuple):
    """What one game contributes: the numbers a log row and an explanation have in common."""

    own: OwnGame
    expected: float | None
    k: float | None
    own_rating: float | None
    opponent_rating: float | None
    change: float
    reason: str = Reason.RATED.value


def own_game(game: RatedGame, side: int) -> OwnGame:
    """A game from the view of one side."""
    if side == 0:
        return OwnGame(game, 0, game.white, game.black, game.halves, game.k_white)
    return OwnGame(game, 1, game.black, game.white, 2 - game.halves, game.k_black)


def by_player(games: Iterable[RatedGame]) -> dict[PlayerId, list[OwnGame]]:
    """The games of a period, for each player who took part."""
    own: dict[PlayerId, list[OwnGame]] = {}
    for game in games:
        for side in (0, 1):
            seen = own_game(game, side)
            own.setdefault(seen.player, []).append(seen)
    return own


def of_player(batch: Batch, player: PlayerId) -> list[OwnGame]:
    """One player's games of a batch."""
    return [own_game(game, int(game.black == player)) for game in batch.games if player in (game.white, game.black)]


def part_row(batch: Batch, scored: Scored, state: RatingState) -> Change:
    """A game of a period: it explains its part of the sum and moves nothing by itself."""
    own = scored.own
    period = None if batch.period is None else batch.period.period
    return Change(
        *(Cause.GAME.value, own.game.day, period, own.game.game, own.side, own.player, own.halves),
        *(scored.expected, scored.k, scored.own_rating, scored.opponent_rating),
        *(None, scored.change, None, None, None, None, None),
        *(state.games, state.peak, state.last, scored.reason),
    )


def game_row(scored: Scored, state: RatingState, change: float | None, after: RatingState) -> Change:
    """A game rated by itself. Of ``after`` only rating, deviation and volatility are read."""
    own = scored.own
    return Change(
        *(Cause.GAME.value, own.game.day, None, own.game.game, own.side, own.player, own.halves),
        *(scored.expected, scored.k, scored.own_rating, scored.opponent_rating),
        *(state.rating, change, after.rating),
        *(state.deviation, after.deviation, state.volatility, after.volatility),
        *(state.games, state.peak, state.last, scored.reason),
    )


def period_row(
    batch: Batch,
    player: PlayerId,
    scored: Sequence[Scored],
    state: RatingState,
    change: float | None,
    after: RatingState,
    k: float | None,
) -> Change:
    """A player's period: the sum of the games and its one rounding."""
    period = None if batch.period is None else batch.period.period
    expected = [part.expected for part in scored if part.expected is not None]
    return Change(
        *(Cause.PERIOD.value, batch.day, period, 0, 0, player, None),
        *(fsum(expected) if expected else None, k, None, average_opponent(scored)),
        *(state.rating, change, after.rating),
        *(state.deviation, after.deviation, state.volatility, after.volatility),
        *(state.games, state.peak, state.last, Reason.RATED.value),
    )


def average_opponent(scored: Sequence[Scored]) -> float | None:
    """The average of the opponents' ratings used, over the rated games."""
    ratings = [part.opponent_rating for part in scored if part.opponent_rating is not None and not part.reason]
    return fsum(ratings) / len(ratings) if ratings else None


def common(values: Iterable[float | None]) -> float | None:
    """The value all have, or None where they differ."""
    different = set(values)
    return different.pop() if len(different) == 1 else None
