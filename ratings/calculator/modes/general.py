"""Any game: home advantage, importance and margin; Glicko-2; what is needed for a target."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.kernel.elo import Elo
from ratings.kernel.glicko2 import grown, predicted_score, update
from ratings.kernel.needs import games_needed, opponents_needed, outcome, points_needed
from ratings.kernel.types import Batch, PlayerFacts, RatedGame, RatingState, Rules, World

from .. import reading
from ..fields import GAMES, RATING, K, Lines, Number, Pick, Points
from ..reading import Bounds
from ..showing import Table, View
from .elo import K_CHIPS, check_points, k_field
from .mode import Chip, Chips, Mode, Result, Rule, Values

DEVIATION = Bounds(1, 1_000)
GOALS = Bounds(0, 500, whole=True)

# A match with goals or points


def match_fields() -> dict[str, Any]:
    margins = [
        ("none", pgettext_lazy("margin", "Does not count")),
        ("goals", _("World Football Elo (goals)")),
        ("nba", _("FiveThirtyEight, basketball")),
        ("nfl", _("FiveThirtyEight, American football")),
    ]
    return {
        "home": Number(_("Home rating"), "1665", RATING),
        "away": Number(_("Away rating"), "1668", RATING),
        "home_goals": Number(_("Home goals or points"), "1", GOALS),
        "away_goals": Number(_("Away goals or points"), "0", GOALS),
        "k": Number(_("K, importance of the match"), "20", K),
        "advantage": Number(
            _("Home advantage"), "100", Bounds(0, 1_000), help_text=_("Rating points; 0 on neutral ground.")
        ),
        "scale": Number(_("Scale"), "400", Bounds(50, 5_000), help_text=_("Points that make odds of ten to one.")),
        "margin": Pick(_("Margin of the win"), margins, "goals"),
    }


def match(values: Values) -> Result:
    goals = values["home_goals"], values["away_goals"]
    halves = 1 if goals[0] == goals[1] else 2 if goals[0] > goals[1] else 0
    system = Elo()
    given = {"k": values["k"] or 1, "scale": values["scale"], "margin": values["margin"]}
    rules = Rules(((1, system.parameters(given | {"home_advantage": values["advantage"]})),))
    states = {1: RatingState(values["home"]), 2: RatingState(values["away"])}
    world = World(states, {1: PlayerFacts(1), 2: PlayerFacts(2)}, rules, lambda player, day: None, {})
    game = RatedGame(1, 1, 1, 1, 2, halves, 1.0 if values["k"] else 0.0, None, None, *goals)
    batch = Batch(1, [game])
    home, away = system.rate(batch, world)
    multiplier = {line.code: line.values for line in system.explain(batch, world, 1)}["k"]["multiplier"]
    notes: list[Any] = [["match_result", {"result": ("loss", "draw", "win")[halves]}]]
    if values["advantage"]:
        notes.append(["match_home", {"rating": values["advantage"]}])
    return {
        "home_change": home.change,
        "home_new": home.closing,
        "away_change": away.change,
        "away_new": away.closing,
        "home_expected": home.expected,
        "away_expected": away.expected,
        "multiplier": multiplier,
        "k_used": home.k,
        "notes": [*notes, ["match_k", {"k": values["k"], "multiplier": multiplier, "k_used": home.k}]],
    }


def _football(label: Any, k: str) -> Chip:
    return Chip(label, {"k": k, "advantage": "100", "scale": "400", "margin": "goals"})


SPORTS = (
    Chips(
        "k",
        _("Football: importance of the match"),
        (
            _football(_("60: World Cup finals"), "60"),
            _football(_("50: continental finals"), "50"),
            _football(_("40: qualifiers and major tournaments"), "40"),
            _football(_("30: other tournaments"), "30"),
            _football(_("20: friendly"), "20"),
        ),
    ),
    Chips(
        "margin",
        _("Other games"),
        (
            Chip(_("Table tennis, a club’s ladder"), {"k": "32", "advantage": "0", "scale": "400", "margin": "none"}),
            Chip(_("E-sports, best of several maps"), {"k": "32", "advantage": "0", "scale": "400", "margin": "none"}),
            Chip(_("Basketball, NBA"), {"k": "20", "advantage": "100", "scale": "400", "margin": "nba"}),
            Chip(_("American football, NFL"), {"k": "20", "advantage": "65", "scale": "400", "margin": "nfl"}),
            Chip(_("National teams by FIFA (SUM)"), {"k": "25", "advantage": "0", "scale": "600", "margin": "none"}),
        ),
    ),
)

# Glicko-2


def glicko_fields() -> dict[str, Any]:
    return {
        "rating": Number(_("Your rating"), "1500", RATING),
        "deviation": Number(
            _("Your rating deviation"), "200", DEVIATION, help_text=_("350 for a newcomer, 50 for a regular.")
        ),
        "volatility": Number(
            _("Your volatility"), "0.06", Bounds(0.0001, 1), help_text=_("0.06 unless you know better.")
        ),
        "games": Lines(
            "uncertain",
            _("Games, one per line"),
            "1400 30 1\n1550 100 0\n1700 300 0",
            reading.line_of_result(RATING, DEVIATION),
            RATING,
            DEVIATION,
            help_text=_("Opponent’s rating, deviation and your result: 1400 30 1."),
        ),
        "tau": Number(
            _("System constant τ"), "0.5", Bounds(0.05, 2), help_text=_("0.3 to 1.2; how much volatilities may change.")
        ),
        "idle": Number(_("Periods without games before"), "0", Bounds(0, 1_000)),
    }


def glicko(values: Values) -> Result:
    deviation = values["deviation"]
    if values["idle"]:
        deviation = min(grown(deviation, values["volatility"], values["idle"]), max(350.0, deviation))
    own, results = values["rating"], values["games"]
    made = update(own, deviation, values["volatility"], results, values["tau"])
    rows = [
        {
            "number": number,
            "opponent": result.rating,
            "row_deviation": result.deviation,
            "forecast": predicted_score(own, deviation, result.rating, result.deviation),
            "g": g,
            "row_expected": expected,
            "score": result.score,
            "row_change": change,
        }
        for number, (result, g, expected, change) in enumerate(
            zip(results, made.g, made.expected, made.changes, strict=True), 1
        )
    ]
    low, high = made.rating - 1.96 * made.deviation, made.rating + 1.96 * made.deviation
    notes: list[Any] = [["glicko_range", {"low": low, "high": high}], ["glicko_inflated", {"inflated": made.inflated}]]
    return {
        "change": made.rating - own,
        "new": made.rating,
        "new_deviation": made.deviation,
        "new_volatility": made.volatility,
        "rows": rows,
        "notes": [*notes, ["glicko_prediction", {}]],
    }


# What do I need?


def need_fields() -> dict[str, Any]:
    return {
        "own": Number(_("Your rating"), "1950", RATING),
        "target": Number(_("Rating you want"), "2000", RATING),
        "ask": Pick(
            _("What do you look for?"),
            [("points", _("The points I need")), ("opponents", _("The opponents I need"))],
            "points",
        ),
        "games": Number(_("Number of games"), "9", GAMES),
        "opponent": Number(_("Opponents’ average"), "1900", RATING, help_text=_("For the points you need.")),
        "points": Points(_("Points scored"), "6", help_text=_("For the opponents you need.")),
        "k": k_field(),
        "system": Pick(
            _("Rule"),
            [("elo", _("Elo, logistic curve, unrounded")), ("fide", _("FIDE’s table and rounding, standard list"))],
            "elo",
        ),
    }


def need(values: Values) -> Result:
    return _points(values) if values["ask"] == "points" else _opponents(values)


def _points(values: Values) -> Result:
    system, own, target, k, games, opponent = (
        values[name] for name in ("system", "own", "target", "k", "games", "opponent")
    )
    found, most = points_needed(system, own, target, k, games, opponent), 2 * games
    if found is None:
        best = _row(values, opponent, most)
        count = games_needed(system, own, target, k, opponent, reading.MOST_LINES)
        note = ["need_more", {"count": count}] if count else ["need_never", {}]
        return {"rows": [best], "notes": [["need_impossible", {"new": best["row_new"], "target": target}], note]}
    around = range(max(0, found - 2), min(most, found + 2) + 1)
    said = {"points": found / 2, "games": games, "opponent": opponent, "target": target}
    rows = [_row(values, opponent, halves) for halves in around]
    return {"points": found / 2, "rows": rows, "notes": [["need_points", said]]}


def _opponents(values: Values) -> Result:
    system, own, target, k, games, points = (
        values[name] for name in ("system", "own", "target", "k", "games", "points")
    )
    check_points(points, games)
    found = opponents_needed(system, own, target, k, games, points)
    said = {"points": points / 2, "games": games, "target": target}
    if found is None:
        return {"notes": [["need_no_opponents", said]]}
    if found == 0:
        return {"opponent": 0, "notes": [["need_any_opponents", said]]}
    row = _row(values, found, points)
    return {"opponent": found, "rows": [row], "notes": [["need_opponents", said | {"opponent": found}]]}


def _row(values: Values, opponent: float, halves: int) -> Result:
    made = outcome(values["system"], values["own"], values["k"], values["games"], opponent, halves)
    return {"score": halves / 2, "row_expected": made.expected, "row_change": made.change, "row_new": made.new}


MODES = (
    Mode(
        "match",
        _("Any other game"),
        _("Table tennis, football, e-sports: with home advantage, importance and margin of the win."),
        match_fields,
        match,
        View(
            (
                "home_change",
                "home_new",
                "away_change",
                "away_new",
                "home_expected",
                "away_expected",
                "multiplier",
                "k_used",
            )
        ),
        Rule(
            _("E = 1 / (1 + 10^(−(home − away + advantage) / scale)); change = K × margin factor × (result − E)."),
            _("World Football Elo (eloratings.net); FiveThirtyEight for NBA and NFL; FIFA’s SUM has scale 600."),
            _("Football: factor 1, 1.5 for two goals, (11 + N) / 8 from three."),
        ),
        SPORTS,
    ),
    Mode(
        "glicko2",
        _("Glicko-2"),
        _("A rating with its uncertainty: what a rating period does to rating, deviation and volatility."),
        glicko_fields,
        glicko,
        View(
            ("new", "change", "new_deviation", "new_volatility"),
            (
                Table(
                    "rows",
                    ("number", "opponent", "row_deviation", "g", "row_expected", "forecast", "score", "row_change"),
                ),
            ),
        ),
        Rule(
            _("Glicko-2, one rating period, all games against the ratings before it."),
            _("M. E. Glickman, “Example of the Glicko-2 system” (2013, revised 2022)."),
            _("Sites choose their own constants: compare numbers within one site only."),
        ),
    ),
    Mode(
        "need",
        _("What do I need?"),
        _("The points, or the opponents, that bring you to a rating."),
        need_fields,
        need,
        View(("points", "opponent"), (Table("rows", ("score", "row_expected", "row_change", "row_new")),)),
        Rule(
            _(
                "New rating = rating + K × (points − games × E). "
                "FIDE: table 8.1.2, 400-point rule, limit of 700, one rounding."
            ),
            _("A. E. Elo (1978); FIDE Handbook B.02, 8.3."),
            _("FIDE’s rules as valid since 1 October 2025."),
        ),
        (K_CHIPS,),
    ),
)
