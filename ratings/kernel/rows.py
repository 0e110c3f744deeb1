"""Rows of the log, and the games of a batch as each of its players sees them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from math import fsum
from typing import NamedTuple

from .types import Batch, Cause, Change, Correction, Day, PlayerId, RatedGame, RatingState, Reason

_new = tuple.__new__
GAME, PERIOD, RATED = Cause.GAME.value, Cause.PERIOD.value, Reason.RATED.value  # enum members cost a call each


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
    reason: str = RATED


def own_game(game: RatedGame, side: int) -> OwnGame:
    """A game from the view of one side."""
    _, _, _, white, black, halves, _, k_white, k_black, *_ = game
    if side == 0:
        return _new(OwnGame, (game, 0, white, black, halves, k_white))
    return _new(OwnGame, (game, 1, black, white, 2 - halves, k_black))


def by_player(games: Iterable[RatedGame]) -> dict[PlayerId, list[OwnGame]]:
    """The games of a period, for each player who took part."""
    own: defaultdict[PlayerId, list[OwnGame]] = defaultdict(list)
    for game in games:
        own[game.white].append(own_game(game, 0))
        own[game.black].append(own_game(game, 1))
    return own


def games_by_player(games: Iterable[RatedGame]) -> dict[PlayerId, list[RatedGame]]:
    """The games of everybody who took part, as they are."""
    played: dict[PlayerId, list[RatedGame]] = {}
    for game in games:
        for player in (game[3], game[4]):
            if player in played:
                played[player].append(game)
            else:
                played[player] = [game]
    return played


def players_of(games: Collection[RatedGame]) -> set[PlayerId]:
    """Everybody who plays in these games."""
    return {game[3] for game in games}.union([game[4] for game in games])


def taking_part(batch: Batch) -> dict[PlayerId, list[OwnGame]]:
    """Everybody whom a period concerns: with games, or with corrections only."""
    own = by_player(batch.games)
    for correction in batch.corrections:
        own.setdefault(correction.player, [])
    return own


def of_player(batch: Batch, player: PlayerId) -> list[OwnGame]:
    """One player's games of a batch."""
    return [own_game(game, int(game.black == player)) for game in batch.games if player in (game.white, game.black)]


# Rows are made by the million. A bare tuple is a third of the cost of calling the class, so these
# five functions list the fields in the order of ``Change``, a line for each group of them:
# what and when | the game | ratings used | rating | deviation, volatility | before it, reason.


def part_row(batch: Batch, scored: Scored, state: RatingState) -> Change:
    """A game of a period: it explains its part of the sum and moves nothing by itself."""
    own, expected, k, own_rating, opponent_rating, change, reason = scored
    game, side, player, _, halves, _ = own
    return _new(Change, (
        GAME, game.day, None if batch.period is None else batch.period.period, game.game, side, player,
        halves, expected, k,
        own_rating, opponent_rating,
        None, change, None,
        None, None, None, None,
        state.games, state.peak, state.last, reason,
    ))  # fmt: skip


def game_row(scored: Scored, state: RatingState, change: float | None, after: RatingState) -> Change:
    """A game rated by itself. Of ``after`` only rating, deviation and volatility are read."""
    own, expected, k, own_rating, opponent_rating, _, reason = scored
    game, side, player, _, halves, _ = own
    rating, deviation, volatility, games, peak, last = state
    return _new(Change, (
        GAME, game.day, None, game.game, side, player,
        halves, expected, k,
        own_rating, opponent_rating,
        rating, change, after.rating,
        deviation, after.deviation, volatility, after.volatility,
        games, peak, last, reason,
    ))  # fmt: skip


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
    rating, deviation, volatility, games, peak, last = state
    expected = [part.expected for part in scored if part.expected is not None]
    return _new(Change, (
        PERIOD, batch.day, None if batch.period is None else batch.period.period, 0, 0, player,
        None, fsum(expected) if expected else None, k,
        None, average_opponent(scored),
        rating, change, after.rating,
        deviation, after.deviation, volatility, after.volatility,
        games, peak, last, RATED,
    ))  # fmt: skip


def correction_row(batch: Batch, correction: Correction, state: RatingState, change: float, reason: str) -> Change:
    """A part of a period's sum that belongs to a game of an earlier one."""
    game, side, player, was, now, expected, k, own_rating, opponent_rating, _ = correction
    return _new(Change, (
        "correction", batch.day, None if batch.period is None else batch.period.period, game, side, player,
        now, expected, k,
        own_rating, opponent_rating,
        None, change, None,
        None, None, None, None,
        state.games, state.peak, -1 if was is None else was, reason,
    ))  # fmt: skip


def moved_row(cause: Cause, day: Day, ref: int, player: PlayerId, before: RatingState, after: RatingState) -> Change:
    """A row that no game made: entry, season turn, adjustment."""
    rating, deviation, volatility, games, peak, last = before
    return _new(Change, (
        cause.value, day, None, ref, 0, player,
        None, None, None,
        None, None,
        rating, None if rating is None or after.rating is None else after.rating - rating, after.rating,
        deviation, after.deviation, volatility, after.volatility,
        games, peak, last, RATED,
    ))  # fmt: skip


def average_opponent(scored: Sequence[Scored]) -> float | None:
    """The average of the opponents' ratings used, over the rated games."""
    ratings = [part.opponent_rating for part in scored if part.opponent_rating is not None and not part.reason]
    return fsum(ratings) / len(ratings) if ratings else None


def common(values: Iterable[float | None]) -> float | None:
    """The value all have, or None where they differ."""
    different = set(values)
    return different.pop() if len(different) == 1 else None
