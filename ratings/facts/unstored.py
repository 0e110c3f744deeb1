"""Whether the log holds anything of the days from one on: a period that is closed for the first time finds nothing."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db import connection

from league.models import League
from ratings.ledger import keys

from .closing import closing_shift
from .games import source_league

_STORED = "SELECT 1 FROM ratings_ratingchange WHERE id BETWEEN %s AND %s AND day >= %s LIMIT 1"
_GAMES = """
SELECT 1 FROM league_game g LEFT JOIN league_event e ON e.id = g.event_id
  JOIN ratings_ratingchange c ON c.id = {base} + g.id * 2 AND c.id BETWEEN {low} AND {high}
 WHERE g.league_id = %s AND g.id <= %s AND {rated} LIMIT 1
"""
_BY_DAY = "g.played_on >= %s AND (e.id IS NULL OR e.rated_by_game)"
_BY_EVENT = """
    g.event_id IN (SELECT id FROM league_event WHERE league_id = %s AND NOT rated_by_game
                      AND (official AND ends_on >= %s OR NOT official AND ends_on >= %s))
"""


def unstored(league: League, since: date) -> bool:
    """No row of the league per period is of that day or later, and none is of a game that is rated then.

    (Games count in the period in which their event ends, so their rows may be of earlier days.)
    """
    return not any(_found(sql, params) for sql, params in _questions(league, since))


def _questions(league: League, since: date) -> list[tuple[str, list[Any]]]:
    """The cheap ones first."""
    day, source, latest = since.toordinal(), source_league(league), _latest_game(league)
    asked = [
        (_STORED, [*keys.day_range(league.pk, kind, day, keys.LAST_DAY), since]) for kind in (keys.PERIOD, keys.SEASON)
    ]
    asked.append((_STORED, [*keys.kind_range(league.pk, keys.OTHER), since]))
    if latest is None:
        return asked
    low, high = keys.league_range(league.pk)
    for base in (keys.game_base(league.pk), keys.game_base(league.pk) + 1):
        games = {"base": base, "low": low, "high": high}
        asked.append((_GAMES.format(rated=_BY_DAY, **games), [source, latest, since]))
        ended = [source, since, since - timedelta(closing_shift(league))]
        asked.append((_GAMES.format(rated=_BY_EVENT, **games), [source, latest, *ended]))
    return asked


def _latest_game(league: League) -> int | None:
    """The newest of the games that have rows: those entered later need not be looked for."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT MAX(id) FROM ratings_ratingchange WHERE id BETWEEN %s AND %s",
            keys.kind_range(league.pk, keys.GAME),
        )
        last = cursor.fetchone()[0]
    return None if last is None else (last - keys.game_base(league.pk)) // 2


def _found(sql: str, params: list[Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchone() is not None
