"""What an individual calculation is made of: games, events and a period, each with its sums in FIDE's terms.

Only averages and performance ratings are made here (B.01 1.4.8); everything else stands in the log.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from league.models import Event, Game, Player, RatingPeriod
from ratings.kernel.performance import Performance, average_rating, performance
from ratings.kernel.rounding import whole
from ratings.kernel.types import Line
from ratings.models import RatingChange

from .rows import Entry


class Sums:
    """n, W, We, W - We and the unrounded change of some games."""

    lines: Sequence[Played]

    @property
    def rated(self) -> list[Played]:
        """The games that move the rating."""
        return [line for line in self.lines if not line.row.reason and line.row.expected is not None]

    @property
    def games(self) -> int:
        return len(self.rated)

    @property
    def halves(self) -> int:
        """W, in halves."""
        return sum(line.row.halves or 0 for line in self.rated)

    @property
    def expected(self) -> float:
        """We: the sum of the expected scores."""
        return math.fsum(line.row.expected or 0.0 for line in self.rated)

    @property
    def delta(self) -> float:
        """W - We."""
        return self.halves / 2 - self.expected

    @property
    def change(self) -> float:
        """K x (W - We), game by game, unrounded."""
        return math.fsum(line.row.change or 0.0 for line in self.rated)

    @property
    def performance(self) -> Performance | None:
        """Ra, p, dp and Rp over the rated games and those that wait for a first rating."""
        counted = [line for line in self.lines if line.opponent_rating is not None and line.counted]
        if not counted:
            return None
        return performance(
            [whole(line.opponent_rating) for line in counted], sum(line.row.halves or 0 for line in counted)
        )

    @property
    def average(self) -> int | None:
        """Rc: the average of the opponents, .5 up."""
        rated = [whole(line.row.opponent_rating) for line in self.rated if line.row.opponent_rating is not None]
        return average_rating(rated) if rated else None

    @property
    def own(self) -> list[float]:
        """Ro: the ratings the player was computed with, each once (one, unless lists changed between)."""
        return list(dict.fromkeys(line.own_rating for line in self.rated if line.own_rating is not None))

    @property
    def k(self) -> list[float]:
        """K, each value once."""
        return list(dict.fromkeys(line.row.k for line in self.rated if line.row.k is not None))


@dataclass(frozen=True)
class Played:
    """One game from the player's side. ``title``, ``federation``: the opponent's as at the event, where kept."""

    entry: Entry
    own_rating: float | None
    title: str = ""
    federation: str = ""

    @property
    def row(self) -> RatingChange:
        return self.entry.row

    @property
    def game(self) -> Game:
        assert self.entry.game is not None
        return self.entry.game

    @property
    def opponent(self) -> Player:
        assert self.entry.opponent is not None
        return self.entry.opponent

    @property
    def opponent_rating(self) -> float | None:
        return self.row.opponent_rating

    @property
    def counted(self) -> bool:
        """Rated, or kept for the first rating."""
        return self.row.reason in ("", "unrated_player")

    @property
    def delta(self) -> float | None:
        """Score - expected score."""
        if self.row.reason or self.row.expected is None or self.row.halves is None:
            return None
        return self.row.halves / 2 - self.row.expected


@dataclass(frozen=True)
class Part(Sums):
    """The games of one event (None: games without one)."""

    event: Event | None
    lines: Sequence[Played]


@dataclass(frozen=True)
class Calculation(Sums):
    """A whole period. ``row`` is its row of the log, ``steps`` the kernel's lines about the sum, ``cut`` those
    about games with a difference of more than 400."""

    period: RatingPeriod
    row: RatingChange
    parts: list[Part]
    corrections: list[Entry] = field(default_factory=list)
    steps: list[Line] = field(default_factory=list)
    cut: dict[int, Line] = field(default_factory=dict)
    parameters: dict[str, object] = field(default_factory=dict)
    before: RatingPeriod | None = None
    after: RatingPeriod | None = None

    @property
    def running(self) -> bool:
        """As if the period closed now: nothing of it is written."""
        return self.period.status == RatingPeriod.Status.OPEN

    @cached_property
    def lines(self) -> list[Played]:  # type: ignore[override]
        return [line for part in self.parts for line in part.lines]

    @property
    def unrounded(self) -> float:
        """The one sum that is rounded: games and corrections."""
        return math.fsum(
            [self.change, *(entry.row.change or 0.0 for entry in self.corrections if not entry.row.reason)]
        )
