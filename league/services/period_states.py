"""Where rating periods stand: open, ready to be closed, closed, published; and what is in the way of closing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import Game, League, RatingPeriod

from . import limits
from .errors import Problems
from .placement import rated_between, rated_on

READY = "ready"
OPEN = RatingPeriod.Status.OPEN


class PeriodState(NamedTuple):
    """``code``: open, ready (open, over, and nothing in the way of closing), closed, published; ``words`` say
    what it waits for, or what can be done."""

    code: str
    words: str


class _Waiting(NamedTuple):
    """What a league waits for: the first open period, and games whose results wait, by the day that rates them."""

    first_open: RatingPeriod | None
    games: list[tuple[date, int]]


def state_of(period: RatingPeriod) -> PeriodState:
    """Where a period stands today, on the club's wall."""
    return states_of(period.league, [period])[0]


def states_of(league: League, periods: Iterable[RatingPeriod]) -> list[PeriodState]:
    """The same for several periods of a league, with two queries for all of them."""
    today, waiting = limits.today(league.club), _waiting(league)
    return [_state(period, today, waiting) for period in periods]


def in_the_way(league: League, period: RatingPeriod) -> Problems:
    """What keeps a period from being closed."""
    return _obstacles(period, _waiting(league, period))


def _state(period: RatingPeriod, today: date, waiting: _Waiting) -> PeriodState:
    if period.status != OPEN:
        return PeriodState(period.status, str(period.get_status_display()))
    if period.ends_on >= today:
        return PeriodState(period.status, _("It runs until %(day)s.") % {"day": date_format(period.ends_on)})
    if problems := _obstacles(period, waiting):
        return PeriodState(period.status, " ".join(problem.message for problem in problems.found))
    return PeriodState(READY, _("It is over and every result is final: it can be closed."))


def _waiting(league: League, only: RatingPeriod | None = None) -> _Waiting:
    pending = Game.objects.filter(league=league.games_from_id or league.pk, status=Game.Status.PENDING)
    if only is not None:
        pending = pending.filter(rated_between(league, only.starts_on, only.ends_on))
    by_day = league.mode == League.Mode.SEQUENTIAL
    found = pending.select_related("event").order_by("played_on", "pk")
    games = [(game.played_on if by_day else rated_on(game, league), game.pk) for game in found]
    return _Waiting(league.periods.filter(status=OPEN).order_by("starts_on").first(), games)


def _obstacles(period: RatingPeriod, waiting: _Waiting) -> Problems:
    problems = Problems()
    earlier = waiting.first_open
    if earlier is not None and earlier.starts_on < period.starts_on:
        problems.add(_("The earlier period %(period)s is open: close it first.") % {"period": earlier.label}, "period")
    games = [pk for day, pk in waiting.games if period.starts_on <= day <= period.ends_on]
    if games:
        message = _("Results wait for their confirmation: game %(games)s.")
        first = ", ".join(map(str, games[:5])) + (" …" if len(games) > 5 else "")
        problems.add(message % {"games": first}, "period")
    return problems
