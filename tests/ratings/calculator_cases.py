"""Inputs that both calculators must answer alike: sensible, at the edges of rules, and hostile."""

from __future__ import annotations

import random
from collections.abc import Iterator

from .calculating import Given

BAD = (
    *("", " ", "abc", "1e309", "-1", "−5", "9" * 40, "9" * 400, "1,5,5", "1.2.3", "<script>alert(1)</script>", "NaN"),
    *(
        "Infinity",
        "٣",
        "½",
        "0x10",
        "1 834",
        "1\u00a0834,5",
        "1'834",
        "+20",
        ".5",
        ",5",
        "5.",
        "١٢",
        "None",
        "%s %(x)s",
    ),
    *("a" * 40, "😀" * 40, "1,834", "2.105"),
)
LISTS = (
    *("", "\n\n", "1800:1", "1800:1\n1700:0\n1600:½", "1800;1/2\n1700\t0,5\n1600 =", "1800=\n1800½"),
    *("Rating;Result\n1800;1", "Ivanov, Ivan\t1850\t½\nNowak 1777 0", "1,834:1\n1 834:0\n2.105 ½", "3 Petrov 1850 1"),
    *("1800,1\n1800,0,5\n1800,½", "1800:1\r\n1700:0\r1600:1", "1800", "1800:2", "1800:1.5", "abc\ndef", "1800:1\nabc"),
    *("<script>alert(1)</script>:1", "1e309:1", "-1800:1", "9" * 40 + ":1", "\n".join(["1800:1"] * 10_000)),
    *(
        "\n".join(["x1"] * 9),
        "1800,5:1",
        "1800:1;",
        "1800 : 1",
        "2 800 1",
        "1. Kowalska (1903) 1",
        "a" * 500 + "1800:1",
    ),
)
LISTS += (
    *("2025-09-20\n1800:1", "2025-09-20 1900\n1800:1\n2025-09-25\n1700:=", "1800:1\n2023-05-01 2,100:\n1300:1\n1250:1"),
    *("2025-09-20", "2025-13-40\n1800:1", "1950-01-01\n1800:1", "2025-09-20 99999\n1800:1", "2025-09-20 1900 1"),
    *(
        "1800:?\n1700:1",
        "1800 60 ?\n1700 50 1",
        "1800:?",
        "1800 ?\n",
        "Nowak 1850 ?\n1700:0",
        "?:1800",
        "2025-09-20\n1800:?",
        "a" * 200 + " 1800 ?",
    ),
)
NUMBERS = {
    "game": "own opponent k other_k",
    "field": "own k games opponent",
    "games": "own k",
    "fide": "own birth_year",
}
POINTS = (
    "7½",
    "7,5",
    "7.5",
    "7 1/2",
    "1/2",
    "½",
    "0",
    "9",
    "9.5",
    "10",
    "7.25",
    "-1",
    "",
    "11/2",
    "=",
    "abc",
    "9" * 30,
)
SCORES = ("1", "0", "½", "1/2", "0,5", "0.5", "=", ",5", "1.0", "0,0", "2", "", "w", "1⁄2", " = ", "0.50")


def bad() -> Iterator[Given]:
    for text in BAD:
        yield from (("game", {name: text}) for name in NUMBERS["game"].split())
        yield from (("field", {name: text}) for name in NUMBERS["field"].split())
        yield from (("fide", {name: text}) for name in ("own", "birth_year", "before", "start"))
        yield from (("glicko2", {name: text}) for name in ("deviation", "volatility", "tau", "idle"))
        yield from (("norm", {name: text}) for name in ("federation", "opponents"))
        yield from (("match", {name: text}) for name in ("home_goals", "scale", "advantage"))
        yield ("gap", {"gap": text})
        yield ("initial", {"day": text})
    for text in LISTS:
        yield from ((mode, {"games": text}) for mode in ("games", "fide", "initial", "performance", "glicko2"))
        yield ("norm", {"opponents": text})
    yield from (("field", {"points": text}) for text in POINTS)
    yield from (("need", {"points": text, "ask": "opponents"}) for text in POINTS)
    yield from (("game", {"score": text}) for text in SCORES)
    days = (
        "2026-02-30",
        "2024-02-29",
        "2023-02-29",
        "1900-01-01",
        "2101-01-01",
        "01.02.2026",
        "2026-1-1",
        "0000-00-00",
    )
    yield from (("fide", {"start": day}) for day in days)


