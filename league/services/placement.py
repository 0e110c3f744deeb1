"""Where a game counts: by which day, in which period, and whether that period is closed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import DateField, F, Func, Q, QuerySet
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from league.models import PLAYED, Event, Game, League, RatingPeriod
from league.models.periods import period_label
from league.permissions import Action, may
from ratings.facts import closing, read_calendar
from ratings.facts.counted import LISTS_FOR_A_REPORT, Lists, counts_late
from ratings.kernel.fide.days import reports_by_month
from ratings.ledger.keys import game_row_id
from ratings.models import RatingChange

from .errors import Problems
from .writing import Actor


def rated_on(game: Game, league: League | None = None) -> date:
    """The day whose period rates the game in its own league, or in one that follows it."""
    return closing.rated_on(league or game.league, game.event, game.played_on)


def rated_between(league: League, first: date, last: date) -> Q:
    """Games of a league that count on the days from ``first`` to ``last``."""
    if league.mode == League.Mode.SEQUENTIAL:
        return Q(played_on__range=(first, last))
    return closing.rated_between(league, first, last)


def closed_periods_of(game: Game) -> QuerySet[RatingPeriod]:
    """Closed and published periods that rate the game, in its league or in one that follows it.

    Game by game, that is every period not over before the game: its list stands on the game too.
    """
    event, reached = game.event, Q(league__mode=League.Mode.SEQUENTIAL, ends_on__gte=game.played_on)
    whole = event is not None and not event.rated_by_game
    day = event.ends_on if event is not None and whole else game.played_on
    periods = closed_periods(game.league_id)
    if event is None or not whole or event.official:
        return periods.filter(reached | Q(league__mode=League.Mode.PERIOD, starts_on__lte=day, ends_on__gte=day))
    periods = periods.alias(opens=_Earlier("starts_on", _SHIFT), closes=_Earlier("ends_on", _SHIFT))
    return periods.filter(reached | Q(league__mode=League.Mode.PERIOD, opens__lte=day, closes__gte=day))


class _Earlier(Func):
    """A day, and by how many days earlier; a day again on both databases."""

    output_field = DateField()
    template, arg_joiner = "(%(expressions)s)", " - "

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(
            compiler, connection, template="DATE(%(expressions)s || ' days')", arg_joiner=", '-' || ", **more
        )


_SHIFT = Greatest(F("league__closing_days") - 1, 0)  # as ``closing.closing_shift``


def closed_period_of_event(versions: Iterable[Event], played: date) -> RatingPeriod | None:
    """The first closed period that an event's games reach as it is or as it would be, in any league that rates them.

    ``played``: the day of its first game.
    """
    versions = list(versions)
    reached = closed_periods(versions[0].league_id).filter(ends_on__gte=played).select_related("league")
    for period in reached:
        days = (closing.rated_on(period.league, event, played) for event in versions)
        if period.league.mode == League.Mode.SEQUENTIAL or period.ends_on >= min(days):
            return period
    return None


def closed_period_since(league: League, first: date) -> RatingPeriod | None:
    """The first closed or published period that a change from this day on reaches."""
    return closed_periods(league.pk).filter(ends_on__gte=first).first()


def closed_periods(league_id: int) -> QuerySet[RatingPeriod]:
    """Closed and published periods of a league and its followers, earliest first."""
    mine = RatingPeriod.objects.filter(Q(league=league_id) | Q(league__games_from=league_id))
    return mine.exclude(status=RatingPeriod.Status.OPEN).order_by("starts_on", "pk")


def need_reason(problems: Problems, period: RatingPeriod | None, reason: str, actor: Actor = None) -> None:
    """A closed period can be changed, but not without a word, and by an ``actor`` only who has that right."""
    if period is None:
        return
    said = {"period": period.label, "status": period.get_status_display()}
    if actor is not None and not may(actor, Action.CLOSED, period.league.club):
        message = _("The period %(period)s is %(status)s: only an admin of the club changes what it holds.")
        problems.add(message % said, "reason")
    elif not reason.strip():
        problems.add(_("The period %(period)s is %(status)s: changing it needs a reason.") % said, "reason")


def last_standing(league: League) -> RatingPeriod | None:
    """The last published period whose list stands whatever comes in later (late results in the next list)."""
    if not counts_late(league):
        return None
    return league.periods.filter(status=RatingPeriod.Status.PUBLISHED).order_by("-ends_on").first()


def refuse_before_list(problems: Problems, league: League, day: date, field: str, *, at_start: bool) -> None:
    """Nothing but results can reach back into a list that stands.

    ``at_start``: it acts before the first period that starts on the day or later (adjustments, season turns).
    """
    last = last_standing(league)
    if last is None or day > (last.starts_on if at_start else last.ends_on):
        return
    message = _(
        "The list of %(period)s is published and stands: %(day)s is too early. Take a day after %(last)s; what should"
        " have been different before is corrected in the next list."
    )
    reach = last.starts_on if at_start else last.ends_on
    problems.add(message % {"period": last.label, "day": day, "last": reach}, field)


def refuse_too_late(problems: Problems, game: Game) -> None:
    """A result that no list has counted still counts in the third list after it at the latest (FIDE B.02 9.1)."""
    if not counts_late(game.league) or game.outcome not in PLAYED:
        return
    lists = Lists(game.league, read_calendar(game.league))
    own = lists.period_of(rated_on(game).toordinal())
    if own is None or own.period.period not in lists.ids or lists.list_of_report(own) <= LISTS_FOR_A_REPORT:
        return
    row = game_row_id(game.league_id, game.pk or 0, 0)
    if game.pk and RatingChange.objects.filter(pk=row, period__in=lists.ids).exists():
        return  # a correction, which is never too late
    message = _(
        "Too late to be rated: this would be list %(list)d after %(period)s, and a result counts in the third at the"
        " latest."
    )
    problems.add(message % {"list": lists.list_of_report(own), "period": period_label(own.name)}, "played_on")


def is_long(starts_on: date, ends_on: date) -> bool:
    """Events of more than 30 days are rated month by month (FIDE B.02, 4)."""
    return reports_by_month((ends_on - starts_on).days + 1)


def within(event: Event, day: date) -> bool:
    return event.starts_on <= day <= event.ends_on
