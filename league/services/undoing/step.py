"""One undoing: the deed, and the look at it beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from league.models import FactChange
from ratings.services import Preview

from ..writing import Actor

REASON = "undone"  # where nobody gave another


def _moves_nothing() -> Preview | None:
    return None


class Step(NamedTuple):
    """``refusal``: why it cannot be done, in words."""

    deed: Callable[[str, Actor], Any]
    look: Callable[[], Preview | None] = _moves_nothing
    refusal: str = ""

    def carry_out(self, reason: str, actor: Actor) -> None:
        self.deed(reason or REASON, actor)

    def preview(self) -> Preview | None:
        return self.look()


def about(change: FactChange) -> int:
    """The id of what a change is about (0: of nothing, which no row has)."""
    return change.subject_id or 0


def refused(words: str) -> Step:
    """What cannot be undone, and why."""

    def nothing(reason: str, actor: Actor) -> None:
        raise AssertionError(words)

    return Step(nothing, refusal=words)
