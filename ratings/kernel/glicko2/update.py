"""One player's update over the games of a period, and the growth of a deviation while idle."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178  # rating points in one unit of mu and phi (step 2)
EPSILON = 1e-6  # of the volatility's iteration (step 5)
LARGEST_STEPS = 100  # of that iteration; it takes about ten
LARGEST_EXPONENT = 100.0  # of the expected score: 17,000 points; beyond it nothing changes


class Result(NamedTuple):
    """An opponent as he stood before the period, and the score against him (0, 0.5, 1)."""

    rating: float
    deviation: float
    score: float


class Update(NamedTuple):
    """What a period does to a player. ``variance``, ``improvement``: v and delta of steps 3 and 4,
    on the inner scale. ``changes``: each game's part of the change of the rating, in points."""

    rating: float
    deviation: float
    volatility: float
    variance: float
    improvement: float
    inflated: float  # deviation after step 6, before the games are counted in
    g: tuple[float, ...]
    expected: tuple[float, ...]
    changes: tuple[float, ...]


def weight(deviation: float) -> float:
    """g(phi): how much a game counts against an opponent of this deviation (points)."""
    phi = deviation / SCALE
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def expected_score(own: float, opponent: float, opponent_deviation: float) -> float:
    """E(mu, mu_j, phi_j): expected score in [0, 1] as the update uses it; ratings in points."""
    return _expected(own, opponent, weight(opponent_deviation))


def predicted_score(own: float, own_deviation: float, opponent: float, opponent_deviation: float) -> float:
    """Expected score in [0, 1] when both ratings are uncertain (Glickman 1999, eq. 6)."""
    return _expected(own, opponent, weight(sqrt(own_deviation**2 + opponent_deviation**2)))


def _expected(own: float, opponent: float, g: float) -> float:
    exponent = g * (opponent - own) / SCALE
    return 1 / (1 + exp(min(max(exponent, -LARGEST_EXPONENT), LARGEST_EXPONENT)))


def grown(deviation: float, volatility: float, periods: float) -> float:
    """The deviation (points) after so many periods without a game (step 6)."""
    phi = deviation / SCALE
    return SCALE * sqrt(phi * phi + periods * volatility * volatility)


def update(
    rating: float,
    deviation: float,
    volatility: float,
    results: Sequence[Result],
    tau: float,
    periods: float = 1.0,
) -> Update:
    """Steps 2 to 8 for a player with at least one game.

    ``rating`` and ``deviation`` in points, as they were when the period began. ``periods``: by how
    many periods the deviation grows before the games are counted in (paper: 1).
    """
    phi = deviation / SCALE
    g = tuple(weight(result.deviation) for result in results)
    expected = tuple(_expected(rating, result.rating, each) for result, each in zip(results, g, strict=True))
    against = (_expected(result.rating, rating, each) for result, each in zip(results, g, strict=True))
    # step 3; 1 - E is taken from the other side, so that it cannot vanish
    variance = 1 / fsum(each * each * e * other for each, e, other in zip(g, expected, against, strict=True))
    surplus = tuple(each * (result.score - e) for each, e, result in zip(g, expected, results, strict=True))
    improvement = variance * fsum(surplus)  # step 4
    new_volatility = volatility_after(volatility, phi, variance, improvement, tau)
    inflated = sqrt(phi * phi + periods * new_volatility * new_volatility)  # step 6
    new_phi = 1 / sqrt(1 / (inflated * inflated) + 1 / variance)  # step 7
    changes = tuple(SCALE * new_phi * new_phi * each for each in surplus)
    closing = rating + fsum(changes)
    return Update(
        *(closing, SCALE * new_phi, new_volatility, variance, improvement, SCALE * inflated),
        *(g, expected, changes),
    )


def volatility_after(volatility: float, phi: float, variance: float, improvement: float, tau: float) -> float:
    """Step 5: the root of f by the Illinois algorithm. f is written out where it is needed: calls cost more."""
    a = log(volatility * volatility)
    spread = phi * phi + variance
    excess = improvement * improvement - spread
    half = tau * tau / 2  # all of f is taken twice: the root is the same to the bit, and a product is saved
    ex = exp(a)
    low, f_low = a, ex * (excess - ex) / (spread + ex) ** 2.0
    high = log(excess) if excess > 0.0 else a - tau
    ex = exp(high)
    f_high = ex * (excess - ex) / (spread + ex) ** 2.0 - (high - a) / half
    if excess <= 0.0:
        steps = 1
        while f_high < 0.0:  # further down, until f is above zero there
            steps += 1
            high = a - steps * tau
            ex = exp(high)
            f_high = ex * (excess - ex) / (spread + ex) ** 2.0 - (high - a) / half
    gap, left = high - low, LARGEST_STEPS
    while (gap < -EPSILON or gap > EPSILON) and left:
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
    return exp(low * 0.5)
