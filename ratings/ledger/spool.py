"""Rows on their way into a table: in memory while few, in a temporary file when many."""

from __future__ import annotations

import marshal
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, Any

IN_MEMORY = 10_000


class Spool:
    """A list of tuples of plain values that does not grow in memory."""

    def __init__(self) -> None:
        self._buffer: list[tuple[Any, ...]] = []
        self._file: IO[bytes] | None = None
        self._filed = 0  # rows in the file

    def __len__(self) -> int:
        return self._filed + len(self._buffer)

    def add(self, row: tuple[Any, ...]) -> None:
        self._buffer.append(row)
        if len(self._buffer) >= IN_MEMORY:
            self._spill()

    def extend(self, rows: list[tuple[Any, ...]]) -> None:
        """Many at once; the list is the spool's from now on."""
        self._buffer = self._buffer + rows if self._buffer else rows
        if len(self._buffer) >= IN_MEMORY:
            self._spill()

    def fill(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """All rows of a stream, a buffer at a time."""
        rows = iter(rows)
        while some := list(islice(rows, IN_MEMORY)):
            self.extend(some)

    def _spill(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the spool
        chunk = marshal.dumps(self._buffer)
        self._file.write(len(chunk).to_bytes(8, "big"))
        self._file.write(chunk)
        self._filed += len(self._buffer)
        self._buffer = []

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        if self._file is not None:
            end = self._file.tell()
            self._file.seek(0)
            while self._file.tell() < end:
                length = int.from_bytes(self._file.read(8), "big")
                yield from marshal.loads(self._file.read(length))
            self._file.seek(end)
        yield from self._buffer
