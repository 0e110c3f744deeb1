"""What identifies a player, in the spellings of tournament files."""

from __future__ import annotations

from .numbers import is_empty
from .players import SEXES, TITLES

_SHORTEST_FIDE_ID = 6
_LONGEST_ID = 12


def read_ids(text: str) -> tuple[str, str]:
    """FIDE id and local id: a number of fewer than six digits is never FIDE's, nor is one with letters."""
    text = text.strip()
    bare = text.lstrip("0")
    if is_empty(text) or not bare:
        return "", ""
    if bare.isascii() and bare.isdecimal() and _SHORTEST_FIDE_ID <= len(bare) <= _LONGEST_ID:
        return bare, ""
    return "", (bare if bare.isdecimal() else text)[:_LONGEST_ID]


def read_title(text: str) -> str:
    """``GM``, or ``g`` in older files; empty where there is none."""
    title = text.strip()
    if is_empty(title) or not title.isalpha() or len(title) > 4:
        return ""
    return TITLES.get(title.casefold(), title.upper())


def read_sex(text: str) -> str:
    """m or w; F and f are women too (BR-069)."""
    return SEXES.get(text.strip().casefold().rstrip("."), "")
