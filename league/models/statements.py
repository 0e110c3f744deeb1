"""Statements written by hand, for what is done so often that Django's layers cost more than the database.

The columns still come from the models, so a column made later is in the statements, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models

Row = Sequence[Any]
Prepared = list[tuple[int, Any]]  # places of values that their fields prepare for the database
ModelT = TypeVar("ModelT", bound=models.Model)
_PREPARED = (models.DateTimeField, models.TimeField, models.JSONField)  # kept as Django writes them, not as the driver


def fetched(sql: str, params: Row) -> list[Any]:
    """The rows of a statement with ``%s`` for each value. Errors are Django's.

    On SQLite past Django's cursor, which rewrites each statement anew; not where somebody listens to the queries.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "sqlite" or database.queries_logged or database.execute_wrappers:
        with database.cursor() as cursor:
            cursor.execute(sql, params)
            return cursor.fetchall() if cursor.description else []
    database.validate_no_broken_transaction()
    database.ensure_connection()
    with database.wrap_database_errors:
        rows: list[Any] = database.connection.execute(_question_marks(sql), params).fetchall()
    return rows


@cache
def _question_marks(sql: str) -> str:
    return sql.replace("%s", "?")


@cache
def insertion(table: str, columns: tuple[str, ...], rows: int) -> str:
    """One statement for a few rows; its values are those of the rows one after another."""
    marks = f"({', '.join(['%s'] * len(columns))})"
    return f"INSERT INTO {names([table])} ({names(columns)}) VALUES {', '.join([marks] * rows)}"


def names(columns: Iterable[str]) -> str:
    return ", ".join(map(connection.ops.quote_name, columns))


def insert(row: models.Model) -> None:
    """Insert a row that has no id yet, as ``save(force_insert=True)`` does where no signal is listened to."""
    sql, dated, read, prepared = _insertion(type(row))
    for field in dated:
        field.pre_save(row, True)
    row.pk = fetched(sql, _as_stored(read(row), prepared))[0][0]
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def update(row: models.Model, attributes: tuple[str, ...]) -> None:
    """Write some attributes of a row, as ``save(update_fields=...)`` does where no signal is listened to."""
    sql, read, prepared = _changing(type(row), attributes)
    fetched(sql, [*_as_stored(read(row), prepared), row.pk])


def _as_stored(values: tuple[Any, ...], prepared: Prepared) -> Row:
    changed, database = list(values), connections[DEFAULT_DB_ALIAS]
    for place, field in prepared:
        if changed[place] is not None:
            changed[place] = field.get_db_prep_save(changed[place], database)
    return changed


@cache
def _insertion(
    model: type[models.Model],
) -> tuple[str, list[Any], Callable[[models.Model], tuple[Any, ...]], Prepared]:
    fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = tuple(field.column for field in fields)
    sql = f"{insertion(model._meta.db_table, columns, 1)} RETURNING {_key(model)}"
    dated = [field for field in fields if getattr(field, "auto_now_add", False)]
    return sql, dated, *_reader(fields)


@cache
def _changing(
    model: type[models.Model], attributes: tuple[str, ...]
) -> tuple[str, Callable[[models.Model], tuple[Any, ...]], Prepared]:
    fields: list[Any] = [model._meta.get_field(name) for name in attributes]
    sets = ", ".join(f"{names([field.column])} = %s" for field in fields)
    return f"UPDATE {_table(model)} SET {sets} WHERE {_key(model)} = %s", *_reader(fields)


def _table(model: type[models.Model]) -> str:
    return names([model._meta.db_table])


def _key(model: type[models.Model]) -> str:
    key: Any = model._meta.pk
    return names([key.column])


def _reader(fields: list[Any]) -> tuple[Callable[[models.Model], tuple[Any, ...]], Prepared]:
    prepared = [(place, field) for place, field in enumerate(fields) if isinstance(field, _PREPARED)]
    return attrgetter(*(field.attname for field in fields)), prepared


@cache
def columns_of(model: type[models.Model], alias: str) -> str:
    """All columns of a model under an alias, in the order in which ``instance`` takes them."""
    fields: Iterable[Any] = model._meta.concrete_fields
    return ", ".join(f"{alias}.{names([field.column])}" for field in fields)


def instance(model: type[ModelT], values: Row) -> ModelT:
    """A row of ``columns_of`` as the ORM would have read it."""
    attributes, converters = _reading(model)
    read, database = list(values), connections[DEFAULT_DB_ALIAS]
    for place, convert, expression in converters:
        if read[place] is not None:
            read[place] = convert(read[place], expression, database)
    return model.from_db(DEFAULT_DB_ALIAS, attributes, read)


@cache
def _reading(model: type[models.Model]) -> tuple[list[str], list[tuple[int, Callable[..., Any], Any]]]:
    fields, converters = model._meta.concrete_fields, []
    for place, field in enumerate(fields):
        if isinstance(field, models.BooleanField):
            continue  # as the drivers have it already
        column = field.get_col(model._meta.db_table)
        for convert in (*connection.ops.get_db_converters(column), *column.get_db_converters(connection)):
            converters.append((place, convert, column))
    return [field.attname for field in fields], converters
