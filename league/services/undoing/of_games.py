"""Undoing what was done to games and to ratings by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, Final, cast

from league.models import Adjustment, Bye, Compensation, Event, FactChange, Game, Season
from ratings.facts import Overlay
from ratings.kernel.types import Adjust
from ratings.services import preview

from ..adjusting import preview_void_adjustment, void_adjustment
from ..compensating import preview_void_compensation, void_compensation
from ..correcting import (
    preview_correction,
    preview_restore,
    preview_void,
    restore_game,
    set_back,
    undone_fields,
    void_game,
)
from ..events import EventFields, edit_event, preview_edit_event
from ..leaving import take_out
from .adjustments import restore_adjustment, restore_compensation, void_all
from .calendar import remove_bye, withdraw_event
from .games import unrecord_game
from .step import Step, about


def recorded(game: Game, entered: list[list[int]]) -> Step:
    """A result, with or without a row of the history."""
    return Step(
        lambda reason, actor: unrecord_game(game=game, entered=entered, reason=reason, actor=actor),
        lambda: preview_void(game=game, entered=entered),
    )


def _game(change: FactChange) -> Game:
    return Game.objects.select_related("league__club", "white", "black", "event").get(pk=about(change))


def _recorded(change: FactChange) -> Step:
    return recorded(_game(change), change.after.get("entered", []))


def _corrected(change: FactChange) -> Step:
    game = _game(change)
    after = {name: value for name, value in change.after.items() if name != "entered"}

    def deed(reason: str, actor: object) -> None:
        set_back(game=game, before=change.before, after=after, reason=reason, actor=actor)
        take_out(change.after.get("entered", []))

    entered = change.after.get("entered", [])
    return Step(deed, lambda: preview_correction(game=game, entered=entered, **undone_fields(change.before)))


def _voided(change: FactChange) -> Step:
    game = _game(change)
    return Step(
        lambda reason, actor: restore_game(game=game, reason=reason, actor=actor), lambda: preview_restore(game=game)
    )


def _restored(change: FactChange) -> Step:
    game = _game(change)

    def deed(reason: str, actor: object) -> None:
        void_game(game=game, reason=reason, actor=actor)
        take_out(change.after.get("entered", []))

    return Step(deed, lambda: preview_void(game=game, entered=change.after.get("entered", [])))


def _adjusted(change: FactChange) -> Step:
    made = Adjustment.objects.select_related("league__club", "player").get(pk=about(change))

    def deed(reason: str, actor: object) -> None:
        void_adjustment(adjustment=made, reason=reason, actor=actor)
        take_out(change.after.get("entered", []))

    return Step(deed, lambda: preview_void_adjustment(adjustment=made, entered=change.after.get("entered", [])))


def _adjustment_voided(change: FactChange) -> Step:
    row = Adjustment.objects.select_related("league").get(pk=about(change))
    again = Adjust(row.on.toordinal(), row.pk, row.player_id, row.to, row.by)
    return Step(
        lambda reason, actor: restore_adjustment(adjustment=row, reason=reason, actor=actor),
        lambda: preview(row.league, since=row.on, overlay=Overlay(adjustments=[again])),
    )


def _many_adjusted(change: FactChange) -> Step:
    league, rows = change.league, change.after["adjustments"]
    assert league is not None
    first = Adjustment.objects.filter(pk__in=rows).order_by("on").first()
    assert first is not None
    return Step(
        lambda reason, actor: void_all(league=league, adjustments=rows, reason=reason, actor=actor),
        lambda: preview(league, since=first.on, overlay=Overlay(without_adjustments=set(rows))),
    )


def _compensated(change: FactChange) -> Step:
    made = Compensation.objects.select_related("league__club").get(pk=about(change))
    return Step(
        lambda reason, actor: void_compensation(compensation=made, reason=reason, actor=actor),
        lambda: preview_void_compensation(compensation=made),
    )


def _compensation_voided(change: FactChange) -> Step:
    made = Compensation.objects.select_related("league__club").get(pk=about(change))
    rows = made.rows.filter(voided_at=made.voided_at)  # those that went with it
    again = [Adjust(row.on.toordinal(), row.pk, row.player_id, row.to, row.by) for row in rows]
    return Step(
        lambda reason, actor: restore_compensation(compensation=made, reason=reason, actor=actor),
        lambda: preview(made.league, since=made.on, overlay=Overlay(adjustments=again)),
    )


def _event_created(change: FactChange) -> Step:
    event = Event.objects.select_related("league__club").get(pk=about(change))
    return Step(lambda reason, actor: withdraw_event(event=event, reason=reason, actor=actor))


def _event_edited(change: FactChange) -> Step:
    event = Event.objects.select_related("league__club").get(pk=about(change))
    fields = undone_event(change)
    return Step(
        lambda reason, actor: edit_event(event=event, reason=reason, actor=actor, **fields),
        lambda: preview_edit_event(event=event, **fields),
    )


def undone_event(change: FactChange) -> EventFields:
    """Kept values as the fields with which ``edit_event`` sets them back."""
    fields: dict[str, Any] = dict(change.before)
    for name in ("starts_on", "ends_on"):
        if name in fields:
            fields[name] = date.fromisoformat(fields[name])
    if "season_id" in fields:
        fields["season"] = Season.objects.filter(pk=fields.pop("season_id")).first()
    return cast(EventFields, fields)


def _bye_recorded(change: FactChange) -> Step:
    bye = Bye.objects.select_related("event__league__club").get(pk=about(change))
    return Step(lambda reason, actor: remove_bye(bye=bye, reason=reason, actor=actor))


STEPS: Final[dict[str, Callable[[FactChange], Step]]] = {
    "game.record": _recorded,
    "game.correct": _corrected,
    "game.void": _voided,
    "game.restore": _restored,
    "adjustment.make": _adjusted,
    "adjustment.void": _adjustment_voided,
    "adjustment.increase": _many_adjusted,
    "compensation.make": _compensated,
    "compensation.void": _compensation_voided,
    "event.create": _event_created,
    "event.edit": _event_edited,
    "event.bye": _bye_recorded,
}
