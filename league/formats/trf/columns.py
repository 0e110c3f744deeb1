"""Columns and records of a report, as the handbook counts them (C.02.03, Annexure A): from 1, characters, not bytes."""

from __future__ import annotations

import re
from typing import NamedTuple

FIRST_ROUND = 92
ROUND_WIDTH = 10

# records of the head that are one text; code -> field of EventFacts
HEAD = {
    "012": "name", "022": "city", "032": "federation", "042": "starts_on", "052": "ends_on", "092": "kind",
    "102": "arbiter", "122": "time_control",
}  # fmt: skip
# what a report is written anew from
_MADE = "062 072 082 112 132 142 XXR"
_TRF26_HEAD = "152 162 172 182 192 202 212 222 352 362"
_TRF26_REST = "240 250 260 299 300 310 320 330 801 802"
_EXTENSIONS = "XXC XXZ XXS XXA XXP BBW BBD BBL BBZ BBF BBU"
_TEAMS = "013 310 300 320 330 352 362 801 802"
_SCORING = "162 299 XXS BBW BBD BBL BBZ BBF BBU"
MADE = frozenset(_MADE.split())
TRF26_HEAD = frozenset(_TRF26_HEAD.split())
TRF26_ONLY = TRF26_HEAD | frozenset(_TRF26_REST.split()) | {"142"}
EXTENSIONS = frozenset(_EXTENSIONS.split())
KEPT = (TRF26_ONLY - {"142"}) | EXTENSIONS | {"013"}  # kept as they stand
TEAMS = frozenset(_TEAMS.split())
SCORING = frozenset(_SCORING.split())


class Field(NamedTuple):
    """A stretch of columns."""

    first: int
    last: int

    def of(self, line: str) -> str:
        return line[self.first - 1 : self.last]


PLAYER = {
    "number": Field(5, 8),
    "sex": Field(10, 10),
    "title": Field(11, 13),
    "name": Field(15, 47),
    "rating": Field(49, 52),
    "federation": Field(54, 56),
    "fide_id": Field(58, 68),
    "birth": Field(70, 79),
    "points": Field(81, 84),
    "rank": Field(86, 89),
}
NAME_WIDTH = PLAYER["name"].last - PLAYER["name"].first + 1
GAPS = (4, 14, 48, 53, 57, 69, 80, 85)  # blank in every player's line
PLAYER_LINE = re.compile(r"001 [ \d]{3}\d(?: |$)")
LOOKS_LIKE_PLAYER = re.compile(r"\d{3} [ \d]{3}\d .{5}\S")
NATIONAL = re.compile(r"[A-Z]{3} [ \d]{3}\d ")


def round_block(line: str, round: int) -> str:
    """The ten columns of a round: opponent in four, colour, result, blanks between."""
    start = FIRST_ROUND - 1 + ROUND_WIDTH * (round - 1)
    return line[start : start + ROUND_WIDTH]


def rounds_in(line: str) -> int:
    """How many rounds a line has something in."""
    length = len(line.rstrip()) - FIRST_ROUND + 1
    return max(0, -(-length // ROUND_WIDTH))
