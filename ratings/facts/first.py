"""The games of a league read once, from the first to the last, for a replay that compares with nothing.

A long replay spends a third of its time on reading, so nothing is asked for and no value is made that is not used:
days come as they lie in the database, and a league without events does not look for any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

from django.db import connection

from league.models import PLAYED, Event, League
from ratings.kernel.games import NO_MATCH
from ratings.kernel.types import Day, RatedGame, TimeControl

from .games import CANONICAL_ORDER, CHUNK, MATCH, source_league, start_sql
from .matches import Places, read_places

_GAME = """
    g.id, {day}, g.white_id, g.black_id, g.white_halves, g.weight, g.white_k, g.black_k, g.white_points,
    g.black_points, {neutral}, g.status = 'final' AND g.outcome IN ({played})
"""
_EVENT = """,
    e.id, CASE WHEN e.id IS NULL THEN NULL ELSE {start} END, COALESCE(e.rated, {true}),
    e.base_minutes, e.increment_seconds, e.first_control_moves, e.approved_fast, e.kind
"""
_ORDER = """
    g.played_on, (g.played_at IS NOT NULL), g.played_at, (g.round IS NOT NULL), g.round, (g.board IS NOT NULL), g.board,
    g.id
"""


class DaysTold(dict[Any, Day]):
    """A day as the database gives it -> kernel day: PostgreSQL counts days itself, SQLite has ISO text."""

    def __missing__(self, told: Any) -> Day:
        day = self[told] = told if isinstance(told, int) else date.fromisoformat(told).toordinal()
        return day


def read_first(league: League, before_reading: Callable[[], None]) -> Iterator[tuple[int, list[RatedGame]]]:
    """How many games were read, and those of them that the facts let be rated; in canonical order.

    ``before_reading`` is called before each use of the connection.
    """
    source = source_league(league)
    with_events = Event.objects.filter(league=source).exists()
    days = DaysTold()
    with connection.chunked_cursor() as cursor:
        before_reading()
        cursor.execute(games_sql(with_events), [source])
        while rows := cursor.fetchmany(CHUNK):
            yield len(rows), of_events(rows, days, places_of(league, rows)) if with_events else alone(rows, days)
            before_reading()


def places_of(league: League, rows: Sequence[Sequence[Any]]) -> Places:
    """Where games of matches stand in them; the connection is free."""
    return read_places(league, {row[12] for row in rows if row[19] == MATCH})


def games_sql(with_events: bool, *, where: str = "") -> str:
    """All games of a league in canonical order, with what ``alone`` or ``of_events`` make values of."""
    postgres = connection.vendor == "postgresql"
    day = "g.played_on - DATE '0001-01-01' + 1" if postgres else "CAST(g.played_on AS text)"
    neutral = "g.neutral" if postgres else "g.neutral + 0"  # past the driver's converter, a call for each row
    columns = _GAME.format(day=day, neutral=neutral, played=", ".join(f"'{outcome.value}'" for outcome in PLAYED))
    if not with_events:
        return f"SELECT {columns} FROM league_game g WHERE g.league_id = %s {where} ORDER BY {_ORDER}"
    columns += _EVENT.format(start=start_sql("g.played_on"), true="true")
    joined = "FROM league_game g LEFT JOIN league_event e ON e.id = g.event_id"
    return f"SELECT {columns} {joined} WHERE g.league_id = %s {where} ORDER BY {CANONICAL_ORDER}"


def alone(rows: Sequence[Sequence[Any]], days: DaysTold) -> list[RatedGame]:
    """Games without events."""
    new = tuple.__new__
    return [
        new(RatedGame, (game, day := days[told], day, white, black, halves, weight, k_white, k_black,
                        white_points, black_points, neutral == 1, 0, None, NO_MATCH))
        for game, told, white, black, halves, weight, k_white, k_black, white_points, black_points, neutral, rateable
        in rows
        if rateable
    ]  # fmt: skip


def of_events(rows: Sequence[Sequence[Any]], days: DaysTold, places: Places) -> list[RatedGame]:
    """Games of events and between them."""
    made, new = [], tuple.__new__
    for row in rows:
        if not (row[11] and row[14]):
            continue
        day, start, minutes = days[row[1]], row[13], row[15]
        control = None if minutes is None else TimeControl(minutes, row[16] or 0.0, row[17] or 0, bool(row[18]))
        begins = day if start is None else days[start]
        place = places.get(row[0], NO_MATCH) if places else NO_MATCH
        made.append(new(RatedGame, (row[0], day, begins, *row[2:10], row[10] == 1, row[12] or 0, control, place)))
    return made
