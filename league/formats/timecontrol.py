"""Time controls as files write them: in FIDE's code (record 222), as PGN tags do, or in words."""

from __future__ import annotations

import re
from typing import NamedTuple

_PERIOD = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+(?:\.\d+)?))?")
_MINUTES = re.compile(r"(\d+)\s*(?:m(?!m|ov)\w*|мин\w*|['’′`](?!['’′`]))", re.IGNORECASE)
_CLOCK = re.compile(r"\b(\d):(\d\d)\b")
_SECONDS = re.compile(r"(\d+)\s*(?:s(?:ec|ek)?\w*\b|сек\w*|''|’’|′′|[\"”″])", re.IGNORECASE)
_MOVES = re.compile(r"(\d+)\s*(?:moves|mm\b|ход\w*|posuni\w*)", re.IGNORECASE)
_SHORT = re.compile(r"(?:G/?)?\s*(\d{1,3})\s*(?:[+;,]\s*d?)\s*(\d{1,3})\s*(?:from move 1)?", re.IGNORECASE)
_INCREMENT = re.compile(r"\+\s*(\d{1,2})\s+from move 1", re.IGNORECASE)
_LONGEST = 100_000.0  # minutes
_LONGEST_SHORT = 240  # 300+2 cannot be minutes


class TimeControl(NamedTuple):
    """Minutes a player has for the whole game, seconds added per move, moves of the first control (0: one for all)."""

    minutes: float
    increment: float
    moves: int

    def code(self) -> str:
        """FIDE's code (record 222), as one control for all moves where the split is not known."""
        seconds = f"{self.minutes * 60:g}" + (f"+{self.increment:g}" if self.increment else "")
        return f"{self.moves}/{seconds}" if self.moves else seconds


def read_time_control(text: str, *, code: bool = False) -> TimeControl | None:
    """What people and programs write; None: cannot be told for sure.

    ``code``: the text is FIDE's or PGN's code, in seconds (``180+2``); else words (``90 min + 30 sec``)
    or short forms in minutes (``90+30``).
    """
    text = " ".join(text.split())
    read = _encoded(text) if code else _short(text) or _encoded(text) or _in_words(text)
    return read if read and 0 < read.minutes <= _LONGEST else None


def _encoded(text: str) -> TimeControl | None:
    parts = [_PERIOD.fullmatch(part) for part in text.split(":")]
    periods = [part for part in parts if part]
    if len(periods) != len(parts):
        return None
    seconds = [int(period[2][:9]) for period in periods]
    increments = {float(period[3] or 0) for period in periods}
    if len(increments) > 1 or (len(periods) == 1 and not periods[0][3] and seconds[0] < 600):
        return None
    return TimeControl(sum(seconds) / 60, increments.pop(), int((periods[0][1] or "0")[:4]))


def _short(text: str) -> TimeControl | None:
    found = _SHORT.fullmatch(text)
    return TimeControl(float(found[1]), float(found[2]), 0) if found and int(found[1]) <= _LONGEST_SHORT else None


def _in_words(text: str) -> TimeControl | None:
    seconds = [int(each[:6]) for each in _SECONDS.findall(text)] + [int(each) for each in _INCREMENT.findall(text)]
    text = _SECONDS.sub(" ", text)
    moves = [int(each[:4]) for each in _MOVES.findall(text)]
    minutes = [float(each[:6]) for each in _MINUTES.findall(text)]
    if not minutes:
        minutes = [60.0 * int(hours) + int(rest) for hours, rest in _CLOCK.findall(text)]
    if not minutes or len(set(seconds)) > 1:
        return None
    return TimeControl(sum(minutes), float(seconds[0]) if seconds else 0.0, moves[0] if moves else 0)
