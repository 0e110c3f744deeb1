"""What closing the open periods now would write: computed for each state of a league once, and kept for a while.

A replay of 20,000 games of open periods takes most of a second; a page that somebody opens again takes none.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256

from django.core.cache import cache

from league.models import League, Player, RatingPeriod
from ratings.kernel.types import Change, Line
from ratings.services.living import rows_if_closed
from ratings.services.running import rows_so_far

from .ladder import SECONDS, state_of

Places = Collection[tuple[int, int]]  # (game, side)


def games_so_far(
    league: League, players: Collection[int], places: Places | None = None
) -> dict[tuple[int, int], Change]:
    """(game, side) -> what the games of these players would get as their rows; ``places``: only of these."""
    asked = repr((sorted(players), None if places is None else sorted(places)))
    key = f"foreseen:{state_of(league)}:{sha256(asked.encode()).hexdigest()[:32]}"
    return cache.get_or_set(key, lambda: _games(league, players, places), SECONDS)


def _games(league: League, players: Collection[int], places: Places | None) -> dict[tuple[int, int], Change]:
    rows = {(row.ref, row.side): row for row in rows_if_closed(league, players)}
    return rows if places is None else {place: rows[place] for place in places if place in rows}


def period_so_far(league: League, player: Player, period: RatingPeriod) -> tuple[list[Change], list[Line]]:
    """The rows that closing a period would write for a player, and the lines behind their sum."""
    key = f"so-far:{state_of(league)}:{period.pk}:{player.pk}"
    return cache.get_or_set(key, lambda: rows_so_far(league, player, period), SECONDS)
