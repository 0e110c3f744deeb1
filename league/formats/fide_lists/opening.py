"""Which layout a file of a FIDE list has, found by its first bytes; zipped or plain."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Container, Iterator
from typing import IO

from ..faults import Unreadable
from . import fixed, xml
from .months import list_in_name, month_in_name
from .rows import BadRow, FideRow

_HEAD = 1 << 16
Progress = Callable[[int], object]


class FideList:
    """An opened list. ``lists``: those it holds, empty where a file of one list does not say which.

    ``month``: the first day of the month that the header, else the file's name, says; ``said_in`` where.
    """

    def __init__(self, name: str, stream: IO[bytes], size: int | None, progress: Progress | None) -> None:
        self.name, self.size = name, size
        self._progress, self._hash = progress, hashlib.sha256()
        self._stream = io.BufferedReader(_Counted(stream, self._count), _HEAD)
        self._head = self._stream.peek(_HEAD)
        self.layout = "xml" if self._head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") else "fixed"
        self.month, self.said_in = month_in_name(name), "name"
        if self.layout == "xml":
            self._columns = None
            lists = xml.lists_of(self._head)
        else:
            self._place, self._columns = self._header()
            lists = self._columns.lists
            if self._columns.month:
                self.month, self.said_in = self._columns.month, "header"
        named = list_in_name(name)
        self.single = not lists
        self.lists = lists or ((named,) if named else ())

    def rows(self, lists: tuple[str, ...], wanted: Container[str] | None = None) -> Iterator[FideRow | BadRow]:
        """The players, once; of ``wanted`` FIDE ids only, and rows without a readable id."""
        if self._columns is None:
            return xml.rows(self._stream, lists, self.single, wanted)
        lines = iter(lambda: self._stream.readline(fixed.LONGEST_LINE), b"")
        for _line in range(self._place + 1):
            next(lines, b"")
        return fixed.rows(lines, self._place + 2, self._columns, lists, wanted)

    def _header(self) -> tuple[int, fixed.Columns]:
        if not self._head.strip():
            raise Unreadable("empty")
        found = fixed.find_header(self._head.splitlines())
        if found is None:
            raise Unreadable("fide_layout")
        return found

    @property
    def sha256(self) -> str:
        """Of what was read so far: of the whole file after its rows."""
        return self._hash.hexdigest()

    def _count(self, data: bytes) -> None:
        self._hash.update(data)
        if self._progress:
            self._progress(len(data))


def open_list(name: str, stream: IO[bytes], size: int | None = None, progress: Progress | None = None) -> FideList:
    """Open a list: a text or XML file, or a ZIP with one such file in it. ``progress`` hears of bytes read.

    Raises ``Unreadable``: ``empty``, ``fide_layout`` (no header of a FIDE list), ``zip`` (not one file in it).
    """
    if not name.casefold().endswith(".zip"):
        return FideList(name, stream, size, progress)
    try:
        archive = zipfile.ZipFile(stream)
        members = [each for each in archive.infolist() if each.filename.casefold().endswith((".txt", ".xml"))]
        if len(members) != 1:
            raise Unreadable("zip", count=len(members))
        return FideList(members[0].filename, archive.open(members[0]), members[0].file_size, progress)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError):
        raise Unreadable("zip", count=0) from None


class _Counted(io.RawIOBase):
    """A stream that tells what was read of it."""

    def __init__(self, stream: IO[bytes], heard: Callable[[bytes], None]) -> None:
        self._source, self._heard = stream, heard

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._source.read(len(buffer))
        buffer[: len(data)] = data
        self._heard(data)
        return len(data)
