"""Performance ratings: average of the opponents plus dp (B.01 1.4.8, 1.4.9; C.07 10.2 to 10.5).

Ratings are whole numbers, scores are counted in halves. Averages and percentages round .5 up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .fide_tables import expected_hundredths, performance_difference
from .rounding import half_up


class Performance(NamedTuple):
    """``average`` Ra (a whole number), ``percent`` p, ``dp``, and their sum Rp."""

    games: int
    halves: int
    average: int
    percent: int
    dp: int
    rating: int


def average_rating(ratings: Sequence[int]) -> int:
    """Ra, ARO: the average of the opponents, .5 up."""
    return half_up(sum(ratings), len(ratings))


def percentage(halves: int, games: int) -> int:
    """p in whole per cent, .5 up."""
    return half_up(100 * halves, 2 * games)


def performance(opponents: Sequence[int], halves: int) -> Performance:
    """Rp = Ra + dp (TPR in C.07), over played games; all won or all lost: 800 points away.

    Raises ValueError: no games, or a score that so many games cannot give.
    """
    games = len(opponents)
    if not games:
        raise ValueError("a performance rating needs at least one game")
    if not 0 <= halves <= 2 * games:
        raise ValueError(f"{halves} halves cannot be scored in {games} games")
    average, percent = average_rating(opponents), percentage(halves, games)
    dp = performance_difference(percent)
    return Performance(games, halves, average, percent, dp, average + dp)


def perfect_performance(opponents: Sequence[int], halves: int) -> int:
    """PTP (C.07 10.3): the lowest whole rating whose expected score is at least the score.

    By table 8.1.2 without the 400-point rule; a score of zero: 800 below the lowest opponent.
    """
    if not opponents:
        raise ValueError("a performance rating needs at least one game")
    if halves == 0:
        return min(opponents) - 800
    low, high = min(opponents) - 800, max(opponents) + 800
    while low < high:
        middle = (low + high) // 2
        if sum(expected_hundredths(middle - opponent) for opponent in opponents) >= 50 * halves:
            high = middle
        else:
            low = middle + 1
    return low
