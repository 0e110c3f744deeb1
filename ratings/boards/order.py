"""The order of one player's log rows (day, cause, rated games before, key), and of names."""

from __future__ import annotations

from django.db.models import Case, F, Func, IntegerField, QuerySet, Value, When
from django.db.models.functions import Coalesce

from league.models import BY_NUMBER, NUMBERS_LAST, League, sees_full_names
from ratings.kernel.types import Cause
from ratings.models import RatingChange

PLACES = {cause.value: place for place, cause in enumerate(Cause)}

_CASES = " ".join(f"WHEN '{cause}' THEN {place}" for cause, place in PLACES.items())
NEWEST_FIRST_SQL = f"c.day DESC, CASE c.cause {_CASES} ELSE 9 END DESC, c.games DESC, c.id DESC"
OLDEST_FIRST_SQL = f"c.day, CASE c.cause {_CASES} ELSE 9 END, c.games, c.id"


def _place() -> Func:
    """A cause's place within a day; as one piece of SQL around the column, which costs little to put together."""
    return Func(F("cause"), template=f"(CASE %(expressions)s {_CASES} ELSE 9 END)", output_field=IntegerField())


def newest_first(rows: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
    return rows.order_by("-day", _place().desc(), "-games", "-pk")


def by_period(rows: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
    """Newest period first, its own row before its games: a game may be rated in a period after its day."""
    rated_on = Coalesce(F("period__ends_on"), F("day"))
    return rows.order_by(rated_on.desc(), _place().desc(), "-day", "-games", "-pk")


def oldest_first(rows: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
    return rows.order_by("day", _place(), "games", "pk")


def by_name(league: League, prefix: str = "player__") -> F | Case:
    """Names in their order; for strangers numbers behind them, where a place among the names would tell one."""
    key = F(f"{prefix}name_key")
    if sees_full_names(league.club_id):
        return key
    return Case(When(**{f"{prefix}public_name": BY_NUMBER}, then=Value(NUMBERS_LAST)), default=key)
