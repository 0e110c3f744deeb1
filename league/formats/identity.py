"""What identifies a player, in the spellings of tournament files."""

from __future__ import annotations

import re

from .days import DayOrder, Undated, find_day_order, read_day
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


def read_birth(text: str) -> str:
    """As much of a birth date as is sure: ``1978`` or ``1978-05-03``. Raises ``ValueError`` where no year is."""
    text = text.strip()
    if not text.strip("0-/. ?"):
        return ""
    years = re.findall(r"(?<!\d)(\d{4})(?!\d)", text) or re.findall(r"^(\d{4})\d{4}$", text)
    if len(years) != 1 or not 1800 <= int(years[0]) <= 2200:
        if years and not years[0].strip("0"):
            return ""
        raise ValueError(text)
    try:
        day = None if _ambiguous(text) else read_day(text, _order(text))
    except Undated:
        day = None
    return day.isoformat() if day else years[0]


def _ambiguous(text: str) -> bool:
    """Day and month of ``03/04/1978`` can be either: then only the year is taken."""
    found = re.fullmatch(r"(\d{1,2})[-/](\d{1,2})[-/]\d{4}", text)
    return bool(found) and int(found[1]) <= 12 and int(found[2]) <= 12 and found[1] != found[2]  # type: ignore[index]


def _order(text: str) -> DayOrder:
    try:
        return find_day_order([text])
    except Undated:
        return DayOrder(day_first=True, certain=False)
