"""Numbers that others printed, as inputs of the calculators: what is asked, and what must come out.

The worked cases lie beside the project; their sources are named there, case by case.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Printed(NamedTuple):
    """``expected``: by the name in the result, the number in print; ``within``: its rounding. ``needed:check_...``:
    that number of a requirement."""

    case: str
    mode: str
    given: Mapping[str, str]
    expected: Mapping[str, float | None]
    within: float = 1e-9


def well_known() -> Iterator[Printed]:
    """The examples on the pages of well-known calculators."""
    win = {"own": "1500", "opponent": "1600", "k": "20", "score": "1"}
    yield Printed("1500 v 1600", "game", win, {"change": 12.8, "new": 1512.8}, 0.005)
    yield Printed("1500 v 1600, expected", "game", win, {"expected": 0.3599}, 0.00005)
    favourite = {"own": "1700", "opponent": "1500", "k": "32"}
    yield Printed("200 up, win", "game", favourite | {"score": "1"}, {"change": 7.69, "other_change": -7.69}, 0.005)
    yield Printed("200 up, draw", "game", favourite | {"score": "½"}, {"change": -8.31, "other_change": 8.31}, 0.005)
    yield Printed("underdog wins", "game", favourite | {"score": "0"}, {"other_change": 24.31}, 0.005)
    equal = {"own": "1500", "opponent": "1500", "k": "32", "score": "1"}
    yield Printed("equal", "game", equal, {"change": 16.0, "sum": 0.0})
    for points, percent in ((100, 0.64), (200, 0.76), (800, 0.99)):
        yield Printed(f"gap {points}", "gap", {"gap": str(points)}, {"higher": percent}, 0.005)
    yield Printed("gap 400", "gap", {"gap": "400"}, {"higher": 0.909}, 0.0005)
    underdog = {"own": "1500", "opponent": "1700", "k": "20"}
    yield Printed("1500 v 1700, win", "game", underdog | {"score": "1"}, {"change": 15}, 0.5)
    yield Printed("1500 v 1700, draw", "game", underdog | {"score": "1/2"}, {"change": 5}, 0.5)


def golden(folder: Path) -> Iterator[Printed]:
    """The worked cases that a calculator can be asked."""
    cases = json.loads((folder / "golden" / "rating-cases.json").read_text(encoding="utf-8"))["cases"]
    for case in cases:
        for start, read in READERS.items():
            if case["id"].startswith(start):
                yield from read(case["id"], case["inputs"], case["expected"])
                break


def _lines(opponents: list[int], scores: list[float]) -> str:
    return "\n".join(f"{opponent}:{score:g}" for opponent, score in zip(opponents, scores, strict=True))


def _spread(count: int, score: float) -> list[float]:
    """A score over so many games, where only the sum matters."""
    halves = round(2 * score)
    return [1.0] * (halves // 2) + [0.5] * (halves % 2) + [0.0] * (count - halves // 2 - halves % 2)


def _period(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    """One game, or a list against one rating, under FIDE's rules of a date."""
    opponents = i.get("opponents") or [i["opponent"]]
    scores = i.get("scores") or _spread(len(opponents), i["score"])
    given = {
        "own": str(i["own"]),
        "games": _lines(opponents, scores),
        "k": str(i["k"]),
        "start": i["tournament_start"],
        "list": i.get("list") or i.get("time_control") or "standard",
    }
    names = {
        "change_unrounded": "unrounded",
        "change_unrounded_rule_from_2025_10_01": "unrounded",
        "change_rounded": "change_whole",
        "k_times_sum": "unrounded",
        "new_rating": "new",
    }
    known = {names[name]: value for name, value in expected.items() if name in names}
    if "sum_delta_r" in expected:
        known["unrounded"] = i["k"] * expected["sum_delta_r"]
    if known:
        yield Printed(case, "fide", given, known)


