"""What a file of results says, as plain tuples that rows share where they say the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..days import DayOrder, Moment
from ..faults import Faults
from ..headings import Layout
from ..outcomes import Reading

# column of the file or what is said of it -> (lowest, highest)
RANGES = {
    "rating": (-10_000, 100_000),
    "k": (0, 1_000),
    "weight": (0, 100),
    "points": (0, 1_000_000),
    "number": (1, 32_767),
    "birth_year": (1800, 2200),
    "id": (1, 2**62),
    "minutes": (0, 100_000),
    "rounds": (1, 100),
}
LONGEST = {"name": 120, "fide_id": 12, "event": 160, "season": 60, "reference": 60, "reason": 300}


class Who(NamedTuple):
    """A side as the file names it; what the file does not say is None or empty."""

    name: str
    id: int | None = None
    fide_id: str = ""
    birth_year: int | None = None


class EventSaid(NamedTuple):
    """Event and season of a row; days as ISO text. ``rounds``: how many games a match is over."""

    name: str = ""
    season: str = ""
    start: str | None = None
    end: str | None = None
    number: int | None = None
    rated: bool = True
    by_game: bool | None = None
    minutes: float | None = None
    increment: float = 0.0
    moves: int = 0
    approved: bool = False
    official: bool = False
    match: bool = False
    rounds: int | None = None
    after_decision: bool = False


class Factors(NamedTuple):
    """K-factors and weight of a game; None: those of the rules."""

    white_k: float | None = None
    black_k: float | None = None
    weight: float = 1.0


class ResultRow(NamedTuple):
    """One game of the file; ``line`` counts from 1."""

    line: int
    at: Moment
    white: Who
    black: Who
    result: Reading
    event: EventSaid
    round: int | None
    board: int | None
    factors: Factors
    neutral: bool
    reference: str
    status: str
    reason: str
    white_rating: float | None
    black_rating: float | None


class ResultFile(NamedTuple):
    """A file read: its games, what is wrong with it, and what was left out of it.

    ``without_result``, ``byes``, ``remarks``: lines of rows that are no games that were played.
    ``spellings``: outcome -> the different texts that were read as it.
    """

    layout: Layout
    rows: Sequence[ResultRow]
    faults: Faults
    without_result: list[int]
    byes: list[int]
    remarks: list[int]
    day_order: DayOrder
    spellings: dict[str, list[str]]
