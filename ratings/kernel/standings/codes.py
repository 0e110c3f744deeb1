"""Names of tie-breaks, as FIDE abbreviates them (C.07), and orders of them."""

from __future__ import annotations

from typing import Final, NamedTuple

KNOWN: Final = (
    "DE", "WIN", "WON", "BPG", "BWG", "BH:C1", "BH:C2", "BH:M1", "BH", "SB:C1", "SB", "PS:C1", "PS", "KS", "ARO", "TPR",
)  # fmt: skip
# kind of event -> the order that is used where an event has none of its own
DEFAULTS: Final = {
    "robin": ("DE", "WIN", "SB", "KS"),
    "double": ("DE", "WIN", "SB", "KS"),
    "swiss": ("BH:C1", "BH", "SB", "DE", "WIN"),
    "match": (),
    "free": ("WIN", "SB"),
    "ladder": ("WIN", "SB"),
}
MOST: Final = 8


class TieBreakError(ValueError):
    """``code`` is unknown, given twice, or one too many."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TieBreak(NamedTuple):
    """``low``, ``high``: how many of the least and the greatest contributions are left out."""

    name: str
    low: int = 0
    high: int = 0

    @property
    def code(self) -> str:
        if self.high:
            return f"{self.name}:M{self.high}"
        return f"{self.name}:C{self.low}" if self.low else self.name


def read_codes(text: str, kind: str = "swiss") -> tuple[TieBreak, ...]:
    """``BH:C1 BH SB`` in their order; empty: what the kind of event has. Raises ``TieBreakError``."""
    codes = text.upper().replace(",", " ").split() or list(DEFAULTS.get(kind, DEFAULTS["free"]))
    for place, code in enumerate(codes):
        if code not in KNOWN or code in codes[:place] or place >= MOST:
            raise TieBreakError(code)
    return tuple(_read(code) for code in codes)


def _read(code: str) -> TieBreak:
    name, _, cut = code.partition(":")
    number = int(cut[1:]) if cut else 0
    return TieBreak(name, number, number if cut.startswith("M") else 0)
