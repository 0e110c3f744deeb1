"""Imports against reading the file and the bare bulk write of the same rows: a CSV, a PGN of 3,290 games; memory.

Times are those of the processor, PostgreSQL's server included.

Run by ``bin/bench import [--full] [ROWS]`` on the database of DATABASE_URL (a fresh SQLite file by default). The PGN is
read from ../shared and left out where that is not there.
"""

from __future__ import annotations

import csv
import gzip
import io
import os
import random
import sys
import time
from collections import deque
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from statistics import median

import django

from .floors import bare_write
from .goals import (
    AT_MOST,
    TOLD,
    Goal,
    Pair,
    Scale,
    in_a_process,
    megabytes,
    paired,
    peak_memory,
    run_alone,
    seconds,
    slower,
    timed,
)

PGN = Path(__file__).resolve().parents[3] / "shared/data/bulk/pgn_3290_games.pgn.gz"
STAMP = int(time.time())


def csv_of(rows: int, players: int = 500) -> bytes:
    """A club's history: ten years of evenings; fixed seed."""
    chance = random.Random(7)
    names = [f"Player {chance.randrange(10**9):09} {number}" for number in range(players)]
    lines = ["date,event,round,white,black,result"]
    for number in range(rows):
        day = date(2014, 1, 1) + timedelta(days=number * 3650 // rows)
        white, black = chance.sample(names, 2)
        result = chance.choice(("1-0", "0-1", "1/2-1/2"))
        lines.append(f"{day},Evening {day:%Y-%m},{number % 9 + 1},{white},{black},{result}")
    return "\n".join(lines).encode()


def fresh_league(slug: str):
    from league.services.leagues import create_league
    from league.services.people import create_club

    club = create_club(slug=slug, name=slug)
    return create_league(
        club=club, slug="main", name="Main", system="elo", mode="sequential", parameters={"k": 20, "initial": 1500}
    )


def processor():
    """The clock of the processor, the database's server included."""
    from tests.benchmarks.pages import clock

    return clock()


def imported(league, name: str, data: bytes) -> dict[str, float]:
    """Seconds of reading and planning, of writing, and of rating (with what the database checks at the end)."""
    from league.services.importing import ResultsOptions, SourceFile, commit_results, plan_results
    from ratings.services import settle

    clock = processor()
    options = ResultsOptions(create_players=True, partial_days="first", event="Event", day=date(2025, 1, 1), limit=None)
    made = {}
    spent = {
        "plan": timed(
            lambda: made.update(plan=plan_results(league=league, files=[SourceFile(name, data)], options=options)),
            clock,
        )
    }
    assert not made["plan"].problems, [problem.line() for problem in made["plan"].problems][:3]
    marks: list[float] = []
    started = clock()

    def heard(step: str, rows: int) -> None:
        marks.append(clock())

    commit_results(plan=made["plan"], progress=heard)
    settle(league)
    spent["write"] = marks[-1] - started
    spent["rate"] = clock() - marks[-1]
    return spent


def floor(league, data: bytes, *, guarded: bool = False) -> float:
    """The file read, and the bare bulk write of the rows it brought: games, who played in which event, the log.
    ``guarded``: into tables with the constraints and indexes of the real ones."""
    clock = processor()
    read = timed(lambda: deque(csv.reader(io.TextIOWrapper(io.BytesIO(data), "utf-8")), maxlen=0), clock)
    own, in_events = "league_id = %s", "event_id IN (SELECT id FROM league_event WHERE league_id = %s)"
    return read + bare_write(
        ("league_game", own, [league.pk]), ("league_evententry", in_events, [league.pk]),
        ("ratings_ratingchange", own, [league.pk]), clock=clock, guarded=guarded,
    )  # fmt: skip


def data_of(kind: str, rows: int) -> tuple[str, bytes]:
    return ("games.pgn", gzip.decompress(PGN.read_bytes())) if kind == "pgn" else ("games.csv", csv_of(rows))


def goals(scale: Scale) -> Iterator[Goal]:
    yield from measured("csv", scale.games, scale.repeats)
    if PGN.exists():
        yield from measured("pgn", 3_290, scale.repeats)
    few, many = memory("csv", scale.games // 10), memory("csv", scale.games)
    yield Goal(
        f"CSV import, memory: {scale.games:,} rows against a tenth", many / few, 3, megabytes(many), megabytes(few),
        AT_MOST, "the file is held, and some thirty bytes of each row",
    )  # fmt: skip


def measured(kind: str, rows: int, repeats: int) -> Iterator[Goal]:
    """Leagues of their own, each beside the floor of its rows."""
    name, data = data_of(kind, rows)
    leagues, parts = [], list[dict[str, float]]()

    def ours() -> float:
        leagues.append(fresh_league(f"bench-{kind}-{STAMP}-{len(leagues)}"))
        parts.append(imported(leagues[-1], name, data))
        return sum(parts[-1].values())

    guards = list[float]()

    def other() -> float:
        guards.append(floor(leagues[-1], data, guarded=True))
        return floor(leagues[-1], data)

    ours()  # a first one for the floor to copy
    pair = paired(ours, other, repeats)
    said = ", ".join(f"{part} {seconds(spent)}" for part, spent in parts[-1].items())
    name = f"{kind.upper()} import of {rows:,} rows: reading and the bulk write"
    yield slower(name, pair, 3, f"the last: {said}") if kind == "csv" else beside(name, pair, f"the last: {said}")
    guarded = median(guards)
    pair = Pair(pair.ours, guarded, pair.ours / guarded)
    yield beside(f"{kind.upper()}, the same: into tables with the same constraints and indexes", pair, "")


def beside(name: str, pair: Pair, said: str) -> Goal:
    return Goal(name, pair.ratio, 0, seconds(pair.ours), seconds(pair.other), TOLD, f"no goal; {said}".rstrip("; "))


def memory(kind: str, rows: int) -> float:
    """Peak resident size in MB of one import in a process of its own."""
    return float(in_a_process("bench_import", "memory", kind, rows).split()[-1])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if sys.argv[1:2] == ["memory"]:
        imported(fresh_league(f"bench-memory-{STAMP}-{os.getpid()}"), *data_of(sys.argv[2], int(sys.argv[3])))
        print(peak_memory())
    else:
        run_alone(goals, sys.argv[1:])
