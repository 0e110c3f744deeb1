"""The games of a league with what the log says of them, streamed in canonical order.

Canonical order, the same on both databases: day played, time (none first), first day of the event
(none first), event, round, board, game id.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Min, Q

from league.models import PLAYED, Event, Game, League
from ratings.kernel.games import NO_MATCH
from ratings.kernel.types import Change, Day, RatedGame, TimeControl
from ratings.ledger.keys import game_base, league_range

from .closing import closing_shift, rated_on_sql
from .matches import Places, read_places

CHUNK = 5_000
NOTHING_STORED = (None, None)
_new = tuple.__new__  # two of these a game: a class that is called costs three times as much
MATCH = Event.Kind.MATCH.value

_FACTS = """
    g.id, CAST(g.played_on AS text), {start}, g.white_id, g.black_id,
    g.white_halves, g.weight, g.white_k, g.black_k, g.white_points, g.black_points, g.neutral,
    COALESCE(g.event_id, 0),
    CASE WHEN g.status = 'final' AND g.outcome IN ({played}) AND COALESCE(e.rated, {true}) THEN 1 ELSE 0 END,
    {rated_on},
    e.base_minutes, e.increment_seconds, e.first_control_moves, e.approved_fast,
    CAST(g.played_at AS text), g.round, g.board, CAST(e.starts_on AS text), COALESCE(e.kind, '')
"""
CANONICAL_ORDER = """
    g.played_on, (g.played_at IS NOT NULL), g.played_at, (g.event_id IS NOT NULL), e.starts_on, g.event_id,
    (g.round IS NOT NULL), g.round, (g.board IS NOT NULL), g.board, g.id
"""
_STORED = (
    "cause", "day", "period_id", "ref", "side", "player_id", "halves", "expected", "k", "own_rating",
    "opponent_rating", "opening", "change", "closing", "deviation", "deviation_after", "volatility",
    "volatility_after", "games", "peak", "last", "reason",
)  # fmt: skip


class GameRow(NamedTuple):
    """A game as read: the kernel's value, whether the facts let it be rated, and its stored log rows."""

    game: RatedGame
    rateable: bool
    rated_on: Day  # the day whose period rates it
    place: tuple[str | None, int | None, int | None, Day | None]  # time, round, board, event's first day
    stored: tuple[Change | None, Change | None]  # white's and black's row

    @property
    def order(self) -> tuple[Any, ...]:
        """The place in canonical order, comparable."""
        return canonical_key(self.game, *self.place)


class Days(dict[str, Day]):
    """ISO text -> kernel day, each converted once."""

    def __missing__(self, text: str) -> Day:
        day = self[text] = date.fromisoformat(text).toordinal()
        return day


def start_of(event: Event | None, played_on: date) -> date:
    """The day whose rules, list and ratings a game is rated with: its event's first, without one its own.

    An event of more than 30 days reports month by month (FIDE B.02, 4), so each month's part is a tournament of
    its own: it starts with the month.
    """
    if event is None:
        return played_on
    return max(event.starts_on, played_on.replace(day=1)) if event.rated_by_game else event.starts_on


def start_sql(played_on: str) -> str:
    """The same in SQL, as text, for an event ``e``."""
    month, first = f"SUBSTR(CAST({played_on} AS text), 1, 7)", "SUBSTR(CAST(e.starts_on AS text), 1, 7)"
    whole = f"CAST(COALESCE(e.starts_on, {played_on}) AS text)"
    return f"CASE WHEN e.rated_by_game AND {month} > {first} THEN {month} || '-01' ELSE {whole} END"


def stored_columns(alias: str, *, day: str = "CAST({t}.day AS text)") -> str:
    """The columns of ``kernel.types.Change`` of the log under an alias."""
    return ", ".join(day.format(t=alias) if c == "day" else f"{alias}.{c}" for c in _STORED)


def stored_change(row: Sequence[Any], days: Days) -> Change | None:
    """A stored row as the kernel yields it; None where the outer join found none."""
    if row[0] is None:
        return None
    return Change(row[0], days[row[1]], *row[2:])


def source_league(league: League) -> int:
    """The league whose games are rated: another one's where this league follows it."""
    return league.games_from_id or league.pk


def first_day_of(league: League, players: Collection[int]) -> date | None:
    """The day of the first game of any of these players among the games that the league rates."""
    if not players:
        return None
    games = Game.objects.filter(Q(white__in=players) | Q(black__in=players), league=source_league(league))
    first: date | None = games.aggregate(first=Min("played_on"))["first"]
    return first


