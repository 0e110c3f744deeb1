"""Stored rows of the log, read as the kernel yields them: openings, lists, pools, rows to compare."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from django.db import connection

from league.models import League
from ratings.kernel.corrections import AGAIN, TIMES
from ratings.kernel.replay import Listed, horizon, listed, state_before
from ratings.kernel.types import Cause, Change, Day, PlayerId, PooledResult, RatingState, Reason
from ratings.ledger import keys

from .games import Days, start_sql, stored_change, stored_columns

RANK = {cause.value: place for place, cause in enumerate(Cause)}
POOL_BACK = 830  # days: 26 months and a period
IN_ONE_QUERY = 900


def _rows(where: str, params: Iterable[Any]) -> Iterator[Change]:
    days = Days()
    with connection.chunked_cursor() as cursor:
        cursor.execute(f"SELECT {stored_columns('c')} FROM ratings_ratingchange c WHERE {where}", list(params))
        while rows := cursor.fetchmany(5_000):
            for row in rows:
                change = stored_change(row, days)
                assert change is not None
                yield change


def rows_by_id(ids: Collection[int]) -> Iterator[Change]:
    """The stored rows with these keys."""
    wanted = sorted(ids)
    for start in range(0, len(wanted), IN_ONE_QUERY):
        chunk = wanted[start : start + IN_ONE_QUERY]
        yield from _rows(f"c.id IN ({', '.join(['%s'] * len(chunk))})", chunk)


def rows_of_days(league: League, kind: int, first: Day, last: Day) -> Iterator[Change]:
    """Period or season rows of these days."""
    yield from _rows("c.id BETWEEN %s AND %s", keys.day_range(league.pk, kind, first, last))


def rows_of_kind(league: League, kind: int) -> Iterator[Change]:
    yield from _rows("c.id BETWEEN %s AND %s", keys.kind_range(league.pk, kind))


def standing_before(league: League, player: PlayerId, day: Day) -> RatingState | None:
    """Where the player stood before a day, by the first row from then on; None where there is no such row.

    Rows of a period's games and corrections explain its sum and carry no state, so they do not count.
    """
    where = "c.player_id = %s AND c.league_id = %s AND c.day >= %s"
    where += " AND NOT (c.cause IN (%s, %s) AND c.period_id IS NOT NULL)"
    rows = _rows(where, (player, league.pk, _iso(day), Cause.GAME.value, Cause.CORRECTION.value))
    first = min(rows, key=order_in_log, default=None)
    return None if first is None else state_before(first)


def order_in_log(change: Change) -> tuple[int, int, int, int]:
    """Order of one player's rows: day, cause, rated games before; of several adjustments as they were entered."""
    cause = change[0]  # by number: plain tuples come here, too
    return change[1], RANK[cause], change[18], change[3] if cause == Cause.ADJUSTMENT else 0


class Firsts(dict[PlayerId, Change]):
    """Each player's first row among those shown to it."""

    def see(self, change: Change) -> None:
        known = self.get(change[5])
        if (
            known is None
            or change[1] < known[1]
            or (change[1] == known[1] and order_in_log(change) < order_in_log(known))
        ):
            self[change[5]] = change


def history_before(league: League, since: Day, ends: Sequence[Day]) -> dict[PlayerId, list[Listed]]:
    """What came into force in the last months before a day, for rules that look at the list in force."""
    first = horizon(since, ends) - 6
    rows = list(rows_of_days(league, keys.PERIOD, first, since - 1))
    rows += rows_of_days(league, keys.SEASON, first, since - 1)
    rows += _rows(
        "c.id BETWEEN %s AND %s AND c.day >= %s AND c.day < %s AND c.cause = %s",
        (*keys.kind_range(league.pk, keys.OTHER), _iso(first), _iso(since), Cause.ADJUSTMENT.value),
    )
    return _in_force(rows)


def history_of(
    league: League, players: Collection[PlayerId], since: Day, ends: Sequence[Day]
) -> dict[PlayerId, list[Listed]]:  # fmt: skip
    """The same of some players only."""
    wanted, rows = sorted(players), list[Change]()
    causes = (Cause.PERIOD.value, Cause.SEASON.value, Cause.ADJUSTMENT.value)
    for start in range(0, len(wanted), IN_ONE_QUERY):
        chunk = wanted[start : start + IN_ONE_QUERY]
        where = f"c.player_id IN ({', '.join(['%s'] * len(chunk))}) AND c.league_id = %s AND c.day >= %s AND c.day < %s"
        between = (league.pk, _iso(horizon(since, ends) - 6), _iso(since))
        rows += _rows(f"{where} AND c.cause IN (%s, %s, %s)", (*chunk, *between, *causes))
    return _in_force(rows)


