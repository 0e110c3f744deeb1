"""The other side of a ratio: the rows that something wrote, prebuilt, in bulk into new tables, their indexes after."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from .goals import timed

Clock = Callable[[], float]
Stored = tuple[str, str, Sequence[Any]]  # table, condition, its values


def bare_write(*stored: Stored, clock: Clock = time.perf_counter, guarded: bool = False) -> float:
    """Seconds: each set of rows into a table of the same columns and key (COPY, executemany), then its indexes.

    ``guarded``: into a table that has the constraints, the foreign keys and the indexes of the real one already.
    """
    return sum(_written_again(*each, clock, guarded) for each in stored)


def bare_update(
    table: str, columns: Sequence[str], condition: str, values: Sequence[Any], *, clock: Clock = time.perf_counter
) -> float:  # fmt: skip
    """Seconds: these columns of the stored rows set to what they are, all but nothing in each (x + 0)."""
    from django.db import connection, transaction

    from league.models.bulk import update_rows

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, {', '.join(map(_quote, columns))} FROM {table} WHERE {condition}", values)
        rows = cursor.fetchall()

    def write() -> None:
        with transaction.atomic():
            update_rows(connection, table, "id", columns, rows)

    return timed(write, clock)


def _written_again(table: str, condition: str, values: Sequence[Any], clock: Clock, guarded: bool) -> float:
    from django.db import connection, transaction

    from league.models.bulk import insert_rows

    new = f"bench_{table}"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} WHERE {condition}", values)
        columns, rows = [column[0] for column in cursor.description], cursor.fetchall()
        cursor.execute(f"DROP TABLE IF EXISTS {new}")
        indexes, types = _like(cursor, table, new)
        for made in [*indexes, *_keys_of(cursor, table, new)] if guarded else ():
            cursor.execute(made)
        indexes = [] if guarded else indexes

    def write() -> None:
        with transaction.atomic():
            insert_rows(connection, new, columns, rows, types=types)
            with connection.cursor() as cursor:
                for index in indexes:
                    cursor.execute(index)

    spent = timed(write, clock)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {new}")
    return spent


def _keys_of(cursor: Any, table: str, new: str) -> list[str]:
    """How the table's foreign keys and checks are made on PostgreSQL; SQLite's copy has them from the start."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return []
    sql = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = %s::regclass AND contype IN ('f', 'c')"
    cursor.execute(sql, [table])
    return [f"ALTER TABLE {new} ADD {row[0]}" for row in cursor.fetchall()]


def _like(cursor: Any, table: str, new: str) -> tuple[list[str], list[str] | None]:
    """Makes the table with its key; says how its other indexes are made, and the types of a binary COPY."""
    from django.db import connection

    if connection.vendor == "postgresql":
        cursor.execute(f"CREATE TABLE {new} (LIKE {table})")
        cursor.execute(
            "SELECT indexdef FROM pg_indexes WHERE tablename = %s ORDER BY indexname LIKE '%%_pkey' DESC", [table]
        )
        made = [row[0].replace(" INDEX ", " INDEX bench_", 1) for row in cursor.fetchall()]
        made = [sql.replace(" ON ONLY ", " ON ").replace(f".{table} ", f".{new} ", 1) for sql in made]
        cursor.execute(
            "SELECT udt_name FROM information_schema.columns WHERE table_name = %s ORDER BY ordinal_position", [table]
        )
        return made, [row[0] for row in cursor.fetchall()]
    cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = %s", [table])
    cursor.execute(cursor.fetchone()[0].replace(f'"{table}"', f'"{new}"', 1))
    cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = %s AND sql IS NOT NULL", [table])
    made = [row[0].replace(' INDEX "', ' INDEX "bench_', 1) for row in cursor.fetchall()]
    return [sql.replace(f' ON "{table}"', f' ON "{new}"', 1) for sql in made], None


def _quote(name: str) -> str:
    return f'"{name}"'
