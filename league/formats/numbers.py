"""Numbers as spreadsheets of different countries write them. ``None``: no number there; errors: ``ValueError``."""

from __future__ import annotations

import math
import re

LONGEST_ID = 18  # digits that any database takes as a number
_EMPTY = frozenset({"", "-", "–", "—", "na", "n/a", "nan", "null", "none", "?"})
_NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)")
_WHOLE = re.compile(r"[+-]?\d+(?:[.,]0*)?")
_THOUSANDS = re.compile(r"\d{1,2}[.,]\d{3}(?:[.,]\d+)?")
_BLANKS = re.compile(r"[\s\u00a0\u2009\u202f']")
_YES = frozenset({"true", "1", "yes", "y", "t", "x", "да", "д", "tak", "prawda", "истина", "neutral"})
_NO = frozenset({"false", "0", "no", "n", "f", "", "нет", "nie", "fałsz", "ложь", "na", "-"})


def is_empty(text: str) -> bool:
    """Nothing, or one of the ways to write nothing."""
    return text.strip().casefold() in _EMPTY


def read_number(text: str) -> float | None:
    """``1834``, ``1834.5``, ``1834,5``; blanks between digits are dropped."""
    if is_empty(text):
        return None
    bare = _BLANKS.sub("", text).replace("−", "-")
    if not _NUMBER.fullmatch(bare):
        raise ValueError(text)
    return _finite(bare)


def read_whole(text: str) -> int | None:
    """``12``, ``12.0``, ``12,0``."""
    if is_empty(text):
        return None
    bare = _BLANKS.sub("", text).replace("−", "-")
    if not _WHOLE.fullmatch(bare):
        raise ValueError(text)
    return int(_finite(bare))


def _finite(bare: str) -> float:
    value = float(bare.replace(",", "."))
    if not math.isfinite(value):  # so many digits are no number of anything
        raise ValueError(bare)
    return value


def read_id(text: str) -> int | None:
    """The number of a row or a round as addresses and forms carry it: digits, no more than a database takes."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_ID else None


def read_rating(text: str) -> float | None:
    """A rating: ``1834``, ``1834,5``, ``2,105`` and ``2.105`` (thousands: no rating is that small), ``1834?``.

    0 is none: lists write it for unrated players.
    """
    bare = _BLANKS.sub("", text).rstrip("?*")
    if bare.casefold() in {"unr", "unr.", "unrated", "n/r", "б/р", "br"}:
        return None
    if _THOUSANDS.fullmatch(bare):
        bare = bare.replace(bare.lstrip("0123456789")[0], "", 1)
    return read_number(bare) or None


def read_yes(text: str) -> bool:
    """TRUE/FALSE, 1/0, yes/no, да/нет, tak/nie; empty is no."""
    word = text.strip().casefold()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise ValueError(text)
