"""World football since 1872, straight from the demo's file: one rating after another, one sum after another.

Written for the tests from the formula as eloratings.net prints it; nothing of the product is used. All numbers are
those of a list read top to bottom, so a fault of the log, of its order or of a query shows.
"""

from __future__ import annotations

import csv
import gzip
import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from tests.conftest import BASE_DIR

START, HOME = 1500.0, 100.0


class Match(NamedTuple):
    day: str
    teams: tuple[str, str]  # the home side first
    goals: tuple[int, int]
    k: float
    neutral: bool


class Win(NamedTuple):
    expected: float
    day: str
    teams: tuple[str, str]
    winner: str


class Run(NamedTuple):
    team: str
    length: int
    first: str
    last: str


@dataclass
class Football:
    """``peaks``: (rating, day); ``records``: won, drawn, lost; ``foretold``: expected and made, of the home side."""

    ratings: dict[str, float] = field(default_factory=dict)
    peaks: dict[str, tuple[float, str]] = field(default_factory=dict)
    records: dict[str, Counter] = field(default_factory=lambda: defaultdict(Counter))
    wins: list[Win] = field(default_factory=list)
    foretold: list[tuple[float, float]] = field(default_factory=list)
    averages: dict[str, tuple[float, int]] = field(default_factory=dict)
    winning: list[Run] = field(default_factory=list)
    unbeaten: list[Run] = field(default_factory=list)


def matches() -> list[Match]:
    """By day; within a day those without a tournament first, then by tournament in the order of their first days."""
    path = BASE_DIR / "demo" / "football_internationals.csv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    first: dict[str, tuple[str, int]] = {"": ("", 0)}
    for number, row in enumerate(rows, 1):
        first.setdefault(row["event"], (row["date"], number))
    rows.sort(key=lambda row: (row["date"], first[row["event"]]))
    return [
        Match(
            row["date"], (row["home_team"], row["away_team"]), (int(row["home_score"]), int(row["away_score"])),
            float(row["k"]), row["neutral"] == "yes",
        )
        for row in rows
    ]  # fmt: skip


def straight() -> Football:
    made = Football()
    streaks: dict[str, dict[str, list[str]]] = {"winning": defaultdict(list), "unbeaten": defaultdict(list)}
    best: dict[str, dict[str, Run]] = {"winning": {}, "unbeaten": {}}
    for year, played in groupby(matches(), key=lambda match: match.day[:4]):
        teams: set[str] = set()
        for match in played:
            teams |= set(match.teams)
            for team, score in zip(match.teams, _rate(made, match), strict=True):
                for name, goes_on in (("winning", score == 1), ("unbeaten", score > 0)):
                    days = streaks[name][team]
                    if goes_on:
                        days.append(match.day)
                    else:
                        days.clear()
                    if len(days) > 1 and (team not in best[name] or len(days) > best[name][team].length):
                        best[name][team] = Run(team, len(days), days[0], days[-1])
        made.averages[year] = (sum(made.ratings[team] for team in teams) / len(teams), len(teams))
    made.winning, made.unbeaten = list(best["winning"].values()), list(best["unbeaten"].values())
    return made


def _rate(made: Football, match: Match) -> tuple[float, float]:
    """What both sides scored; ratings, peaks and records are those after the match."""
    home, away = (made.ratings.setdefault(team, START) for team in match.teams)
    expected = 1 / (1 + 10 ** ((away - home - (0 if match.neutral else HOME)) / 400))
    margin = abs(match.goals[0] - match.goals[1])
    score = 0.5 if not margin else float(match.goals[0] > match.goals[1])
    weight = 1 if margin < 2 else 1.5 if margin == 2 else (11 + margin) / 8
    change = match.k * weight * (score - expected)
    sides = zip(match.teams, (home + change, away - change), (score, 1 - score), (expected, 1 - expected), strict=True)
    for team, rating, made_by, chance in sides:
        made.ratings[team] = rating
        if rating > made.peaks.get(team, (-math.inf, ""))[0]:
            made.peaks[team] = (rating, match.day)
        made.records[team][made_by] += 1
        if made_by == 1 and chance < 0.5:
            made.wins.append(Win(chance, match.day, match.teams, team))
    made.foretold.append((expected, score))
    return score, 1 - score


def log_loss(foretold: list[tuple[float, float]]) -> float:
    return -sum(s * math.log(e) + (1 - s) * math.log(1 - e) for e, s in foretold) / len(foretold)


def tenths(foretold: list[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """(matches, expected on average, made on average) of those expected 0 to .1, .1 to .2 ..."""
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for expected, score in foretold:
        found[int(expected * 10)].append((expected, score))
    return [
        (len(each), sum(e for e, _ in each) / len(each), sum(s for _, s in each) / len(each))
        for _, each in sorted(found.items())
    ]
