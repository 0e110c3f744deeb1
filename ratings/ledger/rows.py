"""Log rows into the table: only those that differ from what is stored, in place."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from django.db import connection

from league.models import League
from league.models.bulk import delete_rows, insert_rows, update_rows
from ratings.kernel.types import Cause, Change, Day
from ratings.models import RatingChange

from .spool import Spool

TABLE: Final = RatingChange._meta.db_table
COLUMNS: Final = tuple(field.column for field in RatingChange._meta.concrete_fields)
_INDEXED: Final = {"id", "league_id", "player_id", "day"}
_IN_PLACE: Final = tuple(i for i, column in enumerate(COLUMNS) if column not in _INDEXED)
_IN_PLACE_COLUMNS: Final = tuple(COLUMNS[i] for i in _IN_PLACE)
_CAUSES: Final = {cause.value: cause.value for cause in Cause}  # plain text, whatever kind of text comes in
FEW: Final = 500


class IsoDays(dict[Day, str]):
    """Kernel day -> ISO text, each converted once."""

    def __missing__(self, day: Day) -> str:
        text = self[day] = date.fromordinal(day).isoformat()
        return text


class LogWriter:
    """Collects the differences between computed and stored rows; ``apply`` writes them."""

    def __init__(self, league: League) -> None:
        self._league = league.pk
        self._days = IsoDays()
        self.inserts, self.updates, self.deletes = Spool(), Spool(), Spool()

    def take(self, key: int, new: Change | None, old: Change | None) -> bool:
        """Whether the stored row has to change."""
        if new == old:
            return False
        if new is None:
            self.deletes.add((key,))
            return True
        row = (
            key, self._league, _CAUSES[new[0]], self._days[new[1]], *new[2:21], str(new[21]),
        )  # fmt: skip
        if old is None:
            self.inserts.add(row)
        elif old.player != new.player or old.day != new.day:  # indexed columns move: a new row
            self.deletes.add((key,))
            self.inserts.add(row)
        else:
            self.updates.add((key, *(row[i] for i in _IN_PLACE)))
        return True

    def apply(self) -> None:
        """Write what was collected, inside the caller's transaction."""
        write(TABLE, deletes=self.deletes, updates=self.updates, inserts=self.inserts)


def write(table: str, *, deletes: Spool, updates: Spool, inserts: Spool) -> None:
    """Rows out, in place and in: log rows."""
    if len(deletes):
        delete_rows(connection, table, "id", (row[0] for row in deletes))
    if 0 < len(updates) <= FEW:
        update_few(table, _IN_PLACE_COLUMNS, updates)
    elif len(updates):
        update_rows(connection, table, "id", _IN_PLACE_COLUMNS, updates)
    if 0 < len(inserts) <= FEW:
        insert_few(table, COLUMNS, inserts)
    elif len(inserts):
        insert_rows(connection, table, COLUMNS, inserts)


def insert_few(table: str, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """A handful of rows in one statement each, without the set-up that a bulk load needs."""
    names = list(columns)
    sql = f"INSERT INTO {table} ({', '.join(map(_quote, names))}) VALUES ({', '.join(['%s'] * len(names))})"
    with connection.cursor() as cursor:
        cursor.executemany(sql, list(rows))


def update_few(table: str, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Set columns of a handful of rows; each row is ``(id, *values)``."""
    sets = ", ".join(f"{_quote(column)} = %s" for column in columns)
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {sets} WHERE id = %s", [(*row[1:], row[0]) for row in rows])


def _quote(name: str) -> str:
    return connection.ops.quote_name(name)
