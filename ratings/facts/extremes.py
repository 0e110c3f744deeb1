"""How high and low players stood before a point, and what else only the whole log before it can tell."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db import connection

from league.models import League
from ratings.kernel.types import Day, PlayerId
from ratings.ledger import keys
from ratings.ledger.tally import COUNTED, Count

CHUNK = 2_000

# each subquery is one range of the history index
_BEFORE = "b.player_id = f.player_id AND b.league_id = %s AND b.day < %s {periods} {part}"
_EXTREMES = """
SELECT f.player_id, f.peak,
       CAST((SELECT MIN(b.day) FROM ratings_ratingchange b WHERE {before} AND b.closing = f.peak) AS text),
       f.low,
       CAST((SELECT MIN(b.day) FROM ratings_ratingchange b WHERE {before} AND b.closing = f.low) AS text),
       CAST(f.played AS text),
       (SELECT b.change FROM ratings_ratingchange b
         WHERE {before} AND b.change IS NOT NULL AND b.closing IS NOT NULL AND b.reason = ''
         ORDER BY b.day DESC, b.games DESC, b.id DESC LIMIT 1)
  FROM (
    SELECT b.player_id, MAX(b.closing) AS peak, MIN(b.closing) AS low,
           MAX(CASE WHEN b.cause = 'game' AND b.reason IN ({counted}) THEN b.day END) AS played
      FROM ratings_ratingchange b
     WHERE b.player_id IN ({players}) AND b.league_id = %s AND b.day < %s {periods} {part}
     GROUP BY b.player_id) f
"""


def part_of(league: League, alias: str = "b") -> str:
    """Where PostgreSQL need look: the log lies in parts. To SQLite the condition would be one more index to choose."""
    low, high = keys.league_range(league.pk)
    return f"AND {alias}.id BETWEEN {low} AND {high}" if connection.vendor == "postgresql" else ""


_REACHED = """
SELECT b.player_id, MAX(b.closing), MIN(b.closing) FROM ratings_ratingchange b
 WHERE b.player_id IN ({players}) AND b.league_id = %s AND b.day < %s {periods} {part}
 GROUP BY b.player_id
"""


def reached_before(
    league: League, players: Collection[PlayerId], since: Day, tail_periods: Collection[int]
) -> dict[PlayerId, tuple[float | None, float | None]]:
    """The highest and lowest rating of these players before a day, without when that was: a third of the work."""
    found: dict[PlayerId, tuple[float | None, float | None]] = {}
    wanted, periods, part = sorted(players), _outside(tail_periods), part_of(league)
    with connection.cursor() as cursor:
        for start in range(0, len(wanted), CHUNK):
            ids = ", ".join(map(str, wanted[start : start + CHUNK]))
            cursor.execute(_REACHED.format(players=ids, periods=periods, part=part), [league.pk, _iso(since)])
            found.update((player, (peak, low)) for player, peak, low in cursor.fetchall())
    return found


def _outside(periods: Collection[int]) -> str:
    """Rows of no period or of another one."""
    ids = ", ".join(map(str, periods))
    return f"AND (b.period_id IS NULL OR b.period_id NOT IN ({ids}))" if ids else ""


def extremes_before(
    league: League, players: Collection[PlayerId], since: Day, tail_periods: Collection[int]
) -> dict[PlayerId, Count]:
    """Peak, low, last game and last change of these players before a day, counted by the database."""
    counted = ", ".join(f"'{reason}'" for reason in sorted(COUNTED))
    periods, part = _outside(tail_periods), part_of(league)
    before = _BEFORE.format(periods=periods, part=part)
    found: dict[PlayerId, Count] = {}
    wanted = sorted(players)
    with connection.cursor() as cursor:
        for start in range(0, len(wanted), 200):
            chunk = wanted[start : start + 200]
            marks = ", ".join(["%s"] * len(chunk))
            sql = _EXTREMES.format(counted=counted, players=marks, periods=periods, before=before, part=part)
            point = (league.pk, _iso(since))
            cursor.execute(sql, [*point * 3, *chunk, *point])
            for player, peak, peak_on, low, low_on, played, change in cursor.fetchall():
                found[player] = Count(
                    peak=peak, peak_on=_ordinal(peak_on), low=low, low_on=_ordinal(low_on),
                    last_played=_ordinal(played), last_change=change,
                )  # fmt: skip
    return found


def _ordinal(text: str | None) -> Day:
    return date.fromisoformat(text).toordinal() if text else 0


def _iso(day: Day) -> str:
    return date.fromordinal(max(day, 1)).isoformat()
