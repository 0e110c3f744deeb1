"""What the page says after a result was saved: the game, what it moved, where to go on."""

from __future__ import annotations

from typing import Any, NamedTuple

from league.models import Game, League
from league.services.counting import game_counts_in
from ratings import figures
from ratings.ledger import keys
from ratings.models import Rating, RatingChange


class SavedSide(NamedTuple):
    name: str
    change: str
    rating: str
    change_id: int | None


class Saved(NamedTuple):
    """``live``: the ratings are those of the open period, which count when it is closed."""

    game: Game
    sides: list[SavedSide]
    live: bool
    recalculating: bool
    counting: str = ""  # which period counts it, and why

    @classmethod
    def of(cls, league: League, asked: str) -> Saved | None:
        """For a game number of an address; None for anything else."""
        if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
            return None
        games = Game.objects.select_related("white", "black", "event")
        game = games.filter(league=league, pk=asked).first()
        return cls._of_game(league, game) if game else None

    @classmethod
    def _of_game(cls, league: League, game: Game) -> Saved:
        game.league = league
        rows = RatingChange.objects.filter(pk__in=[keys.game_row_id(league.pk, game.pk, side) for side in (0, 1)])
        by_side = {row.side: row for row in rows}
        ratings = {r.player_id: r for r in Rating.objects.filter(league=league, player__in=[game.white, game.black])}
        sides = [
            _side(player.label, by_side.get(side), ratings.get(player.pk))
            for side, player in enumerate((game.white, game.black))
        ]
        per_period = league.mode == League.Mode.PERIOD
        counting = game_counts_in(game)
        words = counting.words if counting else ""
        return cls(game, sides, per_period and not by_side, league.stale_since is not None, words)


def _side(name: str, row: RatingChange | None, rating: Rating | None) -> SavedSide:
    now: Any = rating.live if rating else None
    change: Any = row.change if row else (now - rating.value if rating and None not in (now, rating.value) else None)
    return SavedSide(name, figures.arrowed(change, 1), figures.shown(now), row.pk if row else None)
