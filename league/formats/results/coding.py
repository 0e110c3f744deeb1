"""Cells of a table of results by the thousand rows -> the columns of ``PackedRows``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from ..cells import Group, Said, WrongCells
from ..headings import Header
from .packed import Coded, Column, Same, Texts

MOST_REMEMBERED: Final = 50_000  # texts of a field that may differ in every row


class CodedCells(Group[Any]):
    """One field of a row: its cells -> a code, and the values of the codes.

    ``special``: values that make a row anything but a plain game; wrong cells always do. ``forgetful``: texts may
    differ in nearly every row, so that not all of them are remembered.
    """

    def __init__(
        self, header: Header, columns: Sequence[str], read: Callable[[Said], Any], *, special: Iterable[Any] = (),
        forgetful: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(header, columns, read)
        self._names = list(special)
        self._special: set[int] = set()
        self._most = MOST_REMEMBERED if forgetful else None
        self._coded = Coded([])
        self._places = [header.columns[column] for column in self._columns]

    @property
    def column(self) -> Column:
        return Same(self.constant) if self.absent else self._coded

    @property
    def readings(self) -> list[tuple[Any, Any]]:
        """Cells with what they say."""
        return [(key, self._coded.values[code]) for key, code in self.items()]

    def __missing__(self, key: Any) -> int:
        value = self.said(key)
        code = len(self._coded.values)
        self._coded.values.append(value)
        if isinstance(value, WrongCells) or any(value is each for each in self._names):
            self._special.add(code)
        if self._most is not None and len(self) >= self._most:
            self.clear()
        self[key] = code
        return code

    def of_block(self, cells: Sequence[Sequence[str]]) -> Sequence[Any] | None:
        """Codes of many rows, ``cells`` by columns; None where any is special."""
        keys: Iterable[Any] = cells[self._places[0]]
        if len(self._places) > 1:
            keys = zip(*(cells[place] for place in self._places), strict=True)
        codes = list(map(self.__getitem__, keys))
        return codes if self._special.isdisjoint(codes) else None

    def of_row(self, cells: list[str]) -> tuple[Any, Any]:
        """The code of one row, and its value."""
        code = self[self.cells(cells)]
        return code, self._coded.values[code]

    def take(self, codes: Iterable[Any]) -> None:
        """Rows of the file: those whose codes these are."""
        self._coded.codes.extend(codes)


class TextCells(CodedCells):
    """A field whose text differs in nearly every row: nothing is remembered of it."""

    def __init__(self, header: Header, columns: Sequence[str], read: Callable[[Said], Any], *, most: int) -> None:
        super().__init__(header, columns, read)
        self._longest, self._texts = most, Texts()

    @property
    def column(self) -> Column:
        return Same(self.constant) if self.absent else self._texts

    def of_block(self, cells: Sequence[Sequence[str]]) -> Sequence[Any] | None:
        texts = [self._read_one(text) for text in cells[self._places[0]]]
        return None if self.failed and any(isinstance(text, WrongCells) for text in texts) else texts

    def of_row(self, cells: list[str]) -> tuple[Any, Any]:
        text = self._read_one(self.cells(cells))
        return text, text

    def take(self, codes: Iterable[Any]) -> None:
        for text in codes:
            self._texts.append(text)

    def _read_one(self, text: str) -> Any:
        """Letters and digits alone say what they are."""
        return text if text.isascii() and text.isalnum() and len(text) <= self._longest else self.said(text)
