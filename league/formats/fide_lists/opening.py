"""Which layout a file of a FIDE list has, found by its first bytes; zipped or plain."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Container, Iterator
from typing import IO

from ..faults import Unreadable
from . import fixed, xml
from .months import list_in_name, month_in_name
from .rows import BadRow, FideRow

HEAD = 1 << 16  # bytes by which a list is known
_ZIPPED = b"PK\x03\x04"
_SEPARATORS = re.compile(rb"[,;\t|]")  # of a table, whatever its headings
Progress = Callable[[int], object]


class FideList:
    """An opened list. ``lists``: those it holds, empty where a file of one list does not say which.

    ``month``: the first day of the month that the header, else the file's name, says; ``said_in`` where.
    """

    def __init__(self, name: str, stream: IO[bytes], size: int | None, progress: Progress | None) -> None:
        self.name, self.size = name, size
        self._progress, self._hash = progress, hashlib.sha256()
        self._stream = io.BufferedReader(_Counted(stream, self._count), HEAD)
        self._head = self._stream.peek(HEAD)
        self.layout = "xml" if xml.is_xml(self._head) else "fixed"
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


def is_list(head: bytes) -> bool:
    """Whether the first bytes of a file (``HEAD`` of them, or all) are those of a list, plain or zipped."""
    if head.startswith(_ZIPPED):
        length = int.from_bytes(head[26:28], "little")
        name = head[30 : 30 + length].lower()
        return name.endswith((b".txt", b".xml")) and b"/" not in name and not name.startswith(b"[")
    if xml.is_xml(head):
        return xml.has_players(head)
    found = fixed.find_header(lines := head.splitlines())
    return found is not None and not _SEPARATORS.search(lines[found[0]])


def open_list(name: str, stream: IO[bytes], size: int | None = None, progress: Progress | None = None) -> FideList:
    """Open a list: a text or XML file, or a ZIP with one such file in it. ``progress`` hears of bytes read.

    Raises ``Unreadable``: ``empty``, ``fide_layout`` (no header of a FIDE list), ``zip`` (not one file in it).
    """
    if not name.casefold().endswith(".zip") and not _begins_zipped(stream):
        return FideList(name, stream, size, progress)
    try:
        archive = zipfile.ZipFile(_seekable(stream))
        members = [each for each in archive.infolist() if each.filename.casefold().endswith((".txt", ".xml"))]
        if len(members) != 1:
            raise Unreadable("zip", count=len(members))
        return FideList(members[0].filename, archive.open(members[0]), members[0].file_size, progress)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError):
        raise Unreadable("zip", count=0) from None


def _begins_zipped(stream: IO[bytes]) -> bool:
    if isinstance(stream, io.BufferedReader):
        return stream.peek(4).startswith(_ZIPPED)
    begin = stream.read(4)
    stream.seek(0)
    return begin == _ZIPPED


def _seekable(stream: IO[bytes]) -> IO[bytes]:
    """A ZIP is read from its end: one that comes through a pipe waits in a temporary file."""
    if stream.seekable():
        return stream
    whole = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the list)
    shutil.copyfileobj(stream, whole)
    return whole


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
