"""The lines of the FIDE regulations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import League
from ratings.figures import signed, trimmed

from .expectation import CAPS, change, difference, table_row
from .facts import not_rated as not_rated_words

Values = Mapping[str, Any]


def game(v: Values) -> str:
    words = [difference(v | {"advantage": 0})]
    if v.get("rule"):
        words.append(str(CAPS.get(v["rule"], v["rule"])))
    words.append(table_row(v))
    words.append(change(v))
    return " ".join(words)


def not_rated(v: Values) -> str:
    return not_rated_words(v["reason"])


def unrated(v: Values) -> str:
    words = _("Still unrated: %(games)s of %(needed)s games against rated opponents.")
    return words % {"games": v["games"], "needed": v["needed"]}


def why_nobody(league: League) -> str:
    """Why a league of FIDE's rules may have games and not one rating (B.02 7.1.4)."""
    if league.system != League.System.FIDE:
        return ""
    return _(
        "A first rating needs five games against rated players within 26 periods, and comes with the close of a period."
        " Where everybody is unrated nobody can get one: enter the ratings that players bring along."
    )


def first_rating(v: Values) -> str:
    words = ngettext(
        "%(n)d game against rated opponents, %(score)s points.",
        "%(n)d games against rated opponents, %(score)s points.",
        v["games"],
    ) % {"n": v["games"], "score": trimmed(v["score"], 1)}
    words += " " + _(
        "Average %(average)s, score %(percent)s %%, which is worth %(dp)s: computed %(computed)s, "
        "first rating %(rating)s."
    ) % {
        "average": trimmed(v["average"], 2),
        "percent": trimmed(v["percent"], 2),
        "dp": signed(v["dp"], 0 if isinstance(v["dp"], int) else 1),
        "computed": trimmed(v["computed"], 2),
        "rating": trimmed(v["rating"], 2),
    }
    return words


def not_published(v: Values) -> str:
    words = _("Not published yet: it takes %(needed)s games, and at least %(floor)s.")
    return words % {"needed": v["needed"], "floor": trimmed(v["floor"], 0)}


def correction(v: Values) -> str:
    """A result of a published period that came late or counts otherwise now."""
    numbers = {
        "score": trimmed(v["score"], 1),
        "was": trimmed(v["was"], 1),
        "k": trimmed(v["k"], 2),
        "expected": trimmed(v["expected"], 4),
        "opponent": trimmed(v["opponent"], 2),
        "change": signed(v["change"], 2),
    }
    if v["score"] is None:
        return _("A result of a published list counts no more; it was %(was)s: %(change)s.") % numbers
    if v["was"] is None:
        words = _("A late result, %(score)s against %(opponent)s: %(k)s × (%(score)s − %(expected)s) = %(change)s.")
        return words % numbers
    words = _("A result of a published list is %(score)s, not %(was)s: %(k)s × (%(score)s − %(was)s) = %(change)s.")
    return words % numbers
