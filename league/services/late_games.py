"""A result that comes in after others were rated on top of it: seen first, as a correction is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from league.models import Event, Game, League, Player
from ratings.facts import Overlay
from ratings.models import RatingChange
from ratings.services import Preview, preview

from .admission import check_game, set_outcome
from .correcting import preview_correction
from .entries import facts_with, read_players
from .placement import closed_periods_of
from .recording import already_there
from .writing import Actor, Locked, take_results

NEW_GAME: Final = 1 << 40  # behind every game of the same place, as a new one would be
NEW_PLAYER: Final = (1 << 26) - 2  # two keys that nobody has


def comes_late(*, league: League, players: Iterable[Player], played_on: date, event: Event | None = None) -> bool:
    """Does a game of that day reach what is rated: was one of its players rated later, or is its period closed?"""
    game = Game(league=league, played_on=played_on, event=event)
    if closed_periods_of(game).exists():
        return True
    known = [player.pk for player in players if player.pk]
    reached = [league.pk, *League.objects.filter(games_from=league).values_list("pk", flat=True)]
    return RatingChange.objects.filter(league__in=reached, player__in=known, day__gt=played_on).exists()


def preview_record(
    *, league: League, white: Player, black: Player, outcome: str, played_on: date, actor: Actor = None, **fields: Any
) -> Preview:  # fmt: skip
    """Who would move by how much with this game. Players who are not saved yet may take part; refuses what
    ``record_game`` refuses."""
    take_results(league)
    sides = [_standing_in(player, NEW_PLAYER + place) for place, player in enumerate((white, black))]
    game = Game(league=league, white=sides[0], black=sides[1], played_on=played_on, **fields)
    set_outcome(game, outcome)
    players = read_players(Locked(league, []), [player.pk for player in (white, black) if player.pk])
    for player in sides:
        if player.pk >= NEW_PLAYER:
            player.merged_into = None
            players[player.pk] = player
    if (known := already_there(game)) is not None:
        return _preview_repeated(known, fields.get("status", Game.Status.FINAL))
    check_game(game, players, before=None, reason="preview", actor=actor)
    newcomers = {pk: facts_with(player) for pk, player in players.items() if not getattr(player, "entered", 0)}
    overlay = Overlay(games={NEW_GAME: game}, players=newcomers)
    return preview(league, since=played_on, overlay=overlay, names={player.pk: player.name for player in sides})


def _preview_repeated(known: Game, status: str) -> Preview:
    """The same result once more moves nobody, but for one that was reported and counts by this."""
    if known.status == Game.Status.PENDING and status != Game.Status.PENDING:
        return preview_correction(game=known, status=Game.Status.FINAL)
    return Preview(known.league, known.league.version)


def _standing_in(player: Player, key: int) -> Player:
    return player if player.pk else Player(pk=key, club=player.club, name=player.name)
