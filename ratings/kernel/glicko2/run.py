"""A fast way through a rating period: the very rows that ``rated_player`` gives, one loop over everybody's games.

Long functions on purpose: calls and values in between would cost more than the arithmetic. A test holds
the rows equal to those of ``rated_player``, which explanations are made of, bit for bit under all rules.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from math import exp, fsum, pi, sqrt

from ..rows import games_by_player
from ..types import Batch, Cause, Change, PlayerId, RatedGame, Reason, World
from .parameters import Glicko2Parameters
from .update import LARGEST_EXPONENT, SCALE, grown, volatility_after

GAME, PERIOD, RATED = Cause.GAME.value, Cause.PERIOD.value, Reason.RATED.value
SCORES = (0.0, 0.5, 1.0)  # of halves
Seat = tuple[float, float, float, float]  # rating, deviation (points), how much a game against him counts, volatility
_new = tuple.__new__


def period_rows(batch: Batch, world: World, parameters: Glicko2Parameters) -> Iterator[Change]:
    """The rows of a period: of each player the games, then their sum."""
    period = batch.period
    assert period is not None
    states, ends, number = world.states, batch.day, period.period
    tau, periods = parameters.tau, 0.0 if parameters.skip_deviation_increase else 1.0
    most_volatile, limited = parameters.max_volatility, parameters.limited
    new, row_class, scale, limit, points = _new, Change, SCALE, LARGEST_EXPONENT, SCORES
    played = games_by_player(batch.games)
    seats = taken(played, batch, world, parameters)
    for player, own_games in played.items():
        rating, deviation, _, volatility = seats[player]
        opening, opening_deviation, _, games, peak, last = states[player]
        parts, variances, surplus, expectations, opponents = [], [], [], [], []
        for game in own_games:
            key, day, _, white, black, halves = game[:6]
            if white == player:
                opponent, _, g, _ = seats[black]
                score, side = points[halves], 0
            else:
                opponent, _, g, _ = seats[white]
                halves, side = 2 - halves, 1
                score = points[halves]
            exponent = g * (opponent - rating) / scale
            if not -limit <= exponent <= limit:
                exponent = min(max(exponent, -limit), limit)
            expected = 1.0 / (1.0 + exp(exponent))
            over = g * (score - expected)
            variances.append(g * g * expected * (1.0 / (1.0 + exp(-exponent))))
            surplus.append(over)
            expectations.append(expected)
            opponents.append(opponent)
            parts.append((day, key, side, halves, expected, opponent, over))
        phi = deviation / scale
        variance = 1 / fsum(variances)
        new_volatility = volatility_after(volatility, phi, variance, variance * fsum(surplus), tau)
        inflated = sqrt(phi * phi + periods * new_volatility * new_volatility)
        new_phi = 1 / sqrt(1 / (inflated * inflated) + 1 / variance)
        factor = scale * new_phi * new_phi
        closing = parameters.closing(rating, rating + fsum([factor * over for over in surplus]))
        if most_volatile is not None:
            new_volatility = min(new_volatility, most_volatile)
        for day, key, side, halves, expected, opponent, over in parts:
            yield new(row_class, (
                GAME, day, number, key, side, player, halves, expected, None, None, opponent,
                None, factor * over, None, None, None, None, None, games, peak, last, RATED,
            ))  # fmt: skip
        yield new(row_class, (
            PERIOD, ends, number, 0, 0, player, None, fsum(expectations), None,
            None, fsum(opponents) / len(opponents), opening, closing - rating, closing,
            opening_deviation, limited(scale * new_phi), volatility, new_volatility,
            games, peak, last, RATED,
        ))  # fmt: skip


def taken(
    players: dict[PlayerId, list[RatedGame]], batch: Batch, world: World, parameters: Glicko2Parameters
) -> dict[PlayerId, Seat]:
    """How everybody opens the period: the deviation has grown over the periods without a game."""
    states, calendar, idle_since = world.states, world.calendar, {0: 0}
    least, most, square = parameters.min_deviation, parameters.max_deviation, pi * pi
    until = bisect_left(calendar, batch.day)
    seats: dict[PlayerId, Seat] = {}
    for player in players:
        rating, deviation, volatility, _, _, last = states[player]
        if rating is None or deviation is None or volatility is None:
            raise ValueError("a player without a rating in a Glicko-2 league")
        idle = idle_since.get(last)
        if idle is None:
            idle = idle_since[last] = max(until - bisect_right(calendar, last), 0)
        if idle:
            deviation = grown(deviation, volatility, idle)
        if not least <= deviation <= most:
            deviation = parameters.limited(deviation)
        phi = deviation / SCALE
        seats[player] = (rating, deviation, 1 / sqrt(1 + 3 * phi * phi / square), volatility)  # g as in ``weight``
    return seats
