"""The games of a league from a day on, read once: to see who plays in them, and to be rated after that."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import Any, Final

from django.db import connection

from league.models import Event, League
from ratings.kernel.types import GameId, PlayerId, RatedGame
from ratings.ledger.spool import Spool

from .first import DaysTold, alone, games_sql, of_events, places_of
from .games import CHUNK, source_league

PART: Final = CHUNK  # games that are rated together with their stored rows at hand


class Played:
    """Games in canonical order, those that are not rated among them. ``players``: who plays in those read ahead.

    ``since`` None: from the first. ``few``: not so many that it is worth asking whether the league has events at all.
    Games read ahead wait in a spool, so that memory does not grow with them.
    """

    def __init__(self, league: League, since: date | None, *, few: bool = False) -> None:
        self._league, self._source, self._since = league, source_league(league), since
        self._events = few or Event.objects.filter(league=self._source).exists()
        self._ahead: Spool | None = None
        self.players: set[PlayerId] = set()

    def __len__(self) -> int:
        """How many were read ahead."""
        return 0 if self._ahead is None else len(self._ahead)

    def read_ahead(self, most: int | None = None) -> None:
        """Read all games, or no more than this many."""
        self._ahead, see = Spool(), self.players.update
        for rows in self._read(most):
            see(row[2] for row in rows)
            see(row[3] for row in rows)
            self._ahead.extend(rows)

    def parts(self) -> Iterator[tuple[list[GameId], list[RatedGame]]]:
        """The games in parts: all ids, and the values of those that the facts let be rated."""
        days = DaysTold()
        for rows in self._read() if self._ahead is None else _in_parts(self._ahead):
            games = of_events(rows, days, places_of(self._league, rows)) if self._events else alone(rows, days)
            yield [row[0] for row in rows], games

    def ids(self) -> Iterator[list[GameId]]:
        """The ids of the games read ahead, in parts."""
        for rows in _in_parts(self._ahead or Spool()):
            yield [row[0] for row in rows]

    def _read(self, most: int | None = None) -> Iterator[list[tuple[Any, ...]]]:
        where, params = "", list[Any]([self._source])
        if self._since is not None:
            where, params = "AND g.played_on >= %s", [*params, self._since]
        sql = games_sql(self._events, where=where)
        if most is not None:
            sql, params = f"{sql} LIMIT %s", [*params, most]
        with connection.chunked_cursor() as cursor:
            cursor.execute(sql, params)
            while rows := cursor.fetchmany(PART):
                yield rows


def _in_parts(spool: Spool) -> Iterator[list[tuple[Any, ...]]]:
    rows = iter(spool)
    while some := list(islice(rows, PART)):
        yield some
