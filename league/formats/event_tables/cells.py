"""Cells of a cross table: ``19w1``, ``102w-``, ``1w½``, ``-1``, and those of SwissPerfect: ``9:W``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_PAIRED = re.compile(r"(\d{1,4})\s*([^\W\d_])\s*(.*)")
_SWISSPERFECT = re.compile(r"(\d{1,4})\s*:\s*([wdl+\-=]?)", re.IGNORECASE)
_BY_LETTER = {"w": "1", "d": "=", "l": "0", "+": "+", "-": "-", "=": "=", "": ""}
_CODES = {
    "1": "1", "1.0": "1", "0": "0", "0.0": "0", "½": "=", "=": "=", "1/2": "=", "0.5": "=", ".5": "=", "": "",
    "+": "+", "-": "-", "1k": "+", "0k": "-", "+k": "+", "-k": "-", "1f": "+", "0f": "-", "1к": "+", "0к": "-",
}  # fmt: skip
_BYES = {
    "-1": "1", "+1": "1", "+": "1", "-+": "1", "-1k": "1", "bye": "1", "-½": "=", "+½": "=", "-=": "=", "-0.5": "=",
    "½": "=", "=": "=", "-0": "Z", "-0k": "Z",
}  # fmt: skip
_BLANK = frozenset({"", "0", "-", "--", "—", "0w0", "0b0", "none"})
_MORE = re.compile(r"\d*½|\d+(?:[.,]\d)?")
# letters for White and Black in the languages of the exports
_COLOURS = (
    ("w", "b"), ("w", "s"), ("w", "z"), ("б", "ч"), ("b", "n"), ("b", "c"), ("b", "č"), ("v", "m"), ("v", "s"),
    ("h", "s"), ("f", "s"), ("h", "f"),
)  # fmt: skip


class Cell(NamedTuple):
    """``opponent`` 0: none. ``letter``: of the colour, as written. ``code``: of ``sides.RESULT_CODES``."""

    opponent: int
    letter: str
    code: str


class TooMany(ValueError):
    """More than a point in one cell: not one game."""


def read_cell(text: str) -> Cell | None:
    """A cell of a round; None: it says nothing. Raises ``TooMany``, ``ValueError``."""
    text = plain(text)
    if found := _SWISSPERFECT.fullmatch(text):
        return _swissperfect(int(found[1]), found[2])
    if text in _BLANK:
        return None
    if text in _BYES:
        return Cell(0, "", _BYES[text])
    found = _PAIRED.fullmatch(text)
    if not found:
        raise ValueError(text)
    result = found[3].replace(" ", "")
    code = _CODES.get(result)
    if code is None:
        raise TooMany(result) if _MORE.fullmatch(result) else ValueError(text)
    return Cell(int(found[1]), found[2], code) if int(found[1]) else None


def plain(text: str) -> str:
    """One spelling for halves and commas; ``Ѕ`` is the byte of ½ read as Cyrillic."""
    text = text.strip().casefold().replace("ѕ", "½").replace(",", ".")
    return re.sub(r"[\u2010-\u2015\u2212]", "-", text)


def read_colours(letters: Iterable[str]) -> dict[str, str]:
    """Which letter is White's, by the letters that occur; empty where no language fits."""
    seen = set(letters) - {""}
    for white, black in _COLOURS:
        if seen <= {white, black} and (len(seen) == 2 or white == "w" or seen == {"ч"} or seen == {"б"}):
            return {white: "w", black: "b"}
    return {}


def _swissperfect(opponent: int, letter: str) -> Cell | None:
    code = _BY_LETTER[letter.casefold()]
    if opponent:
        return Cell(opponent, "", code)
    if not code:
        return None
    return Cell(0, "", code if code not in ("0", "-") else "Z")
