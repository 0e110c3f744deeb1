"""The log of a big league in a table of its own: a partition of the log, made beside it and put in at once.

PostgreSQL only. An index that is kept while millions of rows come in costs more than all else together, so the
rows of a league rated anew go into a new table, its indexes come after them, and the table takes the place of the
league's old one: for that moment, and no longer, everybody else waits. Small leagues share the part
"rest" (migration 0007); a league gets its own part with the first long replay.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from django.db import OperationalError, connection, transaction

from .keys import league_range
from .looks import look_over
from .staged import Staged, Written
from .straight import Row, Straight

# Of 100 in each page of a new part. What is corrected are newer games as a rule: a changed row of the newest fifth
# finds room on its own page, so that no index is written; that halves what changing it costs.
FULL: Final = 95
ROOMY: Final = 50
NEWEST: Final = 0.2
PATIENCE: Final = "3s"  # for readers that keep the log open; then the rows go in one by one
SORTED: Final = "256MB"  # the server's memory while it makes the indexes of one part
PLANNED: Final = ("id", "league_id", "player_id", "day", "cause", "period_id")  # columns that queries choose by
FEW: Final = 0.1  # of a league's rows; to change so many costs less in place


class Apart(Straight):
    """All rows of one league on their way into a part of the log of their own.

    ``ready`` makes the indexes and compares, without any lock; ``settle`` tells what will change, or changes it
    where that is little; ``put_in`` exchanges the tables, as late as possible in the transaction.
    """

    def __init__(
        self, table: str, columns: tuple[str, ...], types: tuple[str, ...], league: int, games: int
    ) -> None:  # fmt: skip
        self._older = round((1 - NEWEST) * 2 * games)  # rows, of two of each game
        self._log, self._league = table, league
        self._range = league_range(league)
        _clear(table, league)
        super().__init__(f"{_prefix(table, league)}{_backend()}_{secrets.token_hex(3)}", columns, types)
        self._differs = Written()
        self._waits = True
        low, high = self._range
        with connection.cursor() as cursor:
            cursor.execute(
                f"CREATE TABLE {self._table} (LIKE {table} INCLUDING DEFAULTS, CHECK (id BETWEEN {low} AND {high}))"
                f" WITH (fillfactor = {FULL})"
            )

    def take(self, rows: Iterable[Row]) -> None:
        """All rows, by day: those of the newest games with room beside them."""
        rows = iter(rows)
        super().take(islice(rows, self._older))
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {self._table} SET (fillfactor = {ROOMY})")
        super().take(rows)

    def ready(self) -> None:
        """Make the indexes of the new table and find out in what it differs from the stored rows."""
        with connection.cursor() as cursor:
            cursor.execute(f"SET maintenance_work_mem = '{SORTED}'")
            cursor.execute(f"ALTER TABLE {self._table} ADD PRIMARY KEY (id)")
            cursor.execute(f"CREATE INDEX ON {self._table} (player_id, league_id, day)")
            cursor.execute("RESET maintenance_work_mem")
            look_over(cursor, f"{self._table} ({', '.join(PLANNED)})")
            low, high = self._range
            cursor.execute(f"SELECT count(*) FROM {self._log} WHERE id BETWEEN {low} AND {high}")
            stored = cursor.fetchone()[0]
            both, changed = self._compare(cursor) if stored else (0, 0)
        self._differs = Written(self.count - both, changed, stored - both)

    def _compare(self, cursor: Any) -> tuple[int, int]:
        """How many rows both have, and how many of these differ."""
        names = [connection.ops.quote_name(column) for column in self._columns if column != "id"]
        new, old = ", ".join(f"s.{name}" for name in names), ", ".join(f"t.{name}" for name in names)
        low, high = self._range
        cursor.execute(
            f"SELECT count(*), count(*) FILTER (WHERE ({old}) IS DISTINCT FROM ({new})) FROM {self._log} t"
            f" JOIN {self._table} s ON s.id = t.id WHERE t.id BETWEEN {low} AND {high}"
        )
        both, changed = cursor.fetchone()
        return both, changed

    def settle(self, league: int) -> Written:
        """What the new rows change. Few changes are made now, for more the table waits to be put in."""
        if sum(self._differs) <= FEW * self.count:
            self._go_in_one_by_one()
        return self._differs

    def put_in(self) -> None:
        """Let the new table take the old one's place, if it waits for that."""
        if not self._waits:
            return
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}'")
                self._exchange(cursor)
                cursor.execute("SET LOCAL lock_timeout = DEFAULT")
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != "55P03":  # lock_not_available
                raise
            self._go_in_one_by_one()
        self._waits = False

    def _exchange(self, cursor: Any) -> None:
        old = own_part(self._log, self._league)
        # locked from the top, as everybody else does; else two would wait for each other
        cursor.execute(f"LOCK TABLE ONLY {self._log} IN {'ACCESS' if old else 'SHARE UPDATE'} EXCLUSIVE MODE")
        low, high = self._range
        if old is None:
            cursor.execute(f"DELETE FROM {self._log} WHERE id BETWEEN {low} AND {high}")
        else:
            cursor.execute(f"ALTER TABLE {self._log} DETACH PARTITION {old}")
            cursor.execute(f"DROP TABLE {old}")
        cursor.execute(
            f"ALTER TABLE {self._log} ATTACH PARTITION {self._table} FOR VALUES FROM ({low}) TO ({high + 1})"
        )

    def _go_in_one_by_one(self) -> None:
        """The differing rows into the log as it is; the new table goes."""
        if any(self._differs):
            Staged.over(self._log, self._table, self._columns, self.count).settle(self._league)
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TABLE IF EXISTS {self._table}")
        self._waits = False


def own_part(table: str, league: int) -> str | None:
    """The part of the log that holds this league's rows only; None where they lie with the others'."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
            " WHERE i.inhparent = %s::regclass AND c.relname LIKE %s",
            [table, _pattern(table, league)],
        )
        found = cursor.fetchone()
    return found[0] if found else None


def _prefix(table: str, league: int) -> str:
    return f"{table}_l{league}_"


def _pattern(table: str, league: int) -> str:
    return _prefix(table, league).replace("_", r"\_") + "%"


def _backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _clear(table: str, league: int) -> None:
    """Tables of this league that a killed process left behind: their backend is gone, or it is this one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relname LIKE %s",
            [_pattern(table, league)],
        )
        left = [name for (name,) in cursor.fetchall()]
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        alive = {pid for (pid,) in cursor.fetchall()} - {_backend()}
        for name in left:
            if int(name.split("_")[-2]) not in alive:
                cursor.execute(f"DROP TABLE IF EXISTS {name}")
