"""What an evening would move before it is saved, where it reaches what is rated already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from copy import copy
from datetime import date

from league.models import Event, Game, League, Player
from ratings.facts import Overlay
from ratings.services import Preview, preview

from ..admission import set_outcome
from ..entries import facts_with, read_players
from ..late_games import NEW_GAME, NEW_PLAYER, comes_late
from ..writing import Locked
from .saving import Entry, Newcomer, stored_games


def preview_entries(*, league: League, entries: Sequence[Entry], event: Event | None = None) -> Preview | None:
    """Who would move by how much; None where nothing of it reaches back: every board is the newest of its players.

    What ``enter_results`` refuses is not looked at here: it says so itself.
    """
    looked = _Evening(league, entries, event)
    return looked.preview() if looked.games and looked.is_late() else None


class _Evening:
    def __init__(self, league: League, entries: Sequence[Entry], event: Event | None) -> None:
        self.league, self.event = league, event
        self.games: dict[int, Game | None] = {}
        self.met: dict[date, dict[int, Player]] = defaultdict(dict)
        self.newcomers: dict[str, Player] = {}
        stored = stored_games(league, [entry.game for entry in entries if entry.game is not None])
        for place, entry in enumerate(entries):
            if entry.game is None:
                self._new(NEW_GAME + place, entry)
            elif (game := stored.get(entry.game)) is not None:
                self._changed(game, entry)

    def _new(self, key: int, entry: Entry) -> None:
        if entry.outcome:
            game = Game(league=self.league, event=self.event, played_on=entry.played_on, round=entry.round)
            self._take(key, self._as_typed(game, entry))

    def _changed(self, game: Game, entry: Entry) -> None:
        if not entry.outcome:
            self.games[game.pk] = None
            self._look(game)
            return
        after = self._as_typed(copy(game), entry)
        if _said(after) != _said(game):
            self._look(game)
            self._take(game.pk, after)

    def _as_typed(self, game: Game, entry: Entry) -> Game:
        game.white, game.black = self._player(entry.white), self._player(entry.black)
        game.board, game.white_points, game.black_points = entry.board, entry.white_points, entry.black_points
        set_outcome(game, entry.outcome)
        return game

    def _take(self, key: int, game: Game) -> None:
        self.games[key] = game
        self._look(game)

    def _look(self, game: Game) -> None:
        self.met[game.played_on] |= {side.pk: side for side in (game.white, game.black)}

    def is_late(self) -> bool:
        """Asked once for each day: an evening has one."""
        new = {player.pk for player in self.newcomers.values()}
        return any(
            comes_late(
                league=self.league, players=[p for pk, p in players.items() if pk not in new], played_on=day,
                event=self.event,
            )
            for day, players in self.met.items()
        )  # fmt: skip

    def _player(self, side: Player | Newcomer) -> Player:
        if isinstance(side, Player):
            return side
        made = Player(pk=NEW_PLAYER - len(self.newcomers), club=self.league.club, name=side.name)
        return self.newcomers.setdefault(side.name, made)

    def preview(self) -> Preview:
        sides = {side.pk: side for game in self.games.values() if game for side in (game.white, game.black)}
        players = read_players(Locked(self.league, []), list(sides))
        new = {pk: facts_with(players.get(pk, side)) for pk, side in sides.items()
               if not getattr(players.get(pk), "entered", 0)}  # fmt: skip
        names = {pk: side.name for pk, side in sides.items()}
        overlay = Overlay(games=self.games, players=new)
        return preview(self.league, since=min(self.met), overlay=overlay, names=names)


def _said(game: Game) -> tuple[object, ...]:
    return game.white_id, game.black_id, game.outcome, game.white_points, game.black_points
