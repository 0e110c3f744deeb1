"""XLSX -> text: a sheet as lines of cells, so that every reader of tables reads it like a CSV file.

An XLSX file is a ZIP archive of XML: what it unpacks to is measured before anything of it is opened.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from openpyxl import load_workbook  # type: ignore[import-untyped]

from .faults import Unreadable
from .text import TextFile

MOST_UNPACKED = 64 * 1024 * 1024  # bytes
MOST_MEMBERS = 500
MOST_RATIO = 200  # bytes unpacked for one packed, in archives that unpack to more than a megabyte
MOST_ROWS = 200_000
MOST_COLUMNS = 400
MOST_CELLS = 5_000_000
_BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SIGNATURE = b"PK\x03\x04"
_ZERO_DAYS = (date(1899, 12, 30), date(1904, 1, 1))


class Sheet(NamedTuple):
    """A sheet as text, and the other sheets that have something in them."""

    text: TextFile
    name: str
    others: tuple[str, ...]


def is_xlsx(data: bytes) -> bool:
    """Whether bytes are an Excel workbook (by content; other ZIP archives are not)."""
    if not data.startswith(_SIGNATURE):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return any(name.replace("\\", "/").startswith("xl/") for name in archive.namelist()[: MOST_MEMBERS * 4])
    except Exception:  # a ZIP that is broken in any way is none
        return data.count(b"xl/workbook", 0, 8192) > 0


def read_sheet(data: bytes, sheet: str = "") -> Sheet:
    """A sheet as tab-separated text, row for line: the one named, else the first with anything in it.

    Dates become ISO text, whole numbers lose their ``.0``, line breaks in cells become blanks. Raises
    ``Unreadable``: ``not_text`` (kind), ``zip_bomb`` (size, limit), ``too_many_rows`` (limit), ``too_wide``
    (limit), ``sheet`` (sheet, found), ``empty``.
    """
    _check_archive(data)
    try:
        return _read(data, sheet)
    except Unreadable:
        raise
    except Exception as error:  # what the library raises on damaged workbooks has no common class
        raise Unreadable("damaged", kind="XLSX") from error


def _check_archive(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            size = sum(member.file_size for member in members)
            if len(members) > MOST_MEMBERS:
                raise Unreadable("zip_members", members=len(members), limit=MOST_MEMBERS)
            if size > MOST_UNPACKED or (size > 2**20 and size > MOST_RATIO * len(data)):
                raise Unreadable("zip_bomb", size=size // 2**20, limit=MOST_UNPACKED // 2**20)
            if any(member.flag_bits & 1 for member in members):
                raise Unreadable("encrypted", kind="XLSX")
            for member in members:
                if member.filename.endswith((".xml", ".rels")):
                    _check_entities(archive, member)
    except Unreadable:
        raise
    except Exception as error:
        raise Unreadable("damaged", kind="XLSX") from error


def _check_entities(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    """A workbook has no document types; one that has them wants its entities blown up."""
    with archive.open(member) as stream:
        head = stream.read(4096).replace(b"\x00", b"")
    if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
        raise Unreadable("damaged", kind="XLSX")


def _read(data: bytes, wanted: str) -> Sheet:
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"] or list(book.worksheets)
        names = [sheet.title for sheet in sheets]
        if wanted and wanted not in names:
            raise Unreadable("sheet", sheet=wanted, found=names)
        filled: list[tuple[str, str]] = []
        for sheet in sheets:
            if not wanted or sheet.title == wanted:
                text = _as_text(sheet, most=MOST_ROWS if not filled else 1)
                if text.strip():
                    filled.append((sheet.title, text))
    finally:
        book.close()
    if not filled:
        raise Unreadable("empty")
    (name, text), *others = filled
    return Sheet(TextFile(text.encode("utf-8"), "utf-8"), name, tuple(other for other, _text in others))


def _as_text(sheet: Any, *, most: int) -> str:
    """``most`` 1: only whether there is anything."""
    out = io.StringIO()
    write = csv.writer(out, delimiter="\t", lineterminator="\n").writerow
    sheet.reset_dimensions()  # what the file says of its size need not be true
    cells = blank = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        texts = _texts(row)
        cells += len(row)
        if number > MOST_ROWS or cells > MOST_CELLS:
            raise Unreadable("too_many_rows", limit=MOST_ROWS)
        if len(texts) > MOST_COLUMNS:
            raise Unreadable("too_wide", limit=MOST_COLUMNS)
        if not texts:
            blank += 1  # written only when something follows
            continue
        out.write("\n" * blank)
        blank = 0
        write(texts)
        if most == 1:
            break
    return out.getvalue()


def _texts(row: Sequence[Any]) -> list[str]:
    texts = [_text(value) for value in row]
    while texts and not texts[-1].strip():
        texts.pop()
    return texts


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime):
        return _moment(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return _BREAKS.sub(" ", str(value))


def _moment(value: datetime) -> str:
    """A date alone has midnight beside it, a time alone has the first day of the calendar."""
    if value.date() in _ZERO_DAYS:
        return value.time().isoformat()
    return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ", timespec="seconds")
