"""Where an expected score comes from: the formula with its numbers, or the row of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ratings.figures import plain, signed, trimmed

Values = Mapping[str, Any]

CAPS: dict[str, Any] = {
    "cap_400": gettext_lazy("More than 400 counts as 400."),
    "one_game": gettext_lazy("More than 400 counts as 400 in one game of the tournament: this one."),
    "other_game": gettext_lazy("Only one game of the tournament is cut to 400, and it is not this one."),
    "own_2650": gettext_lazy("A player rated 2650 or more keeps the real difference."),
}


def expected(v: Values) -> str:
    table = v.get("method") == "fide_table"
    words = [difference(v)]
    if table:
        words.append(table_row(v))
    else:
        words.append(
            _("Expected score 1 / (1 + 10^(%(minus)s / %(scale)s)) = %(expected)s.")
            % {
                "minus": trimmed(-v["used"], 2),
                "scale": trimmed(v.get("scale", 400), 0),
                "expected": plain(v["expected"], 4),
            }
        )
    return " ".join(words)


def difference(v: Values) -> str:
    advantage = v.get("advantage") or 0
    if advantage:
        text = _("%(own)s against %(opponent)s, with %(advantage)s for the home side: a difference of %(difference)s.")
    else:
        text = _("%(own)s against %(opponent)s: a difference of %(difference)s.")
    text %= {
        "own": trimmed(v["own"], 2),
        "opponent": trimmed(v["opponent"], 2),
        "advantage": signed(advantage, 0),
        "difference": trimmed(v["difference"], 2),
    }
    if v.get("used") is not None and v["used"] != v["difference"] and not v.get("rule"):
        text += " " + _("It counts as %(used)s.") % {"used": trimmed(v["used"], 2)}
    return text


def table_row(v: Values) -> str:
    first, last = v["row"]
    row = f"{first}–{last}" if last is not None else _("%(first)s and more") % {"first": first}
    higher = v["used"] >= 0
    text = (
        _("Row %(row)s of the table, for the higher rated: %(expected)s.")
        if higher
        else _("Row %(row)s of the table, for the lower rated: %(expected)s.")
    )
    return text % {"row": row, "expected": plain(v["expected"], 2)}


def change(v: Values) -> str:
    return _("%(k)s × (%(score)s − %(expected)s) = %(change)s") % {
        "k": trimmed(v["k"], 3),
        "score": trimmed(v["score"], 1),
        "expected": plain(v["expected"], 4).rstrip("0").rstrip(".,") or "0",
        "change": signed(v["change"], 2),
    }
