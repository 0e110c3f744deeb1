"""A number for each player, read and written by id: many players take little memory, and close together."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection
from typing import Any, Literal

from .types import PlayerId

Code = Literal["h", "i", "q", "d"]  # whole numbers of 16, 32, 64 bits; floats
Column = Any  # what takes ids in brackets and holds 0 at first
ROOM = 1000


def size_of(players: Collection[PlayerId]) -> int:
    """How long columns of these players have to be; 0 where their ids lie too far apart to count as places."""
    last = max(players, default=0)
    return last + 1 if min(players, default=0) >= 0 and last < 4 * len(players) + ROOM else 0


def column(code: Code, size: int) -> Column:
    """An array of so many numbers; with size 0 a dict."""
    if not size:
        return defaultdict(float if code == "d" else int)
    return array(code, bytes(array(code).itemsize * size))
