"""Facts as they would be: what a preview lays over the stored ones. Nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import merge
from typing import Any

from league.models import PLAYED, Game, League
from ratings.kernel.games import NO_MATCH
from ratings.kernel.systems import Rules
from ratings.kernel.types import Adjust, PlayerFacts, PlayerId, RatedGame, SeasonTurn, TimeControl

from .calendar import Calendar, Standing
from .closing import rated_on
from .games import GameRow, start_of
from .matches import Places, laid_places, place_of, tells_matches
from .officials import Lines


@dataclass
class Overlay:
    """``games``: id -> the game as it would be (None: as if it were void; negative ids: new games).

    ``adjustments`` and ``seasons`` are added, those ``without_...`` are left out; ``rules``, ``players``, who is a
    guest (``guests``) and whose record is part of another (``merged``) replace the stored ones; ``officials`` lay a
    federation's lines over its lists: (list, player) -> the day of the list and what it says; ``closed_periods``
    count as closed, ``open_periods`` as open, ``without_periods`` not at all. ``leaving``: league ->
    who is in it no more.
    """

    games: dict[int, Game | None] = field(default_factory=dict)
    adjustments: list[Adjust] = field(default_factory=list)
    without_adjustments: set[int] = field(default_factory=set)
    rules: Rules | None = None
    players: dict[PlayerId, PlayerFacts] = field(default_factory=dict)
    guests: dict[PlayerId, bool] = field(default_factory=dict)
    merged: dict[PlayerId, bool] = field(default_factory=dict)
    seasons: list[SeasonTurn] = field(default_factory=list)
    without_seasons: set[int] = field(default_factory=set)
    officials: Lines = field(default_factory=dict)
    closed_periods: set[int] = field(default_factory=set)
    open_periods: set[int] = field(default_factory=set)
    without_periods: set[int] = field(default_factory=set)
    leaving: dict[int, set[PlayerId]] = field(default_factory=dict)
    _places: Places | None = field(default=None, init=False, repr=False, compare=False)

    def over_games(self, league: League, rows: Iterable[GameRow]) -> Iterator[GameRow]:
        """The stream with the overlaid games in their new places.

        In the old place stays what the log stores of them, not to be rated: it may have to go.
        """
        if not self.games:
            yield from rows
            return
        new = sorted((self.row(league, i, g) for i, g in self.games.items() if g is not None), key=_order)
        yield from merge((self.at_old_place(league, row) for row in rows), new, key=_order)

    def row(self, league: League, key: int, game: Game) -> GameRow:
        """An overlaid game as if it had been read."""
        return overlaid_row(league, key, game, self.places(league))

    def at_old_place(self, league: League, row: GameRow) -> GameRow:
        """A game as read; one that is overlaid is not rated here. Others of a match may count otherwise now."""
        if row.game.game in self.games:
            return row._replace(rateable=False)
        place = self.places(league).get(row.game.game, row.game.match)
        return row if place == row.game.match else row._replace(game=row.game._replace(match=place))

    def as_laid(self, league: League, key: int, stored: GameRow | None) -> GameRow | None:
        """A game as it would be: laid over what is stored, or another of a match in which one is laid over."""
        if key not in self.games:
            return None if stored is None else self.at_old_place(league, stored)
        changed = self.games[key]
        return None if changed is None else self.row(league, key, changed)

    def places(self, league: League) -> Places:
        """Where the games of every match that the overlaid ones reach would stand in it."""
        if not tells_matches(league):
            return {}
        if self._places is None:
            self._places = laid_places(league, self.games)
        return self._places

    def over_standings(self, standings: dict[PlayerId, Standing]) -> None:
        """Who stands where, as it would be."""
        for player, changed in self.players.items():
            old = standings.get(player)
            standings[player] = Standing(changed, False, None) if old is None else old._replace(facts=changed)
        for player in self.guests.keys() & standings.keys():
            standings[player] = standings[player]._replace(guest=self.guests[player])
        for player in self.merged.keys() & standings.keys():
            standings[player] = standings[player]._replace(merged=self.merged[player])

    def over_calendar(self, calendar: Calendar) -> Calendar:
        """The calendar with rules, adjustments and periods as they would be."""
        if self.rules is not None:
            calendar.rules = self.rules
        kept = [a for a in calendar.adjustments if a.adjustment not in self.without_adjustments]
        calendar.adjustments = sorted([*kept, *self.adjustments], key=lambda a: (a.day, a.adjustment))
        turns = [s for s in calendar.seasons if s.season not in self.without_seasons]
        calendar.seasons = sorted([*turns, *self.seasons], key=lambda s: (s.day, s.season))
        calendar.periods = [
            p._replace(closed=(p.closed or p.period.period in self.closed_periods)
                       and p.period.period not in self.open_periods)
            for p in calendar.periods
            if p.period.period not in self.without_periods
        ]  # fmt: skip
        return calendar


def _order(row: GameRow) -> tuple[Any, ...]:
    return row.order


def overlaid_row(league: League, key: int, game: Game, places: Places | None = None) -> GameRow:
    """An unsaved game as if it had been read for a league that rates it. ``places``: of games in their matches, where
    they are known.
    """
    event = game.event
    start = start_of(event, game.played_on)
    control = None
    if event and event.base_minutes is not None:
        control = TimeControl(
            event.base_minutes, event.increment_seconds, event.first_control_moves, event.approved_fast
        )
    value = RatedGame(
        key, game.played_on.toordinal(), start.toordinal(), game.white_id, game.black_id, game.white_halves,
        game.weight, game.white_k, game.black_k, game.white_points, game.black_points, game.neutral,
        game.event_id or 0, control, place_of(league, key, game) if places is None else places.get(key, NO_MATCH),
    )  # fmt: skip
    rateable = game.status == Game.Status.FINAL and game.outcome in PLAYED and (event is None or event.rated)
    played_at = game.played_at.isoformat() if game.played_at else None
    begins = event.starts_on.toordinal() if event else None
    rated = rated_on(league, event, game.played_on).toordinal()
    return GameRow(value, rateable, rated, (played_at, game.round, game.board, begins), (None, None))
