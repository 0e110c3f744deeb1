"""The kernel's lines of an explanation, each put into a sentence. Keys are the kernel's codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings.figures import plain, signed, trimmed
from ratings.kernel.types import Line

from . import expectation, fide, glicko
from .clause import tier_words

Values = Mapping[str, Any]


def sentence(line: Line, parameters: Mapping[str, Any] | None = None) -> str:
    """A line in words; an unknown code gives its numbers, never nothing.

    ``parameters``: the rules in force, so that a tier of K can be named by what it says.
    """
    worded = SENTENCES.get(line.code)
    if worded is None:
        return ", ".join(f"{key} {value}" for key, value in line.values.items())
    if line.code == "k" and line.values.get("rule") == "tier":
        return worded({**line.values, "who": tier_words(parameters, line.values["tier"])})
    return worded(line.values)


def _opening(v: Values) -> str:
    if v.get("rating") is None:
        return _("Before: unrated.")
    text = _("Before: %(rating)s.") % {"rating": trimmed(v["rating"], 2)}
    if v.get("deviation") is not None:
        volatility = v.get("volatility")
        text = _("Before: %(rating)s, deviation %(deviation)s, volatility %(volatility)s.") % {
            "rating": trimmed(v["rating"], 2),
            "deviation": trimmed(v["deviation"], 2),
            "volatility": trimmed(volatility, 5),
        }
    return text + _games_before(v)


def _games_before(v: Values) -> str:
    games = v.get("games")
    if games is None:
        return ""
    return " " + ngettext("%(n)d rated game so far.", "%(n)d rated games so far.", games) % {"n": games}


K_RULES: dict[str, Any] = {
    "fixed": gettext_lazy("the same for everybody"),
    "tier": gettext_lazy("rule %(tier)d of the list is the first that fits (%(who)s)"),
    "game": gettext_lazy("fixed for this game"),
    "player": gettext_lazy("fixed for this player"),
    "reached_2400": gettext_lazy("once published at 2400 or more, for good"),
    "junior": gettext_lazy("up to the year of the 18th birthday, never 2300 yet"),
    "newcomer": gettext_lazy("fewer than 30 rated games on this list"),
    "established": gettext_lazy("30 rated games or more, never 2400"),
    "list": gettext_lazy("as the federation's list says"),
    "limit_700": gettext_lazy("lowered, so that K times the games of the period stays within 700"),
}


def _k(v: Values) -> str:
    rule = str(K_RULES.get(v["rule"], v["rule"])) % {"tier": v.get("tier") or 0, "who": v.get("who", "")}
    text = _("K is %(k)s: %(rule)s.") % {"k": trimmed(v["k"], 2), "rule": rule}
    if v.get("weight", 1) != 1:
        text += " " + _("The game's weight multiplies it by %(weight)s.") % {"weight": trimmed(v["weight"], 3)}
    if v.get("multiplier", 1) != 1:
        text += " " + _("The margin of the win multiplies it by %(factor)s.") % {"factor": trimmed(v["multiplier"], 3)}
    if v.get("used") is not None and v["used"] != v["k"]:
        text += " " + _("Used: %(used)s.") % {"used": trimmed(v["used"], 3)}
    return text


def _sum(v: Values) -> str:
    games = v["games"]
    if "unrounded" not in v:
        words = ngettext("%(n)d game: %(change)s.", "Sum of %(n)d games: %(change)s.", games)
        return words % {"n": games, "change": signed(v["change"], 2)}
    words = ngettext(
        "%(n)d game: %(score)s points, %(expected)s expected, %(delta)s; times K makes %(unrounded)s, rounded once: "
        "%(rounded)s.",
        "%(n)d games: %(score)s points, %(expected)s expected, %(delta)s; times K makes %(unrounded)s, rounded once: "
        "%(rounded)s.",
        games,
    )
    return words % {
        "n": games,
        "score": trimmed(v["score"], 1),
        "expected": plain(v["expected"], 2),
        "delta": signed(v["delta"], 2),
        "unrounded": signed(v["unrounded"], 2),
        "rounded": _signed_short(v["rounded"]),
    }


def _signed_short(value: float) -> str:
    return signed(value, 0 if value == int(value) else 2)


def _rounding(v: Values) -> str:
    whole = v.get("grid", 1) == 1
    words = _("Rounded once, to a whole number: %(rounded)s.") if whole else _("Rounded once, to a tenth: %(rounded)s.")
    return words % {"rounded": signed(v["rounded"], 0 if whole else 1)}


def _floor(v: Values) -> str:
    if v["floor"] is None:
        return _("Below the floor.")
    return _("No rating falls below %(floor)s.") % {"floor": trimmed(v["floor"], 1)}


def _closing(v: Values) -> str:
    if v.get("rating") is None:
        computed = v.get("computed")
        return _("After: unrated.") if computed is None else _("After: unrated (%(computed)s).") % {
            "computed": trimmed(computed, 2)}  # fmt: skip
    if v.get("opening") is None:
        return _("After: %(rating)s.") % {"rating": trimmed(v["rating"], 2)}
    return _("After: %(opening)s and %(change)s make %(rating)s.") % {
        "opening": trimmed(v["opening"], 2),
        "change": signed(v["change"], 2),
        "rating": trimmed(v["rating"], 2),
    }


def _game(v: Values) -> str:
    return glicko.game(v) if "g" in v else fide.game(v)


SENTENCES: dict[str, Callable[[Values], str]] = {
    "opening": _opening,
    "expected": expectation.expected,
    "k": _k,
    "change": expectation.change,
    "sum": _sum,
    "rounding": _rounding,
    "floor": _floor,
    "closing": _closing,
    "idle": glicko.idle,
    "game": _game,
    "not_rated": fide.not_rated,
    "unrated": fide.unrated,
    "first_rating": fide.first_rating,
    "not_published": fide.not_published,
    "correction": fide.correction,
    "volatility": glicko.volatility,
    "deviation": glicko.deviation,
    "limit": glicko.limit,
}
