"""Glicko-2 tried on games: the ratings and White's expected scores, to the bit those of the log, without its rows.

One set of rules throughout, nobody adjusted by hand. Long functions on purpose, and everything in columns by the
players' places: calls and values in between would cost more than the arithmetic.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from math import exp, fsum, log, pi, sqrt
from typing import NamedTuple

from ..types import Day, RatingState
from .parameters import Glicko2Parameters
from .update import EPSILON, LARGEST_EXPONENT, LARGEST_STEPS, SCALE, volatility_after

FARTHEST = LARGEST_EXPONENT * SCALE  # points apart at which an expected score is cut off; beyond it: replay
SQUARE = pi * pi


class Games(NamedTuple):
    """Games of a period, or one after another: places of the players, White's score in [0, 1], the days.

    ``days``: of each game; of a period, its last day alone.
    """

    whites: list[int]
    blacks: list[int]
    scores: list[float]
    days: list[Day]


class Seats(NamedTuple):
    """Where everybody stands, by place; ratings and deviations in points. Nobody has played before the trial."""

    ratings: list[float]
    deviations: list[float]
    volatilities: list[float]


def seated(states: Iterable[RatingState]) -> Seats:
    """The columns of states, each with a rating. Raises ValueError for one without."""
    seats = Seats([], [], [])
    for state in states:
        if state.rating is None or state.deviation is None or state.volatility is None:
            raise ValueError("a player without a rating in a Glicko-2 league")
        seats.ratings.append(state.rating)
        seats.deviations.append(state.deviation)
        seats.volatilities.append(state.volatility)
    return seats


def by_period(
    periods: Iterable[Games], seats: Seats, parameters: Glicko2Parameters, calendar: Sequence[Day]
) -> Iterator[float]:
    """White's expected score in each game, period after period; ``seats`` are moved on.

    ``calendar``: last days of all periods, in order. Raises OverflowError for players 17,000 points apart.
    """
    ratings, scale, nearest, farthest = seats.ratings, SCALE, -FARTHEST, FARTHEST
    weights, precisions, surplus = ([0.0] * len(ratings) for _ in range(3))
    ended = [len(calendar) + 1.0] * len(ratings)  # how many periods were over after the last one played in
    for whites, blacks, scores, (day,) in periods:
        taking = {*whites, *blacks}
        phis = open_up(taking, float(bisect_left(calendar, day)), ended, seats, weights, parameters)
        several: dict[int, tuple[list[float], list[float]]] = {}
        for white, black, score in zip(whites, blacks, scores):  # noqa: B905 - strict costs 5 per cent
            ahead = ratings[black] - ratings[white]
            if not nearest < ahead < farthest:
                raise OverflowError("too far apart to be rated without a log")
            g = weights[black]
            exponent = g * ahead / scale
            expected = 1.0 / (1.0 + exp(exponent))
            yield expected
            part, over = g * g * expected * (1.0 / (1.0 + exp(-exponent))), g * (score - expected)
            if not precisions[white]:  # the first game
                precisions[white], surplus[white] = part, over
            elif white in several:
                parts, overs = several[white]
                parts.append(part)
                overs.append(over)
            else:
                several[white] = [precisions[white], part], [surplus[white], over]
            g = weights[white]
            exponent = g * ahead / scale
            expected = 1.0 / (1.0 + exp(-exponent))
            part, over = g * g * expected * (1.0 / (1.0 + exp(exponent))), g * (1.0 - score - expected)
            if not precisions[black]:  # the first game
                precisions[black], surplus[black] = part, over
            elif black in several:
                parts, overs = several[black]
                parts.append(part)
                overs.append(over)
            else:
                several[black] = [precisions[black], part], [surplus[black], over]
        for player, (parts, overs) in several.items():
            precisions[player], surplus[player] = fsum(parts), fsum(overs)
        settle(taking, float(bisect_right(calendar, day)), ended, seats, phis, precisions, surplus, several, parameters)


def open_up(
    taking: set[int], over: float, ended: list[float], seats: Seats, weights: list[float], parameters: Glicko2Parameters
) -> list[float]:  # fmt: skip
    """How everybody opens a period: g and phi of who takes part, the deviation grown over the idle periods."""
    phis: list[float] = []
    deviations, volatilities = seats.deviations, seats.volatilities
    least, most, scale, square = parameters.min_deviation, parameters.max_deviation, SCALE, SQUARE
    for player in taking:
        deviation = deviations[player]
        idle = over - ended[player]
        if idle > 0.0:
            phi, volatility = deviation / scale, volatilities[player]
            deviation = scale * sqrt(phi * phi + idle * volatility * volatility)
        if not least <= deviation <= most:
            deviation = parameters.limited(deviation)
        phi = deviation / scale
        phis.append(phi)
        weights[player] = 1.0 / sqrt(1.0 + 3.0 * phi * phi / square)
    return phis


def settle(
    taking: set[int], over_now: float, ended: list[float], seats: Seats, phis: list[float], precisions: list[float],
    surplus: list[float], several: dict[int, tuple[list[float], list[float]]], parameters: Glicko2Parameters,
) -> None:  # fmt: skip
    """Steps 3 to 8 of everybody; step 5 is ``volatility_after`` written out: the call is a tenth of it."""
    ratings, deviations, volatilities = seats
    tau, growing, scale, epsilon = parameters.tau, not parameters.skip_deviation_increase, SCALE, EPSILON
    below, most_steps = -epsilon, LARGEST_STEPS
    least, most, most_volatile = parameters.min_deviation, parameters.max_deviation, parameters.max_volatility
    bounded, half = bounds(parameters), tau * tau / 2
    for player, phi in zip(taking, phis):  # noqa: B905
        variance, over, volatility = 1.0 / precisions[player], surplus[player], volatilities[player]
        precisions[player] = 0.0
        improvement = variance * over
        a = log(volatility * volatility)
        spread = phi * phi + variance
        excess = improvement * improvement - spread
        ex = exp(a)
        low, f_low = a, ex * (excess - ex) / (spread + ex) ** 2.0
        high = log(excess) if excess > 0.0 else a - tau
        ex = exp(high)
        f_high = ex * (excess - ex) / (spread + ex) ** 2.0 - (high - a) / half
        if excess <= 0.0:
            steps = 1
            while f_high < 0.0:
                steps += 1
                high = a - steps * tau
                ex = exp(high)
                f_high = ex * (excess - ex) / (spread + ex) ** 2.0 - (high - a) / half
        gap, left = high - low, most_steps
        while (gap < below or gap > epsilon) and left:
            new = low - gap * f_low / (f_high - f_low)
            ex = exp(new)
            f_new = ex * (excess - ex) / (spread + ex) ** 2.0 - (new - a) / half
            if f_new * f_high <= 0.0:
                low, f_low = high, f_high
            else:
                f_low *= 0.5
            high, f_high = new, f_new
            gap = high - low
            left -= 1
        volatility = exp(low * 0.5)
        inflated = sqrt(phi * phi + volatility * volatility) if growing else sqrt(phi * phi)
        phi = 1.0 / sqrt(1.0 / (inflated * inflated) + 1.0 / variance)
        factor = scale * phi * phi
        rating = ratings[player]
        change = fsum([factor * each for each in several[player][1]]) if player in several else factor * over
        ratings[player] = parameters.closing(rating, rating + change) if bounded else rating + change
        deviation = scale * phi
        deviations[player] = deviation if least <= deviation <= most else parameters.limited(deviation)
        volatilities[player] = volatility if most_volatile is None else min(volatility, most_volatile)
        ended[player] = over_now


def one_by_one(games: Games, seats: Seats, parameters: Glicko2Parameters) -> Iterator[float]:
    """White's expected score in each game, every game a period of its two players; ``seats`` are moved on.

    Raises OverflowError for players 17,000 points apart.
    """
    ratings, deviations, volatilities = seats
    last = [0] * len(ratings)
    tau, days_a_period, scale, square = parameters.tau, parameters.period_days, SCALE, SQUARE
    growing = not (parameters.skip_deviation_increase or days_a_period is not None)
    least, most, most_volatile = parameters.min_deviation, parameters.max_deviation, parameters.max_volatility
    bounded, limited, farthest = bounds(parameters), parameters.limited, FARTHEST
    for white, black, score, day in zip(*games):  # noqa: B905 - strict costs 5 per cent
        own, opponent = ratings[white], ratings[black]
        deviation, against = deviations[white], deviations[black]
        if days_a_period is not None:
            deviation = since(last[white], day, deviation, volatilities[white], days_a_period)
            against = since(last[black], day, against, volatilities[black], days_a_period)
        if not least <= deviation <= most:
            deviation = limited(deviation)
        if not least <= against <= most:
            against = limited(against)
        ahead = opponent - own
        if not -farthest < ahead < farthest:
            raise OverflowError("too far apart to be rated without a log")
        phi = against / scale
        g = 1.0 / sqrt(1.0 + 3.0 * phi * phi / square)
        exponent = g * ahead / scale
        expected = foretold = 1.0 / (1.0 + exp(exponent))
        player, rating, phi, halves = white, own, deviation / scale, score
        weight = 1.0 / sqrt(1.0 + 3.0 * phi * phi / square)  # of White, for Black's turn
        while True:
            variance = 1.0 / (g * g * expected * (1.0 / (1.0 + exp(-exponent))))
            over = g * (halves - expected)
            volatility = volatility_after(volatilities[player], phi, variance, variance * over, tau)
            inflated = sqrt(phi * phi + volatility * volatility) if growing else sqrt(phi * phi)
            phi = 1.0 / sqrt(1.0 / (inflated * inflated) + 1.0 / variance)
            computed = rating + scale * phi * phi * over
            ratings[player] = parameters.closing(rating, computed) if bounded else computed
            deviation = scale * phi
            deviations[player] = deviation if least <= deviation <= most else limited(deviation)
            volatilities[player] = volatility if most_volatile is None else min(volatility, most_volatile)
            last[player] = day
            if player == black:
                break
            player, rating, phi, halves, g = black, opponent, against / scale, 1.0 - score, weight
            exponent = g * -ahead / scale
            expected = 1.0 / (1.0 + exp(exponent))
        yield foretold


def since(last: Day, day: Day, deviation: float, volatility: float, days_a_period: float) -> float:
    """A deviation (points) grown with the time since the last game; as it was where there was none."""
    idle = (day - last) / days_a_period if last else 0.0
    phi = deviation / SCALE
    return SCALE * sqrt(phi * phi + idle * volatility * volatility) if idle else deviation


def bounds(parameters: Glicko2Parameters) -> bool:
    """Whether anything holds a rating back."""
    return (parameters.floor, parameters.ceiling, parameters.max_change) != (None, None, None)
