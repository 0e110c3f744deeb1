"""What the log stores beside games that are read once: their rows, and where each player stood before them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any

from django.db import connection
from psycopg import Cursor

from league.models import League
from ratings.kernel.types import Change, Day, GameId, PlayerId
from ratings.ledger import keys

from .extremes import part_of
from .games import Days, stored_columns
from .log import RANK, Firsts

SPARSE = 3  # ids of games may lie that much further apart than they are many
CHUNK = 2_000


def rows_of_games(league: League, games: Sequence[GameId]) -> dict[int, Change]:
    """The stored rows of these games (each named once) by their keys, to be read by place only: plain tuples."""
    found: dict[int, Change] = {}
    if not games:
        return found
    base, low, high = keys.game_base(league.pk), min(games), max(games)
    if high - low < SPARSE * len(games):  # then a range is read sooner than each by itself
        rows = _bare_rows(f"c.id BETWEEN {base + low * 2} AND {base + high * 2 + 1}")
        if high - low + 1 == len(games):
            return {base + row[3] * 2 + row[4]: row for row in rows}
        wanted = set(games)
        return {base + row[3] * 2 + row[4]: row for row in rows if row[3] in wanted}
    for start in range(0, len(games), CHUNK):
        ids = ", ".join(f"{base + game * 2}, {base + game * 2 + 1}" for game in games[start : start + CHUNK])
        rows = _bare_rows(f"c.id IN ({ids}) {part_of(league, 'c')}")
        found.update((base + row[3] * 2 + row[4], row) for row in rows)
    return found


def _bare_rows(where: str) -> list[Any]:
    """Stored rows as plain tuples. The condition holds its values, which are numbers of our own."""
    if connection.vendor == "postgresql":
        day = "c.day - DATE '0001-01-01' + 1"
        return _in_binary(f"SELECT {stored_columns('c', day=day)} FROM ratings_ratingchange c WHERE {where}")
    days = Days()
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {stored_columns('c')} FROM ratings_ratingchange c WHERE {where}")
        return [(row[0], days[row[1]], *row[2:]) for row in cursor.fetchall()]


def _in_binary(sql: str) -> list[tuple[Any, ...]]:
    """What PostgreSQL answers, past Django's cursor: numbers that are sent as text take twice the time to read.

    Not where somebody listens to the queries.
    """
    if connection.queries_logged or connection.execute_wrappers:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            return list(cursor.fetchall())
    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as native:
        return native.execute(sql, binary=True).fetchall()


_FIRSTS = """
SELECT (SELECT c.id FROM ratings_ratingchange c
         WHERE c.player_id = w.player AND c.league_id = {league} AND c.day >= '{since}' {part}
         ORDER BY c.day, CASE c.cause {ranks} END, c.games, CASE c.cause WHEN 'adjustment' THEN c.ref ELSE 0 END
         LIMIT 1) AS first
  FROM {wanted}
"""


def firsts_since(league: League, players: Collection[PlayerId] | None, since: Day) -> Firsts:
    """The first row of each of these players (None: of all of the league) from a day on, by the history's index."""
    firsts, wanted = Firsts(), None if players is None else sorted(players)
    parts = [None] if wanted is None else [wanted[n : n + 10_000] for n in range(0, len(wanted), 10_000)]
    ranks = " ".join(f"WHEN '{cause}' THEN {rank}" for cause, rank in RANK.items())
    for some in parts:
        day, part = date.fromordinal(since).isoformat(), part_of(league, "c")
        sql = _FIRSTS.format(league=league.pk, since=day, part=part, ranks=ranks, wanted=_wanted(league, some))
        for row in _bare_rows(f"c.id IN ({sql}) {part}"):
            firsts[row[5]] = row
    return firsts


def _wanted(league: League, players: Sequence[PlayerId] | None) -> str:
    """A table ``w`` of players."""
    if players is None:
        return f"(SELECT player_id AS player FROM league_leagueentry WHERE league_id = {league.pk}) w"
    ids = ", ".join(map(str, players))
    if connection.vendor == "postgresql":
        return f"unnest(ARRAY[{ids}]::bigint[]) w(player)"
    return f"(SELECT value AS player FROM json_each('[{ids}]')) w"
