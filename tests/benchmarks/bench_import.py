"""Imports against the bare bulk write of the same rows: PGN of 3,290 games, a CSV of 20,000 rows; peak memory.

Run by ``bin/bench import [ROWS]`` on the database of DATABASE_URL (a fresh SQLite file by default). Prints ratios:
single times drift, both sides of a ratio are taken in one run. The PGN is read from ../shared and left out where that
is not there.
"""

from __future__ import annotations

import gzip
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from statistics import median

import django

PGN = Path(__file__).resolve().parents[3] / "shared/data/bulk/pgn_3290_games.pgn.gz"
REPEATS = 3


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


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


def imported(league, name: str, data: bytes) -> dict[str, float]:
    """Seconds of reading and planning, of writing, and of rating."""
    from league.services.importing import ResultsOptions, SourceFile, commit_results, plan_results
    from ratings.services import settle

    options = ResultsOptions(create_players=True, partial_days="first", event="Event", day=date(2025, 1, 1), limit=None)
    made = {}
    spent = {
        "plan": timed(
            lambda: made.update(plan=plan_results(league=league, files=[SourceFile(name, data)], options=options))
        )
    }
    assert not made["plan"].problems, [problem.line() for problem in made["plan"].problems][:3]
    marks: list[float] = []
    started = time.perf_counter()

    def heard(step: str, rows: int) -> None:
        marks.append(time.perf_counter())

    commit_results(plan=made["plan"], progress=heard)
    settle(league)
    spent["write"] = marks[-1] - started
    spent["rate"] = time.perf_counter() - marks[-1]
    return spent


def floor(league) -> float:
    """The bare bulk write of the same games and of their log, prebuilt, into new tables of the same shape."""
    return sum(_written_again(table, league) for table in ("league_game", "ratings_ratingchange"))


def _written_again(table: str, league) -> float:
    from django.db import connection, transaction

    from league.models.bulk import insert_rows

    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS bench_{table}")
        if connection.vendor == "postgresql":
            cursor.execute(f"CREATE TABLE bench_{table} (LIKE {table} INCLUDING INDEXES)")
        else:
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [table])
            cursor.execute(cursor.fetchone()[0].replace(f'"{table}"', f"bench_{table}", 1))
        cursor.execute(f"SELECT * FROM {table} WHERE league_id = %s", [league.pk])
        columns, rows = [column[0] for column in cursor.description], cursor.fetchall()

    def write() -> None:
        with transaction.atomic():
            insert_rows(connection, f"bench_{table}", columns, rows)

    spent = timed(write)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE bench_{table}")
    return spent


def peak(kind: str, rows: int) -> float:
    """Peak resident size in MB of one import in a process of its own."""
    out = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.bench_import", "memory", kind, str(rows)],
        capture_output=True, text=True, check=True, env=os.environ | {"DEBUG": "1"},
    )  # fmt: skip
    return float(out.stdout.strip().splitlines()[-1])


def data_of(kind: str, rows: int) -> tuple[str, bytes]:
    return ("games.pgn", gzip.decompress(PGN.read_bytes())) if kind == "pgn" else ("games.csv", csv_of(rows))


def measure(kind: str, rows: int) -> None:
    name, data = data_of(kind, rows)
    runs = []
    for number in range(REPEATS):
        league = fresh_league(f"bench-{kind}-{STAMP}-{number}")
        spent = imported(league, name, data)
        runs.append((spent, floor(league), league.games.count()))
    parts = {part: median(spent[part] for spent, _floor, _games in runs) for part in ("plan", "write", "rate")}
    whole = median(sum(spent.values()) / bare for spent, bare, _games in runs)
    said = "   ".join(f"{part} {seconds:.2f} s" for part, seconds in parts.items())
    bare = median(each for _spent, each, _games in runs)
    print(f"{kind} of {runs[0][2]} games: {said}   floor {bare:.2f} s   ratio {whole:.1f}", flush=True)
    again = timed(lambda: imported_again(league, name, data))
    print(
        f"    the same file again (nothing changes): {again:.2f} s   peak memory {peak(kind, rows):.0f} MB", flush=True
    )


def imported_again(league, name: str, data: bytes) -> None:
    from league.services.importing import ResultsOptions, SourceFile, plan_results

    league.refresh_from_db()
    options = ResultsOptions(create_players=True, partial_days="first", event="Event", day=date(2025, 1, 1), limit=None)
    plan = plan_results(league=league, files=[SourceFile(name, data)], options=options)
    assert not plan.problems and not plan.changes


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["memory"]:
        kind, rows = arguments[1], int(arguments[2])
        imported(fresh_league(f"bench-memory-{kind}-{STAMP}"), *data_of(kind, rows))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return
    rows = int(arguments[0]) if arguments else 20_000
    measure("csv", rows)
    if PGN.exists():
        measure("pgn", rows)


STAMP = int(time.time())

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(sys.argv[1:])
