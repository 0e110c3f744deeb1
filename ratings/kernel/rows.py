"""Rows of the log, and the games of a batch as each of its players sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from .types import Batch, Cause, Change, Day, PlayerId, RatedGame, RatingState, Reason


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
    return Change(
        cause=Cause.GAME.value,
        day=own.game.day,
        period=None if batch.period is None else batch.period.period,
        ref=own.game.game,
        side=own.side,
        player=own.player,
        halves=own.halves,
        expected=scored.expected,
        k=scored.k,
        own_rating=scored.own_rating,
        opponent_rating=scored.opponent_rating,
        opening=None,
        change=scored.change,
        closing=None,
        deviation=None,
        deviation_after=None,
        volatility=None,
        volatility_after=None,
        games=state.games,
        peak=state.peak,
        last=state.last,
        reason=scored.reason,
    )


def game_row(scored: Scored, state: RatingState, change: float | None, after: RatingState) -> Change:
    """A game rated by itself. Of ``after`` only rating, deviation and volatility are read."""
    own = scored.own
    return Change(
        cause=Cause.GAME.value,
        day=own.game.day,
        period=None,
        ref=own.game.game,
        side=own.side,
        player=own.player,
        halves=own.halves,
        expected=scored.expected,
        k=scored.k,
        own_rating=scored.own_rating,
        opponent_rating=scored.opponent_rating,
        opening=state.rating,
        change=change,
        closing=after.rating,
        deviation=state.deviation,
        deviation_after=after.deviation,
        volatility=state.volatility,
        volatility_after=after.volatility,
        games=state.games,
        peak=state.peak,
        last=state.last,
        reason=scored.reason,
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
    expected = [part.expected for part in scored if part.expected is not None]
    return Change(
        cause=Cause.PERIOD.value,
        day=batch.day,
        period=None if batch.period is None else batch.period.period,
        ref=0,
        side=0,
        player=player,
        halves=None,
        expected=fsum(expected) if expected else None,
        k=k,
        own_rating=None,
        opponent_rating=average_opponent(scored),
        opening=state.rating,
        change=change,
        closing=after.rating,
        deviation=state.deviation,
        deviation_after=after.deviation,
        volatility=state.volatility,
        volatility_after=after.volatility,
        games=state.games,
        peak=state.peak,
        last=state.last,
    )


def moved_row(cause: Cause, day: Day, ref: int, player: PlayerId, before: RatingState, after: RatingState) -> Change:
    """A row that no game made: entry, season turn, adjustment."""
    return Change(
        cause=cause.value,
        day=day,
        period=None,
        ref=ref,
        side=0,
        player=player,
        halves=None,
        expected=None,
        k=None,
        own_rating=None,
        opponent_rating=None,
        opening=before.rating,
        change=None if before.rating is None or after.rating is None else after.rating - before.rating,
        closing=after.rating,
        deviation=before.deviation,
        deviation_after=after.deviation,
        volatility=before.volatility,
        volatility_after=after.volatility,
        games=before.games,
        peak=before.peak,
        last=before.last,
    )


def average_opponent(scored: Sequence[Scored]) -> float | None:
    """The average of the opponents' ratings used, over the rated games."""
    ratings = [part.opponent_rating for part in scored if part.opponent_rating is not None and not part.reason]
    return fsum(ratings) / len(ratings) if ratings else None


def common(values: Iterable[float | None]) -> float | None:
    """The value all have, or None where they differ."""
    different = set(values)
    return different.pop() if len(different) == 1 else None
