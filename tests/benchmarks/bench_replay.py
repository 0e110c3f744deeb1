"""Full replay against the bare bulk write of the same rows; corrections; memory.

Run by ``bin/bench replay [--full] [GAMES] [PLAYERS]`` on the database of DATABASE_URL (a fresh SQLite file by
default). Prints ratios: single times drift, both sides of a ratio are taken in one run.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import django

from tests.benchmarks.goals import (
    Goal,
    Pair,
    Scale,
    in_a_process,
    megabytes,
    peak_memory,
    run_alone,
    seconds,
    slower,
    timed,
)

STAMP = f"{time.time():.0f}"  # a run of its own, also on a database that has seen others
SQLITE = {"first rating": 1.5, "every row rewritten": 1.5, 1_000: 1 / 300, 10_000: 1 / 40, 100_000: 1 / 5}
POSTGRES = SQLITE | {"first rating": 3.0, "every row rewritten": 4.0, 100_000: 1 / 3}


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


def replays(scale: Scale) -> tuple[Any, dict[str, Pair]]:
    """First ratings and rewrites of fresh leagues, each beside the floor of its rows; the last league."""
    from ratings.services import rerate
    from tests.benchmarks.generated import league_of

    spent: dict[str, list[tuple[float, float]]] = {"first rating": [], "every row rewritten": []}
    for number in range(scale.repeats):
        league = league_of(scale.games, scale.players, slug=f"measured-{STAMP}-{number}")
        for times in spent.values():
            ours = timed(lambda league=league: rerate(league, since=None, reason="bench"))
            rows, columns = stored_rows(league)
            times.append((ours, floor(rows, columns)))
            del rows
            league.rules.update(parameters={"k": 21})
    return league, {name: _pair(times) for name, times in spent.items()}


def _pair(times: list[tuple[float, float]]) -> Pair:
    return Pair(median(a for a, _ in times), median(b for _, b in times), median(a / b for a, b in times))


def goals(scale: Scale) -> Iterator[Goal]:
    """Replays, corrections, memory; a second league of the same size lies in the same tables."""
    from django.db import connection

    from ratings.services import rerate, verify
    from tests.benchmarks.generated import league_of

    limits = POSTGRES if connection.vendor == "postgresql" else SQLITE
    rerate(league_of(scale.games, scale.players, slug=f"other-{STAMP}"), since=None, reason="bench")
    league, measured = replays(scale)
    note = f"{scale.games:,} games, {scale.players:,} players; beside: their prebuilt rows, index after"
    for name, pair in measured.items():
        yield slower(f"full replay, {name}", pair, limits[name], note)
    whole = measured["first rating"].ours
    for back in (1_000, 10_000, 100_000):
        if back * 2 <= scale.games:
            spent = median(correct(league, back) for _ in range(scale.repeats))
            limit = limits[back] * (1_000_000 / scale.games)  # of a million games, as the goals are
            yield Goal(
                f"correction {back:,} games ago, of a full replay", spent / whole, limit, seconds(spent), seconds(whole)
            )
    differs = verify(league)
    yield Goal("differences that verify finds afterwards", len(differs), 0, str(len(differs)), "0")
    yield from _memory(scale)


def _memory(scale: Scale) -> Iterator[Goal]:
    few, many = (
        float(in_a_process("bench_replay", "memory", games, scale.players))
        for games in (scale.games // 10, scale.games)
    )
    note = f"{scale.games // 10:,} and {scale.games:,} games, {scale.players:,} players"
    yield Goal("peak memory of a replay against a tenth of the games", many / few, 1.1, megabytes(many), megabytes(few))
    yield Goal("peak memory of a replay, of 100 MB", many / 100, 1.0, megabytes(many), "100 MB", note=note)


def print_memory(games: int, players: int) -> None:
    """Peak resident size in MB of a full replay, in a process of its own."""
    from ratings.services import rerate
    from tests.benchmarks.generated import league_of

    rerate(league_of(games, players, slug=f"memory{games}-{os.getpid()}"), since=None, reason="bench")
    print(peak_memory())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if sys.argv[1:2] == ["memory"]:
        print_memory(*map(int, sys.argv[2:]))
    else:
        run_alone(goals, sys.argv[1:])
