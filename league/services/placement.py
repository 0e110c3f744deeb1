"""Where a game counts: by which day, in which period, and whether that period is closed."""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.models import Event, Game, League, RatingPeriod

from .errors import Problems


def rated_on(game: Game) -> date:
    """The day whose period rates the game: its event's last day, or its own."""
    event = game.event
    return game.played_on if event is None or event.rated_by_game else event.ends_on


def rated_between(league: League, first: date, last: date) -> Q:
    """Games of a league that count on the days from ``first`` to ``last``."""
    own = Q(played_on__range=(first, last))
    if league.mode == League.Mode.SEQUENTIAL:
        return own
    whole = Q(event__rated_by_game=False)
    return (own & ~whole) | (whole & Q(event__ends_on__range=(first, last)))


def closed_periods_of(game: Game) -> QuerySet[RatingPeriod]:
    """Closed and published periods that rate the game, in its league or in one that follows it.

    Game by game, that is every period not over before the game: its list stands on the game too.
    """
    rated = rated_on(game)
    reached = Q(league__mode=League.Mode.PERIOD, starts_on__lte=rated, ends_on__gte=rated) | Q(
        league__mode=League.Mode.SEQUENTIAL, ends_on__gte=game.played_on
    )
    return closed_periods(game.league_id).filter(reached)


def closed_period_since(league: League, first: date) -> RatingPeriod | None:
    """The first closed or published period that a change from this day on reaches."""
    return closed_periods(league.pk).filter(ends_on__gte=first).first()


def closed_periods(league_id: int) -> QuerySet[RatingPeriod]:
    """Closed and published periods of a league and its followers, earliest first."""
    mine = RatingPeriod.objects.filter(Q(league=league_id) | Q(league__games_from=league_id))
    return mine.exclude(status=RatingPeriod.Status.OPEN).order_by("starts_on", "pk")


def need_reason(problems: Problems, period: RatingPeriod | None, reason: str) -> None:
    """A closed period can be changed, but not without a word."""
    if period is not None and not reason.strip():
        message = _("The period %(period)s is %(status)s: changing it needs a reason.")
        problems.add(message % {"period": period.name, "status": period.get_status_display()}, "reason")


def is_long(starts_on: date, ends_on: date) -> bool:
    """Events of more than 30 days are rated month by month (FIDE B.02, 4)."""
    return (ends_on - starts_on).days + 1 > 30


def within(event: Event, day: date) -> bool:
    return event.starts_on <= day <= event.ends_on
