"""How far back the lists are looked at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from .types import Day

# How far before a period's first day an event's start is looked up in the lists: four months, or more where the
# periods are longer. A report that is too late for the third list is not rated at all (FIDE B.02 9.1).
HORIZON_DAYS = 124
LONGEST_EVENT = 31  # days; a longer one is rated month by month


def horizon(first: Day, ends: Sequence[Day]) -> Day:
    """The day before which no event of a period from ``first`` on began: it ended two periods earlier at most.

    ``ends``: last days of all periods, in order.
    """
    before = bisect_left(ends, first)
    if not before:
        return first - HORIZON_DAYS
    oldest = ends[before - 3] + 1 if before >= 3 else ends[0]  # there was no list before the first
    return min(first - HORIZON_DAYS, oldest - LONGEST_EVENT)
