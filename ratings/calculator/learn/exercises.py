"""Three exercises on the board: what is asked, which squares are right, and why the others are not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from .board import Square, squares


@dataclass(frozen=True)
class Exercise:
    """White is to move. ``right``: the squares to find; ``ours``: they are White's own pieces.

    ``reasons``: what is said of a square; the others get the sentence for their kind.
    """

    slug: str
    title: Any
    task: Any
    placement: str
    right: tuple[str, ...]
    ours: bool
    reasons: Mapping[str, Any]
    solved: Any

    @cached_property
    def board(self) -> tuple[Square, ...]:
        return tuple(squares(self.placement))

    def reason(self, square: Square) -> Any:
        """Why a piece is right or wrong."""
        if square.name in self.reasons:
            return self.reasons[square.name]
        if square.white != self.ours:
            return BLACK_PIECE if self.ours else OWN_PIECE
        if square.piece == "k":
            return KING
        return CANNOT_TAKE if self.ours else NOT_ATTACKED


class Verdict(NamedTuple):
    """What is said of a choice. ``found``: right squares so far; ``right`` None: nothing was chosen."""

    found: tuple[str, ...]
    right: bool | None
    text: Any
    solved: bool


OWN_PIECE = _("That is a piece of your own. Look for a black one.")
BLACK_PIECE = _("That piece is Black’s. Choose the white piece that takes.")
KING = _("The king is never taken.")
NOT_ATTACKED = _("None of your pieces attacks it, so it cannot be taken now.")
CANNOT_TAKE = _("This piece does not reach the queen.")
ONE_MORE = _("One more is to be found.")

EXERCISES = {
    exercise.slug: exercise
    for exercise in (
        Exercise(
            "undefended",
            _("Take the undefended piece"),
            _("White moves. The queen attacks three black pieces, but only one of them is undefended. Which?"),
            "3r1rk1/1p3ppp/p4n2/8/1b1Q4/8/P4PPP/5RK1",
            ("b4",),
            False,
            {
                "b4": _("The bishop is attacked by the queen, and nothing defends it: it is free."),
                "d8": _("The rook on f8 defends it: the queen would be lost for a rook."),
                "f6": _("The pawn on g7 defends it: the queen would be lost for a knight."),
            },
            _("Solved. Before you take, count who takes back."),
        ),
        Exercise(
            "hanging",
            _("Find both hanging pieces"),
            _("White moves. Two black pieces are attacked and not defended. Find both."),
            "4r1k1/1p1b1ppp/2n5/8/r7/2N3P1/PP3PBP/3R2K1",
            ("a4", "d7"),
            False,
            {
                "a4": _("The knight on c3 attacks the rook, and nothing defends it."),
                "d7": _("The rook on d1 attacks the bishop along the open file, and nothing defends it."),
                "c6": _(
                    "The bishop on g2 attacks it, but the pawn on b7 and the bishop on d7 defend it: a trade, no gift."
                ),
            },
            _("Solved. When two pieces hang, Black can save only one."),
        ),
        Exercise(
            "queen",
            _("Take the free queen"),
            _("White moves. The black queen on d5 is undefended. Three white pieces look at her. Which one takes?"),
            "r4rk1/pp1n1ppp/1b6/3q4/8/4NNP1/PP4BP/3R2K1",
            ("d1",),
            True,
            {
                "d1": _("The d-file is open: the rook takes, and no black piece takes back."),
                "e3": _(
                    "The knight is pinned: if it moved, the bishop on b6 would check your king. The rules forbid it."
                ),
                "g2": _("The bishop’s way is blocked by the knight on f3."),
                "f3": _("From f3 the knight reaches d4 and d2, not d5."),
            },
            _("Solved. A piece that may not move does not attack."),
        ),
    )
}


def judge(exercise: Exercise, chosen: str, before: Sequence[str] = ()) -> Verdict:
    """What a choice is worth. Squares that are not on the board, or empty, count as no choice."""
    found = tuple(square for square in exercise.right if square in before)
    square = next((each for each in exercise.board if each.name == chosen and each.piece), None)
    if square is None:
        return Verdict(found, None, "", found == exercise.right)
    right = square.name in exercise.right
    if right:
        found = tuple(each for each in exercise.right if each in found or each == square.name)
    return Verdict(found, right, exercise.reason(square), found == exercise.right)
