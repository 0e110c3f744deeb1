"""Rows by the hundred thousand into a table, past the ORM: streamed, never held in memory.

Values are what both databases take: ``str``, ``int``, ``float``, ``bool``, ``None``; dates, times and
JSON as ISO text (``2026-11-25``, ``19:30:00``, ``2026-11-25 19:30:00+00:00``). Every function needs an
open ``transaction.atomic()`` on the connection and raises ``TransactionManagementError`` without one;
errors of the database come as Django's (``IntegrityError`` ...). Rows may come from a generator; it
must not query the same connection, which is busy meanwhile.

SQLite: ``executemany`` of the driver's own connection, because Django's wrapper tees the iterator and
keeps every row. PostgreSQL: ``COPY``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.transaction import TransactionManagementError

Row = Sequence[Any]
_STAGED = "arpad_staged_rows"
_DELETED_AT_ONCE = 10_000
_MANY = 10_000  # rows from which on the plan of an update is worth knowing them


def insert_rows(
    connection: BaseDatabaseWrapper,
    table: str,
    columns: Sequence[str],
    rows: Iterable[Row],
    *,
    types: Sequence[str] | None = None,
) -> int:
    """Insert ``rows`` (values in the order of ``columns``) and return how many they were.

    ``types`` (PostgreSQL names: ``int8``, ``float8``, ``date`` ...) makes the COPY binary, about three
    times as fast; then each value must be of exactly that type (a ``date`` object for ``date``).
    SQLite ignores them.
    """
    _must_be_atomic(connection)
    if connection.vendor == "postgresql":
        return _copy_in(connection, table, columns, rows, types)
    names = ", ".join(map(connection.ops.quote_name, columns))
    marks = ", ".join("?" * len(columns))
    return _execute_many(connection, f"INSERT INTO {connection.ops.quote_name(table)} ({names}) VALUES ({marks})", rows)


def update_rows(
    connection: BaseDatabaseWrapper,
    table: str,
    key: str,
    columns: Sequence[str],
    rows: Iterable[Row],
    *,
    types: Sequence[str] | None = None,
) -> int:
    """Set ``columns`` of the rows that ``key`` names; each of ``rows`` is ``(key, *values)``.

    ``types``: as for ``insert_rows``, the key's first.
    """
    _must_be_atomic(connection)
    quote = connection.ops.quote_name
    if connection.vendor == "postgresql":
        return _update_from_copy(connection, table, key, columns, rows, types)
    sets = ", ".join(f"{quote(column)} = ?{place}" for place, column in enumerate(columns, 2))
    return _execute_many(connection, f"UPDATE {quote(table)} SET {sets} WHERE {quote(key)} = ?1", rows)


def delete_rows(connection: BaseDatabaseWrapper, table: str, key: str, ids: Iterable[Any]) -> int:
    """Delete the rows whose ``key`` is one of ``ids``; says how many there were."""
    _must_be_atomic(connection)
    quote = connection.ops.quote_name
    sql = f"DELETE FROM {quote(table)} WHERE {quote(key)} = "
    if connection.vendor != "postgresql":
        return _execute_many(connection, sql + "?", ((each,) for each in ids))
    deleted = 0
    with connection.cursor() as cursor:
        for chunk in _chunks(ids, _DELETED_AT_ONCE):
            cursor.execute(sql + "ANY(%s)", [chunk])
            deleted += cursor.rowcount
    return deleted


def reserve_ids(connection: BaseDatabaseWrapper, table: str, count: int, *, key: str = "id") -> list[int]:
    """``count`` ascending ids that no other row of the table has or will get, for rows that refer to each other."""
    _must_be_atomic(connection)
    if not count:
        return []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # the sequence is looked up once: by name, for each id, that took longer than the id
            cursor.execute(
                "SELECT nextval(s.found) FROM"
                " (SELECT pg_get_serial_sequence(%s, %s)::regclass AS found OFFSET 0) s, generate_series(1, %s)",
                [table, key, count],
            )
            return [row[0] for row in cursor.fetchall()]
        # The transaction holds SQLite's only write lock, and an explicit id moves the sequence itself.
        quote = connection.ops.quote_name
        cursor.execute(
            f"SELECT max(coalesce((SELECT max({quote(key)}) FROM {quote(table)}), 0),"
            " coalesce((SELECT seq FROM sqlite_sequence WHERE name = %s), 0))",
            [table],
        )
        last = cursor.fetchone()[0]
    return list(range(last + 1, last + 1 + count))


def copy_statement(connection: BaseDatabaseWrapper, table: str, columns: Sequence[str], *, binary: bool) -> str:
    """PostgreSQL's COPY of rows into a table."""
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns))
    return f"COPY {quote(table)} ({names}) FROM STDIN" + (" (FORMAT BINARY)" if binary else "")


def _must_be_atomic(connection: BaseDatabaseWrapper) -> None:
    if not connection.in_atomic_block:
        raise TransactionManagementError("Bulk writes need an open transaction.atomic().")


def _execute_many(connection: BaseDatabaseWrapper, sql: str, rows: Iterable[Row]) -> int:
    with connection.wrap_database_errors:
        cursor = connection.connection.executemany(sql, rows)
    return max(cursor.rowcount, 0)


def _copy_in(
    connection: BaseDatabaseWrapper,
    table: str,
    columns: Sequence[str],
    rows: Iterable[Row],
    types: Sequence[str] | None,
) -> int:
    sql = copy_statement(connection, table, columns, binary=bool(types))
    with connection.cursor() as cursor:
        with connection.wrap_database_errors, cursor.copy(sql) as copy:
            if types:
                copy.set_types(types)
            write = copy.write_row
            for row in rows:
                write(row)
        return int(cursor.rowcount)


def _update_from_copy(
    connection: BaseDatabaseWrapper,
    table: str,
    key: str,
    columns: Sequence[str],
    rows: Iterable[Row],
    types: Sequence[str] | None,
) -> int:
    quote = connection.ops.quote_name
    staged, names = quote(_STAGED), [key, *columns]
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE TEMPORARY TABLE {staged} AS SELECT {', '.join(map(quote, names))} FROM {quote(table)} WITH NO DATA"
        )
        count = _copy_in(connection, _STAGED, names, rows, types)
        sets = ", ".join(f"{quote(column)} = s.{quote(column)}" for column in columns)
        # the planner looks at nothing but the part of the table between the first and the last row
        cursor.execute(f"SELECT min({quote(key)}), max({quote(key)}) FROM {staged}")
        low, high = cursor.fetchone()
        here = f"AND t.{quote(key)} BETWEEN {int(low)} AND {int(high)}" if count else ""
        if count > _MANY:
            cursor.execute(f"ANALYZE {staged} ({quote(key)})")
            cursor.execute("SET LOCAL work_mem = '64MB'")
        cursor.execute(
            f"UPDATE {quote(table)} t SET {sets} FROM {staged} s WHERE t.{quote(key)} = s.{quote(key)} {here}"
        )
        updated = cursor.rowcount
        cursor.execute(f"DROP TABLE {staged}")
    return int(updated)


def _chunks(values: Iterable[Any], size: int) -> Iterator[list[Any]]:
    values = iter(values)
    while chunk := list(islice(values, size)):
        yield chunk
