"""The files of an import: their bytes, and what they turn out to be."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from league.formats.detect import Detected, detect
from league.formats.faults import Unreadable

_MB = 1024 * 1024


class SourceFile(NamedTuple):
    """A file as it came: its name and its bytes."""

    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def find_out(
    file: SourceFile, *, format: str, encoding: str | None, limit: int | None, sheet: str = "", rows: str = "",
    delimiter: str = "", header_row: int = 0,
) -> Detected:  # fmt: skip
    """What the file is, as text. ``limit``: most bytes taken (None: any). Raises ``Unreadable``."""
    if limit is not None and len(file.data) > limit:
        raise Unreadable("too_large", limit=f"{limit / _MB:g}")
    return detect(
        file.data, format=format, encoding=encoding, sheet=sheet, rows=rows, delimiter=delimiter, header_row=header_row
    )
