"""Cells of a row read together, each different text once: a million rows have a few thousand different texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

from . import numbers
from .faults import Faults
from .headings import Header
from .names import clean_name
from .writing import as_meant

T = TypeVar("T")
Range = tuple[float, float]


class WrongCell(NamedTuple):
    column: str
    text: str
    code: str
    values: dict[str, Any]


class WrongCells(tuple[WrongCell, ...]):
    """What stands where a value would, when some of its cells cannot be taken."""


class Said:
    """What some columns of one row say. Reading a cell that cannot be taken notes it and gives nothing."""

    def __init__(self, header: Header, texts: dict[str, str]) -> None:
        self._header = header
        self._texts = texts
        self.wrong: list[WrongCell] = []

    def has(self, column: str) -> bool:
        """The file has the column."""
        return column in self._texts

    def raw(self, column: str) -> str:
        return as_meant(self._texts.get(column, "").strip())

    def note(self, column: str, code: str, **values: Any) -> None:
        self.wrong.append(WrongCell(self._header.heading(column), self.raw(column), code, values))

    def text(self, column: str, most: int) -> str:
        """A name or title: cleaned, at most so many characters."""
        text = clean_name(self.raw(column))
        if len(text) > most:
            self.note(column, "too_long", most=most)
        return text

    def number(self, column: str, allowed: Range) -> float | None:
        return self._in_range(column, numbers.read_number, allowed, "number")

    def whole(self, column: str, allowed: Range) -> int | None:
        return self._in_range(column, numbers.read_whole, allowed, "whole")

    def rating(self, column: str, allowed: Range) -> float | None:
        return self._in_range(column, numbers.read_rating, allowed, "number")

    def yes(self, column: str) -> bool:
        try:
            return numbers.read_yes(self.raw(column))
        except ValueError:
            self.note(column, "yes_no")
            return False

    def _in_range(self, column: str, read: Callable[[str], T | None], allowed: Range, code: str) -> T | None:
        try:
            value = read(self.raw(column))
        except ValueError:
            self.note(column, code)
            return None
        if value is not None and not allowed[0] <= value <= allowed[1]:  # type: ignore[operator]
            self.note(column, "out_of_range", low=allowed[0], high=allowed[1])
        return value


class Group(dict[Any, Any], Generic[T]):
    """Cells of some columns -> what they say together; a text seen before is only looked up.

    ``group[group.cells(row)]`` is the value, or ``WrongCells``. ``absent``: the file has none of the
    columns, and ``constant`` is the value of every row.
    """

    def __init__(self, header: Header, columns: Sequence[str], read: Callable[[Said], T]) -> None:
        super().__init__()
        self._header = header
        self._columns = [column for column in columns if column in header.columns]
        self._read = read
        self.absent = not self._columns
        self.failed = False
        if self.absent:
            self.constant: T = read(Said(header, {}))
        else:
            self.cells = itemgetter(*(header.columns[column] for column in self._columns))

    def __missing__(self, key: Any) -> Any:
        self[key] = value = self.said(key)
        return value

    def said(self, key: Any) -> Any:
        """What these cells say, or ``WrongCells``; read anew."""
        texts = (key,) if len(self._columns) == 1 else key
        said = Said(self._header, dict(zip(self._columns, texts, strict=True)))
        value: Any = self._read(said)
        if said.wrong:
            self.failed, value = True, WrongCells(said.wrong)
        return value


def fit(header: Header, line: int, cells: list[str], faults: Faults) -> list[str]:
    """The cells of a row, one for each heading: missing ones are empty, one too many is a fault."""
    width = len(header.headings)
    if len(cells) == width:
        return cells
    if len(cells) < width:
        return cells + [""] * (width - len(cells))
    if extra := [cell.strip() for cell in cells[width:] if cell.strip()]:
        faults.add(line, "", extra[0], "too_many_cells", expected=width, found=len(cells))
    return cells[:width]
