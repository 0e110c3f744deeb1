"""Rows by the million in a few bytes each: every different text is read once, a row keeps where its values stand."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, Protocol, TypeVar, overload

from .rows import ResultRow

T = TypeVar("T")
_FIELDS = ResultRow._fields[1:]
_row: Callable[[Iterable[Any]], ResultRow] = ResultRow._make


class Column(Protocol):
    """The values of one field, one for each row."""

    def __getitem__(self, place: int) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def different(self) -> list[Any]: ...
    def changed(self, change: Callable[[Any], T]) -> Iterator[T]: ...


class Same:
    """A field that is the same in every row."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __getitem__(self, place: int) -> Any:
        return self.value

    def __iter__(self) -> Iterator[Any]:
        return repeat(self.value)

    def different(self) -> list[Any]:
        return [self.value]

    def changed(self, change: Callable[[Any], T]) -> Iterator[T]:
        return repeat(change(self.value))


class Coded:
    """A field with some thousand different values: four bytes a row."""

    single = False

    def __init__(self, values: list[Any]) -> None:
        self.values = values
        self.codes = array("I")

    def each(self) -> Iterator[int]:
        """The codes, row by row."""
        return iter(self.codes)

    def __getitem__(self, place: int) -> Any:
        return self.values[self.codes[place]]

    def __iter__(self) -> Iterator[Any]:
        return map(self.values.__getitem__, self.codes)

    def different(self) -> list[Any]:
        return [self.values[code] for code in sorted(set(self.codes))]

    def changed(self, change: Callable[[Any], T]) -> Iterator[T]:
        changed: dict[int, T] = {code: change(self.values[code]) for code in set(self.codes)}
        return map(changed.__getitem__, self.codes)


class Texts:
    """A field whose text differs in nearly every row: its own bytes, and four more."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._ends = array("Q", [0])

    def append(self, text: str) -> None:
        self._bytes += text.encode()
        self._ends.append(len(self._bytes))

    def __getitem__(self, place: int) -> str:
        place += 1 if place >= 0 else 0
        return self._bytes[self._ends[place - 1] : self._ends[place]].decode()

    def __iter__(self) -> Iterator[str]:
        return (self[place] for place in range(len(self._ends) - 1))

    def different(self) -> list[str]:
        return list(dict.fromkeys(self))

    def changed(self, change: Callable[[str], T]) -> Iterator[T]:
        return map(change, self)


class PackedRows(Sequence[ResultRow]):
    """``ResultRow``s of one file; each is made when it is asked for, and forgotten.

    ``columns``: the fields after the line, in their order.
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self.lines = array("I")
        self._columns = dict(zip(_FIELDS, columns, strict=True))

    @classmethod
    def of(cls, rows: Iterable[ResultRow]) -> PackedRows:
        """Rows that somebody has as they are."""
        if isinstance(rows, cls):
            return rows
        columns: list[Coded] = [Coded([]) for _ in _FIELDS]
        known: list[dict[Any, int]] = [{} for _ in _FIELDS]
        packed = cls(columns)
        for line, *values in rows:
            packed.lines.append(line)
            for column, codes, value in zip(columns, known, values, strict=True):
                code = codes.setdefault(value, len(codes))
                if code == len(column.values):
                    column.values.append(value)
                column.codes.append(code)
        return packed

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, place: int) -> ResultRow: ...
    @overload
    def __getitem__(self, place: slice) -> list[ResultRow]: ...
    def __getitem__(self, place: int | slice) -> ResultRow | list[ResultRow]:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        line = self.lines[place]  # raises IndexError, which a column that is the same in every row cannot
        return _row((line, *(column[place] for column in self._columns.values())))

    def __iter__(self) -> Iterator[ResultRow]:
        return map(_row, zip(self.lines, *self._columns.values(), strict=False))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (list, PackedRows)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def column(self, field: str) -> Iterator[Any]:
        """The values of one field, row by row (endless where they are all the same)."""
        return iter(self._columns[field])

    def different(self, field: str) -> list[Any]:
        """The different values of a field, each once."""
        return self._columns[field].different() if self.lines else []

    def changed(self, field: str, change: Callable[[Any], T]) -> Iterator[T]:
        """What ``change`` makes of a field, row by row; asked once for each value where that is possible."""
        return self._columns[field].changed(change)

    def first_places(self, *fields: str) -> dict[tuple[Any, ...], int]:
        """Each combination of values with the place of the first row that has it, in the order of these places."""
        columns = [self._coded(field) for field in fields]
        backwards = zip(*(repeat(0) if c.single else reversed(c.codes) for c in columns), strict=False)
        places = range(len(self) - 1, -1, -1)
        first = dict(zip(backwards, places, strict=False)) if self.lines else {}  # of equals the last one stays
        found: dict[tuple[Any, ...], int] = {}
        for codes, place in sorted(first.items(), key=lambda item: item[1]):
            found.setdefault(tuple(c.values[code] for c, code in zip(columns, codes, strict=True)), place)
        return found

    def pairs_changed(self, one: str, other: str, change: Callable[[Any, Any], T]) -> Iterator[T]:
        """What ``change`` makes of two fields together, row by row; asked once for each pair."""
        first, second = self._coded(one), self._coded(other)
        made = _Pairs(lambda a, b: change(first.values[a], second.values[b]))
        return map(made.__getitem__, zip(first.each(), second.each(), strict=False))

    def _coded(self, field: str) -> Coded:
        column = self._columns[field]
        if isinstance(column, Same):
            return _Single([column.value])
        assert isinstance(column, Coded), field
        return column


class _Single(Coded):
    single = True

    def each(self) -> Iterator[int]:
        return repeat(0)


class _Pairs(dict[tuple[int, int], T]):
    def __init__(self, change: Callable[[int, int], T]) -> None:
        super().__init__()
        self._change = change

    def __missing__(self, pair: tuple[int, int]) -> T:
        self[pair] = value = self._change(*pair)
        return value
