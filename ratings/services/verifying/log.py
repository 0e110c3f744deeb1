"""The log: each stored row, the chain that the rows of a player make, and what they point to."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection

from league.models import League
from ratings.kernel.types import Cause, Change
from ratings.ledger import keys
from ratings.models import RatingChange

from .difference import Difference, Told, close

CORRECTED = (Cause.GAME.value, Cause.CORRECTION.value)


class LogCheck:
    """Sees every row of a replay beside the stored one, in the order in which they act."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._last: dict[int, float] = {}  # player -> the closing of the newest stored row
        self.found: list[Difference] = []

    def see(self, key: int, new: Change | None, old: Change | None) -> None:
        if new != old:
            self._compare(new, old)
        if old is not None and new is not None and old.closing is not None:
            self._chain(old)

    def _compare(self, new: Change | None, old: Change | None) -> None:
        row = new or old
        assert row is not None
        game = row.ref if row.cause in CORRECTED else None
        if new is None or old is None:
            what, there = f"log row {row.cause} {row.ref}", ("absent", "present")
            stored, computed = there[old is not None], there[new is not None]
            self.found.append(self._told(what, stored, computed, player=row.player, ref=game))
            return
        for name in Change._fields:
            if not close(getattr(old, name), getattr(new, name)):
                what = f"{name} of log row {new.cause} {new.ref or new.period}"
                values = getattr(old, name), getattr(new, name)
                self.found.append(self._told(what, *values, player=new.player, field=name, ref=game))

    def _chain(self, row: Change) -> None:
        """A row opens where the one before it closed, and its change leads from there to its closing."""
        game = row.ref if row.cause in CORRECTED else None
        last, opening, closing = self._last.get(row.player), row.opening, row.closing
        assert closing is not None
        self._last[row.player] = closing
        where = f"of log row {row.cause} {row.ref or row.period}"
        if opening is not None and last is not None and not close(opening, last):
            told = self._told(
                f"opening {where} after the closing before it", opening, last, player=row.player, **_at(game)
            )
            self.found.append(told)
        if opening is not None and row.change is not None and not close(closing, opening + row.change):
            told = self._told(f"closing {where}", closing, opening + row.change, player=row.player, **_at(game))
            self.found.append(told)


def _at(game: int | None) -> dict[str, object]:
    return {"kind": "chain", "ref": game}


_ORPHANS = """
 c.id BETWEEN %s AND %s AND (
   NOT EXISTS (SELECT 1 FROM league_player p WHERE p.id = c.player_id)
   OR (c.cause IN ('game', 'correction') AND NOT EXISTS (
        SELECT 1 FROM league_game g WHERE g.id = c.ref AND g.league_id IN (%s, %s)))
   OR (c.period_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM league_ratingperiod q WHERE q.id = c.period_id AND q.league_id = %s)))
"""


def orphans(league: League) -> tuple[str, list[int]]:
    """A condition on ``ratings_ratingchange c``, and its values: rows of the league that point to nothing."""
    source = league.games_from_id or league.pk
    return _ORPHANS, [*keys.league_range(league.pk), league.pk, source, league.pk]


def broken_keys(league: League, told: Told) -> Iterator[Difference]:
    """The log's foreign keys carry no constraint: they are checked here."""
    condition, values = orphans(league)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM ratings_ratingchange c WHERE {condition}", values)
        lost = cursor.fetchone()[0]
    if lost:
        yield told("log rows that point to nothing", lost, 0, kind="key", field="orphans")
    span = keys.league_range(league.pk)
    strays = RatingChange.objects.filter(league=league).exclude(pk__range=span).count()
    if strays:
        yield told("log rows under a wrong key", strays, 0, kind="key", field="keys")
    foreign = RatingChange.objects.filter(pk__range=span).exclude(league=league).count()
    if foreign:
        yield told("log rows that name another league", foreign, 0, kind="key", field="league")
