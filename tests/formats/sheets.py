"""Workbooks for the tests."""

import io
import zipfile

from openpyxl import Workbook


def workbook(*sheets) -> bytes:
    """``sheets``: lists of rows, or (title, rows)."""
    book = Workbook()
    book.remove(book.active)
    for place, sheet in enumerate(sheets, 1):
        title, rows = sheet if isinstance(sheet, tuple) else (f"Sheet{place}", sheet)
        made = book.create_sheet(title)
        for row in rows:
            made.append(row)
    return saved(book)


def saved(book) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_member(data: bytes, name: str, content: bytes, *, times: int = 1) -> bytes:
    """The archive with more in it."""
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        for number in range(times):
            archive.writestr(name.format(number), content)
    return out.getvalue()


def replaced(data: bytes, name: str, content: bytes) -> bytes:
    """The archive with one member replaced."""
    out = io.BytesIO()
    assert name in zipfile.ZipFile(io.BytesIO(data)).namelist()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.infolist():
            new.writestr(member.filename, content if member.filename == name else old.read(member))
    return out.getvalue()
