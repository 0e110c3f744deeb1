"""Who may undo what: whoever may do it."""

from __future__ import annotations

from typing import Final

from league.permissions import Action

from .stack import Target

_RIGHTS: Final = {
    "game": Action.CORRECT, "adjustment": Action.ADJUST, "compensation": Action.ADJUST, "period": Action.PERIODS,
    "rules": Action.LEAGUES, "season": Action.LEAGUES, "league": Action.LEAGUES, "event": Action.EVENTS,
    "entry": Action.PEOPLE, "player": Action.PEOPLE, "alias": Action.PEOPLE, "import": Action.IMPORT,
}  # fmt: skip


def right_to(target: Target) -> Action:
    """The right that undoing asks for."""
    kind = target.change.kind if target.change is not None else "game."
    return _RIGHTS.get(kind.partition(".")[0], Action.CLUB)
