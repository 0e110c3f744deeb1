"""Everything a replay needs besides the games: players, rules, seasons, adjustments, periods."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.db import connection

from league.models import League
from ratings.kernel.systems import SYSTEMS, Rules, System
from ratings.kernel.types import Adjust, Day, Period, PlayerFacts, PlayerId, SeasonTurn

IN_ONE_QUERY = 900


class RatedPeriod(NamedTuple):
    """A rating period with what its status says."""

    period: Period
    name: str
    closed: bool
    published: bool


@dataclass
class Calendar:
    """Rules, seasons, adjustments and periods of a league. Dates as kernel days."""

    system: System
    rules: Rules
    seasons: list[SeasonTurn] = field(default_factory=list)  # from the point asked for
    adjustments: list[Adjust] = field(default_factory=list)  # from the point asked for, those in force
    voided_adjustments: list[int] = field(default_factory=list)
    periods: list[RatedPeriod] = field(default_factory=list)  # all of them

    @property
    def ends(self) -> tuple[Day, ...]:
        return tuple(p.period.ends for p in self.periods)

    def period_of(self, day: Day) -> RatedPeriod | None:
        """The period that a day belongs to."""
        return next((p for p in self.periods if p.period.starts <= day <= p.period.ends), None)


# kind, id, day, player, to, by, text, second day; PostgreSQL wants the empty ones typed
_CALENDAR = """
SELECT 0, id, CAST(valid_from AS text), CAST(NULL AS bigint), CAST(NULL AS double precision),
       CAST(NULL AS double precision), CAST(parameters AS text), CAST(NULL AS text)
  FROM league_ratingrules WHERE league_id = %s
UNION ALL SELECT 1, id, CAST(starts_on AS text), NULL, NULL, NULL, NULL, NULL
  FROM league_season WHERE league_id = %s AND starts_on >= %s
UNION ALL SELECT 2, id, CAST("on" AS text), player_id, "to", "by", NULL, CAST(voided_at AS text)
  FROM league_adjustment WHERE league_id = %s AND "on" >= %s
UNION ALL SELECT 3, id, CAST(starts_on AS text), NULL, NULL, NULL, name || '|' || status, CAST(ends_on AS text)
  FROM league_ratingperiod WHERE league_id = %s
"""


def read_calendar(league: League, *, since: date | None = None) -> Calendar:
    """One query for all that happens to a league besides games (seasons, adjustments: from ``since``)."""
    first = since or date.min
    with connection.cursor() as cursor:
        cursor.execute(_CALENDAR, [league.pk, league.pk, first, league.pk, first, league.pk])
        rows = sorted(cursor.fetchall(), key=lambda row: (row[0], row[2], row[1]))
    system = SYSTEMS[league.system]
    sets = tuple((_day(r[2]), system.parameters(json.loads(r[6]))) for r in rows if r[0] == 0)
    calendar = Calendar(system, Rules(sets or ((1, system.parameters({})),)))
    for row in rows:
        _take(calendar, row)
    return calendar


def _take(calendar: Calendar, row: tuple[Any, ...]) -> None:
    kind, key, text = row[:3]
    if kind == 1:
        calendar.seasons.append(SeasonTurn(_day(text), key))
    elif kind == 2 and row[7] is not None:
        calendar.voided_adjustments.append(key)
    elif kind == 2:
        calendar.adjustments.append(Adjust(_day(text), key, row[3], row[4], row[5]))
    elif kind == 3:
        name, _, status = row[6].rpartition("|")
        calendar.periods.append(
            RatedPeriod(Period(key, _day(text), _day(row[7])), name, status != "open", status == "published")
        )


def _day(text: str) -> Day:
    return date.fromisoformat(text[:10]).toordinal()


class Standing(NamedTuple):
    """A player's facts beside the stored rating (None: no rating row yet).

    ``merged``: a record that became part of another. It may keep rows of lists that stand, and shows no rating.
    """

    facts: PlayerFacts
    guest: bool
    rating: tuple[Any, ...] | None
    merged: bool = False


_PLAYERS = """
SELECT p.id, p.birth_year, COALESCE(en.start_rating, p.start_rating), en.start_deviation, en.start_volatility,
       COALESCE(en.start_games, p.start_games), COALESCE(en.start_peak, p.start_peak), en.k, p.guest,
       CASE WHEN p.merged_into_id IS NULL THEN 0 ELSE 1 END, {rating}
  FROM league_leagueentry en JOIN league_player p ON p.id = en.player_id
  LEFT JOIN ratings_rating r ON r.league_id = en.league_id AND r.player_id = en.player_id
 WHERE en.league_id = %s
