"""What a builder made once is copied into the database instead of being made anew by every test.

The builders go through the services, as they should; a hundred tests that begin with the same club pay for it once.
A copy is the same rows, keys included, and an own copy of what the builder returned: no test sees another one's.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from datetime import date
from functools import cache, wraps
from typing import NamedTuple, ParamSpec, TypeVar

import time_machine
from django.db import connection, transaction

P = ParamSpec("P")
T = TypeVar("T")

# Rows that are there before any test, and rows that a club can be built beside: who signed in first.
GIVEN = {"django_content_type", "auth_permission", "django_migrations"}
BESIDE = {"auth_user", "django_session"}
PLAIN = (str, int, float, date, type(None))


class Kept(NamedTuple):
    rows: dict[str, list[tuple] | bytes]  # by table; PostgreSQL: as COPY writes them
    result: bytes


_kept: dict[tuple, Kept] = {}


def built_once(build: Callable[P, T]) -> Callable[P, T]:
    """For functions of plain arguments whose whole effect is rows and a result that can be pickled; also beneath
    ``pytest.fixture``. On top of other rows, or in another time, they build as ever."""

    @wraps(build)
    def built(*args: P.args, **named: P.kwargs) -> T:
        if not _plain((args, named)) or time_machine.escape_hatch.is_travelling():
            return build(*args, **named)
        there = _filled()
        key = (build.__module__, build.__qualname__, repr(args), repr(named))
        if there - BESIDE or (key in _kept and there & _kept[key].rows.keys()):
            return build(*args, **named)
        if key in _kept:
            _lay_out(_kept[key].rows)
        else:
            before = _rows(there)
            made = build(*args, **named)
            if _rows(there) != before:
                return made
            _kept[key] = Kept(_rows(_filled() - there), pickle.dumps(made))
        # The first one gets a copy, too: what would go wrong with copies goes wrong at once.
        return pickle.loads(_kept[key].result)

    return built


def empty() -> None:
    """All rows away but those of the migrations: Django's flush would write these anew, for every test that commits."""
    with transaction.atomic(), connection.cursor() as cursor:
        for name in _filled():
            cursor.execute(f'DELETE FROM "{name}"')
        for name in _parts_of_leagues(cursor):  # keys come again with copies, and so would the part
            cursor.execute(f'DROP TABLE "{name}"')


def _parts_of_leagues(cursor) -> list[str]:
    """Tables that hold the log of one league, on PostgreSQL."""
    if connection.vendor != "postgresql":
        return []
    cursor.execute(
        "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
        " WHERE c.relkind = 'r' AND c.relname ~ '_l[0-9]+_'"
    )
    return [name for (name,) in cursor.fetchall()]


def _plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(_plain(each) for pair in value.items() for each in pair)
    if isinstance(value, (list, tuple)):
        return all(map(_plain, value))
    return isinstance(value, PLAIN)


@cache
def _columns() -> dict[str, list[str]]:
    """The columns of every table, in the database's order."""
    with connection.cursor() as cursor:
        describe = connection.introspection.get_table_description
        names = sorted(set(connection.introspection.django_table_names(only_existing=True)) - GIVEN)
        return {name: [column.name for column in describe(cursor, name)] for name in names}


def _filled() -> set[str]:
    """The tables with rows."""
    parts = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM \"{name}\")" for name in _columns())
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return {name for (name,) in cursor.fetchall()}


def _rows(tables: set[str]) -> dict[str, list[tuple] | bytes]:
    rows: dict[str, list[tuple] | bytes] = {}
    for name in sorted(tables):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor, cursor.copy(f'COPY (SELECT * FROM "{name}") TO STDOUT') as copy:
                rows[name] = b"".join(bytes(block) for block in copy)
        else:
            # the plus takes the declared type away, so that values come as they are stored
            columns = ", ".join(f'+"{column}"' for column in _columns()[name])
            rows[name] = connection.connection.execute(f'SELECT {columns} FROM "{name}"').fetchall()
    return rows


def _lay_out(rows: dict[str, list[tuple] | bytes]) -> None:
    with transaction.atomic():
        for name, values in rows.items():
            if isinstance(values, bytes):
                with connection.cursor() as cursor, cursor.copy(f'COPY "{name}" FROM STDIN') as copy:
                    copy.write(values)
            else:
                places = ", ".join("?" * len(values[0]))
                connection.connection.executemany(f'INSERT INTO "{name}" VALUES ({places})', values)
