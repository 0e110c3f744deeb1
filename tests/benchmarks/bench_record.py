"""One result recorded by the service: as long after a million games as after a thousand; beside four bare statements.

Run by ``bin/bench record [--full] [GAMES [PLAYERS]]`` on the database of DATABASE_URL. What stands beside is what a
result needs at least: a game, its two log rows, two ratings, through Django's cursor. Both sides do each result in a
transaction of its own, commit included, on a new day and with other players each time, without the list of queries
that Django keeps under DEBUG. Measured by processor time (as pages are) and by the clock, which includes the disk.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import count
from statistics import median

from .goals import AT_MOST, TOLD, Goal, Scale, paired, run_alone, seconds, slower

REPEATS = 25
A_FEW = 1_000
IN_A_ROW = 4  # results of one measurement


def goals(scale: Scale) -> Iterator[Goal]:
    from django.test import override_settings

    from .pages import clock

    few, many = rated_league(A_FEW, scale.players), rated_league(scale.games, scale.players)
    yield Goal("one result: questions to the database", asked := queries(many), 10, str(asked), "", AT_MOST)
    size = f"{scale.games:,} games"
    with override_settings(DEBUG=False):
        now = clock()
        pair = paired(recording(many, now), recording(few, now), REPEATS)
        yield slower("one result after many games : after 1,000", pair, 1.2, size)
        yield slower("one result : four bare statements", paired(recording(many, now), bare(many, now), REPEATS), 4)
        wall = time.perf_counter
        pair = paired(recording(many, wall), bare(many, wall), REPEATS)
        yield slower("one result : four bare statements, by the clock", pair, 4)
        pair = paired(recording(many, now, evening=True), bare(many, now), REPEATS)
        ours, other = seconds(pair.ours), seconds(pair.other)
        yield Goal("one result of an evening : four bare statements", pair.ratio, 0, ours, other, TOLD)


def rated_league(games: int, players: int):
    from .generated import league_of
    from .pages import rated

    league = league_of(games, players, slug=f"record-{games}")
    rated(league)
    return league


def queries(league) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    work = recording(league, time.perf_counter)
    with CaptureQueriesContext(connection) as asked:
        work()
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not q["sql"].startswith(control) for q in asked) // IN_A_ROW


def recording(league, now: Callable[[], float], *, evening: bool = False) -> Callable[[], float]:
    """Seconds for a result on top of the league's log, by the service, as the median of a few.

    ``evening``: on a day on which others have played already, so that the history of changes gets a row, too.
    """
    from league.models import Player
    from league.services.recording import record_game

    people, known = pairs(league), Player.objects.in_bulk()

    def record() -> float:
        days = newer_days(league)
        if evening:
            white, black = map(known.get, next(people))
            record_game(league=league, white=white, black=black, outcome="=", played_on=days[0])
            days = days[:1] * len(days)
        results = [[*map(known.get, next(people)), day] for day in days]
        given = [{"white": white, "black": black, "outcome": "1-0", "played_on": day} for white, black, day in results]
        return middle(now, [lambda each=each: record_game(league=league, **each) for each in given])

    return record


def bare(league, now: Callable[[], float]) -> Callable[[], float]:
    """The same by four statements; the numbers are not computed."""
    from django.db import connection, transaction

    from ratings.ledger import keys

    people = pairs(league)

    def write(white: int, black: int, day: str) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(GAME, [league.pk, day, white, black])
            game = cursor.fetchone()[0]
            rows = [keys.game_row_id(league.pk, game, side) for side in (0, 1)]
            cursor.execute(ROWS, [rows[0], league.pk, day, game, white, rows[1], league.pk, day, game, black])
            for player in (white, black):
                cursor.execute(RATING, [1512.5, 1512.5, 1513, day, league.pk, player])

    def record() -> float:
        wanted = [(*next(people), day.isoformat()) for day in newer_days(league)]
        return middle(now, [lambda each=each: write(*each) for each in wanted])

    return record


def middle(now: Callable[[], float], works: list[Callable[[], object]]) -> float:
    """The median of what each takes: on a busy machine one of them waits for the processor now and then."""
    spent = []
    for work in works:
        start = now()
        work()
        spent.append(now() - start)
    return median(spent)


GAME = """
INSERT INTO league_game (league_id, played_on, white_id, black_id, outcome, white_halves, black_halves, weight,
                         neutral, status, reference, entered_at)
VALUES (%s, %s, %s, %s, '1-0', 2, 0, 1, FALSE, 'final', '', '2026-01-01 12:00:00+00:00') RETURNING id"""
_ROW = "(%s, %s, 'game', %s, %s, {side}, %s, {halves}, 0.5, 20, 1500, 1500, 1500, 10, 1510, 30, 0, '')"
ROWS = f"""
INSERT INTO ratings_ratingchange (id, league_id, cause, day, ref, side, player_id, halves, expected, k, own_rating,
                                  opponent_rating, opening, change, closing, games, last, reason)
VALUES {_ROW.format(side=0, halves=2)}, {_ROW.format(side=1, halves=0)}"""
RATING = """
UPDATE ratings_rating SET value = %s, live = %s, shown = %s, games = games + 1, wins = wins + 1, last_played = %s
 WHERE league_id = %s AND player_id = %s"""


def pairs(league) -> Iterator[tuple[int, int]]:
    """Players who have played before: a first result enters its players, too."""
    people = list(league.ratings.filter(games__gt=0).order_by("player").values_list("player", flat=True))
    for number in count():
        yield people[number * 7 % len(people)], people[(number * 7 + 3) % len(people)]


def newer_days(league) -> list[date]:
    """A new day for each result of one measurement, after all that were played."""
    newest = league.games.order_by("-played_on").values_list("played_on", flat=True).first()
    return [newest + timedelta(number) for number in range(1, IN_A_ROW + 1)]


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    run_alone(goals, sys.argv[1:])
