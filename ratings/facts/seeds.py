"""Ratings of the standard list that seed a rapid or blitz league (FIDE B.02 rapid and blitz, 7.2.1)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from datetime import date

from django.db import connection

from league.models import League
from ratings.kernel.types import Cause, Change, Day, PlayerId, RatingUsed, unseeded


class Seeds:
    """``seeds(player, day)``: the standard rating in force on a day, None if there is none.

    A period's rating is in force from the day after the period, any other from the day after its row;
    before a player's first row the start rating counts. Read whole at the first question.
    """

    def __init__(self, standard: League) -> None:
        self._standard = standard
        self._history: dict[PlayerId, tuple[list[Day], list[float | None]]] | None = None
        self._start: dict[PlayerId, float] = {}

    def __call__(self, player: PlayerId, day: Day) -> float | None:
        if self._history is None:
            self._history = self._read()
        days, ratings = self._history.get(player, ([], []))
        place = bisect_right(days, day)
        return ratings[place - 1] if place else self._start.get(player)

    def changed(
        self, since: Day | None, rows: Iterable[Change], start: Mapping[PlayerId, float | None] | None = None
    ) -> Seeds:
        """The same list with its log from a day on (None: all of it) as these rows say.

        ``start``: start ratings that would be others.
        """
        if self._history is None:
            self._history = self._read()
        made = Seeds(self._standard)
        laid = {**self._start, **(start or {})}
        made._start = {player: rating for player, rating in laid.items() if rating is not None}
        kept = 0 if since is None else since
        made._history = {}
        for player, (days, ratings) in self._history.items():
            before = bisect_right(days, kept)
            made._history[player] = (days[:before], ratings[:before])
        for row in rows:
            if (row.closing is not None or row.cause == Cause.PERIOD) and row.cause != Cause.ENTRY:
                days, ratings = made._history.setdefault(row.player, ([], []))
                days.append(row.day + 1)
                ratings.append(row.closing)
        return made

    def _read(self) -> dict[PlayerId, tuple[list[Day], list[float | None]]]:
        history: dict[PlayerId, tuple[list[Day], list[float | None]]] = {}
        with connection.cursor() as cursor:
            cursor.execute(_START, [self._standard.pk, self._standard.club_id])
            self._start = dict(cursor.fetchall())
            cursor.execute(_HISTORY, [self._standard.pk])
            for player, text, closing in cursor.fetchall():
                days, ratings = history.setdefault(player, ([], []))
                days.append(date.fromisoformat(text).toordinal() + 1)
                ratings.append(closing)
        return history


# Of the whole club: entering the league, or leaving it, is no reason to seed from another number.
_START = """
SELECT p.id, COALESCE(en.start_rating, p.start_rating) FROM league_player p
  LEFT JOIN league_leagueentry en ON en.player_id = p.id AND en.league_id = %s
 WHERE p.club_id = %s AND COALESCE(en.start_rating, p.start_rating) IS NOT NULL
"""
_HISTORY = """
SELECT player_id, CAST(day AS text), closing FROM ratings_ratingchange
 WHERE league_id = %s AND (closing IS NOT NULL OR cause = 'period') AND cause <> 'entry'
 ORDER BY player_id, day, games, id
"""


def seeds_of(league: League) -> RatingUsed:
    """What seeds a league: its ``standard_league``'s ratings, or nothing."""
    return Seeds(league.standard_league) if league.standard_league is not None else unseeded
