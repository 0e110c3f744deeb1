"""How the ratings of a league are spread, and where one of them stands among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .ladder import Ladder

MOST_STEPS = 24
WIDTHS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class Step:
    """Players rated from ``low`` to below ``high``; ``here``: the rating asked about is one of them."""

    low: int
    high: int
    players: int
    here: bool = False


@dataclass(frozen=True, slots=True)
class Spread:
    """``below``: share of the players with a lower rating, in [0, 1]; None where nothing was asked about."""

    steps: list[Step]
    total: int
    median: int | None
    below: float | None = None


def spread(ladder: Ladder, own: int | None = None) -> Spread:
    """The steps from the lowest to the highest rating, as narrow as leaves at most ``MOST_STEPS`` of them."""
    counts = counts_of(ladder)
    if not counts:
        return Spread([], 0, None)
    low, high = counts[-1][0], counts[0][0]
    width = next((w for w in WIDTHS if (high // w) - (low // w) < MOST_STEPS), WIDTHS[-1])
    found: dict[int, int] = dict.fromkeys(range(low // width, high // width + 1), 0)
    for rating, n in counts:
        found[rating // width] += n
    here = None if own is None else own // width
    steps = [Step(n * width, (n + 1) * width, players, n == here) for n, players in found.items()]
    lower = None if own is None else sum(n for rating, n in counts if rating < own) / ladder.total
    return Spread(steps, ladder.total, _median(counts, ladder.total), lower)


def counts_of(ladder: Ladder) -> list[tuple[int, int]]:
    """(rating, players who have it), highest first."""
    starts = [*ladder.ranks, ladder.total + 1]
    return [(rating, after - rank) for rating, (rank, after) in zip(ladder.ratings, pairwise(starts), strict=True)]


def _median(counts: Sequence[tuple[int, int]], total: int) -> int | None:
    """The rating of whom half of the others are not below."""
    seen = 0
    for rating, n in counts:
        seen += n
        if 2 * seen >= total:
            return rating
    return None
