"""Closing a rating period against the bare bulk write of its rows; the order in which games were entered.

Run by ``bin/bench close [GAMES] [PLAYERS]`` on the database of DATABASE_URL (a fresh SQLite file by
default). Both sides of a ratio are taken in one run.
"""

from __future__ import annotations

import os
import sys
from statistics import median

import django


def ratings(league) -> list[float | None]:
    from ratings.models import Rating

    return list(Rating.objects.filter(league=league).order_by("player").values_list("value", flat=True))


def closings(games: int, players: int, times: int) -> tuple[list[float], list]:
    """The month closed, in leagues of their own; how long each took."""
    from league.services.periods import close_period
    from tests.benchmarks.bench_replay import timed
    from tests.benchmarks.generated import month_of

    periods = [
        month_of(games, players, slug=f"month{os.getpid()}-{number}", backwards=bool(number % 2))
        for number in range(times)
    ]
    return [timed(lambda period=period: close_period(period=period)) for period in periods], periods


def main(games: int = 20_000, players: int = 5_000) -> None:
    from django.db import connection

    from league.services.periods import reopen_period
    from ratings.services import verify
    from tests.benchmarks.bench_replay import floor, stored_rows, timed

    print(f"{connection.vendor}, a month of {games:,} games, {players:,} players")
    spent, periods = closings(games, players, 4)
    rows, columns = stored_rows(periods[0].league)
    bare = median(floor(rows, columns) for _ in range(5))
    first = median(spent)
    print(f"closing          {first:6.2f} s   {len(rows):,} rows, bare write {bare:5.2f} s   ratio {first / bare:.2f}")
    again = timed(lambda: reopen_period(period=periods[0], reason="bench"))
    print(f"opening it again {again:6.2f} s   ratio {again / bare:.2f}")
    backwards, entered = (ratings(period.league) for period in periods[1:3])
    print("order of entry:", "no difference" if entered == backwards else "DIFFERS")
    print("verify:", verify(periods[1].league) or "no difference")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(*map(int, sys.argv[1:]))
