"""Plain Elo: one game, the gap table, a series, a list of games."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.kernel.expectation import logistic
from ratings.kernel.fide_tables import expected_hundredths
from ratings.kernel.forecasts import EXEMPT_FROM, LARGEST_DIFFERENCE, exchange, listed, series

from ..fields import GAMES, RATING, K, Number, Pick, Points, Score, games
from ..reading import Bounds, wrong
from ..showing import Table, View
from .mode import Chip, Chips, Mode, Result, Rule, Values

GAPS = (0, 25, 50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800)
RESULTS = (("win", 2), ("draw", 1), ("loss", 0))
ELO_RULE = Rule(
    _("Expected score E = 1 / (1 + 10^((opponent − own) / 400)); change = K × (score − E). Nothing is rounded."),
    _("A. E. Elo, “The Rating of Chessplayers, Past and Present” (1978)."),
    _("The logistic curve is used by most clubs and sites; FIDE uses a table instead (see the FIDE calculator)."),
)
K_CHIPS = Chips(
    "k",
    _("Who uses which K"),
    (
        Chip(_("10: FIDE, once 2400 was reached"), {"k": "10"}),
        Chip(_("16: strong players on many sites"), {"k": "16"}),
        Chip(_("20: FIDE, most players"), {"k": "20"}),
        Chip(_("24: masters in older US rules"), {"k": "24"}),
        Chip(_("32: clubs and games of all kinds"), {"k": "32"}),
        Chip(_("40: FIDE, newcomers and juniors"), {"k": "40"}),
    ),
)
SCORE_CHIPS = Chips(
    "score",
    _("Results to choose"),
    (Chip(_("Win"), {"score": "1"}), Chip(_("Draw"), {"score": "½"}), Chip(_("Loss"), {"score": "0"})),
)


def k_field(initial: str = "20") -> Number:
    return Number(_("K-factor"), initial, K, help_text=_("How many points one whole point of score is worth."))


# One game


def game_fields() -> dict[str, Any]:
    return {
        "own": Number(_("Your rating"), "1500", RATING),
        "opponent": Number(_("Opponent’s rating"), "1600", RATING),
        "score": Score(_("Your result"), "1", help_text=_("1, 0, or a draw as ½, 1/2, 0.5 or =.")),
        "k": k_field(),
        "other_k": Number(_("Opponent’s K-factor"), "", K, optional=True, help_text=_("Empty: the same as yours.")),
    }


def game(values: Values) -> Result:
    own, opponent, k, halves = values["own"], values["opponent"], values["k"], values["score"]
    other_k = k if values["other_k"] is None else values["other_k"]
    mine, theirs = exchange(own, opponent, k, halves), exchange(opponent, own, other_k, 2 - halves)
    total = mine.change + theirs.change
    balance = ["sum_zero", {}] if k == other_k else ["sum_not_zero", {"k": k, "other_k": other_k, "sum": total}]
    return {
        "expected": mine.expected,
        "change": mine.change,
        "new": mine.new,
        "other_expected": theirs.expected,
        "other_change": theirs.change,
        "other_new": theirs.new,
        "sum": 0.0 if k == other_k else total,
        "outcomes": [_outcome(name, own, opponent, k, other_k, scored) for name, scored in RESULTS],
        "notes": [balance, ["not_a_chance", {}]],
    }


def _outcome(name: str, own: float, opponent: float, k: float, other_k: float, halves: int) -> Result:
    mine, theirs = exchange(own, opponent, k, halves), exchange(opponent, own, other_k, 2 - halves)
    return {
        "result": name,
        "row_change": mine.change,
        "row_new": mine.new,
        "row_other_change": theirs.change,
        "row_other_new": theirs.new,
    }


# Both sides at any gap


def gap_fields() -> dict[str, Any]:
    return {"gap": Number(_("Rating gap"), "200", Bounds(0, 4_000), help_text=_("Higher minus lower rating."))}


def gap(values: Values) -> Result:
    notes = [["not_a_chance", {}], ["fide_table_differs", {}]]
    return {**_gap(values["gap"]), "gaps": [_gap(each) for each in GAPS], "notes": notes}


def _gap(points: float) -> Result:
    higher = logistic(points, 0)
    table = expected_hundredths(int(points)) / 100 if points == int(points) else None
    return {
        "gap": points,
        "higher": higher,
        "lower": logistic(0, points),
        "odds": 10 ** (points / 400),
        "table": table,
    }


# A series against a field


def field_fields() -> dict[str, Any]:
    return {
        "own": Number(_("Your rating"), "1500", RATING),
        "k": k_field(),
        "games": Number(_("Number of games"), "9", GAMES),
        "opponent": Number(_("Opponents’ average"), "1550", RATING),
        "points": Points(_("Points scored"), "5"),
    }


def check_points(points: int, count: int) -> None:
    """No more points than games."""
    if points > 2 * count:
        raise wrong("too_many_points", field="points", points=points / 2, games=count)


def field(values: Values) -> Result:
    check_points(values["points"], values["games"])
    made = series(values["own"], values["k"], values["games"], values["opponent"], values["points"])
    formula = {"points": made.score, "expected_sum": made.expected, "k": values["k"]}
    return {
        "new": made.new,
        "change": made.change,
        "expected": made.games[0].expected,
        "expected_sum": made.expected,
        "surplus": made.score - made.expected,
        "notes": [["field_formula", formula], ["field_average", {}]],
    }


# A list of games

EXAMPLE = "1800:1\n1750:½\n1920:0\n1680:1"


def games_fields() -> dict[str, Any]:
    return {
        "own": Number(_("Your rating"), "1780", RATING),
        "k": k_field(),
        "games": games(
            _("Games, one per line"),
            EXAMPLE,
            RATING,
            help_text=_(
                "Opponent’s rating and your result: 1800:1; with ? instead of a result it is left out. "
                "A pasted table works too; names before are ignored."
            ),
        ),
        "way": Pick(
            _("How the games are rated"),
            [("period", _("As one rating period")), ("turn", _("One after another"))],
            "period",
        ),
        "cap": Pick(
            _("400-point rule"),
            [
                ("no", pgettext_lazy("400-point rule", "Not applied")),
                ("all", _("Larger gaps count as 400")),
                ("below", _("Counts as 400, but not for 2650 and above")),
            ],
            "no",
        ),
    }


def games_list(values: Values) -> Result:
    own, played = values["own"], values["games"]
    in_turn, cap, exempt = values["way"] == "turn", values["cap"] != "no", values["cap"] == "below"
    made = listed(own, values["k"], played, in_turn=in_turn, cap=cap, exempt=exempt)
    rows: list[Result] = []
    for number, (each, outcome) in enumerate(zip(played, made.games, strict=True), start=1):
        row: Result = {"number": number, "opponent": each.opponent, "score": each.halves / 2}
        rows.append(row | {"row_expected": outcome.expected, "row_change": outcome.change})
        if in_turn:
            rows[-1]["row_new"] = outcome.new
    return {
        "change": made.change,
        "new": made.new,
        "score": made.score,
        "expected_sum": made.expected,
        "surplus": made.score - made.expected,
        "rows": rows,
        "total": {"score": made.score, "row_expected": made.expected, "row_change": made.change},
        "notes": list(_list_notes(values, made.games)),
    }


def _list_notes(values: Values, made: Any) -> list[Any]:
    notes: list[Any] = [["turn_way" if values["way"] == "turn" else "period_way", {}]]
    if values["cap"] == "no":
        return notes
    rating, capped, kept = values["own"], 0, 0
    for each, outcome in zip(values["games"], made, strict=True):
        if abs(rating - each.opponent) > LARGEST_DIFFERENCE:
            exempt = values["cap"] == "below" and rating >= EXEMPT_FROM
            capped, kept = capped + (not exempt), kept + exempt
        if values["way"] == "turn":
            rating = outcome.new
    notes.append(["capped", {"count": capped}])
    return [*notes, ["kept_2650", {"count": kept}]] if kept else notes


MODES = (
    Mode(
        "game",
        _("One game"),
        _("What a win, a draw or a loss does to both ratings."),
        game_fields,
        game,
        View(
            ("change", "new", "expected", "other_change", "other_new", "sum"),
            (Table("outcomes", ("result", "row_change", "row_new", "row_other_change", "row_other_new")),),
        ),
        ELO_RULE,
        (SCORE_CHIPS, K_CHIPS),
    ),
    Mode(
        "gap",
        _("Rating gap"),
        _("What score the higher rated player is expected to make at any gap."),
        gap_fields,
        gap,
        View(("higher", "lower", "odds", "table"), (Table("gaps", ("gap", "higher", "lower", "odds", "table")),)),
        ELO_RULE,
    ),
    Mode(
        "field",
        _("Series against a field"),
        _("A match or a tournament when only the average opponent is known."),
        field_fields,
        field,
        View(("change", "new", "expected", "expected_sum", "surplus")),
        ELO_RULE,
        (K_CHIPS,),
    ),
    Mode(
        "games",
        _("List of games"),
        _("A tournament or a month, game by game, with each game’s part of the change."),
        games_fields,
        games_list,
        View(
            ("change", "new", "score", "expected_sum", "surplus"),
            (Table("rows", ("number", "opponent", "score", "row_expected", "row_change", "row_new"), "total"),),
        ),
        ELO_RULE,
        (K_CHIPS,),
    ),
)
