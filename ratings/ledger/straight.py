"""Log rows straight into the table while they are computed: the first rating of a league.

Nothing waits in between, so the database stores while the replay computes. The league is locked and
without a log; the caller's transaction takes everything back if the replay fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from django.db import connection

from league.models.bulk import copy_statement, insert_rows

Row = tuple[Any, ...]


class Straight:
    """Rows into a table. PostgreSQL's COPY holds the connection, so ``pause`` before anything is read."""

    def __init__(self, table: str, columns: tuple[str, ...], types: tuple[str, ...]) -> None:
        self._table, self._columns, self._types = table, columns, types
        self._copying = ExitStack()
        self._write: Callable[[Row], None] | None = None
        self.count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._copying.__exit__(kind, error, trace)

    def take(self, rows: Iterable[Row]) -> None:
        """All rows; SQLite reads beside writing, PostgreSQL only in a pause."""
        if connection.vendor != "postgresql":
            self.count += insert_rows(connection, self._table, self._columns, rows)
            return
        for row in rows:
            (self._write or self._begin())(row)
            self.count += 1
        self.pause()

    def pause(self) -> None:
        """End the COPY under way; the next row begins another."""
        self._write = None
        self._copying.close()

    def _begin(self) -> Callable[[Row], None]:
        cursor = self._copying.enter_context(connection.cursor())
        self._copying.enter_context(connection.wrap_database_errors)
        copy = self._copying.enter_context(
            cursor.copy(copy_statement(connection, self._table, self._columns, binary=True))
        )
        copy.set_types(self._types)
        self._write = copy.write_row
        return self._write
