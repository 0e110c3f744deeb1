"""Players whose entry into a league was taken back leave its board."""

from __future__ import annotations

from collections.abc import Collection

from league.models import League
from ratings.ledger import keys
from ratings.models import Rating, RatingChange


def farewell(league: League, players: Collection[int]) -> None:
    """Forget the rating rows of players who are no longer entered. The league is locked, no game of theirs counts.

    Where a worker has yet to take their games out of the log, it would not look for the row by which they entered: it
    finds that by the rating.
    """
    Rating.objects.filter(league=league, player__in=players).delete()
    RatingChange.objects.filter(pk__in=[keys.entry_row_id(league.pk, player) for player in players]).delete()
