"""The two tables of the FIDE Rating Regulations (Handbook B.02, 8.1.1 and 8.1.2)."""

from __future__ import annotations

from bisect import bisect_left

# 8.1.2: the largest rating difference for an expected score of 50, 51, ... 99 hundredths of the
# higher rated player; above the last one 100.
LAST_DIFFERENCE = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)

# 8.1.1: the rating difference for a score of 50, 51, ... 100 per cent; below 50 the same, negative.
PERFORMANCE_DIFFERENCE = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)

_HIGHER = tuple(50 + bisect_left(LAST_DIFFERENCE, difference) for difference in range(LAST_DIFFERENCE[-1] + 1))


def expected_hundredths(difference: int) -> int:
    """PD of table 8.1.2 in hundredths, 0 to 100, for own minus opponent's rating."""
    size = abs(difference)
    higher = _HIGHER[size] if size < len(_HIGHER) else 100
    return higher if difference >= 0 else 100 - higher


def table_row(difference: int) -> tuple[int, int | None]:
    """First and last difference of the row of table 8.1.2 that a difference falls in (None: open)."""
    row = bisect_left(LAST_DIFFERENCE, abs(difference))
    first = LAST_DIFFERENCE[row - 1] + 1 if row else 0
    return first, LAST_DIFFERENCE[row] if row < len(LAST_DIFFERENCE) else None


def performance_difference(percent: int) -> int:
    """dp of table 8.1.1 for a score of ``percent`` (0 to 100): 57 -> 50, 43 -> -50."""
    return PERFORMANCE_DIFFERENCE[percent - 50] if percent >= 50 else -PERFORMANCE_DIFFERENCE[50 - percent]
