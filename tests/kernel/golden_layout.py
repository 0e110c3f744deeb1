"""Worked cases from other people's programs and from print, laid out as bare facts.

``laid_out`` turns a case of the shared collection into the layout of ``tests/data/golden_cases.json``:
``kind`` says which function computes it (``golden_kinds``), ``given`` and ``gives`` hold numbers
only, scores in halves, differences in score in hundredths.
"""

import json
from datetime import date
from pathlib import Path

SHIPPED = Path(__file__).resolve().parent.parent / "data" / "golden_cases.json"

# systems that Arpad does not have: shown as such by a skipped test, never left out in silence
NOT_BUILT = {"USCF": "US Chess", "DWZ": "DWZ", "EGF": "EGF", "GLICKO1": "Glicko-1"}
# what Glicko-1 and Glicko-2 share is computed all the same
BUILT_ALL_THE_SAME = {"GLICKO1-expected"}

REPOSITORIES = {
    "zugzwang": "zugzwang-foundation/Chess-ELO-Rating (FIDE's published calculations, lists and calculator)",
    "tec": "FIDE TEC, Exercises in Tie-Breaking, as in Sharly-Chess/sharly-chess",
    "sharly": "Sharly-Chess/sharly-chess, norm tests (B.01)",
    "scalachess": "lichess-org/scalachess, rating tests",
    "echecs": "echecsjs/elo, echecsjs/performance-rating, tests",
    "am": "FIDE Arbiters' Manual, Russian edition, example 1 (studfile.net)",
    "glickman": "Glickman's papers, as tested by goochjs/glicko2, sublee/glicko2, skillratings",
    "football": "eloratings.net, as tested by lsv/fossball-elo",
    "fifa": "the example of FIFA's paper on its ranking (SUM), as tested by atomflunder/skillratings",
    "elo1978": "A. E. Elo, The Rating of Chessplayers (1978), p. 37",
    "increase": "FIDE news 2538 (2023) on the increase of March 2024",
    "rules": "computed from the text of the regulations",
}


def shipped_cases() -> list[dict]:
    return json.loads(SHIPPED.read_text(encoding="utf-8"))["cases"]


def shared_cases(shared: Path) -> list[dict]:
    return json.loads((shared / "golden" / "rating-cases.json").read_text(encoding="utf-8"))["cases"]


def system_not_built(case_id: str) -> str | None:
    """The name of the system a case is of, if Arpad does not have it."""
    return None if case_id in BUILT_ALL_THE_SAME else NOT_BUILT.get(case_id.split("-")[0])


def laid_out(case: dict) -> dict:
    """A shared case in the layout of the shipped file."""
    kind, given, gives = _LAYOUTS[_layout_of(case["id"])](case["inputs"], case["expected"])
    row = {"id": case["id"], "kind": kind, "status": case["status"], "source": _source(case), "given": given}
    return row | {"gives": gives, "within": case.get("tolerance", {})}


def _layout_of(case_id: str) -> str:
    return max((prefix for prefix in _LAYOUTS if case_id.startswith(prefix)), key=len)


def _source(case: dict) -> str:
    text = case["source"]
    for sign, tag in (
        ("zugzwang", "zugzwang"), ("FIDE published", "zugzwang"), ("TEC", "tec"), ("Sharly", "sharly"),
        ("scalachess", "scalachess"), ("echecs", "echecs"), ("studfile", "am"), ("lsv", "football"), ("FIFA", "fifa"),
        ("Elo 1978", "elo1978"), ("fide.com/news", "increase"), ("computed", "rules"), ("0.4 x", "rules"),
        ("glicko", "glickman"),
    ):  # fmt: skip
        if sign in text:
            return tag
    raise ValueError(text)


def _halves(score: float) -> int:
    return round(2 * score)


def _hundredths(value: float) -> int:
    return round(100 * value)


def _play_month(result: str) -> str:
    """The month before the list that a period results in."""
    year, number = map(int, result.split("-"))
    before = date(year - (number == 1), (number - 2) % 12 + 1, 1)
    return f"{before:%Y-%m}"


