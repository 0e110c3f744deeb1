"""The whole log of a league computed anew beside the stored one, compared by the database itself.

PostgreSQL only. The rows go into a temporary table while they are computed; then one statement each puts
in what is missing, in place what differs, out what is no more. Nothing stored is read back, and the
league has to be locked only for these statements. Half of each page of the log is left free
(migration 0006), so a changed row stays on its page and no index is touched.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db import connection

from .keys import league_range
from .straight import Straight

STAGED: Final = "arpad_staged_log"


class Written(NamedTuple):
    """How many rows a replay changed."""

    inserted: int = 0
    updated: int = 0
    deleted: int = 0


class Staged(Straight):
    """Rows of one league on their way into its log."""

    def __init__(self, table: str, columns: tuple[str, ...], types: tuple[str, ...]) -> None:
        super().__init__(STAGED, columns, types)
        self._log = table
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TABLE IF EXISTS {STAGED}")
            cursor.execute(f"CREATE TEMPORARY TABLE {STAGED} (LIKE {table})")

    @classmethod
    def over(cls, log: str, table: str, columns: tuple[str, ...], count: int) -> Staged:
        """Rows that lie in a table already."""
        staged = cls.__new__(cls)
        Straight.__init__(staged, table, columns, ())
        staged._log, staged.count = log, count
        return staged

    def ready(self) -> None:
        """Everything else waits for the lock of the league."""

    def put_in(self) -> None:
        """Nothing is left to do."""

    def settle(self, league: int) -> Written:
        """Make the stored log of the league what was staged; inside the caller's transaction."""
        log, (low, high) = self._log, league_range(league)
        here = f"t.id BETWEEN {low} AND {high}"
        names = [connection.ops.quote_name(column) for column in self._columns if column != "id"]
        new, old = ", ".join(f"s.{name}" for name in names), ", ".join(f"t.{name}" for name in names)
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {self._table}")
            cursor.execute("SET LOCAL work_mem = '64MB'")
            cursor.execute("SET LOCAL jit = off")
            cursor.execute(
                f"UPDATE {log} t SET ({', '.join(names)}) = ({new}) FROM {self._table} s"
                f" WHERE t.id = s.id AND {here} AND ({old}) IS DISTINCT FROM ({new})"
            )
            updated = cursor.rowcount
            cursor.execute(f"SELECT count(*) FROM {log} t WHERE {here}")
            stored = cursor.fetchone()[0]
            cursor.execute(
                f"INSERT INTO {log} (id, {', '.join(names)}) SELECT s.id, {new} FROM {self._table} s"
                f" WHERE NOT EXISTS (SELECT 1 FROM {log} t WHERE t.id = s.id AND {here})"
            )
            inserted, deleted = cursor.rowcount, 0
            if stored + inserted > self.count:
                cursor.execute(
                    f"DELETE FROM {log} t WHERE {here} AND NOT EXISTS (SELECT 1 FROM {self._table} s WHERE s.id = t.id)"
                )
                deleted = cursor.rowcount
            cursor.execute(f"DROP TABLE {self._table}")
        return Written(inserted, updated, deleted)
