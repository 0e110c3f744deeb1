"""Why the facts alone keep a game from being rated, and the sentence form of that for readers."""

from __future__ import annotations

from league.models import FORFEITS, TOO_SHORT, Game
from ratings.kernel.types import Reason


def excluded_by_facts(game: Game) -> Reason:
    """The first reason why a game cannot be rated whatever the ratings are; RATED if there is none.

    Reads ``game.event``, ``game.white`` and ``game.black``: select them with the game.
    """
    if game.status == Game.Status.VOID:
        return Reason.VOID
    if game.status == Game.Status.PENDING:
        return Reason.PENDING
    if game.outcome in FORFEITS:
        return Reason.FORFEIT
    if game.outcome in TOO_SHORT:
        return Reason.TOO_SHORT
    if game.event is not None and not game.event.rated:
        return Reason.UNRATED_EVENT
    if game.white.guest or game.black.guest:
        return Reason.GUEST
    return Reason.RATED