def _period(given: dict, expected: dict) -> tuple[str, dict, dict]:
    events = [
        {
            "start": event["start"],
            "own": event["own_rating_used"],
            "games": [[game["opponent_rating"], _halves(game["score"])] for game in event["games"]],
        }
        for event in given["tournaments"]
    ]
    facts = {"base": given["base_rating"], "k": given["k_published"], "month": _play_month(given["period"])}
    gives = {
        "k": expected["k_used"],
        "games": expected["games"],
        "deltas": [[_hundredths(delta) for delta in event] for event in expected["per_game_delta_r"]],
        "sums": [_hundredths(each) for each in expected["tournament_sum"]],
        "unrounded": expected["period_change_unrounded"],
        "change": expected["period_change_rounded_once"],
        "rating": expected["rating_next_list"],
    }
    return "period", facts | {"events": events}, gives


def _one_event(given: dict, expected: dict) -> tuple[str, dict, dict]:
    opponents = given["opponents"]
    scores = given.get("scores") or [given["score"] / len(opponents)] * len(opponents)
    games = [[rating, _halves(score)] for rating, score in zip(opponents, scores, strict=True)]
    event = {"start": given["tournament_start"], "own": given["own"], "games": games}
    facts = {"base": given["own"], "k": given["k"], "month": given["tournament_start"][:7], "events": [event]}
    gives: dict = {}
    if "change_rounded" in expected:
        gives["change"] = expected["change_rounded"]
    if "delta_r_games_1_to_8" in expected:
        deltas = [*expected["delta_r_games_1_to_8"], expected["delta_r_game_9"]]
        gives["deltas"] = [[_hundredths(delta) for delta in deltas]]
        gives |= {"unrounded": expected["k_times_sum"], "rating": expected["new_rating"]}
    for name in ("sum", "sum_delta_r"):
        if name in expected:
            gives["sums"] = [_hundredths(expected[name])]
    return "period", facts, gives


def _game(given: dict, expected: dict) -> tuple[str, dict, dict]:
    facts = {
        "list": given.get("list") or given.get("time_control") or "standard",
        "own": given["own"],
        "opponent": given["opponent"],
        "halves": _halves(given["score"]),
        "k": given["k"],
        "start": given["tournament_start"],
    }
    names = {
        "change_unrounded": "unrounded",
        "change_unrounded_rule_from_2025_10_01": "unrounded",
        "change_rounded": "change",
        "rated": "rated",
        "pd": "expected",
    }
    return "game", facts, {names[name]: value for name, value in expected.items() if name in names}


def _first(given: dict, expected: dict) -> tuple[str, dict, dict]:
    if "average_rated_opponents" in given:
        opponents = [given["average_rated_opponents"]] * given["games"]
        gives = {"rating": expected["current_rule_2024"]}
        gives["rating_2022"] = expected["fide_online_calculator_2022_rule"]
        return "first", {"opponents": opponents, "halves": _halves(given["score"])}, gives
    halves = _halves(given["score"] if "score" in given else sum(given["scores"]))
    names = {"Ru": "rating", "p_percent_rounded": "percent", "dp": "dp", "published": "published"}
    gives = {names[name]: value for name, value in expected.items() if name in names}
    if "p" in expected:
        gives |= {"percent": _hundredths(expected["p"]), "average": _hundredths(expected["Ra"])}
        gives["k"] = expected["k_published"]
    return "first", {"opponents": given["opponents"], "halves": halves}, gives


def _rounding(given: dict, expected: dict) -> tuple[str, dict, dict]:
    assert expected["rounded_once"] == expected["published_list_change"]
    return "rounding", {"sum": given["sum_k_times_chg"]}, {"change": expected["rounded_once"]}


def _event(given: dict, expected: dict) -> tuple[str, dict, dict]:
    marks = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
    games = [[int(g["white"][1:]), int(g["black"][1:]), marks[g["result"]]] for g in given["games"]]
    facts = {"k": given["k"], "ratings": list(given["ratings"].values()), "games": games}
    facts["elsewhere"] = {number[1:]: change for number, change in expected["other_event_same_period"].items()}
    gives = {
        "halves": [_halves(score) for score in expected["score"].values()],
        "sums": [_hundredths(each) for each in expected["sum_delta_r"].values()],
        "unrounded": list(expected["k_times_sum"].values()),
        "average": list(expected["average_opponents_Rc"].values()),
        "ratings": list(expected["rating_next_list"].values()),
    }
    return "event", facts, gives


def _performance(given: dict, expected: dict) -> tuple[str, dict, dict]:
    names = {"ARO": "average", "TPR": "rating", "Rp": "rating", "PTP": "perfect"}
    facts = {"opponents": given["opponents"], "halves": _halves(given["score"])}
    return "performance", facts, {names[name]: value for name, value in expected.items()}


