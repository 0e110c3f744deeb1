"""Tables as CSV, JSON and XLSX, row by row: machine-readable numbers and days, text safe to open.

Text that a spreadsheet would run as a formula gets an apostrophe before it, also after blanks; numbers
stay numbers. JSON is for programs and keeps every text as it is.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, time
from typing import Any, BinaryIO

Row = Sequence[Any]
FORMATS = ("csv", "json", "xlsx")
_FORMULA = re.compile(r"[\s\u00a0\u200b\ufeff]*[=+\-@\t\r\n]")
_NEUTRALISED = re.compile(r"'(?=[\s\u00a0]*[=+\-@\t\r\n])")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def harmless(text: str) -> str:
    """The text as no spreadsheet runs it."""
    return f"'{text}" if _FORMULA.match(text) else text


def as_meant(text: str) -> str:
    """A cell read back: the apostrophe that ``harmless`` put before it is taken off."""
    return _NEUTRALISED.sub("", text, count=1)


def csv_lines(headings: Row, rows: Iterable[Row], *, delimiter: str = ",", decimal: str = ".") -> Iterator[str]:
    """Lines of a CSV file; ``decimal`` is the sign of spreadsheets in the reader's country."""
    line: list[str] = []
    writer = csv.writer(_Kept(line.append), delimiter=delimiter, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        writer.writerow([_csv_cell(cell, decimal) for cell in row])
        yield "".join(line)
        line.clear()
    yield "".join(line)


def json_lines(headings: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """A JSON list of objects, one a line; None is null."""
    before = "[\n"
    for row in rows:
        named = dict(zip(headings, (_plain(cell) for cell in row), strict=True))
        yield before + json.dumps(named, ensure_ascii=False)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def write_xlsx(stream: BinaryIO, headings: Row, rows: Iterable[Row]) -> None:
    """A workbook with one sheet; rows are streamed to it, text is text and never a formula."""
    from openpyxl import Workbook  # takes a while to load: only for those who want it
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Arpad")
    sheet.freeze_panes = "A2"

    def cell(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        made = WriteOnlyCell(sheet, value=_NOT_IN_XML.sub("", value))
        made.data_type = "s"
        return made

    sheet.append(list(headings))
    for row in rows:
        sheet.append([cell(value) for value in row])
    book.save(stream)


class _Kept:
    """What ``csv.writer`` writes to: hands each piece on."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self.write = write


def _csv_cell(value: Any, decimal: str) -> Any:
    if value is None:
        return ""
    if isinstance(value, str):
        return harmless(value)
    if value is True or value is False:
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        text = repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        return text.replace(".", decimal) if decimal != "." else text
    return _plain(value)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date | time) else value
