"""Seasons: a new one may carry ratings over in part (a stored fact, applied on its first day)."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from league.formats.names import clean_name
from league.models import FactChange, League, Season
from ratings.facts import Overlay
from ratings.kernel.types import SeasonTurn
from ratings.services import Preview, preview

from . import limits
from .errors import Problems
from .history import keep_change
from .placement import closed_period_since, need_reason, refuse_before_list
from .writing import Actor, lock_league, raise_versions, rerate_from

_UNSAVED = 1 << 40
AS_IT_IS: Final = date.min  # a last day that is not to change; None says that the season has none


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
        _check_new(season, others, reason)
        season.save(force_insert=True)
        change = _keep(season, "season.start", {}, reason, actor)
        rerate_from(locked, starts_on, reason.strip() or "season started", actor, change=change)
    return season


def edit_season(
    *, season: Season, name: str | None = None, starts_on: date | None = None, ends_on: date | None = AS_IT_IS,
    reason: str = "", actor: Actor = None,
) -> Season:  # fmt: skip
    """Rename or finish a season, let it go on (``ends_on`` None), or move its first day (that re-rates from the
    earlier of both)."""
    with transaction.atomic():
        locked = lock_league(season.league)
        fresh = Season.objects.get(pk=season.pk)
        said = _said(fresh)
        fresh.league = locked.league
        _set(fresh, name, starts_on, ends_on)
        if _said(fresh) == said:
            return fresh
        since = min(fresh.starts_on, said["starts_on"])
        moved = fresh.starts_on != said["starts_on"]
        _check_edited(fresh, since if moved else None, reason)
        fresh.save(update_fields=["name", "starts_on", "ends_on"])
        change = _keep(fresh, "season.edit", said, reason, actor)
        if moved:
            rerate_from(locked, since, reason.strip() or "season moved", actor, change=change)
        else:
            raise_versions([locked.league])
    return fresh


def preview_start_season(*, league: League, name: str, starts_on: date, ends_on: date | None = None) -> Preview:
    """Who would move by how much if a season started."""
    season = Season(league=league, name=clean_name(name), starts_on=starts_on, ends_on=ends_on)
    _check_new(season, list(league.seasons.order_by("starts_on")), "preview")
    turn = SeasonTurn(starts_on.toordinal(), _UNSAVED)
    return preview(league, since=starts_on, overlay=Overlay(seasons=[turn]))


def preview_edit_season(
    *, season: Season, name: str | None = None, starts_on: date | None = None, ends_on: date | None = AS_IT_IS
) -> Preview | None:
    """Who would move by how much if the season were changed so; None where no first day moves."""
    fresh = Season.objects.select_related("league__club").get(pk=season.pk)
    before = fresh.starts_on
    _set(fresh, name, starts_on, ends_on)
    since = min(before, fresh.starts_on)
    moved = fresh.starts_on != before
    _check_edited(fresh, since if moved else None, "preview")
    if not moved:
        return None
    turn = SeasonTurn(fresh.starts_on.toordinal(), fresh.pk)
    return preview(fresh.league, since=since, overlay=Overlay(seasons=[turn], without_seasons={fresh.pk}))


def _set(season: Season, name: str | None, starts_on: date | None, ends_on: date | None) -> None:
    season.name = season.name if name is None else clean_name(name)
    season.starts_on = starts_on or season.starts_on
    season.ends_on = season.ends_on if ends_on == AS_IT_IS else ends_on


def _check_new(season: Season, others: list[Season], reason: str) -> None:
    problems = Problems()
    _check(problems, season, others)
    _check_reach(problems, season.league, season.starts_on, reason)
    problems.refuse()


def _check_edited(season: Season, since: date | None, reason: str) -> None:
    """``since``: the earlier of both first days, where it moves."""
    problems = Problems()
    _check(problems, season, list(season.league.seasons.exclude(pk=season.pk)))
    if since is not None:
        _check_reach(problems, season.league, since, reason)
    problems.refuse()


def _check_reach(problems: Problems, league: League, since: date, reason: str) -> None:
    need_reason(problems, closed_period_since(league, since), reason)
    refuse_before_list(problems, league, since, "starts_on", at_start=True)


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
