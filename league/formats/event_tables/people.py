"""Rows of a table of players -> players."""

from __future__ import annotations

from ..delimited import Line
from ..event_file import EventPlayer, named
from ..faults import Faults
from ..federations import read_federation
from ..identity import read_birth, read_ids, read_sex, read_title
from ..names import clean_name
from ..numbers import is_empty, read_number, read_rating
from .grid import Table, player_rows

_LAST_NUMBER = 9999


def read_people(table: Table, column: str, warnings: Faults) -> dict[int, tuple[EventPlayer, Line]]:
    """Starting number -> player and row.

    The number is that of ``column``; where its cell is blank (players tied with the one above), the one
    after the row above. ``column`` empty: rows are counted.
    """
    people: dict[int, tuple[EventPlayer, Line]] = {}
    number = 0
    for row in player_rows(table):
        text = table.text(row, column).rstrip(".") if column else ""
        number = int(text) if text.isdecimal() and text.isascii() and len(text) < 6 else number + 1
        if number in people or not 0 < number <= _LAST_NUMBER:
            number = max(people, default=0) + 1
        people[number] = (_player(table, row, number, warnings), row)
    return people


def _player(table: Table, row: Line, number: int, warnings: Faults) -> EventPlayer:
    fide_id, local_id = read_ids(table.text(row, "fide_id"))
    rating = _rating(table, row, "rating", warnings)
    return EventPlayer(
        line=row.number,
        number=number,
        name=_name(table, row),
        rating=rating,
        fide_id=fide_id,
        local_id=local_id or (table.text(row, "local_id") if not is_empty(table.text(row, "local_id")) else ""),
        title=read_title(table.text(row, "title")),
        federation=read_federation(table.text(row, "federation")),
        sex=read_sex(table.text(row, "sex")),
        birth=_birth(table, row, warnings),
        points=_points(table.text(row, "points")),
        rank=_rank(table.text(row, "rank")),
        national_rating=_rating(table, row, "national_rating", warnings),
        club=clean_name(table.text(row, "affiliation"))[:120],
    )


def _name(table: Table, row: Line) -> str:
    if table.has("last_name"):
        return named(", ".join(filter(None, (table.text(row, "last_name"), table.text(row, "first_name")))))
    return named(table.text(row, "name") or table.text(row, "team"))


def _rating(table: Table, row: Line, column: str, warnings: Faults) -> int | None:
    text = table.text(row, column)
    try:
        rating = read_rating(text)
    except ValueError:
        warnings.add(row.number, table.title(column), text, "number")
        return None
    return round(rating) if rating and 0 < rating < 10_000 else None


def _birth(table: Table, row: Line, warnings: Faults) -> str:
    text = table.text(row, "birth")
    try:
        return read_birth(text)
    except ValueError:
        warnings.add(row.number, table.title("birth"), text, "birth_year")
        return ""


def _points(text: str) -> float | None:
    try:
        points = read_number(text.replace("½", ".5"))
    except ValueError:
        return None
    return points if points is None or 0 <= points < 1000 else None


def _rank(text: str) -> int | None:
    bare = text.rstrip(".")
    return int(bare) or None if bare.isdecimal() and bare.isascii() and len(bare) < 6 else None
