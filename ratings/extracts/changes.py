"""Every change of a league in the order in which it happened, with full precision."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db.models import QuerySet

from league.models import Event, League, Player, RatingPeriod
from ratings.facts.games import GameRow, read_games, source_league
from ratings.kernel.types import Cause, Change

from .log import other_rows

CHANGES = (
    "order", "date", "event", "round", "player", "opponent", "side", "score", "expected", "k", "opening", "change",
    "closing", "period", "cause", "reason", "own_rating", "opponent_rating", "game",
)  # fmt: skip
SIDES = ("white", "black")
# rows of a day that stand before its games
_BEFORE_GAMES = (Cause.ENTRY, Cause.SEASON, Cause.ADJUSTMENT)


def change_rows(league: League, *, until: date | None = None) -> Iterator[tuple[Any, ...]]:
    """Rows of ``CHANGES``: game rows in canonical order (``order`` is the game's number in it), the others
    of a day around them. In a period the period's own row carries the sum of its games' rows."""
    return _Changes(league, until).rows()


def named(club: int) -> QuerySet[Player]:
    """Everybody of a club, with no more than their names."""
    return Player.objects.filter(club=club).only("club", "name", "distinction", "public_name", "anonymised_at")


class _Changes:
    def __init__(self, league: League, until: date | None) -> None:
        self._league, self._until = league, until
        self._names = {each.pk: each.label for each in named(league.club_id)}
        self._events = dict(Event.objects.filter(league=source_league(league)).values_list("pk", "name"))
        self._periods = dict(RatingPeriod.objects.filter(league=league).values_list("pk", "name"))
        self._days: dict[int, str] = {}

    def rows(self) -> Iterator[tuple[Any, ...]]:
        others = other_rows(self._league, self._until)
        waiting = next(others, None)
        for number, row in enumerate(read_games(self._league, last=self._until), 1):
            while waiting is not None and _is_before(waiting, row.game.day):
                yield self._other(waiting)
                waiting = next(others, None)
            yield from self._game(number, row)
        while waiting is not None:
            yield self._other(waiting)
            waiting = next(others, None)

    def _game(self, number: int, row: GameRow) -> Iterator[tuple[Any, ...]]:
        game = row.game
        players = (game.white, game.black)
        event = self._events.get(game.event)
        for side, change in enumerate(row.stored):
            if change is not None:
                halves = game.halves if side == 0 else 2 - game.halves
                score = (halves if change.halves is None else change.halves) / 2
                own = change.own_rating if change.own_rating is not None else change.opening
                yield (
                    number, self._day(change.day), event, row.place[1], self._names[players[side]],
                    self._names[players[1 - side]], SIDES[side], score,
                    change.expected, change.k, change.opening, change.change, change.closing,
                    self._periods.get(change.period or 0), change.cause, change.reason, own, change.opponent_rating,
                    game.game,
                )  # fmt: skip

    def _other(self, change: Change) -> tuple[Any, ...]:
        score = None if change.halves is None else change.halves / 2
        corrected = change.cause == Cause.CORRECTION
        side, game = (SIDES[change.side & 1], change.ref) if corrected else (None, None)
        return (
            None, self._day(change.day), None, None, self._names[change.player], None, side, score, change.expected,
            change.k, change.opening, change.change, change.closing, self._periods.get(change.period or 0),
            change.cause, change.reason, change.own_rating, change.opponent_rating, game,
        )  # fmt: skip

    def _day(self, day: int) -> str:
        text = self._days.get(day)
        if text is None:
            text = self._days[day] = date.fromordinal(day).isoformat()
        return text


def _is_before(change: Change, day: int) -> bool:
    return change.day < day or (change.day == day and change.cause in _BEFORE_GAMES)
