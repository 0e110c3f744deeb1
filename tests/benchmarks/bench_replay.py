"""Full replay against the bare bulk write of the same rows; corrections; one newest game; memory.

Run by ``bin/bench replay [GAMES] [PLAYERS]`` on the database of DATABASE_URL (a fresh SQLite file by
default). Prints ratios: single times drift, both sides of a ratio are taken in one run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from statistics import median

import django

STAMP = f"{time.time():.0f}"  # a run of its own, also on a database that has seen others


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def floor(rows: list[tuple], columns: list[str]) -> float:
    """The bare bulk write: prebuilt rows into a new table of the same shape, its index after."""
    from django.db import connection, transaction

    from league.models.bulk import insert_rows
    from ratings.ledger.rows import TYPES, dated

    table = "bench_floor"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {table}")
        if connection.vendor == "postgresql":
            cursor.execute(f"CREATE TABLE {table} (LIKE ratings_ratingchange)")
        else:
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'ratings_ratingchange'")
            cursor.execute(cursor.fetchone()[0].replace('"ratings_ratingchange"', table, 1))

    def write() -> None:
        with transaction.atomic():
            insert_rows(connection, table, columns, dated(rows), types=TYPES)
            with connection.cursor() as cursor:
                cursor.execute(f"CREATE INDEX bench_floor_history ON {table} (player_id, league_id, day)")

    spent = timed(write)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {table}")
    return spent


def stored_rows(league) -> tuple[list[tuple], list[str]]:
    from django.db import connection

    from ratings.ledger.rows import COLUMNS

    chosen = ", ".join("CAST(day AS text)" if c == "day" else c for c in COLUMNS)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {chosen} FROM ratings_ratingchange WHERE league_id = %s ORDER BY id", [league.pk])
        return cursor.fetchall(), list(COLUMNS)


def correct(league, back: int) -> float:
    """Flip the game that lies ``back`` games before the newest and re-rate."""
    from django.db import transaction

    from league.models import Game
    from ratings.services import rerate

    game = Game.objects.filter(league=league).order_by("-played_on", "-pk")[back]
    spent = 0.0
    for _ in range(2):  # there and back
        game.outcome = {"1-0": "0-1", "0-1": "1-0", "=": "1-0"}[game.outcome]
        game.white_halves, game.black_halves = (2, 0) if game.outcome == "1-0" else (0, 2)

        def work() -> None:
            with transaction.atomic():
                game.save()
                rerate(league, since=game.played_on, reason="bench")

        spent += timed(work) / 2
    return spent


def newest_game_queries(league) -> tuple[int, float]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from league.models import Game
    from league.services.recording import record_game

    last = Game.objects.filter(league=league).order_by("-played_on").select_related("white", "black").first()
    spent = []
    for number in range(1, 6):
        day = last.played_on + timedelta(days=number)
        with CaptureQueriesContext(connection) as queries:
            spent.append(
                timed(
                    lambda day=day: record_game(
                        league=league, white=last.white, black=last.black, outcome="1-0", played_on=day
                    )
                )
            )
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not q["sql"].startswith(control) for q in queries), median(spent)


def memory(games: int, players: int) -> float:
    """Peak resident size in MB of a full replay in a process of its own."""
    out = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.bench_replay", "memory", str(games), str(players)],
        capture_output=True, text=True, check=True, env=os.environ | {"DEBUG": "1"},
    )  # fmt: skip
    return float(out.stdout.strip().splitlines()[-1])


def show(what: str, spent: list[float], floors: list[float]) -> None:
    """Medians of both sides, and the median of the ratios taken pair by pair."""
    ratio = median(a / b for a, b in zip(spent, floors, strict=True))
    print(f"{what:28} {median(spent):7.2f} s   floor {median(floors):6.2f} s   ratio {ratio:.2f}", flush=True)


def replays(games: int, players: int, repeats: int):
    """First ratings and rewrites of fresh leagues, each beside the floor of its rows; the last league."""
    from ratings.services import rerate
    from tests.benchmarks.generated import league_of

    spent: dict[str, list[float]] = {"first rating": [], "every row rewritten": []}
    floors: dict[str, list[float]] = {name: [] for name in spent}
    for number in range(repeats):
        league = league_of(games, players, slug=f"measured-{STAMP}-{number}")
        for name, times in spent.items():
            times.append(timed(lambda league=league: rerate(league, since=None, reason="bench")))
            rows, columns = stored_rows(league)
            floors[name].append(floor(rows, columns))
            del rows
            league.rules.update(parameters={"k": 21})
    for name, times in spent.items():
        show(f"full replay, {name}", times, floors[name])
    return league, median(spent["first rating"])


def main(games: int = 1_000_000, players: int = 10_000, repeats: int = 5) -> None:
    from django.db import connection

    from ratings.services import rerate, verify
    from tests.benchmarks.generated import league_of

    print(f"{connection.vendor}, {games:,} games, {players:,} players (and a second league of the same size)")
    rerate(league_of(games, players, slug=f"other-{STAMP}"), since=None, reason="bench")
    small = league_of(100, 50, slug=f"small-{STAMP}")
    rerate(small, since=None, reason="bench")
    league, first = replays(games, players, repeats)
    for back in (1_000, 10_000, 100_000):
        if back < games:
            spent = median(correct(league, back) for _ in range(repeats))
            print(f"correction {back:>7,} games ago {spent * 1000:8.1f} ms  1/{first / spent:.0f} of a full replay")
    for which in (small, league):
        queries, spent = newest_game_queries(which)
        print(f"newest game, {which.games.count():>9,} games   {queries} queries  {spent * 1000:.2f} ms")
    few, many = memory(games // 10, players), memory(games, players)
    print(f"peak memory {few:.0f} MB at {games // 10:,} games, {many:.0f} MB at {games:,}  ratio {many / few:.2f}")
    print("verify:", verify(league) or "no difference")


def main_memory(games: int, players: int) -> None:
    from ratings.services import rerate
    from tests.benchmarks.generated import league_of

    league = league_of(games, players, slug=f"memory{games}-{os.getpid()}")
    rerate(league, since=None, reason="bench")
    with open("/proc/self/status") as status:  # getrusage would tell the parent's peak, if that was higher
        peak = next(line for line in status if line.startswith("VmHWM:"))
    print(int(peak.split()[1]) / 1024)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    words = sys.argv[1:]
    if words[:1] == ["memory"]:
        main_memory(*map(int, words[1:]))
    else:
        main(*map(int, words))
