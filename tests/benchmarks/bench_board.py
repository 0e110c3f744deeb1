"""The leaderboard, unfiltered and current, beside the shortest page with the same rows that Django lets one write.

Run by ``bin/bench board [--full] [GAMES [PLAYERS [MANY_PLAYERS]]]`` on the database of DATABASE_URL. ``--full``:
leagues of 10,000, 100,000 and 1,000,000 players.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from .goals import AT_MOST, Goal, Scale, paired, run_alone, slower

REPEATS = 15
A_YEAR = 360  # days of play: everybody is active


def goals(scale: Scale) -> Iterator[Goal]:
    from .pages import with_bare_pages

    few, many, most = sizes(scale)
    for players in (few, many, most):
        league_with(players)
    with with_bare_pages():
        yield queries_of(many)
        yield beside_bare(many)
        yield growth(few, most)
        yield last_page(many)
        yield last_page(most)


def sizes(scale: Scale) -> tuple[int, int, int]:
    return (10_000, 100_000, 1_000_000) if scale.full else (scale.players, scale.many_players, 5 * scale.many_players)


def league_with(players: int) -> None:
    """A rated league of this size, two games a player."""
    from .generated import league_of
    from .pages import rated

    league = league_of(2 * players, players, slug=f"board-{players}", days=A_YEAR)
    rated(league)


def queries_of(players: int) -> Goal:
    from .pages import queries

    asked = queries(f"/bench/board-{players}/")
    return Goal("leaderboard: questions to the database", asked, 4, str(asked), "", AT_MOST, f"{players:,} players")


def beside_bare(players: int) -> Goal:
    from .pages import asking

    pair = paired(asking(f"/bench/board-{players}/"), asking(f"/bare/bench/board-{players}/"), REPEATS)
    note = f"{players:,} players; beside: same frame, rows and number of columns, nothing counted"
    return slower("leaderboard : bare Django template", pair, 1.3, note)


def growth(few: int, most: int) -> Goal:
    from .pages import asking

    pair = paired(asking(f"/bench/board-{most}/"), asking(f"/bench/board-{few}/"), REPEATS)
    return slower("leaderboard of many : of few players", pair, 1.3, f"{most:,} and {few:,}")


def last_page(players: int) -> Goal:
    from .pages import asking

    board = f"/bench/board-{players}/"
    pair = paired(asking(f"{board}?page={players // 50}"), asking(board), REPEATS)
    return slower(f"leaderboard, last page : first, {players:,} players", pair, 1.5)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    run_alone(goals, sys.argv[1:])