def _sql(league: League, where: str, *, joined: bool, ordered: bool = True) -> tuple[str, list[Any]]:
    played = ", ".join(f"'{p.value}'" for p in PLAYED)
    columns = _FACTS.format(played=played, true="true", start=start_sql("g.played_on"), rated_on=rated_on_sql(league))
    joins = "FROM league_game g LEFT JOIN league_event e ON e.id = g.event_id"
    params: list[Any] = []
    if joined:
        columns += f", {stored_columns('w')}, {stored_columns('b')}"
        base, (low, high) = game_base(league.pk), league_range(league.pk)
        part = f"AND {{}}.id BETWEEN {low} AND {high}" if connection.vendor == "postgresql" else ""  # of the log
        joins += (
            f" LEFT JOIN ratings_ratingchange w ON w.id = {base} + g.id * 2 {part.format('w')}"
            f" LEFT JOIN ratings_ratingchange b ON b.id = {base + 1} + g.id * 2 {part.format('b')}"
        )
    params.append(source_league(league))
    order = f"ORDER BY {CANONICAL_ORDER}" if ordered else ""
    return f"SELECT {columns} {joins} WHERE g.league_id = %s {where} {order}", params


def read_games(
    league: League, *, first: date | None = None, last: date | None = None, ids: Sequence[int] | None = None,
    joined: bool = True,
) -> Iterator[GameRow]:  # fmt: skip
    """All games (also those not rated) played from ``first`` to ``last``, in canonical order.

    ``joined``: with the rows the log stores for them (else None, for a league without a log).
    """
    where = ""
    more: list[Any] = []
    if first is not None:
        where, more = where + " AND g.played_on >= %s", [*more, first]
    if last is not None:
        where, more = where + " AND g.played_on <= %s", [*more, last]
    if ids is not None:
        where += f" AND g.id IN ({', '.join(['%s'] * len(ids))})"
        more = [*more, *ids]
    sql, params = _sql(league, where, joined=joined)
    yield from _stream(league, sql, [*params, *more], joined)


def read_period_games(league: League, first: date, last: date, *, joined: bool = True) -> Iterator[GameRow]:
    """The games whose rating day (``closing.rated_on``) lies from ``first`` to ``last``.

    In no particular order: inside a period none matters.
    """
    ended, days = "ends_on BETWEEN %s AND %s", [first, last]
    if shift := timedelta(closing_shift(league)):
        ended = f"(official AND {ended} OR NOT official AND {ended})"
        days += [first - shift, last - shift]
    by_event = f"AND g.event_id IN (SELECT id FROM league_event WHERE league_id = %s AND NOT rated_by_game AND {ended})"
    by_day = "AND g.played_on BETWEEN %s AND %s AND (e.id IS NULL OR e.rated_by_game)"
    for where, more in ((by_event, [source_league(league), *days]), (by_day, [first, last])):
        sql, params = _sql(league, where, joined=joined, ordered=False)
        yield from _stream(league, sql, [*params, *more], joined)


def _stream(league: League, sql: str, params: list[Any], joined: bool) -> Iterator[GameRow]:
    days = Days()
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, params)
        while rows := cursor.fetchmany(CHUNK):
            places = read_places(league, {row[12] for row in rows if row[23] == MATCH})
            for row in rows:
                yield _game_row(row, days, joined, places)


def _game_row(row: Sequence[Any], days: Days, joined: bool, places: Places) -> GameRow:
    control = None if row[15] is None else TimeControl(row[15], row[16] or 0.0, row[17] or 0, bool(row[18]))
    game = _new(RatedGame, (
        row[0], days[row[1]], days[row[2]], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10],
        bool(row[11]), row[12], control, places.get(row[0], NO_MATCH) if places else NO_MATCH,
    ))  # fmt: skip
    stored = (stored_change(row[24:46], days), stored_change(row[46:68], days)) if joined else NOTHING_STORED
    place = (row[19], row[20], row[21], None if row[22] is None else days[row[22]])
    return _new(GameRow, (game, row[13] == 1, days[row[14]], place, stored))


def canonical_key(
    game: RatedGame, played_at: str | None, round_: int | None, board: int | None, begins: Day | None
) -> tuple[Any, ...]:
    """The place of a game in canonical order. ``begins``: its event's first day."""
    return (
        game.day, played_at is not None, played_at or "", game.event != 0, begins or 0, game.event,
        round_ is not None, round_ or 0, board is not None, board or 0, game.game,
    )  # fmt: skip
