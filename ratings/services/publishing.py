"""Published lists: frozen when published; later corrections stand beside the frozen number."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from league.models import League, RatingPeriod
from league.models.bulk import insert_rows
from ratings.facts import log
from ratings.facts.counted import counts_late
from ratings.kernel.types import Cause, Change
from ratings.ledger import keys
from ratings.ledger.standings import shown
from ratings.models import Rating, RatingList, RatingListEntry

from .carrying import keep, release
from .errors import CannotRate


def list_date(period: RatingPeriod) -> date:
    """The list of a period is dated the day after its last."""
    return period.ends_on + timedelta(days=1)


def publish(period: RatingPeriod) -> RatingList:
    """Freeze the list of a closed period, inside the caller's transaction with the league locked."""
    league = period.league
    if league.stale_since is not None:
        raise CannotRate("ratings are being recalculated")
    with transaction.atomic(savepoint=False):
        made = RatingList.objects.create(
            league=league, period=period, dated=list_date(period), published_at=timezone.now()
        )
        rows = list(_entries(made, period))
        columns = [str(f.column) for f in RatingListEntry._meta.concrete_fields if f.name != "id"]
        insert_rows(connection, RatingListEntry._meta.db_table, columns, rows)
        made.players = len(rows)
        made.save(update_fields=["players"])
        mark_published(league)
        if counts_late(league):
            keep(league, period.ends_on)
    return made


def unpublish(period: RatingPeriod) -> None:
    """Take a published list back (a period is reopened)."""
    with transaction.atomic(savepoint=False):
        RatingListEntry.objects.filter(list__period=period).delete()
        RatingList.objects.filter(period=period).delete()
        if counts_late(period.league):
            release(period)
        mark_published(period.league)


def standings_at(
    league: League, day: date, players: Collection[int] | None = None
) -> dict[int, tuple[str, float | None, float | None]]:
    """Player -> (name, rating, deviation) after the last log row up to a day; of all or of these players."""
    found: dict[int, tuple[str, float | None, float | None]] = {}
    for chunk in _chunks(players):
        where = "" if chunk is None else f"AND c.player_id IN ({', '.join(['%s'] * len(chunk))})"
        with connection.cursor() as cursor:
            cursor.execute(_AT.format(where=where), [league.pk, day, *(chunk or ()), league.pk])
            for player, name, rating, deviation in cursor.fetchall():
                found[player] = (name, rating, deviation)
    return found


def _chunks(players: Collection[int] | None) -> Iterator[list[int] | None]:
    if players is None:
        yield None
        return
    wanted = sorted(players)
    for start in range(0, len(wanted), 500):
        yield wanted[start : start + 500]


# The last row that says where a player stands: by day, then in the order in which causes act on a day;
# games that were not rated move nobody.
_PLACES = " ".join(f"WHEN '{cause.value}' THEN {place}" for place, cause in enumerate(Cause))
_AT = f"""
SELECT p.id, p.name, last.closing, last.deviation_after FROM (
  SELECT c.player_id, c.closing, c.deviation_after,
         ROW_NUMBER() OVER (
           PARTITION BY c.player_id ORDER BY c.day DESC, CASE c.cause {_PLACES} END DESC, c.games DESC, c.id DESC
         ) AS place
    FROM ratings_ratingchange c
   WHERE c.league_id = %s AND c.day <= %s AND (c.closing IS NOT NULL OR c.cause = 'period')
     AND (c.reason = '' OR c.opening IS NULL OR c.closing <> c.opening) {{where}}
) last JOIN league_player p ON p.id = last.player_id AND p.merged_into_id IS NULL
 JOIN league_leagueentry en ON en.player_id = p.id AND en.league_id = %s
WHERE last.place = 1
"""


def mark_corrected(league: League, since: date | None, players: Collection[int]) -> None:
    """Put the recomputed number beside the frozen one where they differ, on lists dated after a day."""
    lists = RatingList.objects.filter(league=league).select_related("period")
    if since is not None:
        lists = lists.filter(dated__gt=since)
    for made in lists:
        now = standings_at(league, made.period.ends_on, players)
        entries = list(made.entries.filter(player__in=list(now)))
        changed = []
        for entry in entries:
            value = shown(now[entry.player_id][1])
            corrected = None if value == entry.rating else value
            if corrected != entry.corrected:
                entry.corrected = corrected
                changed.append(entry)
        RatingListEntry.objects.bulk_update(changed, ["corrected"], batch_size=500)


def _entries(made: RatingList, period: RatingPeriod) -> Iterator[tuple[Any, ...]]:
    league = period.league
    day = period.ends_on.toordinal()
    moved: dict[int, Change] = {row.player: row for row in log.rows_of_days(league, keys.PERIOD, day, day)}
    games = _games_in(league, period, moved)
    previous = _previous(league, made)
    provisional = set(Rating.objects.filter(league=league, provisional=True).values_list("player_id", flat=True))
    standings = {**_waiting(league), **standings_at(league, period.ends_on)}
    rated = [(shown(r), p, name, d) for p, (name, r, d) in standings.items() if r is not None]
    rank, above = 0, None
    for place, (rating, player, name, deviation) in enumerate(sorted(rated, key=lambda e: (-(e[0] or 0), e[1])), 1):
        if rating != above:
            rank, above = place, rating
        change = None if player not in previous else (rating or 0) - previous[player]
        k = moved[player].k if player in moved else None
        uncertain, played = player in provisional, games.get(player, 0)
        yield (made.pk, rank, player, name, rating, deviation, uncertain, change, played, k, None)


def _waiting(league: League) -> dict[int, tuple[str, float | None, float | None]]:
    """Who came with a rating and has not played yet is on the list with it, as on the board."""
    brought = Q(player__entries__league=league) & (
        Q(player__entries__start_rating__isnull=False) | Q(player__start_rating__isnull=False)
    )
    ratings = Rating.objects.filter(
        brought, league=league, entered_on=None, value__isnull=False, player__guest=False,
        player__archived_at=None, player__merged_into=None,
    )  # fmt: skip
    rows = ratings.values_list("player_id", "player__name", "value", "deviation")
    return {player: (name, value, deviation) for player, name, value, deviation in rows}


def _games_in(league: League, period: RatingPeriod, moved: dict[int, Change]) -> dict[int, int]:
    """Rated games of each player in the period."""
    sql = """SELECT player_id, COUNT(*) FROM ratings_ratingchange WHERE league_id = %s AND cause = 'game'
              AND reason IN ('', 'unrated_player') AND {where} GROUP BY player_id"""
    params: list[Any]
    if league.mode == League.Mode.PERIOD:
        where, params = "period_id = %s", [period.pk]
    else:
        where, params = "day BETWEEN %s AND %s", [period.starts_on, period.ends_on]
    with connection.cursor() as cursor:
        cursor.execute(sql.format(where=where), [league.pk, *params])
        return dict(cursor.fetchall())


def _previous(league: League, made: RatingList) -> dict[int, int]:
    before = RatingList.objects.filter(league=league, dated__lt=made.dated).order_by("-dated").first()
    if before is None:
        return {}
    return dict(before.entries.values_list("player_id", "rating"))


def mark_published(league: League) -> None:
    """``Rating.published`` is the number on the newest list."""
    newest = RatingList.objects.filter(league=league).order_by("-dated").first()
    Rating.objects.filter(league=league).update(published=None)
    if newest is not None:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE ratings_rating SET published = (SELECT e.rating FROM ratings_ratinglistentry e"
                " WHERE e.list_id = %s AND e.player_id = ratings_rating.player_id) WHERE league_id = %s",
                [newest.pk, league.pk],
            )
