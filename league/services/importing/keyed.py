"""Numbers found by what they stand for, in sixteen bytes each: only a mark of the key is kept.

Keys of the same mark are rare but can be: whoever finds a number compares what it stands for.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator
from typing import Final

_PARTS: Final = 256


def mark(key: Hashable) -> int:
    """What is kept of a key: different keys may share it."""
    return hash(key)


class Keyed:
    """Key -> numbers. Filled first, then sealed, then asked."""

    def __init__(self) -> None:
        self._hashes = [array("q") for _ in range(_PARTS)]
        self._numbers = [array("q") for _ in range(_PARTS)]

    def add(self, key: Hashable, number: int) -> None:
        hashed = mark(key)
        self._hashes[hashed % _PARTS].append(hashed)
        self._numbers[hashed % _PARTS].append(number)

    def seal(self) -> Keyed:
        """Put everything in order; equal keys by their numbers."""
        for part in range(_PARTS):
            pairs = sorted(zip(self._hashes[part], self._numbers[part], strict=True))
            self._hashes[part] = array("q", (hashed for hashed, _number in pairs))
            self._numbers[part] = array("q", (number for _hashed, number in pairs))
        return self

    def find(self, key: Hashable) -> Iterator[int]:
        """The numbers whose keys have the mark of this one, ascending."""
        hashed = mark(key)
        hashes = self._hashes[hashed % _PARTS]
        place = bisect_left(hashes, hashed)
        while place < len(hashes) and hashes[place] == hashed:
            yield self._numbers[hashed % _PARTS][place]
            place += 1


def repeated(keys: Iterable[Hashable]) -> set[int]:
    """Marks of keys that come more than once."""
    parts = [array("q") for _ in range(_PARTS)]
    for key in keys:
        hashed = mark(key)
        parts[hashed % _PARTS].append(hashed)
    found: set[int] = set()
    for part in parts:
        once: set[int] = set()
        if len(set(part)) < len(part):
            for hashed in part:
                (found if hashed in once else once).add(hashed)
    return found
