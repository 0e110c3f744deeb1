"""A position on the board, for drawing and for naming its pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

FILES: Final = "abcdefgh"
NAMES: Final = {
    "K": _("white king"),
    "Q": _("white queen"),
    "R": _("white rook"),
    "B": _("white bishop"),
    "N": _("white knight"),
    "P": _("white pawn"),
    "k": _("black king"),
    "q": _("black queen"),
    "r": _("black rook"),
    "b": _("black bishop"),
    "n": _("black knight"),
    "p": _("black pawn"),
}


class Square(NamedTuple):
    """``piece``: its FEN letter, "" on an empty square; ``dark``: the colour of the square."""

    name: str
    piece: str
    dark: bool

    @property
    def white(self) -> bool:
        return self.piece.isupper()

    @property
    def title(self) -> Any:
        return NAMES[self.piece]

    @property
    def file(self) -> str:
        """The letter at the lower edge; elsewhere nothing."""
        return self.name[0] if self.name[1] == "1" else ""

    @property
    def rank(self) -> str:
        """The number at the left edge; elsewhere nothing."""
        return self.name[1] if self.name[0] == "a" else ""


def squares(placement: str) -> Iterator[Square]:
    """All squares from a8 to h1 of a FEN piece placement. Raises ValueError for one that is no board."""
    ranks = placement.split("/")
    if len(ranks) != 8:
        raise ValueError(f"{placement}: eight ranks are needed")
    for number, rank in zip(range(8, 0, -1), ranks, strict=True):
        pieces = "".join(" " * int(each) if each.isdigit() else each for each in rank)
        if len(pieces) != 8:
            raise ValueError(f"{placement}: rank {number} has not eight squares")
        for column, piece in enumerate(pieces):
            yield Square(f"{FILES[column]}{number}", piece.strip(), (column + number) % 2 == 1)
