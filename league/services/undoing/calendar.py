"""Events, seasons, periods and rules that are taken back to what they were before."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Bye, Event, Game, League, PeriodAction, RatingPeriod, RatingRules, Season
from ratings.facts import Overlay
from ratings.services import Preview, preview

from ..errors import Problems, Refused
from ..history import keep_change
from ..placement import closed_period_since, need_reason, refuse_before_list
from ..planning.states import fresh, plan_of, write_plan
from ..writing import Actor, Locked, lock_league, raise_versions, rerate_from


def withdraw_event(*, event: Event, reason: str, actor: Actor = None) -> Event:
    """Take an event off every list, with its entries, pairings and days of rounds; its void games still name it.

    Refused while a game of it counts. Undone by ``bring_event_back``.
    """
    with transaction.atomic():
        locked = lock_league(event.league)
        found = fresh(event, locked)
        if has_results(found):
            raise Refused(_("%(event)s has results: undo those first.") % {"event": found.name}, field="event")
        plan = plan_of(found)
        write_plan(found, {name: [] for name in plan})
        found.withdrawn_at = timezone.now()
        found.save(update_fields=["withdrawn_at"])
        keep_change(
            club=locked.league.club, league=locked.league, kind="event.withdraw", subject=found, before=plan, after={},
            players=[row[0] for row in plan["entries"]], reason=reason, actor=actor,
        )  # fmt: skip
        raise_versions([locked.league, *locked.followers])
    return found


def has_results(event: Event) -> bool:
    """A game that is not void, or a bye: such an event is not taken back as a whole."""
    return event.games.exclude(status=Game.Status.VOID).exists() or event.byes.exists()


def bring_event_back(*, event: Event, plan: Mapping[str, Any], reason: str, actor: Actor = None) -> Event:
    """A withdrawn event with the plan that it had then. It is there as if just made."""
    with transaction.atomic():
        locked = lock_league(event.league)
        event.withdrawn_at = None
        event.save(update_fields=["withdrawn_at"])
        write_plan(event, plan)
        keep_change(
            club=locked.league.club, league=locked.league, kind="event.create", subject=event, before={}, after=plan,
            players=[row[0] for row in plan.get("entries", ())], reason=reason, actor=actor,
        )  # fmt: skip
        raise_versions([locked.league, *locked.followers])
    return event


def remove_bye(*, bye: Bye, reason: str, actor: Actor = None) -> None:
    """Forget a round without an opponent."""
    with transaction.atomic():
        locked = lock_league(bye.event.league)
        keep_change(
            club=locked.league.club, league=locked.league, kind="event.unbye", subject=bye,
            before={"event_id": bye.event_id, "round": bye.round, "kind": bye.kind, "halves": bye.halves}, after={},
            players=[bye.player_id], reason=reason, actor=actor,
        )  # fmt: skip
        bye.delete()
        raise_versions([locked.league])


def remove_season(*, season: Season, reason: str, actor: Actor = None) -> None:
    """As if the season had not been started. Refused while an event is of it."""
    with transaction.atomic():
        locked = lock_league(season.league)
        season.events.exclude(withdrawn_at=None).update(season=None)
        _check_reach(locked, season.starts_on, reason, actor)
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="season.remove", subject=season,
            before={"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}, after={},
            reason=reason, actor=actor,
        )  # fmt: skip
        try:
            season.delete()
        except ProtectedError:
            raise Refused(_("Events are of the season %(season)s.") % {"season": season.name}, field="season") from None
        rerate_from(locked, None, reason, actor, change=change)  # its turns are found by reading the whole log


def set_season_back(*, season: Season, before: Mapping[str, Any], reason: str, actor: Actor = None) -> Season:
    """Name and days of a season as they were before an edit."""
    with transaction.atomic():
        locked = lock_league(season.league)
        fresh = Season.objects.get(pk=season.pk)
        since, now = fresh.starts_on, {name: getattr(fresh, name) for name in before}
        for name, value in before.items():
            setattr(fresh, name, date.fromisoformat(value) if value and name != "name" else value)
        fresh.save(update_fields=list(before))
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="season.edit", subject=fresh, before=now, after=before,
            reason=reason, actor=actor,
        )  # fmt: skip
        if fresh.starts_on == since:
            raise_versions([locked.league])
        else:
            since = min(since, fresh.starts_on)
            _check_reach(locked, since, reason, actor)
            rerate_from(locked, since, reason, actor, change=change)
    return fresh


def preview_remove_periods(*, league: League, periods: Collection[int]) -> Preview | None:
    """Whose live rating would move by how much; as ``remove_periods``."""
    opened = _still_open(league, periods)
    if not opened:
        return None
    overlay = Overlay(without_periods={each.pk for each in opened})
    return preview(league, since=opened[0].starts_on, overlay=overlay)


def remove_periods(*, league: League, periods: Collection[int], reason: str, actor: Actor = None) -> None:
    """As if periods had not been opened. Refused unless all of them are open."""
    with transaction.atomic():
        locked = lock_league(league)
        opened = _still_open(league, periods)
        if not opened:
            return
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="period.remove", subject=opened[0],
            before={"first": opened[0].name, "last": opened[-1].name}, after={}, reason=reason, actor=actor,
        )  # fmt: skip
        PeriodAction.objects.filter(period__in=opened).delete()
        RatingPeriod.objects.filter(pk__in=[each.pk for each in opened]).delete()
        rerate_from(locked, opened[0].starts_on, reason, actor, change=change)


def _still_open(league: League, periods: Collection[int]) -> list[RatingPeriod]:
    """Those of these periods that are there; refused if one of them is closed."""
    opened = list(RatingPeriod.objects.filter(league=league, pk__in=periods).order_by("starts_on"))
    if closed := next((each for each in opened if each.status != RatingPeriod.Status.OPEN), None):
        message = _("The period %(period)s is %(status)s: reopen it first.")
        raise Refused(message % {"period": closed.label, "status": closed.get_status_display()}, field="period")
    return opened


def set_rules_back(
    *, rules: RatingRules, parameters: Mapping[str, Any] | None, said: str | None, reason: str, actor: Actor = None
) -> None:
    """Rules that began on a day: what they were before (``parameters``, with the reason ``said`` then), or none."""
    valid_from = rules.valid_from
    with transaction.atomic():
        locked = lock_league(rules.league)
        _check_reach(locked, valid_from, reason, actor, field="valid_from", at_start=False)
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="rules.change", subject=rules,
            before={"valid_from": valid_from, "parameters": rules.parameters},
            after={} if parameters is None else {"valid_from": valid_from, "parameters": parameters}, reason=reason,
            actor=actor,
        )  # fmt: skip
        if parameters is None:
            rules.delete()
        else:
            rules.parameters, rules.reason = dict(parameters), rules.reason if said is None else said
            rules.save(update_fields=["parameters", "reason"])
        rerate_from(locked, None, reason, actor, change=change)


def _check_reach(
    locked: Locked, since: date, reason: str, actor: Actor, *, field: str = "starts_on", at_start: bool = True
) -> None:  # fmt: skip
    problems = Problems()
    need_reason(problems, closed_period_since(locked.league, since), reason, actor)
    refuse_before_list(problems, locked.league, since, field, at_start=at_start)
    problems.refuse()
