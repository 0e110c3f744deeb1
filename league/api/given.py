"""What a program sends when it writes a result, and what it hears."""

from __future__ import annotations

from datetime import date, time
from typing import Annotated

from ninja import Schema
from pydantic import AfterValidator, Field

from .asking import LARGEST_ID, Text
from .shapes import GameOut
from .writing import PreviewOut


def on_the_wall(clock: time) -> time:
    """A time at the club: it has a zone already."""
    if clock.tzinfo is not None:
        raise ValueError("a time at the club, as 19:30")
    return clock


Day = date  # fields of these names would hide the types
Clock = Annotated[time, AfterValidator(on_the_wall)]
Key = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Name = Annotated[Text, Field(min_length=1, max_length=160)]
Small = Annotated[int, Field(ge=1, le=32_767)]
Points = Annotated[int, Field(ge=0, le=1_000_000)]
Finite = Annotated[float, Field(allow_inf_nan=False, ge=0, le=1_000)]
Why = Annotated[Text, Field(max_length=300)]


class GameIn(Schema):
    """Players: a name, FIDE id, ``#17`` or the number 17. ``result``: 1-0, 0-1, 1/2, +-, -+, --, 3:1 and other
    spellings. ``event``: its number or name. ``reference``: your id of the game: sent again, it is there once."""

    white: Key | Name
    black: Key | Name
    result: Annotated[Text, Field(min_length=1, max_length=40)]
    date: Day
    time: Clock | None = None
    event: Key | Name | None = None
    round: Small | None = None
    board: Small | None = None
    weight: Finite = 1.0
    white_k: Finite | None = None
    black_k: Finite | None = None
    neutral: bool = False
    pending: bool = False
    reference: Annotated[Text, Field(max_length=60)] = ""
    reason: Why = ""
    create_players: bool = False
    extend_event: bool = False


class Correction(Schema):
    """What is left out stays. ``swap``: exchange the colours, each keeps the own score. ``revisions``: how many the
    game had when you read it; refused (409) if it has more. ``dry_run``: only say who would move."""

    white: Key | Name | None = None
    black: Key | Name | None = None
    result: Annotated[Text, Field(min_length=1, max_length=40)] | None = None
    date: Day | None = None
    time: Clock | None = None
    round: Small | None = None
    board: Small | None = None
    swap: bool = False
    confirm: bool = False
    reason: Why = ""
    revisions: Annotated[int, Field(ge=0, le=100_000)] | None = None
    dry_run: bool = False


class Reasoned(Schema):
    """``dry_run``: only say who would move."""

    reason: Why = ""
    dry_run: bool = False


NOTHING = Reasoned()  # no body at all: what needs a reason asks for it


class RatedOut(Schema):
    """What it did to a side."""

    opening: float | None
    change: float | None
    closing: float | None
    expected: float | None
    k: float | None
    reason: str


class RecordedOut(Schema):
    """``new``: false where the same game was there. ``reason``: why it is not rated (yet)."""

    game: GameOut
    new: bool
    reason: str
    white: RatedOut | None
    black: RatedOut | None


class ChangedOut(Schema):
    """``changed``: false where it says that already. ``preview``: with ``dry_run`` only."""

    game: GameOut
    changed: bool
    preview: PreviewOut | None
