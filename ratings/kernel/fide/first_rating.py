"""The first rating of an unrated player (FIDE B.02 7.1.4 and 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from ..fide_tables import performance_difference
from ..rounding import half_up
from ..types import Day, PooledResult
from .regulations import REFORM

LEAST_GAMES = 5
LARGEST = 2200
MONTHS = 26
HYPOTHETICAL = (1800, 1800)  # two opponents drawn with, since March 2024


class FirstRating(NamedTuple):
    """``games`` against rated opponents; ``average`` Ra in hundredths; ``computed`` Ru before the
    limit of 2200; ``percent`` and ``dp`` as far as the rule of the day uses them."""

    games: int
    halves: int
    average: int
    percent: int
    dp: int
    computed: int
    rating: int


def first_rating(results: Sequence[PooledResult], day: Day) -> FirstRating:
    """Ru of a pool (8.2.2, 8.2.3), nearest whole number, .5 up, at most 2200.

    ``day``: of the calculation; from March 2024 two draws against 1800 are added, before that the
    average of the opponents was raised by 20 a half point above 50 per cent. Raises ValueError for
    an empty pool.
    """
    if not results:
        raise ValueError("a first rating needs at least one game")
    games, halves = len(results), sum(result.halves for result in results)
    total = sum(round(100 * result.opponent_rating) for result in results)
    added = HYPOTHETICAL if day >= REFORM else ()
    counted, scored = games + len(added), halves + len(added)
    total += 100 * sum(added)
    percent = half_up(100 * scored, 2 * counted)
    above = scored - counted  # halves above 50 per cent
    dp = performance_difference(percent)
    if not added and above > 0:
        dp = 20 * above
    computed = half_up(total + 100 * dp * counted, 100 * counted)
    return FirstRating(games, halves, half_up(total, counted), percent, dp, computed, min(computed, LARGEST))


def counted_results(pool: Iterable[PooledResult], day: Day) -> list[PooledResult]:
    """The results a first rating is made of: those of 26 months, without a first event of zero.

    8.2.1: a zero score in the first event is ignored; any later zero counts.
    """
    recent = [result for result in pool if _month(day) - _month(result.period_end) < MONTHS]
    if not recent:
        return recent
    first = min(_place(result) for result in recent)
    opening = [result for result in recent if _place(result) == first]
    if any(result.halves for result in opening):
        return recent
    return [result for result in recent if _place(result) != first]


def publishable(first: FirstRating, floor: float | None) -> bool:
    """7.1.4: five games against rated opponents and not below the floor."""
    return first.games >= LEAST_GAMES and (floor is None or first.rating >= floor)


def _place(result: PooledResult) -> tuple[Day, Day, int]:
    """Orders events; a game without an event is an event of its own."""
    return result.period_end, result.start, result.event or -result.game


def _month(day: Day) -> int:
    calendar_day = date.fromordinal(day)
    return 12 * calendar_day.year + calendar_day.month
