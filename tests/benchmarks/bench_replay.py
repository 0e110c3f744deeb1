"""Full replay against the bare bulk write of the same rows; corrections; one newest game; memory.

Run by ``bin/bench replay [GAMES] [PLAYERS]`` on the database of DATABASE_URL (a fresh SQLite file by
default). Prints ratios: single times drift, both sides of a ratio are taken in one run.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from statistics import median

import django


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def floor(rows: list[tuple], columns: list[str]) -> float:
    """The bare bulk write: prebuilt rows into a new table of the same shape, its index after."""
    from django.db import connection, transaction

    from league.models.bulk import insert_rows
    from ratings.ledger.rows import TYPES, _dated

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
            insert_rows(connection, table, columns, _dated(rows), types=TYPES)
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


def main(games: int = 1_000_000, players: int = 10_000) -> None:
    from django.db import connection

    from ratings.services import rerate, verify
    from tests.benchmarks.generated import league_of

    print(f"{connection.vendor}, {games:,} games, {players:,} players (and a second league of the same size)")
    league_of(games, players, slug="other")
    league = league_of(games, players, slug="measured")
    small = league_of(100, 50, slug="small")
    rerate(small, since=None, reason="bench")
    first = timed(lambda: rerate(league, since=None, reason="bench"))
    rows, columns = stored_rows(league)
    floors = [floor(rows, columns) for _ in range(3)]
    del rows
    bare = median(floors)
    print(f"full replay, first rating   {first:7.2f} s   floor {bare:6.2f} s   ratio {first / bare:.2f}")
    league.rules.update(parameters={"k": 21})
    rewrite = timed(lambda: rerate(league, since=None, reason="bench"))
    print(f"full replay, every row      {rewrite:7.2f} s   floor {bare:6.2f} s   ratio {rewrite / bare:.2f}")
    for back in (1_000, 10_000, 100_000):
        if back < games:
            spent = correct(league, back)
            print(f"correction {back:>7,} games ago {spent * 1000:8.1f} ms  1/{first / spent:.0f} of a full replay")
    for which in (small, league):
        queries, spent = newest_game_queries(which)
        print(f"newest game, {which.games.count():>9,} games   {queries} queries  {spent * 1000:.2f} ms")
    print("verify:", verify(league) or "no difference")


def main_memory(games: int, players: int) -> None:
    from ratings.services import rerate
    from tests.benchmarks.generated import league_of

    league = league_of(games, players, slug=f"memory{games}-{os.getpid()}")
    rerate(league, since=None, reason="bench")
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    words = sys.argv[1:]
    if words[:1] == ["memory"]:
        main_memory(*map(int, words[1:]))
    else:
        main(*map(int, words))