def _standard(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    """A whole period of a player that FIDE computed: several tournaments, the own rating in force at each."""
    tournaments = i["tournaments"]
    given = {
        "own": str(i["base_rating"]),
        "k": str(expected["k_used"]),
        "start": tournaments[0]["start"],
        "games": "\n".join(map(_tournament, tournaments)),
    }
    known = {"unrounded": expected["period_change_unrounded"], "change_whole": expected["period_change_rounded_once"]}
    yield Printed(case, "fide", given, known)


def _tournament(given: Any) -> str:
    games = given["games"]
    lines = _lines([game["opponent_rating"] for game in games], [game["score"] for game in games])
    return f"{given['start']} {given['own_rating_used']}\n{lines}"


def _initial(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    opponents = i.get("opponents") or [i["average_rated_opponents"]] * i["games"]
    scores = i.get("scores") or _spread(len(opponents), i["score"])
    rating = expected.get("Ru", expected.get("current_rule_2024"))
    known: dict[str, float | None] = {} if rating is None else {"computed": rating}
    if expected.get("published") is False:
        known["rating"] = None
    elif rating is not None and len(opponents) >= 5:
        known["rating"] = rating
    if rating == 2200:
        known.pop("computed")  # the limit, not the sum
    yield Printed(case, "initial", {"games": _lines(opponents, scores), "day": "2026-01-01"}, known)


def _performance(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    games = _lines(i["opponents"], _spread(len(i["opponents"]), i["score"]))
    names = {"ARO": "average", "TPR": "performance", "Rp": "performance", "PTP": "perfect"}
    yield Printed(case, "performance", {"games": games}, {names[name]: value for name, value in expected.items()})


def _k(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    year = i.get("list_year", 2026)
    age = i.get("age_at_year_end")
    birth = i.get("birth_year") or (year - age if age is not None else "")
    peak = max(i.get("highest_published", 0), i["rating"])
    reached = "2400" if i.get("ever_2400") or peak >= 2400 else "2300" if peak >= 2300 else "none"
    given = {
        "rating": str(i["rating"]),
        "birth_year": str(birth),
        "before": str(i["games_before"]),
        "reached": reached,
        "year": str(year),
    }
    yield Printed(case, "k", given, {"k": expected.get("k", expected.get("k_rule"))})


def _k700(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    player = {40: {"before": "0"}, 20: {"before": "99"}, 10: {"reached": "2400"}}[i["k"]]
    given = {"rating": "1900", "count": str(i["games_in_period"])} | player
    yield Printed(case, "k", given, {"k": i["k"], "k_used": expected["k_used"]})


def _football(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    if "home_change" not in expected:
        return
    goals = {"home_goals": str(i["goals"][0]), "away_goals": str(i["goals"][1])}
    given = {"home": str(i["home"]), "away": str(i["away"]), "k": str(i["k"]), "advantage": "100", "margin": "goals"}
    yield Printed(case, "match", given | goals, {"home_change": expected["home_change"]}, 0.5)


def _fifa(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    given = {"home": str(i["a"]), "away": str(i["b"]), "k": str(i["importance"]), "advantage": "0", "scale": "600"}
    given |= {"margin": "none", "home_goals": "1", "away_goals": "0"}
    yield Printed(case, "match", given, {"home_new": expected["a"], "away_new": expected["b"]}, 0.5)


def _glicko(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    lines = "\n".join(f"{game['opponent']} {game['rd']} {game['score']:g}" for game in i["games"])
    given = {"rating": str(i["rating"]), "deviation": str(i["rd"]), "volatility": str(i["volatility"])}
    known = {"new": expected["rating_full_precision"], "new_deviation": expected["rd_full_precision"]}
    yield Printed(case, "glicko2", given | {"tau": str(i["tau"]), "games": lines}, known, 0.00006)


def _event(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    """Every player of a round robin that FIDE rated."""
    marks = {"1-0": (1.0, 0.0), "1/2-1/2": (0.5, 0.5), "0-1": (0.0, 1.0)}
    played: dict[str, list[tuple[int, float]]] = {player: [] for player in i["ratings"]}
    for game in i["games"]:
        white, black = marks[game["result"]]
        played[game["white"]].append((i["ratings"][game["black"]], white))
        played[game["black"]].append((i["ratings"][game["white"]], black))
    for player, games in played.items():
        given = {"own": str(i["ratings"][player]), "k": str(i["k"]), "start": i["tournament_start"]}
        given["games"] = "\n".join(f"{opponent}:{score:g}" for opponent, score in games)
        known = {"unrounded": expected["k_times_sum"][player], "score": expected["score"][player]}
        yield Printed(f"{case} {player}", "fide", given, known)


def _gap_of_600(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    """A game that is not rated brings nothing, whoever won; one that is brings something."""
    given = {"own": str(i["white"]), "games": f"{i['black']}:0", "k": "10", "start": i["tournament_start"]}
    known = {"unrounded": -9.2 if expected["rated"] else 0.0}  # K 10: at most 400 apart, .92
    yield Printed(case, "fide", given | {"list": i["list"]}, known)


def _norm(case: str, i: Any, expected: Any) -> Iterator[Printed]:
    """Opponents of three other federations; their title is that of the norm."""
    title, nations = i.get("norm", "GM"), ("GER", "FRA", "ESP")
    opponents, points, known = _norm_opponents(i, expected)
    scores = _spread(len(opponents), points)
    lines = "\n".join(
        f"{rating} {title} {nations[n % 3]} {score:g}"
        for n, (rating, score) in enumerate(zip(opponents, scores, strict=True))
    )
    yield Printed(case, "norm", {"title": title, "federation": "POL", "opponents": lines}, known)


def _norm_opponents(i: Any, expected: Any) -> tuple[list[int], float, dict[str, float | None]]:
    if "average" in i:  # a hundred opponents have it in hundredths
        below, hundredths = divmod(round(100 * i["average"]), 100)
        return [below] * (100 - hundredths) + [below + 1] * hundredths, 50, {"average": expected["Ra"]}
    if "Ra" in i:
        known = {"average": i["Ra"], "performance": expected["Rp"], "percent_whole": round(100 * i["p"])}
        return [i["Ra"]] * 9, round(9 * i["p"]), known
    if "opponents" in i:
        names = {"Ra": "average", "p_percent": "percent_whole", "Rp": "performance"}
        return i["opponents"], i["score"], {names[name]: value for name, value in expected.items() if name in names}
    if "points" in i:
        return [2400] * i["games"], i["points"], {"has:check_norm_points": i["points"], "needed:check_norm_points": 5}
    names = {"min_title_holders": "holders", "max_own_federation": "own", "max_one_federation": "one"}
    return [2400] * i["games"], i["games"] / 2, {f"needed:check_norm_{names[n]}": v for n, v in expected.items()}


READERS: Mapping[str, Callable[[str, Any, Any], Iterator[Printed]]] = {
    "STD-": _standard,
    "CALC-": _period,
    "SC-": _period,
    "R2650-": _period,
    "RB-": _period,
    "CAP-": _period,
    "AM-": _period,
    "INIT-": _initial,
    "PERF-": _performance,
    "K700-": _k700,
    "K-": _k,
    "WFE-": _football,
    "FIFA-": _fifa,
    "GLICKO2-paper": _glicko,
    "EVENT-": _event,
    "ELIG-": _gap_of_600,
    "NORM-": _norm,
}
