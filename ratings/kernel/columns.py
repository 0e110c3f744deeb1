"""A number for each player, found by id less that of the first: many players take little memory, close together."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection
from typing import Any, Literal

from .types import PlayerId

Code = Literal["h", "i", "q", "d"]  # whole numbers of 16, 32, 64 bits; floats
Column = Any  # what takes places in brackets and holds 0 at first
ROOM = 1000


def span_of(players: Collection[PlayerId]) -> tuple[PlayerId, int]:
    """The id at the first place of columns of these players, and how long they are.

    0 and 0 where the ids lie too far apart to count as places: then columns are dicts.
    """
    first, last = min(players, default=0), max(players, default=0)
    return (first, last - first + 1) if last - first < 4 * len(players) + ROOM else (0, 0)


def column(code: Code, size: int) -> Column:
    """An array of so many numbers; with size 0 a dict."""
    if not size:
        return defaultdict(float if code == "d" else int)
    return array(code, bytes(array(code).itemsize * size))
