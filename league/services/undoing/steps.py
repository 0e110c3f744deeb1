"""What undoing each kind of change is."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext as _

from league.models import FactChange, Game

from . import of_events, of_games, of_leagues, of_players
from .step import Step, refused

STEPS: Final = {**of_games.STEPS, **of_events.STEPS, **of_leagues.STEPS, **of_players.STEPS}


def step_of(change: FactChange | None, game: Game | None = None) -> Step:
    """The undoing of a row of the history, or of a result that is its own record."""
    if change is None:
        assert game is not None
        return of_games.recorded(game, [])
    taking = STEPS.get(change.kind)
    if taking is None:
        return refused(_("This cannot be undone."))
    try:
        return taking(change)
    except ObjectDoesNotExist:
        return refused(_("What this was about is no longer there."))
