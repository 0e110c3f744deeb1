"""What a player is expected to score against another: the logistic curve and FIDE's table."""

from __future__ import annotations

from .fide_tables import expected_hundredths
from .rounding import whole


def logistic(own: float, opponent: float, scale: float = 400.0, cap: float | None = None) -> float:
    """Expected score in [0, 1] of ``own`` against ``opponent`` (Elo 1978; rating-system handbooks).

    ``scale``: points that make odds of ten to one. ``cap``: larger differences count as this.
    """
    difference = opponent - own
    if cap is not None:
        difference = min(max(difference, -cap), cap)
    try:
        return 1 / (1 + 10 ** (difference / scale))
    except OverflowError:
        return 0.0


def by_table(own: float, opponent: float, cap: float | None = None) -> float:
    """Expected score by FIDE's table 8.1.2, read with whole ratings."""
    difference: float = whole(own) - whole(opponent)
    if cap is not None:
        difference = min(max(difference, -cap), cap)
    return expected_hundredths(int(difference)) / 100
