"""The last results and the last ratings of the players of one page, in one query for all of them."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from django.db import connection

from league.models import League
from ratings.kernel.types import Cause, Reason

from .order import NEWEST_FIRST_SQL

RESULTS = 5
RATINGS = 20


class Form(NamedTuple):
    """The newest results (halves) and ratings, oldest first."""

    results: tuple[int, ...] = ()
    ratings: tuple[float, ...] = ()


NO_FORM = Form()

# A window function would read every row these players ever had; a correlated LIMIT reads five and
# two dozen along the index (player, league, day). Only the name of the JSON function differs.
_SQL = """
SELECT r.player_id,
       (SELECT {collect}(x.halves) FROM (
            SELECT c.halves FROM ratings_ratingchange c
             WHERE c.player_id = r.player_id AND c.league_id = r.league_id {until}
               AND c.cause = %s AND c.reason IN (%s, %s)
             ORDER BY {newest_first} LIMIT {results}) x),
       (SELECT {collect}(x.closing) FROM (
            SELECT c.closing FROM ratings_ratingchange c
             WHERE c.player_id = r.player_id AND c.league_id = r.league_id {until}
               AND c.closing IS NOT NULL
             ORDER BY {newest_first} LIMIT {ratings}) x)
  FROM ratings_rating r
 WHERE r.league_id = %s AND r.player_id IN ({marks})
"""


def form_of(league: League, players: Collection[int], until: date | None = None) -> dict[int, Form]:
    """Form and sparkline of each player, up to a day (inclusive) where one is given."""
    if not players:
        return {}
    day = [until.isoformat()] if until else []
    sql = _SQL.format(
        collect="json_group_array" if connection.vendor == "sqlite" else "json_agg",
        until="AND c.day <= %s" if until else "",
        newest_first=NEWEST_FIRST_SQL,
        results=RESULTS,
        ratings=RATINGS,
        marks=", ".join(["%s"] * len(players)),
    )
    params = [*day, Cause.GAME.value, Reason.RATED.value, Reason.UNRATED_PLAYER.value, *day, league.pk, *players]
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return {player: Form(_oldest_first(a), _oldest_first(b)) for player, a, b in cursor.fetchall()}


def _oldest_first(collected: object) -> tuple:
    values = json.loads(collected) if isinstance(collected, str) else (collected or [])
    return tuple(reversed(values))