def _in_force(rows: Iterable[Change]) -> dict[PlayerId, list[Listed]]:
    history: dict[PlayerId, list[Listed]] = {}
    for row in sorted(rows, key=order_in_log):
        moved = listed(row)
        if moved is not None:
            history.setdefault(row.player, []).append(moved)
    return history


def pools_before(
    league: League, players: Collection[PlayerId], since: Day, *, unrated_before: Day | None = None
) -> dict[PlayerId, list[PooledResult]]:
    """Results of still unrated players in the last 26 months before a day.

    A first rating uses its results up, unless it was given on ``unrated_before`` or later (default: the day).
    """
    pools: dict[PlayerId, list[PooledResult]] = {}
    wanted = sorted(players)
    for start in range(0, len(wanted), IN_ONE_QUERY):
        _pool(league, wanted[start : start + IN_ONE_QUERY], since, unrated_before or since, pools)
    return pools


_POOLED = """
SELECT c.player_id, CAST(COALESCE(p.ends_on, c.day) AS text), COALESCE(g.event_id, 0), c.ref, c.opponent_rating,
       c.halves, {start}, CASE c.cause WHEN 'game' THEN 0 ELSE c.side / 4 + 1 END
  FROM ratings_ratingchange c JOIN league_game g ON g.id = c.ref
  LEFT JOIN league_ratingperiod p ON p.id = c.period_id LEFT JOIN league_event e ON e.id = g.event_id
 WHERE c.player_id IN ({marks}) AND c.league_id = %s AND c.day >= %s AND c.reason = %s
   AND (c.cause = 'game' OR (c.cause = 'correction' AND (c.side / 2) %% 2 = 1))
   AND COALESCE(p.ends_on, c.day) < %s
   AND NOT EXISTS (  -- used up by a first rating since
     SELECT 1 FROM ratings_ratingchange r
      WHERE r.player_id = c.player_id AND r.league_id = c.league_id AND r.closing IS NOT NULL
        AND r.day >= COALESCE(p.ends_on, c.day) AND r.day < %s)
 ORDER BY c.player_id, 2, c.ref
"""


def _pool(
    league: League, players: list[PlayerId], since: Day, unrated_before: Day,
    pools: dict[PlayerId, list[PooledResult]],
) -> None:  # fmt: skip
    sql = _POOLED.format(marks=", ".join(["%s"] * len(players)), start=start_sql("c.day"))
    first, reason = _iso(since - POOL_BACK), Reason.UNRATED_PLAYER.value
    params: list[Any] = [*players, league.pk, first, reason, _iso(since), _iso(unrated_before)]
    days = Days()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        found = cursor.fetchall()
    corrected = _corrected_scores(league, players, since) if found else {}
    for player, end, event, game, opponent, halves, start, times in found:
        after = [score for later, score in corrected.get((player, game), ()) if later >= times]
        if (score := after[-1] if after else halves) is not None:
            result = PooledResult(days[end], event, game, opponent, score, days[start])
            pools.setdefault(player, []).append(result)


def _corrected_scores(
    league: League, players: list[PlayerId], since: Day
) -> dict[tuple[PlayerId, int], list[tuple[int, int | None]]]:  # fmt: skip
    """Scores that published lists corrected: (player, game) -> (which correction, score now), in their order."""
    marks = ", ".join(["%s"] * len(players))
    where = f"c.player_id IN ({marks}) AND c.league_id = %s AND c.day < %s AND c.cause = %s"
    scores: dict[tuple[PlayerId, int], list[tuple[int, int | None]]] = {}
    rows = _rows(where, (*players, league.pk, _iso(since), Cause.CORRECTION.value))
    for row in sorted(rows, key=lambda row: row.side):
        if not row.side & AGAIN:
            scores.setdefault((row.player, row.ref), []).append((row.side // TIMES, row.halves))
    return scores


def corrections_in(league: League, periods: Collection[int]) -> list[Change]:
    """The correction rows of these periods."""
    if not periods:
        return []
    marks = ", ".join(["%s"] * len(periods))
    where = f"c.id BETWEEN %s AND %s AND c.cause = %s AND c.period_id IN ({marks})"
    return list(_rows(where, (*keys.kind_range(league.pk, keys.OTHER), Cause.CORRECTION.value, *periods)))


def _iso(day: Day) -> str:
    return date.fromordinal(max(day, 1)).isoformat()
