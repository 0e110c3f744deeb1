"""FIDE's rules: a rating period, and the K-factor."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from ratings.kernel.fide import floor_on
from ratings.kernel.forecasts import Tournament, fide_period
from ratings.kernel.kfactor import coefficient, limited_to_700
from ratings.kernel.types import Line

from ..fields import FIDE_RATING, Day, K, Number, PeriodLines, Pick
from ..reading import Bounds
from ..showing import Table, View
from .mode import Chip, Chips, Mode, Result, Rule, Values

BIRTH = Bounds(1900, 2100, whole=True)
COUNT = Bounds(0, 10_000, whole=True)
PEAKS = {"none": 0, "2300": 2300, "2400": 2400}
K_RULES = (("reached_2400", 10), ("junior", 40), ("newcomer", 40), ("established", 20))


def day_field(label: Any) -> Day:
    return Day(label, date.today, help_text=_("The rules valid on this day are applied."))


def finder_fields() -> dict[str, Any]:
    return {
        "birth_year": Number(_("Year of birth"), "", BIRTH, optional=True, help_text=_("Empty: not a junior.")),
        "before": Number(_("Rated games before"), "60", COUNT, help_text=_("On this list, before this period.")),
        "reached": Pick(
            _("Highest published rating"),
            [("none", _("Always below 2300")), ("2300", _("2300 or more once")), ("2400", _("2400 or more once"))],
            "none",
        ),
    }


FIDE_K = Chips(
    "k",
    _("Values of K to choose"),
    (Chip(_("Find it"), {"k": ""}), *(Chip(number, {"k": number}) for number in ("10", "20", "40"))),
)

# A rating period

EXAMPLE = "1926:1\n2011:1\n2318:0\n2067:½\n2219:½"


def fide_fields() -> dict[str, Any]:
    lists = [("standard", _("Standard")), ("rapid", _("Rapid")), ("blitz", _("Blitz"))]
    finder = finder_fields()
    return {
        "own": Number(_("Your rating"), "2212", FIDE_RATING),
        "games": PeriodLines(
            _("Games, one per line"),
            EXAMPLE,
            FIDE_RATING,
            help_text=_(
                "Opponent’s rating and your result: 1926:1; with ? instead of a result it is left out. A date begins "
                "another tournament of the period: 2025-09-20, or 2025-09-20 2207 if your rating was another then. "
                "A pasted table works too."
            ),
        ),
        "list": Pick(_("Rating list"), lists, "standard"),
        "start": day_field(_("Start of the tournament")),
        "k": Number(_("K-factor"), "", K, optional=True, help_text=_("Empty: found by what follows.")),
        **finder,
    }


def fide(values: Values) -> Result:
    finding = values["k"] is None
    lines = fide_period(
        values["own"],
        values["games"],
        start=values["start"].toordinal(),
        list_name=values["list"],
        k=values["k"],
        games_before=values["before"],
        birth_year=values["birth_year"],
        peak=PEAKS[values["reached"]],
    )
    said = {line.code: line.values for line in lines}
    rows = [_fide_row(number, line) for number, line in enumerate(_games(lines), start=1)]
    for row, game in zip(rows, values["games"], strict=True):
        row |= _tournament(game.tournament)
    total, closing = said["sum"], said["closing"]
    result: Result = {
        "change_whole": total["rounded"] if total["games"] else 0,
        "new": closing["computed"],
        "k": said["k"]["k"] if "k" in said else None,
        "score": total["score"],
        "expected_sum": total["expected"],
        "unrounded": total["unrounded"],
        "rows": rows,
        "total": {"score": total["score"], "table": total["expected"], "delta": total["delta"]},
    }
    result["total"]["row_change"] = total["unrounded"]
    return result | {"notes": list(_fide_notes(said, rows, values, finding))}


def _tournament(found: Tournament | None) -> Result:
    if found is None:
        return {}
    day = {"tournament": date.fromordinal(found.start).isoformat()}
    return day if found.own is None else day | {"own_then": found.own}


def _games(lines: list[Line]) -> list[Line]:
    return [line for line in lines if line.code in ("game", "not_rated")]


def _fide_row(number: int, line: Line) -> Result:
    v = line.values
    row: Result = {"number": number, "opponent": v["opponent"], "score": v["score"]}
    if line.code == "not_rated":
        return row | {"reason": f"reason_{v['reason']}"}
    row |= {"difference": v["difference"], "table": v["expected"], "delta": v["delta"], "row_change": v["change"]}
    return row | {"used": v["used"], "reason": f"gap_{v['rule']}"} if v["rule"] else row


def _fide_notes(said: Any, rows: list[Result], values: Values, finding: bool) -> Iterator[Any]:
    if "k" in said:
        yield from _k_notes(said["k"], values, finding)
    yield ["fide_rounding", {"unrounded": said["sum"]["unrounded"], "change_whole": said["sum"]["rounded"]}]
    reasons = {row["reason"] for row in rows if "reason" in row}
    yield from ([f"note_{reason}", {}] for reason in sorted(reasons))
    if said["closing"]["rating"] is None:
        yield ["below_floor", {"limit": floor_on(values["start"].toordinal())}]


def _k_notes(k: Any, values: Values, finding: bool) -> Iterator[Any]:
    limited = k["rule"] == "limit_700"
    found = coefficient(
        max(values["own"], PEAKS[values["reached"]]), values["before"], values["birth_year"], values["start"].year
    )
    if finding:
        yield [f"k_{found.rule}", {"k": found.k}]
    if limited:
        yield ["k_limit_700", {"k_used": k["k"], "games": k["games"]}]


# Which K


def k_fields() -> dict[str, Any]:
    finder = finder_fields()
    finder["before"].help_text = _("On this list (standard, rapid or blitz), before the period.")
    return {
        "rating": Number(_("Published rating"), "1900", FIDE_RATING),
        **finder,
        "year": Number(_("Year of the list"), lambda: date.today().year, Bounds(1990, 2100, whole=True)),
        "count": Number(
            _("Games in the period"), "9", COUNT, help_text=_("K times the number of games is at most 700.")
        ),
    }


def k_finder(values: Values) -> Result:
    peak = max(values["rating"], PEAKS[values["reached"]])
    found = coefficient(peak, values["before"], values["birth_year"], values["year"])
    used = limited_to_700(found, values["count"])
    notes: list[Any] = [[f"k_{found.rule}", {"k": found.k}]]
    if used.rule != found.rule:
        notes.append(["k_limit_700", {"k_used": used.k, "games": values["count"]}])
    rows = [{"rule": f"rule_{rule}", "k": k, "verdict": "decides" if rule == found.rule else ""} for rule, k in K_RULES]
    return {"k": found.k, "k_used": used.k, "rules": _until(rows), "notes": [*notes, ["k_order", {}]]}


def _until(rows: list[Result]) -> list[Result]:
    """Rules before the deciding one do not apply, those after it are not asked."""
    place = next(number for number, row in enumerate(rows) if row["verdict"])
    words = ["does_not_apply"] * place + ["decides"] + ["not_asked"] * (len(rows) - place - 1)
    return [row | {"verdict": word} for row, word in zip(rows, words, strict=True)]


PERIOD = (
    "number",
    "tournament",
    "own_then",
    "opponent",
    "difference",
    "used",
    "table",
    "score",
    "delta",
    "row_change",
    "reason",
)
MODES = (
    Mode(
        "fide",
        _("FIDE rating"),
        _("A rating period by FIDE’s regulations: table, limits and K by the date of the tournament."),
        fide_fields,
        fide,
        View(("change_whole", "new", "k", "unrounded", "score", "expected_sum"), (Table("rows", PERIOD, "total"),)),
        Rule(
            _("Expectation from table 8.1.2; the sum of the period × K, rounded once, halves away from zero."),
            _("FIDE Handbook B.02, Rating Regulations 8.1–8.3; Rapid and Blitz Rating Regulations."),
            _(
                "400-point rule: every game from July 2009, one game a tournament in 2022 and 2023, every game again "
                "from 1 March 2024; from 1 October 2025 not for players of 2650 and more (standard only). Floor 1400 "
                "from 1 March 2024, 1000 before. Rapid and blitz: gaps of 600 with a player above 2600 are not rated "
                "from 1 December 2024."
            ),
        ),
        (FIDE_K,),
    ),
    Mode(
        "k",
        _("Which K?"),
        _("FIDE’s development coefficient, and the rule that decides it."),
        k_fields,
        k_finder,
        View(("k", "k_used"), (Table("rules", ("rule", "k", "verdict")),)),
        Rule(
            _("The first rule that applies decides. K × games of a period is at most 700."),
            _("FIDE Handbook B.02, 8.3.3; the order is that of the published lists."),
            _("These values are valid since July 2014, for rapid and blitz lists since 2024."),
        ),
    ),
)
