"""What a game says, as plain values: compared, kept before a change, read back for an undo."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from typing import Any

from league.models import Game, GameRevision

from .writing import Actor

# What makes a game the game it is; the rest (who entered it, which file) is about the entry.
CONTENT = (
    "event_id", "round", "board", "played_on", "played_at", "white_id", "black_id", "outcome", "white_points",
    "black_points", "weight", "white_k", "black_k", "neutral",
)  # fmt: skip
FIELDS = (*CONTENT, "status")
Values = dict[str, Any]


def values(game: Game, names: tuple[str, ...] = FIELDS) -> Values:
    """The game's fields as JSON takes them: ids for rows, ISO text for days and times."""
    return {name: _plain(getattr(game, name)) for name in names}


def as_first_recorded(game: Game) -> Values:
    """The game's content before any correction."""
    content = values(game, CONTENT)
    for revision in game.revisions.order_by("-pk"):
        content.update({k: v for k, v in revision.old.items() if k in content})
    return content


def keep_revision(
    game: Game, action: str, old: Mapping[str, Any], new: Mapping[str, Any], *, reason: str, actor: Actor
) -> GameRevision:
    """Keep only what differs: the revision says what was changed, and undoing it sets just that back."""
    changed = [name for name in new if old.get(name) != new[name]]
    return GameRevision.objects.create(
        game=game,
        action=action,
        old={name: old[name] for name in changed if name in old},
        new={name: new[name] for name in changed},
        reason=reason.strip(),
        actor=actor,
    )


def typed(name: str, value: Any) -> Any:
    """A kept value as the game's field takes it."""
    if name == "played_on":
        return date.fromisoformat(value)
    if name == "played_at" and value is not None:
        return time.fromisoformat(value)
    return value


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, (date, time)) else value
