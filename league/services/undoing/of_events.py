"""Undoing what was planned for an event: who plays, who meets whom, when; and whether players report results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from league.models import Event, FactChange, Player

from ..events import record_bye
from ..planning.states import PARTS, set_plan_back
from ..reporting.settings import FIELDS, set_reporting
from .calendar import bring_event_back
from .step import Step, about


def _planned(change: FactChange) -> Step:
    event = Event.objects.select_related("league__club").get(pk=about(change))
    parts = {name: rows for name, rows in change.before.items() if name in PARTS}
    return Step(
        lambda reason, actor: set_plan_back(event=event, kind=change.kind, parts=parts, reason=reason, actor=actor)
    )


def _withdrawn(change: FactChange) -> Step:
    event = Event.objects.select_related("league__club").get(pk=about(change))
    plan = {name: rows for name, rows in change.before.items() if name in PARTS}
    return Step(lambda reason, actor: bring_event_back(event=event, plan=plan, reason=reason, actor=actor))


def _bye_taken(change: FactChange) -> Step:
    event = Event.objects.select_related("league__club").get(pk=about(change))
    said = change.before
    player = Player.objects.get(pk=said["player"])
    return Step(
        lambda reason, actor: record_bye(
            event=event, player=player, round=said["round"], kind=said["kind"], halves=said["halves"], actor=actor
        )
    )


def _reporting(change: FactChange) -> Step:
    league = change.league
    assert league is not None
    now = {name: getattr(league, name) for name in FIELDS}
    wanted = now | change.before
    return Step(lambda reason, actor: set_reporting(league=league, reason=reason, actor=actor, **wanted))


STEPS: Final[dict[str, Callable[[FactChange], Step]]] = {
    "event.entries": _planned,
    "event.withdrawal": _planned,
    "event.pairings": _planned,
    "event.rounds": _planned,
    "event.unbye": _bye_taken,
    "event.withdraw": _withdrawn,
    "league.reports": _reporting,
}
