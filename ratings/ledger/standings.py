"""Rating rows: where each player stands after a replay, written where it differs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import F, Q

from league.models import League
from league.models.bulk import insert_rows, update_rows
from ratings.kernel.types import Day, PlayerId, RatingState
from ratings.models import Rating

from .looks import look_over
from .rows import FEW, insert_few, update_few
from .tally import Count

TABLE: Final = Rating._meta.db_table
# the columns in the order in which facts reads them (facts.calendar.RATING_COLUMNS), without the id
COLUMNS: Final = (
    "value", "deviation", "volatility", "live", "shown", "provisional", "carried_games", "carried_peak",
    "games", "wins", "draws", "losses", "peak", "peak_on", "low", "low_on", "entered_on", "last_played",
    "last_change", "last_rated",
)  # fmt: skip
_MOST_NAMED: Final = 10_000  # players in one statement
SLIGHT: Final = 0.05  # moves below this are counted, not listed


class Move(NamedTuple):
    """A player's rating before and after (None: unrated)."""

    player: PlayerId
    before: float | None
    after: float | None

    @property
    def listed(self) -> bool:
        """Worth a line of its own: the shown number differs, or the move is at least 0.05."""
        if self.before is None or self.after is None:
            return self.before is not self.after
        return abs(self.after - self.before) >= SLIGHT or shown(self.before) != shown(self.after)

    @property
    def size(self) -> float:
        if self.before is None or self.after is None:
            return math.inf if self.listed else 0.0
        return abs(self.after - self.before)


def shown(value: float | None) -> int | None:
    """The whole number people see: nearest, halves away from zero."""
    if value is None:
        return None
    return math.floor(value + 0.5) if value >= 0 else -math.floor(-value + 0.5)


def rating_values(state: RatingState, count: Count, *, provisional: bool, hidden: bool = False) -> tuple[Any, ...]:
    """One rating row's values in the order of COLUMNS; the live rating starts as the rating.

    ``hidden``: nobody stands there with it (a record merged into another), so no number is shown.
    """
    return (
        state.rating, state.deviation, state.volatility, state.rating, None if hidden else shown(state.rating),
        provisional,
        state.games, state.peak, count.games, count.wins, count.draws, count.losses,
        count.peak, _iso(count.peak_on), count.low, _iso(count.low_on), _iso(count.entered_on),
        _iso(count.last_played), count.last_change, state.last,
    )  # fmt: skip


def standing_rating(rating: tuple[Any, ...] | None) -> float | None:
    """With which rating somebody stands by a stored row: None without one, unrated or hidden."""
    return None if rating is None or rating[5] is None else rating[1]


def stored_count(rating: tuple[Any, ...] | None) -> Count:
    """The counters of a stored rating row as read by ``facts.read_players``."""
    if rating is None:
        return Count()
    return Count(
        rating[9], rating[10], rating[11], rating[12], rating[13], _day(rating[14]), rating[15], _day(rating[16]),
        _day(rating[17]), _day(rating[18]), rating[19],
    )  # fmt: skip


def write_ratings(league: League, rows: Mapping[PlayerId, tuple[int | None, tuple[Any, ...]]]) -> None:
    """Insert (no id) or update the rating rows of these players."""
    new = [(league.pk, player, *values) for player, (key, values) in rows.items() if key is None]
    old = [(key, *values) for key, values in rows.values() if key is not None]
    columns = ("league_id", "player_id", *COLUMNS)
    if 0 < len(new) <= FEW:
        insert_few(TABLE, columns, new)
    elif new:
        insert_rows(connection, TABLE, columns, new)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                look_over(cursor, TABLE)
    if 0 < len(old) <= FEW:
        update_few(TABLE, COLUMNS, old)
    elif old:
        update_rows(connection, TABLE, "id", COLUMNS, old)


def write_live(league: League, live: Mapping[PlayerId, float | None], *, only: Iterable[PlayerId] | None) -> None:
    """Set live ratings; everybody else (of ``only``, or of the league) goes back to the rating itself."""
    ratings = Rating.objects.filter(league=league)
    only = None if only is None else set(only)
    if len(live) > _MOST_NAMED or (only is not None and len(only) > _MOST_NAMED):
        _write_many_live(league, live, only)
        return
    if only is not None:
        ratings = ratings.filter(player__in=list(only))
    keys = dict(ratings.filter(player__in=list(live)).values_list("player_id", "pk"))
    differing = Q(live=F("value")) | Q(live__isnull=True, value__isnull=True)
    ratings.exclude(differing).exclude(player__in=list(live)).update(live=F("value"))
    changed = [(keys[player], value) for player, value in live.items() if player in keys]
    if changed:
        update_few(TABLE, ("live",), changed)


def _write_many_live(league: League, live: Mapping[PlayerId, float | None], only: set[PlayerId] | None) -> None:
    """The same for more players than a statement can name: everybody is looked at, who differs is written."""
    stored = Rating.objects.filter(league=league).values_list("player_id", "pk", "value", "live").iterator(10_000)
    changed = [
        (key, wanted)
        for player, key, value, now in stored
        if (only is None or player in only) and now != (wanted := live.get(player, value))
    ]
    if changed:
        update_rows(connection, TABLE, "id", ("live",), changed, types=("int8", "float8"))


def _iso(day: Day) -> str | None:
    return date.fromordinal(day).isoformat() if day else None


def _day(text: str | None) -> Day:
    return date.fromisoformat(text).toordinal() if text else 0