"""
RATING_COLUMNS = (
    "id", "value", "deviation", "volatility", "live", "shown", "provisional", "carried_games", "carried_peak",
    "games", "wins", "draws", "losses", "peak", "peak_on", "low", "low_on", "entered_on", "last_played",
    "last_change", "last_rated",
)  # fmt: skip
ENTERED = RATING_COLUMNS.index("entered_on")
BRIEF = f"r.id, {'NULL, ' * (ENTERED - 1)}CAST(r.entered_on AS text)"
_DATES = {"peak_on", "low_on", "entered_on", "last_played"}


def rating_select(alias: str = "r") -> str:
    return ", ".join(f"CAST({alias}.{c} AS text)" if c in _DATES else f"{alias}.{c}" for c in RATING_COLUMNS)


def read_players(
    league: League, players: Collection[PlayerId] | None = None, *, briefly: bool = False
) -> dict[PlayerId, Standing]:
    """Facts and stored ratings of these players of the league (None: of all, streamed).

    ``briefly``: of each rating nothing but its id and since when the player is in (see ``BRIEF``).
    """
    rating = BRIEF if briefly else rating_select()
    if players is None or len(players) <= IN_ONE_QUERY or connection.vendor == "postgresql":
        return dict(_players(league, players, rating))
    wanted = sorted(players)
    if len(wanted) > 10 * IN_ONE_QUERY:
        some = set(wanted)
        return {k: v for k, v in _players(league, None, rating) if k in some}
    starts = range(0, len(wanted), IN_ONE_QUERY)
    return {k: v for start in starts for k, v in _players(league, wanted[start : start + IN_ONE_QUERY], rating)}


def _players(
    league: League, players: Collection[PlayerId] | None, columns: str
) -> Iterator[tuple[PlayerId, Standing]]:  # fmt: skip
    sql, params = _PLAYERS.format(rating=columns), list[Any]([league.pk])
    if players is not None:
        if not players:
            return
        if connection.vendor == "postgresql":  # one value is read sooner than nine hundred
            sql, params = f"{sql} AND en.player_id = ANY(%s)", [*params, list(players)]
        else:
            sql, params = f"{sql} AND en.player_id IN ({', '.join(['%s'] * len(players))})", [*params, *players]
    new = tuple.__new__
    with connection.chunked_cursor() if players is None else connection.cursor() as cursor:
        cursor.execute(sql, params)
        while rows := cursor.fetchmany(5_000):
            for row in rows:
                rating = None if row[10] is None else row[10:]
                facts = new(PlayerFacts, row[:8])
                yield row[0], new(Standing, (facts, row[8] == 1, rating, row[9] == 1))


class KnownFacts(dict[PlayerId, PlayerFacts]):
    """Of a player whose entry is missing, lost behind the services' back, nothing is known: the others are rated."""

    def __missing__(self, player: PlayerId) -> PlayerFacts:
        return PlayerFacts(player)


def facts_of(standings: Mapping[PlayerId, Standing]) -> dict[PlayerId, PlayerFacts]:
    return KnownFacts((player, standing.facts) for player, standing in standings.items())
