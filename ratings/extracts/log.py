"""Log rows that are about no single game, in the order in which they happened."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.db import connection

from league.models import League
from ratings.facts.games import Days, stored_change, stored_columns
from ratings.kernel.types import Cause, Change
from ratings.ledger import keys

_FETCHED = 5_000
_PLACES = " ".join(f"WHEN '{cause.value}' THEN {place}" for place, cause in enumerate(Cause))
_SQL = f"""
SELECT {stored_columns("c")} FROM ratings_ratingchange c
 WHERE c.id BETWEEN %s AND %s AND c.day <= %s
 ORDER BY c.day, CASE c.cause {_PLACES} END, c.player_id, c.id
"""


def other_rows(league: League, until: date | None) -> Iterator[Change]:
    """Entries, season turns, adjustments, corrections and periods of a league, by day and cause."""
    first, last = keys.kind_range(league.pk, keys.PERIOD)[0], keys.kind_range(league.pk, keys.OTHER)[1]
    days = Days()
    with connection.chunked_cursor() as cursor:
        cursor.execute(_SQL, [first, last, until or date.max])
        while rows := cursor.fetchmany(_FETCHED):
            for row in rows:
                change = stored_change(row, days)
                assert change is not None
                yield change
