"""Where everybody stands: ratings now or on a day, the published list, and what players bring along."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import F

from league.models import League, LeagueEntry, shown_name
from ratings.kernel.types import Cause
from ratings.ledger.tally import COUNTED
from ratings.models import Rating, RatingList, RatingListEntry

RATINGS = (
    "player", "rating", "deviation", "volatility", "games", "wins", "draws", "losses", "last_played", "status",
)  # fmt: skip
LIST = ("rank", "player", "fide_id", "rating", "change", "games", "k", "corrected")
PLAYERS = (
    "name", "birth_year", "sex", "federation", "fide_id", "title", "affiliation", "rating", "games", "peak",
    "deviation", "volatility", "k", "guest", "id",
)  # fmt: skip
_NAMING = ("player_id", "player__name", "player__distinction", "player__public_name")
_PLACES = " ".join(f"WHEN '{cause.value}' THEN {place}" for place, cause in enumerate(Cause))
_COUNTED = ", ".join(f"'{reason}'" for reason in sorted(COUNTED))
# the last row of each player that says where the player stands, and the games counted, up to a day
_AT = f"""
SELECT p.id, p.name, p.distinction, p.public_name, last.closing, last.deviation_after, last.volatility_after,
       COALESCE(g.games, 0), COALESCE(g.wins, 0), COALESCE(g.draws, 0), COALESCE(g.losses, 0),
       CAST(g.last_played AS text)
  FROM (
    SELECT c.player_id, c.closing, c.deviation_after, c.volatility_after,
           ROW_NUMBER() OVER (
             PARTITION BY c.player_id ORDER BY c.day DESC, CASE c.cause {_PLACES} END DESC, c.games DESC, c.id DESC
           ) AS place
      FROM ratings_ratingchange c
     WHERE c.league_id = %s AND c.day <= %s AND (c.closing IS NOT NULL OR c.cause = '{Cause.PERIOD.value}')
       AND (c.reason = '' OR c.opening IS NULL OR c.closing <> c.opening)
  ) last
  JOIN league_player p ON p.id = last.player_id AND p.merged_into_id IS NULL
  LEFT JOIN (
    SELECT c.player_id, COUNT(*) AS games, SUM(CASE WHEN c.halves = 2 THEN 1 ELSE 0 END) AS wins,
           SUM(CASE WHEN c.halves = 1 THEN 1 ELSE 0 END) AS draws,
           SUM(CASE WHEN c.halves = 0 THEN 1 ELSE 0 END) AS losses, MAX(c.day) AS last_played
      FROM ratings_ratingchange c
     WHERE c.league_id = %s AND c.day <= %s AND c.cause = '{Cause.GAME.value}' AND c.reason IN ({_COUNTED})
       AND c.halves IS NOT NULL
     GROUP BY c.player_id
  ) g ON g.player_id = last.player_id
 WHERE last.place = 1
 ORDER BY CASE WHEN last.closing IS NULL THEN 1 ELSE 0 END, last.closing DESC, p.name_key, p.id
"""


class NoList(LookupError):
    """The league has published no list (up to that day)."""


def rating_rows(league: League, *, at: date | None = None) -> Iterator[tuple[Any, ...]]:
    """Rows of ``RATINGS``, best first: the carried numbers with full precision, now or at the end of a day.

    ``status``: rated, provisional (now only), unrated, archived (now only).
    """
    if at is not None:
        with connection.cursor() as cursor:
            cursor.execute(_AT, [league.pk, at, league.pk, at])
            for player, name, distinction, public, *row in cursor.fetchall():
                shown = shown_name(league.club_id, player, name, distinction, public)
                yield (shown, *row, "unrated" if row[0] is None else "rated")
        return
    ratings = Rating.objects.filter(league=league, player__merged_into=None).order_by(
        F("value").desc(nulls_last=True), "player__name_key", "player_id"
    )
    columns = (
        *_NAMING, "value", "deviation", "volatility", "games", "wins", "draws", "losses",
        "last_played", "provisional", "player__archived_at",
    )  # fmt: skip
    for player, name, apart, public, *values, provisional, archived in ratings.values_list(*columns).iterator():
        shown = shown_name(league.club_id, player, name, apart, public)
        yield (shown, *values, _status(values[0], provisional, archived))


def _status(rating: float | None, provisional: bool, archived: object) -> str:
    if archived is not None:
        return "archived"
    if rating is None:
        return "unrated"
    return "provisional" if provisional else "rated"


def list_rows(league: League, *, at: date | None = None) -> Iterator[tuple[Any, ...]]:
    """Rows of ``LIST``: the newest published list, or the one in force on a day. Raises ``NoList``."""
    lists = RatingList.objects.filter(league=league).order_by("-dated")
    found = lists.filter(dated__lte=at).first() if at is not None else lists.first()
    if found is None:
        raise NoList
    entries = RatingListEntry.objects.filter(list=found).order_by("rank", "pk")
    entries = entries.select_related("player")
    return (
        (e.rank, e.label, e.player.shown_fide_id, e.rating, e.change, e.games, e.k, e.corrected)
        for e in entries.iterator(chunk_size=2000)
    )


def player_rows(league: League) -> Iterator[tuple[Any, ...]]:
    """Rows of ``PLAYERS``: everybody in the league with what they brought along, for ``import_players``."""
    entries = LeagueEntry.objects.filter(league=league, player__merged_into=None)
    entries = entries.order_by("player__name_key", "player_id")
    columns = (
        "player__name", "player__birth_year", "player__sex", "player__federation", "player__fide_id", "player__title",
        "player__affiliation", "start_rating", "start_games", "start_peak", "start_deviation", "start_volatility", "k",
        "player__guest", "player_id", "player__start_rating", "player__start_games", "player__start_peak",
    )  # fmt: skip
    for row in entries.values_list(*columns).iterator():
        own = [row[15 + place] if row[7 + place] is None else row[7 + place] for place in range(3)]
        yield (*row[:7], own[0], own[1], own[2], *row[10:15])
