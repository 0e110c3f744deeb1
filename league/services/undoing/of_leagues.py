"""Undoing what was done to a league, its rules, its seasons and its periods."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Final

from django.utils.translation import gettext as _

from league.models import FactChange, League, RatingPeriod, RatingRules, Season
from ratings.facts import Overlay
from ratings.kernel.types import SeasonTurn
from ratings.services import Preview, preview

from ..late_results import preview_late_results
from ..leagues import archive_league, as_rules, edit_league, reactivate_league
from ..periods import close_period, preview_close, reopen_period
from .calendar import preview_remove_periods, remove_periods, remove_season, set_rules_back, set_season_back
from .step import Step, about, refused


def _league(change: FactChange) -> League:
    assert change.league is not None
    return change.league


def _period(change: FactChange) -> RatingPeriod:
    return RatingPeriod.objects.select_related("league__club").get(pk=about(change))


def _opened(change: FactChange) -> Step:
    league, periods = _league(change), change.after["periods"]
    return Step(
        lambda reason, actor: remove_periods(league=league, periods=periods, reason=reason, actor=actor),
        lambda: preview_remove_periods(league=league, periods=periods),
    )


def _closed(change: FactChange) -> Step:
    period = _period(change)
    return Step(
        lambda reason, actor: reopen_period(period=period, reason=reason, actor=actor),
        lambda: preview(period.league, since=period.starts_on, overlay=Overlay(open_periods={period.pk})),
    )


def _reopened(change: FactChange) -> Step:
    period = _period(change)
    return Step(lambda reason, actor: close_period(period=period, actor=actor), lambda: preview_close(period=period))


def _published(change: FactChange) -> Step:
    message = _("The list of %(period)s is published, and that cannot be undone. To go on, reopen the period first.")
    return refused(message % {"period": _period(change).label})


def _rules_changed(change: FactChange) -> Step:
    league, rules = _league(change), RatingRules.objects.get(pk=about(change))
    replaced = "valid_from" not in change.before  # the same on both sides: there were rules of that day
    parameters = change.before["parameters"] if replaced else None

    def look() -> Preview:
        stored = {each.valid_from: each.parameters for each in league.rules.exclude(pk=rules.pk)}
        if parameters is not None:
            stored[rules.valid_from] = parameters
        return preview(league, since=date.min, overlay=Overlay(rules=as_rules(league.system, stored)))

    return Step(
        lambda reason, actor: set_rules_back(
            rules=rules, parameters=parameters, said=change.before.get("reason"), reason=reason, actor=actor
        ),
        look,
    )


def _season(change: FactChange) -> Season:
    return Season.objects.select_related("league__club").get(pk=about(change))


def _season_started(change: FactChange) -> Step:
    season = _season(change)
    return Step(
        lambda reason, actor: remove_season(season=season, reason=reason, actor=actor),
        lambda: preview(season.league, since=date.min, overlay=Overlay(without_seasons={season.pk})),
    )


def _season_edited(change: FactChange) -> Step:
    season, before = _season(change), change.before

    def look() -> Preview | None:
        if "starts_on" not in before:
            return None
        day = date.fromisoformat(before["starts_on"])
        turn = SeasonTurn(day.toordinal(), season.pk)
        overlay = Overlay(without_seasons={season.pk}, seasons=[turn])
        return preview(season.league, since=min(day, season.starts_on), overlay=overlay)

    return Step(lambda reason, actor: set_season_back(season=season, before=before, reason=reason, actor=actor), look)


def _edited(change: FactChange) -> Step:
    league, before = _league(change), change.before

    def look() -> Preview | None:
        settings = {name: before[name] for name in ("late_results", "closing_days") if name in before}
        return preview_late_results(league=league, **settings) if settings else None

    return Step(lambda reason, actor: edit_league(league=league, reason=reason, actor=actor, **before), look)


def _archived(change: FactChange) -> Step:
    return Step(lambda reason, actor: reactivate_league(league=_league(change), actor=actor))


def _reactivated(change: FactChange) -> Step:
    return Step(lambda reason, actor: archive_league(league=_league(change), actor=actor))


def _created(change: FactChange) -> Step:
    return refused(_("This is the beginning of the league. Archive a league that is not wanted."))


STEPS: Final[dict[str, Callable[[FactChange], Step]]] = {
    "period.open": _opened,
    "period.close": _closed,
    "period.reopen": _reopened,
    "period.publish": _published,
    "rules.change": _rules_changed,
    "season.start": _season_started,
    "season.edit": _season_edited,
    "league.create": _created,
    "league.edit": _edited,
    "league.archive": _archived,
    "league.reactivate": _reactivated,
}
