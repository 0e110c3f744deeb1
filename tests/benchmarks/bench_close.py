"""Closing a rating period against the bare bulk write of the rows it writes; the order in which games were entered.

By processor time, that of PostgreSQL's server included: other programs on the machine would be measured, too.

Run by ``bin/bench close [--full] [GAMES [PLAYERS]]`` on the database of DATABASE_URL (a fresh SQLite file by default).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from itertools import count

import django

from .floors import bare_update, bare_write
from .goals import Goal, Scale, megabytes, paired, peak_memory, run_alone, slower, timed


def goals(scale: Scale) -> Iterator[Goal]:
    """A month of FIDE standard: in full a million games of half a million players, else a fiftieth of that."""
    games, players = scale.games, scale.games // 2
    from .pages import clock

    numbers, closed, seconds = count(), [], clock()

    def close() -> float:
        from league.services.periods import close_period
        from tests.benchmarks.generated import month_of

        number = next(numbers)
        period = month_of(games, players, slug=f"month{os.getpid()}-{number}", backwards=bool(number % 2))
        closed.append(period)
        return timed(lambda: close_period(period=period), seconds)

    close()  # a first one for the floor to copy
    peak = megabytes(peak_memory())
    pair = paired(
        close, lambda: floor(closed[0].league, seconds), min(scale.repeats, 3) if scale.full else scale.repeats
    )
    check(closed)
    note = f"beside: {written(closed[0].league)}; peak of the process after the first {peak}"
    yield slower(f"closing a period of {games:,} games, {players:,} players: its rows written", pair, 2, note)


def written(league) -> str:
    """What the other side writes."""
    from ratings.models import Rating, RatingChange, RunImpact

    log, moved = RatingChange.objects.filter(league=league), RunImpact.objects.filter(run__league=league)
    ratings = Rating.objects.filter(league=league)
    return f"{log.count():,} rows of the log, {moved.count():,} moves, {ratings.count():,} ratings in place"


def floor(league, clock: Callable[[], float]) -> float:
    """What closing writes: rows into the log and who moved, the ratings of everybody in place."""
    from ratings.ledger.standings import COLUMNS

    own = "league_id = %s"
    of_its_runs = "run_id IN (SELECT id FROM ratings_ratingrun WHERE league_id = %s)"
    log = ("ratings_ratingchange", own, [league.pk])
    moves = ("ratings_runimpact", of_its_runs, [league.pk])
    return bare_write(log, moves, clock=clock) + bare_update("ratings_rating", COLUMNS, own, [league.pk], clock=clock)


def check(closed: list) -> None:
    """In whichever order the games were entered, everybody stands at the same number."""
    from ratings.models import Rating

    forwards, backwards = (
        list(Rating.objects.filter(league=period.league).order_by("player").values_list("value", flat=True))
        for period in closed[:2]
    )
    assert forwards == backwards, "the order of entry made a difference"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    run_alone(goals, sys.argv[1:])
