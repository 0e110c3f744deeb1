"""The day whose period rates a game, and the closing date of a list that it keeps to (FIDE B.02, 7.1)."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import connection
from django.db.models import Q

from league.models import Event, League


def closing_shift(league: League) -> int:
    """By how many days an event must be over before its period is.

    A list is dated the day after its period, and closes ``closing_days`` before its date: an event that ends on the
    closing date still belongs to it. Game by game no list closes.
    """
    return max(league.closing_days - 1, 0) if league.mode == League.Mode.PERIOD else 0


def last_rated(league: League, ends_on: date, *, official: bool) -> date:
    """The day whose period rates an event that ends on a day; an official one may end up to the last day (7.1)."""
    return ends_on if official else ends_on + timedelta(closing_shift(league))


def rated_on(league: League, event: Event | None, played_on: date) -> date:
    """The day whose period rates a game: by its event's last day; its own without one, or where it counts by month."""
    if event is None or event.rated_by_game:
        return played_on
    return last_rated(league, event.ends_on, official=event.official)


def rated_on_sql(league: League) -> str:
    """The same in SQL, as text, for a game ``g`` and its event ``e``."""
    late = "e.ends_on"
    if shift := closing_shift(league):
        moved = f"e.ends_on + {shift}" if connection.vendor == "postgresql" else f"DATE(e.ends_on, '+{shift} days')"
        late = f"CASE WHEN e.official THEN e.ends_on ELSE {moved} END"
    return f"CAST(CASE WHEN e.id IS NULL OR e.rated_by_game THEN g.played_on ELSE {late} END AS text)"


def events_between(league: League, first: date, last: date, *, of: str = "") -> Q:
    """Events rated as a whole on the days from ``first`` to ``last``; ``of``: the path to them, like ``event__``."""
    own, shift = {f"{of}ends_on__range": (first, last)}, timedelta(closing_shift(league))
    if not shift:
        return Q(**{f"{of}rated_by_game": False}, **own)
    usual = Q(**{f"{of}official": False, f"{of}ends_on__range": (first - shift, last - shift)})
    return Q(**{f"{of}rated_by_game": False}) & (Q(**{f"{of}official": True}, **own) | usual)


def rated_between(league: League, first: date, last: date) -> Q:
    """Games of a league per period that are rated on the days from ``first`` to ``last``."""
    whole = Q(event__rated_by_game=False)
    return (Q(played_on__range=(first, last)) & ~whole) | events_between(league, first, last, of="event__")
