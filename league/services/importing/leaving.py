"""Games of a file that are not to be taken, each called by its line and by which game of that line it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from itertools import count
from typing import NamedTuple

from league.formats.results import PackedRows, ResultRow

from .plan import ReadFile


class Shown(NamedTuple):
    """A game of a file as its page lists it. ``key``: what it is called where it is left out."""

    key: str
    row: ResultRow
    taken: bool


def row_keys(rows: Iterable[ResultRow]) -> Iterator[str]:
    """``18`` for the first game of line 18, ``18.2`` for the second: a player's line of a report has many."""
    met: Counter[int] = Counter()
    for row in rows:
        met[row.line] += 1
        yield str(row.line) if met[row.line] == 1 else f"{row.line}.{met[row.line]}"


def leave_out(file: ReadFile, keys: Set[str]) -> None:
    """Take the games of these keys out of what was read; the file remembers them and their places."""
    if file.result is None:
        return
    kept = []
    for place, (key, row) in enumerate(zip(row_keys(file.result.rows), file.result.rows, strict=True)):
        if key in keys:
            file.left[place] = row
        else:
            kept.append(row)
    file.result = file.result._replace(rows=PackedRows.of(kept))


def shown_rows(file: ReadFile) -> Iterator[Shown]:
    """Every game of the file in its order, those left out among them."""
    rows = list(_in_order(file))
    for key, (row, taken) in zip(row_keys(row for row, _taken in rows), rows, strict=True):
        yield Shown(key, row, taken)


def _in_order(file: ReadFile) -> Iterator[tuple[ResultRow, bool]]:
    taken = iter(file.result.rows if file.result else ())
    for place in count():
        if place in file.left:
            yield file.left[place], False
        elif (row := next(taken, None)) is not None:
            yield row, True
        else:
            return