def extremes() -> Iterator[Given]:
    """Ends of what is allowed."""
    for own, opponent in (("0", "10000"), ("10000", "0"), ("0", "0"), ("2650", "2249.99")):
        for k in ("0", "0.01", "1000"):
            yield ("game", {"own": own, "opponent": opponent, "k": k, "score": "0"})
            yield (
                "match",
                {"home": own, "away": opponent, "k": k, "scale": "50", "margin": "nfl", "home_goals": "500"},
            )
            yield ("match", {"home": own, "away": opponent, "k": k, "margin": "nba", "away_goals": "500"})
            for system in ("elo", "fide"):
                for ask in ("points", "opponents"):
                    yield ("need", {"own": own, "target": opponent, "k": k, "system": system, "ask": ask})
        yield ("glicko2", {"rating": own, "games": f"{opponent} 1 1\n{opponent} 1000 0", "deviation": "1"})
        yield ("glicko2", {"rating": own, "deviation": "1000", "volatility": "1", "tau": "2", "idle": "1000"})
        yield ("glicko2", {"rating": own, "volatility": "0.0001", "tau": "0.05", "idle": "0.5"})
        yield ("gap", {"gap": own if float(own) <= 4000 else "4000"})
    many = "\n".join(["2000:1"] * 300)
    yield from ((mode, {"games": many}) for mode in ("games", "fide", "initial", "performance"))
    yield ("initial", {"games": "1800:0\n1800:0"})
    yield ("initial", {"games": "1400:0\n1400:0\n1400:0\n1400:0\n1400:½"})
    yield ("initial", {"games": "2100:1\n2100:1\n2100:1\n2100:1\n2100:1", "day": "2023-05-05"})
    yield ("performance", {"games": "2050:0"})
    yield ("norm", {"opponents": "- - - 0"})
    for games in (6, 7, 8, 9, 13, 14, 20):
        strong = "\n".join(f"2600 GM {nation} {score}" for nation, score in [("GER", 1), ("FRA", "="), ("ESP", 1)] * 7)
        for championship in ("ordinary", "team", "cup"):
            for unplayed in ("no", "yes"):
                some = "\n".join(strong.split("\n")[:games])
                yield ("norm", {"opponents": some, "championship": championship, "unplayed": unplayed, "title": "IM"})
    yield from leaving_out()
    yield ("norm", {"opponents": "2400 gm pol 1\nunr\tFRA\t=", "federation": "pol", "title": "WGM"})


def leaving_out(count: int = 60, seed: int = 14) -> Iterator[Given]:
    """Events in which a norm is near: some games have to be left out for it, and not any."""
    source = random.Random(seed)
    for _ in range(count):
        lines = (
            f"{source.randint(2000, 2650)} {source.choice(('GM', 'GM', 'IM', 'FM', '-'))} "
            f"{source.choice(('POL', 'GER', 'GER', 'FRA', 'ESP', 'FID'))} {source.choice(('1', '1', '1', '0', '½'))}"
            for _ in range(source.randint(9, 13))
        )
        given = {"title": source.choice(("GM", "IM")), "federation": "POL", "opponents": "\n".join(lines)}
        yield ("norm", given | {"pairings": source.choice(("fixed", "swiss")), "unplayed": "no"})


def random_games(source: random.Random, low: int, high: int, most: int) -> str:
    results = ("1", "0", "½")
    lines = (f"{source.randint(low, high)}:{source.choice(results)}" for _ in range(source.randint(1, most)))
    return "\n".join(lines)


def random_period(source: random.Random) -> str:
    """Tournaments under several rules of dates, some with an own rating of their own, some games still to come."""
    days = ("2022-06-01", "2023-05-01", "2024-02-29", "2024-12-01", "2025-10-01", "2025-10-01 2655", "2026-01-01 2590")
    parts = [random_games(source, 1400, 2900, 4)]
    parts += [f"{source.choice(days)}\n{random_games(source, 1400, 2900, 5)}\n2000:?" for _ in range(3)]
    return "\n".join(parts)


