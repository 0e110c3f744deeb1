"""Seasons: a new one may carry ratings over in part (a stored fact, applied on its first day)."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.formats.names import clean_name
from league.models import FactChange, League, Season

from . import limits
from .errors import Problems
from .history import keep_change
from .placement import closed_period_since, need_reason, refuse_before_list
from .writing import Actor, lock_league, raise_versions, rerate_from


def start_season(
    *, league: League, name: str, starts_on: date, ends_on: date | None = None, reason: str = "", actor: Actor = None
) -> Season:
    """A season from a day on; with carry-over rules its first day moves every rating.

    The same season again (name and first day) returns the one that is there.
    """
    with transaction.atomic():
        locked = lock_league(league)
        season = Season(league=locked.league, name=clean_name(name), starts_on=starts_on, ends_on=ends_on)
        others = list(locked.league.seasons.order_by("starts_on"))
        if (known := next((s for s in others if (s.name, s.starts_on) == (season.name, starts_on)), None)) is not None:
            return known
        problems = Problems()
        _check(problems, season, others)
        need_reason(problems, closed_period_since(locked.league, starts_on), reason)
        refuse_before_list(problems, locked.league, starts_on, "starts_on", at_start=True)
        problems.refuse()
        season.save(force_insert=True)
        change = _keep(season, "season.start", {}, reason, actor)
        rerate_from(locked, starts_on, reason.strip() or "season started", actor, change=change)
    return season


def edit_season(
    *, season: Season, name: str | None = None, starts_on: date | None = None, ends_on: date | None = None,
    reason: str = "", actor: Actor = None,
) -> Season:  # fmt: skip
    """Rename or finish a season, or move its first day (that re-rates from the earlier of both)."""
    with transaction.atomic():
        locked = lock_league(season.league)
        fresh = Season.objects.get(pk=season.pk)
        before, said = (fresh.name, fresh.starts_on, fresh.ends_on), _said(fresh)
        fresh.name = fresh.name if name is None else clean_name(name)
        fresh.starts_on = starts_on or fresh.starts_on
        fresh.ends_on = ends_on or fresh.ends_on
        if (fresh.name, fresh.starts_on, fresh.ends_on) == before:
            return fresh
        fresh.league = locked.league
        problems = Problems()
        _check(problems, fresh, list(locked.league.seasons.exclude(pk=fresh.pk)))
        moved, since = fresh.starts_on != before[1], min(fresh.starts_on, before[1])
        if moved:
            need_reason(problems, closed_period_since(locked.league, since), reason)
            refuse_before_list(problems, locked.league, since, "starts_on", at_start=True)
        problems.refuse()
        fresh.save(update_fields=["name", "starts_on", "ends_on"])
        change = _keep(fresh, "season.edit", said, reason, actor)
        if moved:
            rerate_from(locked, since, reason.strip() or "season moved", actor, change=change)
        else:
            raise_versions([locked.league])
    return fresh


def _said(season: Season) -> dict[str, Any]:
    return {"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}


def _keep(season: Season, kind: str, before: dict[str, Any], reason: str, actor: Actor) -> FactChange:
    return keep_change(
        club=season.league.club, league=season.league, kind=kind, subject=season, before=before, after=_said(season),
        reason=reason, actor=actor,
    )  # fmt: skip


def _check(problems: Problems, season: Season, others: list[Season]) -> None:
    if not season.name:
        problems.add(_("A season needs a name."), "name")
    limits.check_length(problems, season.name, 60, "name")
    limits.check_day(problems, season.starts_on, season.league.club, "starts_on")
    if season.ends_on is not None and season.ends_on < season.starts_on:
        problems.add(_("The last day is before the first."), "ends_on")
    for other in others:
        if other.name == season.name:
            problems.add(_("There is a season %(season)s already.") % {"season": other.name}, "name")
        elif other.starts_on == season.starts_on or _overlap(season, other) or _overlap(other, season):
            problems.add(_("It would overlap with the season %(season)s.") % {"season": other.name}, "starts_on")


def _overlap(season: Season, other: Season) -> bool:
    """Whether one season starts inside of another that has a last day (one without ends with the next)."""
    return other.ends_on is not None and other.starts_on <= season.starts_on <= other.ends_on
