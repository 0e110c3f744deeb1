"""The page of a player with a thousand games beside a bare page; the query of its line beside a covering index.

Run by ``bin/bench player [--full] [GAMES]`` on the database of DATABASE_URL: players have 1,000 games each.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

from .goals import Goal, Scale, paired, run_alone, slower

REPEATS = 15
EACH = 1_000


def goals(scale: Scale) -> Iterator[Goal]:
    from .pages import asking, with_bare_pages

    league, player = league_and_player(scale.games)
    with with_bare_pages():
        ours, bare = f"/bench/{league.slug}/players/{player}/", f"/bare/bench/{league.slug}/{player}/"
        pair = paired(asking(ours), asking(bare), REPEATS)
        note = "1,000 games; beside: same frame, 50 changes with their games, the line as numbers"
        yield slower("player page : bare Django template", pair, 2, note)
    yield line_beside_covering_index(league, player)


def league_and_player(games: int):
    """A rated league in which everybody has about a thousand games, and a player with that many."""
    from .generated import league_of
    from .pages import rated

    league = league_of(games, max(2 * games // EACH, 20), slug="player")
    rated(league)
    everybody = league.ratings.values_list("games", "player")
    return league, min(everybody, key=lambda each: (abs(each[0] - EACH), each[1]))[1]


def line_beside_covering_index(league, player: int) -> Goal:
    """The player's rows for the line, oldest first: as stored, and from a copy with an index that holds them whole."""
    from django.db import connection

    columns = "player_id, league_id, day, cause, games, id, closing, deviation_after, ref, opening, deviation"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE bench_covered AS SELECT {columns} FROM ratings_ratingchange")
        cursor.execute(f"CREATE INDEX bench_covering ON bench_covered ({columns})")
        if connection.vendor == "postgresql":
            cursor.execute("COMMIT" if connection.in_atomic_block else "SELECT 1")
            cursor.execute("VACUUM ANALYZE bench_covered")  # else every row of an index is looked up in its table
    pair = paired(history(league, player), history(league, player, "bench_covered"), REPEATS)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE bench_covered")
    return slower("rows of a player's line : by a covering index", pair, 1.5, "1,000 rows, through Django's cursor")


def history(league, player: int, table: str = "") -> Callable[[], float]:
    """Seconds of reading the rows by the product's own query, as a mean of a few; ``table``: from there instead."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from league.models import Player
    from ratings.boards import player as boards

    from .pages import clock

    now, person = clock(), Player.objects.get(pk=player)
    with CaptureQueriesContext(connection) as asked:
        list(boards._trail_rows(league, person, None))
    sql = asked[-1]["sql"].replace("ratings_ratingchange", table or "ratings_ratingchange")

    def read() -> float:
        start = now()
        for _ in range(5):
            with connection.cursor() as cursor:
                cursor.execute(sql)
                cursor.fetchall()
        return (now() - start) / 5

    return read


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    run_alone(goals, sys.argv[1:])
