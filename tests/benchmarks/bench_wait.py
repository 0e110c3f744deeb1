"""Who waits while a league is rated as a whole: somebody who records a result, somebody who reads a board.

Run by ``bin/bench wait [GAMES] [PLAYERS]``. One process re-rates a big league under other rules, so that every row
changes, as ``manage.py rerate`` does; meanwhile this one records results in another league of the same database, one
every 50 ms, and another thread reads the board of the big league. The longest waits are what people notice.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import date, timedelta

import django

from tests.benchmarks.goals import Goal, Scale, run_alone, seconds

STAMP = f"{time.time():.0f}"
WRITER, READER = 5.0, 0.050  # seconds that are bearable


def rate_again(league: int) -> None:
    """The other process: all of the league, by the rules as they are now."""
    from league.models import League
    from ratings.services import defer, settle

    found = League.objects.get(pk=league)
    defer(found, since=None, reason="bench")
    started = time.perf_counter()
    settle(found)
    print(f"{time.perf_counter() - started:.2f}")


def record_results(until: threading.Event, players: int) -> list[float]:
    """Seconds that each result took, one about every 50 ms."""
    from league.services.recording import record_game
    from ratings.services import rerate
    from tests.benchmarks.generated import league_of

    league = league_of(100, players, slug=f"writing-{STAMP}")
    rerate(league, since=None, reason="bench")
    one, two = [entry.player for entry in league.entries.select_related("player")[:2]]
    spent = []
    while not until.is_set():
        started = time.perf_counter()
        day = date(2021, 1, 1) + timedelta(days=len(spent))
        record_game(league=league, white=one, black=two, outcome="1-0", played_on=day)
        spent.append(time.perf_counter() - started)
        time.sleep(0.05)
    return spent


def read_board(league: int, until: threading.Event, spent: list[float]) -> None:
    """Seconds that the first fifty of the board took, one about every 10 ms."""
    from django.db import connection

    from ratings.models import Rating

    try:
        while not until.is_set():
            started = time.perf_counter()
            list(
                Rating.objects.filter(league=league).order_by("-value", "pk").values_list("player__name", "value")[:50]
            )
            spent.append(time.perf_counter() - started)
            time.sleep(0.01)
    finally:
        connection.close()


def waits(games: int, players: int) -> tuple[float, list[float], list[float]]:
    """Seconds of the replay, of each result recorded and of each board read meanwhile."""
    from ratings.services import rerate
    from tests.benchmarks.generated import league_of

    league = league_of(games, players, slug=f"waited-{STAMP}")
    rerate(league, since=None, reason="bench")
    league.rules.update(parameters={"k": 21})
    over, read = threading.Event(), list[float]()
    command = [sys.executable, "-m", "tests.benchmarks.bench_wait", "again", str(league.pk)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"DEBUG": "1"})
    reader = threading.Thread(target=read_board, args=(league.pk, over, read))
    ending = threading.Thread(target=lambda: (process.wait(), over.set()))
    reader.start()
    ending.start()
    written = record_results(over, 10)
    reader.join()
    assert process.stdout is not None and process.returncode == 0
    return float(process.stdout.read()), written, read


def goals(scale: Scale) -> Iterator[Goal]:
    """The longest wait of a writer, and what 99 of 100 readers wait, against what is bearable."""
    replay, written, read = waits(scale.games, scale.players)
    longest, most = max(written), sorted(read)[len(read) * 99 // 100]
    note = f"replay {replay:.1f} s; {len(written)} results, {len(read)} boards, the slowest {seconds(max(read))}"
    yield Goal("longest wait of a writer while all is rated again", longest / WRITER, 1.0, seconds(longest), "5 s")
    yield Goal("wait of a reader, 99 of 100", most / READER, 1.0, seconds(most), "50 ms", note=note)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if sys.argv[1:2] == ["again"]:
        rate_again(int(sys.argv[2]))
    else:
        run_alone(goals, sys.argv[1:])
