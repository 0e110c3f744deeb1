"""Lists of the pages as CSV, XLSX and JSON, streamed, and safe to open in a spreadsheet."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import FileResponse, StreamingHttpResponse

from league.formats.writing import FORMATS, csv_lines, json_lines, write_xlsx

SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
__all__ = ["FORMATS", "export", "fixed_width"]


def export(kind: str, name: str, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> StreamingHttpResponse:
    """The download. Numbers are full and machine-readable, days ISO; ``kind`` is one of ``FORMATS``."""
    if kind == "xlsx":
        return _workbook(f"{name}.xlsx", headings, rows)
    if kind == "json":
        lines, content = json_lines(headings, rows), "application/json"
    else:
        lines, content = csv_lines(headings, rows), "text/csv; charset=utf-8"
    response = StreamingHttpResponse(lines, content_type=content)
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def _workbook(name: str, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> FileResponse:
    """A workbook is a zip file and cannot be sent before it is whole: it waits on the disk, not in memory."""
    file = tempfile.TemporaryFile()  # noqa: SIM115  the response closes it
    write_xlsx(file, headings, rows)
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=name, content_type=SHEET)


def fixed_width(name: str, lines: Iterable[str]) -> StreamingHttpResponse:
    """A list in the layout federations exchange: plain text, a player a line."""
    response = StreamingHttpResponse(lines, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.txt"'
    return response
