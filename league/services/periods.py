"""Rating periods: opened, closed, published, reopened. Closed ones are never followed by open gaps behind them."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.names import clean_name
from league.models import FactChange, League, PeriodAction, RatingPeriod
from ratings.facts import Overlay
from ratings.services import Preview, preview, publish, unpublish
from ratings.services.computed import collector_paused

from . import limits
from .errors import Problems, Refused
from .history import keep_change
from .period_states import in_the_way
from .writing import Actor, Locked, lock_league, raise_versions, rerate_from

Days = tuple[str, date, date]  # name, first and last day


def open_monthly(*, league: League, first: str, last: str, actor: Actor = None) -> list[RatingPeriod]:
    """Periods for the calendar months from ``first`` to ``last`` (``YYYY-MM``), and games in them are rated.

    Months that are open already stay as they are. All or nothing.
    """
    months = list(_months(_month(first, "first"), _month(last, "last")))
    with transaction.atomic():
        return _open(lock_league(league), months, actor)


def open_period(*, league: League, name: str, starts_on: date, ends_on: date, actor: Actor = None) -> RatingPeriod:
    """One period of any length and name. Overlaps with another and a place before a closed one are refused."""
    name = clean_name(name)
    with transaction.atomic():
        locked = lock_league(league)
        problems = Problems()
        if not name:
            problems.add(_("A period needs a name."), "name")
        limits.check_length(problems, name, 60, "name")
        for field, day in (("starts_on", starts_on), ("ends_on", ends_on)):
            if not limits.EARLIEST_DAY <= day <= limits.LAST_PLANNED_DAY:
                problems.add(_("%(day)s is impossible here.") % {"day": day}, field)
        if ends_on < starts_on:
            problems.add(_("The last day is before the first."), "ends_on")
        problems.refuse()
        return _open(locked, [(name, starts_on, ends_on)], actor)[0]


def find_period(*, league: League, name: str) -> RatingPeriod:
    """The period of this name; refused with the names there are."""
    period = league.periods.filter(name=clean_name(name)).first()
    if period is not None:
        return period
    names = list(league.periods.order_by("-starts_on").values_list("name", flat=True)[:6])
    known = _("The latest are: %(names)s.") % {"names": ", ".join(names)} if names else _("It has none yet.")
    message = _("%(league)s has no period %(name)s.") % {"league": league.name, "name": name}
    raise Refused(f"{message} {known}", field="period")


def close_period(*, period: RatingPeriod, actor: Actor = None) -> RatingPeriod:
    """Close a period: its games are rated as a whole. A closed one stays as it is.

    Refused while an earlier period is open or a game of the period is pending.
    """
    with transaction.atomic():
        locked, fresh = _read(period)
        if fresh.status != RatingPeriod.Status.OPEN:
            return fresh
        in_the_way(locked.league, fresh).refuse()
        fresh.status, fresh.closed_at = RatingPeriod.Status.CLOSED, timezone.now()
        fresh.save(update_fields=["status", "closed_at"])
        change = _note(fresh, "close", RatingPeriod.Status.OPEN, "", actor)
        with collector_paused():
            rerate_from(locked, fresh.starts_on, f"period closed: {fresh.name}", actor, change=change)
    return fresh


def preview_close(*, period: RatingPeriod) -> Preview:
    """The list as it would be if the period were closed now."""
    period = RatingPeriod.objects.select_related("league").get(pk=period.pk)
    in_the_way(period.league, period).refuse()
    return preview(period.league, since=period.starts_on, overlay=Overlay(closed_periods={period.pk}))


def publish_period(*, period: RatingPeriod, actor: Actor = None) -> RatingPeriod:
    """Freeze the list of a closed period. A published one stays as it is."""
    with transaction.atomic():
        locked, fresh = _read(period)
        if fresh.status == RatingPeriod.Status.PUBLISHED:
            return fresh
        if fresh.status == RatingPeriod.Status.OPEN:
            raise Refused(_("The period %(period)s is open: close it first.") % {"period": fresh.label}, field="period")
        if locked.league.stale_since is not None:
            raise Refused(_("The ratings are being recalculated: publish when that is done."), field="period")
        fresh.status, fresh.published_at = RatingPeriod.Status.PUBLISHED, timezone.now()
        fresh.save(update_fields=["status", "published_at"])
        publish(fresh)
        _note(fresh, "publish", RatingPeriod.Status.CLOSED, "", actor)
        raise_versions([locked.league])
    return fresh


def reopen_period(*, period: RatingPeriod, reason: str, actor: Actor = None) -> RatingPeriod:
    """Open a closed or published period again; its list is withdrawn. An open one stays as it is.

    Refused while a later period is closed or published.
    """
    with transaction.atomic():
        locked, fresh = _read(period)
        if fresh.status == RatingPeriod.Status.OPEN:
            return fresh
        problems = Problems()
        limits.check_reason(problems, reason)
        _check_reopening(problems, fresh)
        problems.refuse()
        before = fresh.status
        if before == RatingPeriod.Status.PUBLISHED:
            unpublish(fresh)
        fresh.status, fresh.closed_at, fresh.published_at = RatingPeriod.Status.OPEN, None, None
        fresh.save(update_fields=["status", "closed_at", "published_at"])
        change = _note(fresh, "reopen", before, reason, actor)
        rerate_from(locked, fresh.starts_on, reason.strip(), actor, change=change)
    return fresh


def preview_reopen(*, period: RatingPeriod) -> Preview:
    """Who would stand elsewhere with the period open. Refuses what ``reopen_period`` refuses."""
    fresh = RatingPeriod.objects.select_related("league").get(pk=period.pk)
    problems = Problems()
    _check_reopening(problems, fresh)
    problems.refuse()
    return preview(fresh.league, since=fresh.starts_on, overlay=Overlay(open_periods={fresh.pk}))


def _check_reopening(problems: Problems, period: RatingPeriod) -> None:
    later = _others(period.league, period).exclude(status=RatingPeriod.Status.OPEN)
    if (last := later.filter(starts_on__gt=period.starts_on).order_by("-starts_on").first()) is not None:
        message = _("The later period %(period)s is %(status)s: reopen that one first.")
        problems.add(message % {"period": last.label, "status": last.get_status_display()}, "period")


def _read(period: RatingPeriod) -> tuple[Locked, RatingPeriod]:
    locked = lock_league(period.league)
    fresh = RatingPeriod.objects.get(pk=period.pk)
    fresh.league = locked.league
    return locked, fresh


def _others(league: League, period: RatingPeriod):  # type: ignore[no-untyped-def]
    return RatingPeriod.objects.filter(league=league).exclude(pk=period.pk)


def _open(locked: Locked, wanted: list[Days], actor: Actor) -> list[RatingPeriod]:
    stored = list(locked.league.periods.order_by("starts_on"))
    there = {(p.name, p.starts_on, p.ends_on): p for p in stored}
    new = [
        RatingPeriod(league=locked.league, name=n, starts_on=a, ends_on=b)
        for n, a, b in wanted
        if (n, a, b) not in there
    ]
    _check_new(new, stored)
    for period in new:
        period.save(force_insert=True)
    PeriodAction.objects.bulk_create([PeriodAction(period=period, action="open", actor=actor) for period in new])
    if new:
        opened = {"periods": [each.pk for each in new], "first": new[0].name, "last": new[-1].name}
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="period.open", subject=new[0], before={}, after=opened,
            actor=actor,
        )  # fmt: skip
        rerate_from(locked, new[0].starts_on, "period opened", actor, change=change)
    there.update({(p.name, p.starts_on, p.ends_on): p for p in new})
    return [there[days] for days in wanted]


def _check_new(new: list[RatingPeriod], stored: list[RatingPeriod]) -> None:
    problems = Problems()
    names = {period.name for period in stored}
    closed = [period for period in stored if period.status != RatingPeriod.Status.OPEN]
    for period in new:
        if (other := _overlapping(period, stored)) is not None:
            message = _("%(period)s would overlap with %(other)s (%(first)s to %(last)s).")
            values = {"period": period.label, "other": other.label, "first": other.starts_on, "last": other.ends_on}
            problems.add(message % values, "starts_on")
        elif period.name in names:
            problems.add(_("There is a period %(period)s already.") % {"period": period.name}, "name")
        elif closed and closed[-1].starts_on > period.starts_on:
            message = _("%(period)s would be before %(closed)s, which is %(status)s: reopen that one first.")
            values = {"period": period.label, "closed": closed[-1].label, "status": closed[-1].get_status_display()}
            problems.add(message % values, "starts_on")
    problems.refuse()


def _overlapping(period: RatingPeriod, stored: list[RatingPeriod]) -> RatingPeriod | None:
    return next((p for p in stored if p.starts_on <= period.ends_on and period.starts_on <= p.ends_on), None)


def _month(text: str, field: str) -> date:
    try:
        year, month = text.strip().split("-")
        return date(int(year), int(month), 1)
    except ValueError:
        raise Refused(_("“%(text)s” is no month: write YYYY-MM.") % {"text": text}, field=field) from None


def _months(first: date, last: date) -> Iterator[Days]:
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    if count < 1:
        raise Refused(_("The last month is before the first."), field="last")
    if first < limits.EARLIEST_DAY or last > limits.LAST_PLANNED_DAY:
        raise Refused(_("These months are impossible: they can be from 1800-01 to 2149-12."), field="first")
    for number in range(count):
        year, month = divmod(first.year * 12 + first.month - 1 + number, 12)
        yield (
            f"{year:04}-{month + 1:02}",
            date(year, month + 1, 1),
            date(year, month + 1, monthrange(year, month + 1)[1]),
        )


def _note(period: RatingPeriod, action: str, before: str, reason: str, actor: Actor) -> FactChange:
    PeriodAction.objects.create(period=period, action=action, reason=reason.strip(), actor=actor)
    return keep_change(
        club=period.league.club, league=period.league, kind=f"period.{action}", subject=period,
        before={"status": str(before)}, after={"of_period": period.name, "status": str(period.status)}, reason=reason,
        actor=actor,
    )  # fmt: skip
