"""What a correction changed, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Game, GameRevision, League, Outcome
from ratings import figures

from .facts import side

NAMES: dict[str, Any] = {
    "event_id": gettext_lazy("Event"),
    "round": gettext_lazy("Round"),
    "board": gettext_lazy("Board"),
    "played_on": gettext_lazy("Date"),
    "played_at": gettext_lazy("Time"),
    "outcome": gettext_lazy("Result"),
    "white_points": gettext_lazy("Points of the first"),
    "black_points": gettext_lazy("Points of the second"),
    "weight": gettext_lazy("Weight"),
    "white_k": gettext_lazy("K of the first"),
    "black_k": gettext_lazy("K of the second"),
    "neutral": gettext_lazy("Neutral ground"),
    "status": gettext_lazy("Status"),
}
GAME_KEYS = frozenset({*NAMES, "white_id", "black_id"})
Names = Mapping[str, Mapping[int, str]]


def revised(revision: GameRevision, league: League, names: Names) -> list[str]:
    """Each changed value: ``Result: 0–1 → 1–0``. A first entry says nothing."""
    if revision.action == GameRevision.Action.RECORD:
        return []
    return [
        f"{name_of(key, league)}: {value_of(key, revision.old.get(key), names)} → {value_of(key, new, names)}"
        for key, new in revision.new.items()
    ]


def name_of(key: str, league: League) -> str:
    if key in ("white_id", "black_id"):
        return side(league, int(key == "black_id"))
    return str(NAMES.get(key, key))


def value_of(key: str, value: Any, names: Names) -> str:
    if value is None or value == "":
        return figures.NOTHING
    if key in ("white_id", "black_id"):
        return names["player"].get(value, f"#{value}")
    if key == "event_id":
        return names["event"].get(value, f"#{value}")
    if key == "played_on":
        return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    if key == "outcome":
        return str(dict(Outcome.choices).get(value, value))
    if key == "status":
        return str(dict(Game.Status.choices).get(value, value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return figures.trimmed(value, 3) if isinstance(value, int | float) else str(value)
