"""Lists as CSV, XLSX and JSON, streamed, and safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any, Final

from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

FORMATS: Final = ("csv", "xlsx", "json")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
_MARKS_KEPT: Final = ("\t", "\n", "\r")

Row = Sequence[Any]


class _Echo:
    """A file for ``csv.writer`` that hands each line back instead of keeping it."""

    def write(self, line: str) -> str:
        return line


def export(kind: str, name: str, headings: Sequence[str], rows: Iterable[Row]) -> HttpResponse | StreamingHttpResponse:
    """The download. Numbers are full and machine-readable, days ISO; ``kind`` is one of ``FORMATS``."""
    return {"csv": _csv, "xlsx": _xlsx, "json": _json}[kind](name, headings, rows)


def harmless(value: Any) -> Any:
    """Text that a spreadsheet would run as a formula gets an apostrophe; numbers stay numbers."""
    if not isinstance(value, str):
        return value
    return (
        f"'{value}" if value.lstrip(" \u00a0\u200b\ufeff").startswith(_FORMULA) or value[:1] in _MARKS_KEPT else value
    )


def _csv(name: str, headings: Sequence[str], rows: Iterable[Row]) -> StreamingHttpResponse:
    writer = csv.writer(_Echo())
    lines = (writer.writerow([harmless(_text(cell)) for cell in row]) for row in _with(headings, rows))
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    return _named(response, f"{name}.csv")


def _json(name: str, headings: Sequence[str], rows: Iterable[Row]) -> StreamingHttpResponse:
    def pieces() -> Iterator[str]:
        between = "[\n"
        for row in rows:
            yield between + json.dumps(dict(zip(headings, map(_plain, row), strict=True)), ensure_ascii=False)
            between = ",\n"
        yield "[]\n" if between == "[\n" else "\n]\n"

    return _named(StreamingHttpResponse(pieces(), content_type="application/json"), f"{name}.json")


def _xlsx(name: str, headings: Sequence[str], rows: Iterable[Row]) -> FileResponse:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Arpad")
    sheet.freeze_panes = "A2"
    for row in _with(headings, rows):
        sheet.append([_cell(sheet, cell) for cell in row])
    file = tempfile.TemporaryFile()  # noqa: SIM115  the response closes it
    book.save(file)
    file.seek(0)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return FileResponse(file, as_attachment=True, filename=f"{name}.xlsx", content_type=kind)


def _cell(sheet: Any, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(sheet, value=_without_controls(value))
    cell.data_type = "s"  # openpyxl would take "=1+1" for a formula
    return cell


def _without_controls(value: str) -> str:
    return "".join(c for c in value if c >= " " or c in _MARKS_KEPT)


def _with(headings: Row, rows: Iterable[Row]) -> Iterator[Row]:
    yield headings
    yield from rows


def _text(value: Any) -> Any:
    return "" if value is None else _plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, date | datetime):
        return value.isoformat()
    return bool(value) if isinstance(value, bool) else value


def _named(response: StreamingHttpResponse, name: str) -> StreamingHttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
