"""Players whose entry into a league was taken back leave its board."""

from __future__ import annotations

from collections.abc import Collection

from league.models import League
from ratings.models import Rating


def farewell(league: League, players: Collection[int]) -> None:
    """Forget the rating rows of players who are no longer entered. The league is locked, no log row is left."""
    Rating.objects.filter(league=league, player__in=players).delete()
