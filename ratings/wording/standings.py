"""Tie-breaks, marks of rounds and kinds of events in words."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from league.models import Event
from ratings import figures
from ratings.boards.standings import Standings
from ratings.kernel.standings import Rules, TieBreak

NAMES: Final[dict[str, Any]] = {
    "DE": gettext_lazy("direct encounter"),
    "WIN": gettext_lazy("number of wins"),
    "WON": gettext_lazy("games won over the board"),
    "BPG": gettext_lazy("games played with Black"),
    "BWG": gettext_lazy("games won with Black"),
    "BH": gettext_lazy("Buchholz"),
    "SB": gettext_lazy("Sonneborn-Berger"),
    "PS": gettext_lazy("progressive score"),
    "KS": gettext_lazy("Koya"),
    "ARO": gettext_lazy("average rating of opponents"),
    "TPR": gettext_lazy("tournament performance rating"),
}
SHORT: Final[dict[str, Any]] = {
    "DE": pgettext_lazy("tie-break", "DE"), "WIN": pgettext_lazy("tie-break", "Wins"),
    "WON": pgettext_lazy("tie-break", "Won"), "BPG": pgettext_lazy("tie-break", "Black"),
    "BWG": pgettext_lazy("tie-break", "Won B"), "BH": pgettext_lazy("tie-break", "BH"),
    "SB": pgettext_lazy("tie-break", "SB"), "PS": pgettext_lazy("tie-break", "PS"),
    "KS": pgettext_lazy("tie-break", "Koya"), "ARO": pgettext_lazy("tie-break", "ARO"),
    "TPR": pgettext_lazy("tie-break", "TPR"),
}  # fmt: skip
_HALVES: Final = ("DE", "KS")


def moment(found: Standings) -> str:
    """After which round the table stands so: After round 3."""
    if not found.rounds:
        return _("No result yet.")
    if not found.numbered:
        return ngettext("After %(n)d game.", "After %(n)d games.", found.games) % {"n": found.games}
    if found.to_come:
        words = ngettext(
            "Round %(n)d is on, %(open)d board has no result yet.",
            "Round %(n)d is on, %(open)d boards have no result yet.",
            found.to_come,
        )
        return words % {"n": found.rounds, "open": found.to_come}
    if found.rounds == found.planned and not found.pending:
        return _("Final standings, after round %(n)d.") % {"n": found.rounds}
    return _("After round %(n)d.") % {"n": found.rounds}


def tie_break(found: TieBreak) -> str:
    """Buchholz cut 1."""
    name = str(NAMES[found.name])
    if found.high:
        return _("%(name)s median %(n)d") % {"name": name, "n": found.high}
    return _("%(name)s cut %(n)d") % {"name": name, "n": found.low} if found.low else name


def tie_break_short(found: TieBreak) -> str:
    """BH −1: what heads a column."""
    name = str(SHORT[found.name])
    if found.high:
        return f"{name} ±{found.high}"
    return f"{name} −{found.low}" if found.low else name


def tie_break_value(found: TieBreak, value: float | None) -> str:
    if value is None:
        return ""
    return figures.points(round(2 * value)) if found.name in _HALVES and not value * 2 % 1 else figures.trimmed(value)


def order_of(standings: Standings) -> str:
    """Points, then Buchholz cut 1, Buchholz: the sentence under the table."""
    names = [tie_break(each) for each in standings.tie_breaks]
    if not names:
        return _("Order: points.")
    return _("Order: points, then %(tiebreaks)s.") % {"tiebreaks": ", ".join(names)}


def unplayed(standings: Standings) -> str:
    """How rounds without a game count in the tie-breaks, by the regulations of the event's first day."""
    if not standings.swiss or not {each.name for each in standings.tie_breaks} & {"BH", "SB"}:
        return ""
    return {
        Rules.VIRTUAL: _("Rounds without a game count against a virtual opponent, as FIDE had it until 2022."),
        Rules.DUMMY: _("Rounds without a game count as FIDE has it since 2023 (C.07, article 16)."),
        Rules.CAPPED: _("Rounds without a game count as FIDE has it since March 2026 (C.07, article 16)."),
    }[standings.rules]


def kind(event: Event) -> str:
    """What an event is; of a match, over how many games, and whether those after its decision count as agreed."""
    if event.kind == Event.Kind.MATCH and event.rounds:
        says = ngettext("match over %(n)d game", "match over %(n)d games", event.rounds) % {"n": event.rounds}
        return says + (", " + _("all of them rated, as agreed") if event.rated_after_decision else "")
    return str(event.get_kind_display()) if event.kind != Event.Kind.FREE else ""