def sensible(count: int = 120, seed: int = 7) -> Iterator[Given]:
    """Random but repeatable inputs of every calculator, both sides of every date and limit."""
    source = random.Random(seed)
    pick = source.choice
    for _ in range(count):
        own, other = source.randint(1000, 2900), source.randint(1000, 2900)
        k = pick(("10", "20", "40", "32", "24,5", "0.125", "12.345"))
        score = pick(("1", "0", "½"))
        yield ("game", {"own": f"{own}.{source.randint(0, 99)}", "opponent": str(other), "k": k, "score": score})
        yield (
            "game",
            {"own": str(own), "opponent": str(other), "k": k, "other_k": pick(("", "40", "15")), "score": score},
        )
        yield ("gap", {"gap": pick((str(source.randint(0, 900)), f"{source.randint(0, 900)}.5"))})
        count_ = source.randint(1, 20)
        points = f"{source.randint(0, count_)}"
        yield ("field", {"own": str(own), "k": k, "games": str(count_), "opponent": str(other), "points": points})
        games = random_games(source, 1000, 2900, 12)
        yield (
            "games",
            {
                "own": str(own),
                "k": k,
                "games": games,
                "way": pick(("period", "turn")),
                "cap": pick(("no", "all", "below")),
            },
        )
        fide = {
            "own": str(pick((own, 2650, 2649, 2601, 1400))),
            "games": random_games(source, 1400, 2900, pick((5, 9, 45))),
            "list": pick(("standard", "rapid", "blitz")),
            "start": pick(
                ("2010-01-01", "2023-05-01", "2024-02-29", "2024-03-01", "2024-12-01", "2025-10-01", "2025-09-30")
            ),
            "k": pick(("", "10", "20", "40", "15")),
            "birth_year": pick(("", "2008", "1980")),
            "before": pick(("0", "29", "30", "500")),
            "reached": pick(("none", "2300", "2400")),
        }
        yield ("fide", fide)
        yield ("fide", fide | {"games": random_period(source)})
        finder = {
            "rating": str(own),
            "birth_year": fide["birth_year"],
            "before": fide["before"],
            "reached": fide["reached"],
        }
        yield ("k", finder | {"year": pick(("2025", "2026", "2027")), "count": str(source.randint(0, 90))})
        yield ("initial", {"games": random_games(source, 1200, 2300, 9), "day": pick(("2023-01-01", "2026-01-01"))})
        yield ("performance", {"games": random_games(source, 1200, 2700, 11)})
        need = {
            "own": str(own),
            "target": str(own + source.randint(-20, 90)),
            "k": k,
            "games": str(count_),
            "points": points,
        }
        need |= {"opponent": str(other), "ask": pick(("points", "opponents")), "system": pick(("elo", "fide"))}
        yield ("need", need)
        goals = {"home_goals": str(source.randint(0, 6)), "away_goals": str(source.randint(0, 6))}
        rules = {
            "margin": pick(("none", "goals", "nba", "nfl")),
            "scale": pick(("400", "600")),
            "advantage": pick(("0", "65", "100")),
        }
        yield ("match", {"home": str(own), "away": str(other), "k": k} | goals | rules)
        lines = (
            f"{source.randint(1000, 2300)} {source.randint(30, 350)} {pick(('1', '0', '='))}"
            for _ in range(source.randint(1, 9))
        )
        yield (
            "glicko2",
            {
                "rating": str(own),
                "games": "\n".join(lines),
                "deviation": str(source.randint(30, 350)),
                "idle": pick(("0", "3")),
            },
        )
        titles = ("GM", "IM", "FM", "WGM", "WIM", "CM", "-")
        nations = ("POL", "GER", "FRA", "UKR", "FID")
        lines = (
            f"{source.randint(1900, 2600)} {pick(titles)} {pick(nations)} {pick(('1', '0', '½'))}"
            for _ in range(source.randint(6, 16))
        )
        norm = {"title": pick(("GM", "IM", "WGM", "WIM")), "federation": pick(nations), "opponents": "\n".join(lines)}
        norm |= {"championship": pick(("ordinary", "team", "cup")), "unplayed": pick(("no", "yes"))}
        norm |= {"pairings": pick(("fixed", "swiss"))}
        yield ("norm", norm)
