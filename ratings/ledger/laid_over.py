"""The whole log of a league computed anew and laid over the stored one by SQLite itself.

Nothing stored is read back: each row goes in, takes the place of the stored one with its key where they differ, or
changes nothing. The rows wait in a spool until the league is locked. PostgreSQL has ``staged`` and ``apart``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db import connection

from .keys import league_range
from .spool import Spool
from .staged import Written
from .straight import Straight

_KEYS: Final = "arpad_keys_of_log"


class LaidOver(Straight):
    """Rows of one league on their way over its log."""

    def __init__(self, table: str, columns: tuple[str, ...]) -> None:
        super().__init__(table, columns, ())
        self._rows = Spool()

    def take(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """All rows, in any order."""
        self._rows.fill(rows)

    def settle(self, league: int) -> Written:
        """Make the stored log of the league what was taken; inside the caller's transaction."""
        stored = self._count(league)
        changed = self._lay()
        here = self._count(league)
        gone = self._take_out(league) if here > len(self._rows) else 0
        return Written(here - stored, changed - (here - stored), gone)

    def ready(self) -> None:
        """Everything waits for the lock of the league."""

    def put_in(self) -> None:
        """Nothing is left to do."""

    def _count(self, league: int) -> int:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT COUNT(*) FROM {self._table} WHERE id BETWEEN %s AND %s", league_range(league))
            return int(cursor.fetchone()[0])

    def _lay(self) -> int:
        """How many rows came in or changed."""
        names = [connection.ops.quote_name(column) for column in self._columns]
        others = [name for name in names if name != '"id"']
        old, new = ", ".join(f"{self._table}.{name}" for name in others), ", ".join(f"excluded.{n}" for n in others)
        sql = (
            f"INSERT INTO {self._table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
            f" ON CONFLICT (id) DO UPDATE SET ({', '.join(others)}) = ({new}) WHERE ({old}) IS NOT ({new})"
        )
        return self._each(sql, self._rows)

    def _take_out(self, league: int) -> int:
        """The stored rows that were not taken go; how many they were."""
        low, high = league_range(league)
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE TEMPORARY TABLE {_KEYS} (id integer PRIMARY KEY)")
            self._each(f"INSERT INTO {_KEYS} (id) VALUES (?)", (row[:1] for row in self._rows))
            cursor.execute(
                f"DELETE FROM {self._table} WHERE id BETWEEN {low} AND {high} AND id NOT IN (SELECT id FROM {_KEYS})"
            )
            gone = cursor.rowcount
            cursor.execute(f"DROP TABLE {_KEYS}")
        return int(gone)

    def _each(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> int:
        """Past Django's cursor, which would keep all rows (``league.models.bulk``); how many rows changed."""
        driver = connection.connection
        with connection.wrap_database_errors:
            before = driver.total_changes
            driver.executemany(sql, rows)
            return int(driver.total_changes - before)
