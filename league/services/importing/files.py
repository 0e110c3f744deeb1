"""The files of an import: their bytes, checked and read as text."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from league.formats.faults import Unreadable
from league.formats.text import TextFile, decode

SUPPORTED = ("auto", "csv")
_OTHERS = {".xlsx": "xlsx", ".xls": "xls", ".ods": "ods", ".trf": "trf", ".pgn": "pgn", ".xml": "xml"}
_MB = 1024 * 1024


class SourceFile(NamedTuple):
    """A file as it came: its name and its bytes."""

    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def read_text(file: SourceFile, *, format: str, encoding: str | None, limit: int | None) -> TextFile:
    """The file as text. ``limit``: most bytes taken (None: any). Raises ``Unreadable``."""
    if limit is not None and len(file.data) > limit:
        raise Unreadable("too_large", limit=f"{limit / _MB:g}")
    if format not in SUPPORTED:
        raise Unreadable("format", format=format)
    if format == "auto" and (other := _OTHERS.get(Path(file.name).suffix.lower())):
        raise Unreadable("format", format=other)
    return decode(file.data, encoding)
