"""What the regulations leave to the arbiter of an event (FIDE B.02 3, 4; rapid and blitz): days with too much play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from league.models import PLAYED, Event, Game, League, Player
from ratings.facts.calendar import read_calendar
from ratings.kernel.fide import days
from ratings.kernel.fide.regulations import STANDARD
from ratings.kernel.types import TimeControl


class FullDay(NamedTuple):
    """A day on which a player had more games than a day may have. ``hours``: of play, on the standard list."""

    day: date
    player: Player
    games: int
    list: str
    hours: float | None


def is_late_report(event: Event) -> bool:
    """Is an event of more than 30 days rated as a whole, though it is to be reported month by month?"""
    long = days.reports_by_month((event.ends_on - event.starts_on).days + 1)
    return event.rated and not event.rated_by_game and long


def full_days(league: League, event: Event) -> list[FullDay]:
    """Days of an event with more than 15 rapid or 30 blitz rounds, or 12 hours of play, by day and player.

    Empty for leagues by other rules. Hours are those of 60 moves in which both use all their time; without a known
    time control they are not known.
    """
    if league.system != League.System.FIDE:
        return []
    name = read_calendar(league).rules.at(event.starts_on.toordinal()).list
    found = list(_too_full(event, name))
    players = Player.objects.in_bulk([player for _day, player, _games, _hours in found])
    return [FullDay(day, players[player], games, name, hours) for day, player, games, hours in sorted(found)]


def _too_full(event: Event, list_name: str) -> Iterator[tuple[date, int, int, float | None]]:
    control = None
    if event.base_minutes is not None:
        control = TimeControl(event.base_minutes, event.increment_seconds, event.first_control_moves)
    for (day, player), games in _games_a_day(event).items():
        if list_name != STANDARD:
            if days.too_many_rounds(list_name, games):
                yield day, player, games, None
        elif control is not None and days.too_many_hours(control, games):
            yield day, player, games, days.hours_of_play(control, games)


def _games_a_day(event: Event) -> Counter[tuple[date, int]]:
    """(day, player) -> games that were played."""
    games = Game.objects.filter(event=event, status=Game.Status.FINAL, outcome__in=PLAYED).order_by()
    found: Counter[tuple[date, int]] = Counter()
    for day, white, black in games.values_list("played_on", "white", "black").iterator():
        found[day, white] += 1
        found[day, black] += 1
    return found
