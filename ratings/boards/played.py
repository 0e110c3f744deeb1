"""When everybody played last, with the games of open periods, which no log has yet.

``Rating.last_played`` knows what is rated. A game of an open period will be rated when that closes; whoever reads
"last game" means that one, too. It is looked up once for each state of a league: the games of the open periods along
the index (league, day), the newest day of each player kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from django.core.cache import cache
from django.db import connection
from django.db.models import F, QuerySet

from league.models import PLAYED, Game, League, RatingPeriod
from ratings.facts.closing import rated_on_sql
from ratings.models import Rating

from .ladder import SECONDS, state_of
from .scope import Lists, as_day, games_rated_in


def last_played(rating: Rating, waiting: Mapping[int, date]) -> date | None:
    """The day of the player's newest game that is rated or will be when its period closes."""
    days = (rating.last_played, waiting.get(rating.player_id))
    return max(filter(None, days), default=None)


def waiting_days(league: League, lists: Lists) -> Mapping[int, date]:
    """player -> the day of the newest game in an open period; empty where no game waits."""
    if lists.open_days is None or not lists.live:
        return {}
    days = lists.open_days
    found: dict[int, date] = cache.get_or_set(f"waiting:{state_of(league)}", lambda: _read(league, *days), SECONDS)
    return found


def _read(league: League, first: date, last: date) -> dict[int, date]:
    whole = RatingPeriod(starts_on=first, ends_on=last)
    games = games_rated_in(league, whole).filter(status=Game.Status.FINAL, outcome__in=PLAYED)
    games = games.exclude(event__rated=False).filter(white__guest=False, black__guest=False)
    newest: dict[int, date] = {}
    for white, black, day in games.order_by().values_list("white", "black", "played_on").iterator(chunk_size=5000):
        for player in (white, black):
            if player not in newest or newest[player] < day:
                newest[player] = day
    return newest


def last_game(league: League, rating: Rating) -> date | None:
    """The same of one player, whose games are read and nobody else's: one question, and none without periods."""
    if league.mode != League.Mode.PERIOD:
        return rating.last_played
    sql = _OF_PLAYER.format(rated_on=rated_on_sql(league), played=", ".join(f"'{each.value}'" for each in PLAYED))
    player, source = rating.player_id, league.games_from_id or league.pk
    with connection.cursor() as cursor:
        cursor.execute(sql, [player, player, source, False, league.pk])
        (day,) = cursor.fetchone()
    return last_played(rating, {player: as_day(day)} if day else {})


# The league as a sum, which no index serves: the games are found by the player.
_OF_PLAYER = """
SELECT MAX(g.played_on)
  FROM league_game g JOIN league_player w ON w.id = g.white_id JOIN league_player b ON b.id = g.black_id
       LEFT JOIN league_event e ON e.id = g.event_id
 WHERE (g.white_id = %s OR g.black_id = %s) AND g.league_id + 0 = %s AND g.status = 'final' AND g.outcome IN ({played})
   AND NOT w.guest AND NOT b.guest AND COALESCE(e.rated, NOT %s)
   AND EXISTS (SELECT 1 FROM league_ratingperiod p WHERE p.league_id = %s AND p.status = 'open'
                  AND {rated_on} BETWEEN CAST(p.starts_on AS text) AND CAST(p.ends_on AS text))
"""


class ByLastGame(Sequence[Rating]):
    """Rows of a board by the day of the last game, the newest or the oldest first; who never played comes last.

    The whole league is read, as for every order that no index holds, but of each player three numbers only.
    """

    def __init__(self, rows: QuerySet[Rating], waiting: Mapping[int, date], *, falling: bool) -> None:
        self.rows = rows
        by_place = rows.order_by(F("shown").desc(nulls_last=True), "player_id")
        found = [(max(filter(None, (day, waiting.get(player))), default=None), pk)
                 for pk, player, day in by_place.values_list("pk", "player", "last_played")]  # fmt: skip
        played = sorted(((day, pk) for day, pk in found if day), key=lambda each: each[0], reverse=falling)
        self.ids = [pk for _day, pk in played] + [pk for day, pk in found if not day]

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, key):
        there = self.rows.in_bulk(self.ids[key])
        return [there[pk] for pk in self.ids[key]]