def _gap(given: dict, expected: dict) -> tuple[str, dict, dict]:
    facts = {"list": given["list"], "start": given["tournament_start"], "own": given["white"]}
    return "gap", facts | {"opponent": given["black"]}, expected


def _control(given: dict, expected: dict) -> tuple[str, dict, dict]:
    return "control", {**given, "moves_first_control": given["moves_first_control"] or 0}, expected


def _coefficient(given: dict, expected: dict) -> tuple[str, dict, dict]:
    year = given.get("list_year", 2025)
    born = given.get("birth_year", year - given["age_at_year_end"] if "age_at_year_end" in given else None)
    peak = 2400 if given.get("ever_2400") else given.get("highest_published", given["rating"])
    facts = {"peak": peak, "games": given["games_before"], "born": born, "year": year}
    return "coefficient", facts, {"k": expected["k"] if "k" in expected else expected["k_rule"]}


def _limit(given: dict, expected: dict) -> tuple[str, dict, dict]:
    return "limit", {"k": given["k"], "games": given["games_in_period"]}, {"k": expected["k_used"]}


def _norm(given: dict, expected: dict) -> tuple[str, dict, dict]:
    if "average" in given:
        return "norm_average", {"hundredths": _hundredths(given["average"])}, {"average": expected["Ra"]}
    if "Ra" in given:
        gives = {"dp": expected.get("dp", 800), "rating": expected["Rp"]}
        return "norm_rating", {"average": given["Ra"], "percent": _hundredths(given["p"])}, gives
    if "opponents" in given:
        gives = {"lowest": expected["adjusted_lowest"], "average": expected["Ra"]}
        gives |= {"percent": expected["p_percent"], "rating": expected["Rp"]}
        facts = {"title": given["norm"], "opponents": given["opponents"], "halves": _halves(given["score"])}
        return "norm", facts, gives
    if "points" in given:
        return "norm_points", {"halves": _halves(given["points"]), "games": given["games"]}, expected
    return "norm_mix", given, expected


def _glicko2(given: dict, expected: dict) -> tuple[str, dict, dict]:
    own = [given["rating"], given["rd"], given["volatility"]]
    facts = {"tau": given["tau"], "skip": given.get("skip_deviation_increase", False), "own": own}
    if "games" in given:
        facts["games"] = [[g["opponent"], g["rd"], _halves(g["score"])] for g in given["games"]]
        full = {name: expected[f"{name}_full_precision"] for name in ("rating", "rd", "volatility")}
        paper = {f"{name}_paper": expected[f"{name}_paper"] for name in full}
        return "glicko2", facts, full | paper
    return "glicko2_twins", facts, expected


def _glicko2_pair(given: dict, expected: dict) -> tuple[str, dict, dict]:
    facts = {"tau": given["tau"], "skip": given["skip_deviation_increase"], "halves": _halves(given["white_score"])}
    return "glicko2_pair", facts | {"white": given["white"], "black": given["black"]}, expected


def _football(given: dict, expected: dict) -> tuple[str, dict, dict]:
    return "football", given, {"change": expected["home_change"]}


def _fifa(given: dict, expected: dict) -> tuple[str, dict, dict]:
    return "scale_of_600", {**given, "a_result": _halves(given["a_result"])}, expected


_LAYOUTS = {
    "STD-": _period,
    "AM-": _one_event,
    "CAP-": _one_event,
    "SC-2800-11x": _one_event,
    "SC-": _game,
    "CALC-": _game,
    "R2650-": _game,
    "RB-": _game,
    "INIT-": _first,
    "ROUND-": _rounding,
    "EVENT-": _event,
    "PERF-": _performance,
    "ELIG-": _gap,
    "TC-": _control,
    "K-": _coefficient,
    "K700-": _limit,
    "COMP-": lambda given, expected: ("increase", given, expected),
    "NORM-": _norm,
    "GLICKO2-": _glicko2,
    "GLICKO1-expected": lambda given, expected: ("glicko_expected", given, {"expected": expected["E_a"]}),
    "LICHESS-": _glicko2,
    "LICHESS-1400-": _glicko2_pair,
    "FIFA-": _fifa,
    "WFE-": _football,
    "WFE-We-": lambda given, expected: ("football_expected", given, expected),
    "WFE-G-": lambda given, expected: ("goals", given, {"adjusted_k": expected["adjusted_k"]}),
    "ELO-": lambda given, expected: ("sum", given | {"score": given["score"]}, {"rating": expected["new"]}),
}
