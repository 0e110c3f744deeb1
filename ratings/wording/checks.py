"""What a check found, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings import figures

FIELDS: dict[str, Any] = {
    "opening": gettext_lazy("the rating before"),
    "closing": gettext_lazy("the rating after"),
    "change": gettext_lazy("the change"),
    "halves": gettext_lazy("the score"),
    "expected": gettext_lazy("the expected score"),
    "k": "K",
    "day": gettext_lazy("the day"),
    "player": gettext_lazy("the player"),
    "own_rating": gettext_lazy("the own rating used"),
    "opponent_rating": gettext_lazy("the opponent's rating used"),
    "value": gettext_lazy("the rating"),
    "shown": gettext_lazy("the shown rating"),
    "live": gettext_lazy("the live rating"),
    "published": gettext_lazy("the published number"),
    "deviation": gettext_lazy("the deviation"),
    "games": gettext_lazy("the number of games"),
    "carried_games": gettext_lazy("the number of games, those before included"),
    "wins": gettext_lazy("the number of wins"),
    "draws": gettext_lazy("the number of draws"),
    "losses": gettext_lazy("the number of losses"),
    "peak": gettext_lazy("the peak"),
    "peak_on": gettext_lazy("the day of the peak"),
    "low": gettext_lazy("the low"),
    "low_on": gettext_lazy("the day of the low"),
    "last_played": gettext_lazy("the day of the last game"),
    "last_change": gettext_lazy("the last change"),
    "provisional": gettext_lazy("the mark of a provisional rating"),
    "rating": gettext_lazy("the number"),
    "corrected": gettext_lazy("the corrected number"),
    "rank": gettext_lazy("the place"),
    "players": gettext_lazy("the number of lines"),
    "dated": gettext_lazy("the date"),
}
KEYS = {
    "orphans": lambda n: ngettext(
        "%(n)d row of the log points to a player, game or period that is not there.",
        "%(n)d rows of the log point to a player, game or period that is not there.", n),
    "keys": lambda n: ngettext(
        "%(n)d row of the log stands in another league's place.",
        "%(n)d rows of the log stand in another league's place.", n),
    "league": lambda n: ngettext(
        "%(n)d row of this league's log names another league.",
        "%(n)d rows of this league's log name another league.", n),
}  # fmt: skip


def check_found(found: Mapping[str, Any]) -> str:
    """One difference in a sentence; of whom or what it speaks stands beside it."""
    values = {"stored": _value(found["stored"]), "computed": _value(found["computed"])}
    kind, field = found["kind"], found["field"]
    if kind == "key":
        return KEYS[field](found["stored"]) % {"n": found["stored"]}
    if kind == "stale":
        return _("A recalculation from %(day)s on is waiting.") % {"day": _day(found["dated"])}
    if "absent" in (found["stored"], found["computed"]):
        return _missing(found)
    if kind == "chain":
        words = _("A row of the log does not continue the one before: %(stored)s is stored, %(computed)s would.")
    elif kind == "run":
        words = _("The newest recalculation says %(stored)s, the ratings say %(computed)s.")
    elif kind == "league":
        words = _("Closed periods count as rated until %(stored)s, but should until %(computed)s.")
    else:
        values["what"] = capfirst(str(FIELDS.get(field, field)))
        words = _("%(what)s: stored %(stored)s, computed %(computed)s.")
    return words % values


def _missing(found: Mapping[str, Any]) -> str:
    if found["kind"] == "carried":
        return _("The game is not noted for the next list, which has to count it.")
    missing = found["stored"] == "absent"
    if found["kind"] == "rating":
        return _("The rating is missing.") if missing else _("There is a rating, though the player never entered.")
    return _("A row of the log is missing.") if missing else _("A row of the log has nothing to explain it.")


def _value(value: Any) -> str:
    if value is None or value == "":
        return figures.NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return figures.trimmed(value, 6) if isinstance(value, int | float) else str(value)


def _day(text: str) -> str:
    day = date.fromisoformat(text)
    return _("the very first day") if day == date.min else date_format(day)
