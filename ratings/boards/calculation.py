"""The calculation of one player and one rating period, in FIDE's own terms: per game, per event, in all.

Everything is read from the log: what stands here is what was computed, not computed a second time.
Only averages and performance ratings are made here (B.01 1.4.8).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from league.models import Event, EventEntry, Game, League, Player, RatingPeriod
from ratings.kernel.performance import Performance, average_rating, performance
from ratings.kernel.rounding import whole
from ratings.kernel.types import Cause, Line
from ratings.models import RatingChange
from ratings.services import explain

from .rows import Entry, described

_MONTH = re.compile(r"\d{4}-\d{2}")


def period_slug(period: RatingPeriod) -> str:
    """A period in an address: ``2026-11``, or the first day of one that has another name."""
    return period.name if _MONTH.fullmatch(period.name) else period.starts_on.isoformat()


def period_of(league: League, slug: str) -> RatingPeriod | None:
    """The period of an address."""
    periods = RatingPeriod.objects.filter(league=league)
    if _MONTH.fullmatch(slug):
        return periods.filter(name=slug).first()
    try:
        return periods.filter(starts_on=date.fromisoformat(slug)).first()
    except ValueError:
        return None


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
    """A whole period. ``row`` is its row of the log, ``steps`` the kernel's lines about the sum."""

    period: RatingPeriod
    row: RatingChange
    parts: list[Part]
    corrections: list[Entry] = field(default_factory=list)
    steps: list[Line] = field(default_factory=list)
    parameters: dict[str, object] = field(default_factory=dict)
    before: RatingPeriod | None = None
    after: RatingPeriod | None = None

    @cached_property
    def lines(self) -> list[Played]:  # type: ignore[override]
        return [line for part in self.parts for line in part.lines]

    @property
    def unrounded(self) -> float:
        """The one sum that is rounded: games and corrections."""
        return math.fsum(
            [self.change, *(entry.row.change or 0.0 for entry in self.corrections if not entry.row.reason)]
        )


def calculation(league: League, player: Player, period: RatingPeriod) -> Calculation | None:
    """The calculation of a closed period; None: the player has no row in it."""
    rows = RatingChange.objects.filter(league=league, player=player, period=period).select_related("period", "player")
    found = described(sorted(rows, key=lambda row: (row.day, row.ref, row.side)))
    sums = [entry.row for entry in found if entry.cause == Cause.PERIOD]
    if not sums:
        return None
    sums[0].league = league
    explained = explain(sums[0])
    before, after = _neighbours(league, player, period)
    return Calculation(
        period,
        sums[0],
        _parts([entry for entry in found if entry.cause == Cause.GAME], sums[0]),
        [entry for entry in found if entry.cause == Cause.CORRECTION],
        [line for line in explained.lines if "game" not in line.values],
        dict(explained.parameters),
        before,
        after,
    )


def _parts(entries: Iterable[Entry], row: RatingChange) -> list[Part]:
    """Games by event, in the order in which the events began."""
    by_event: dict[int | None, list[Entry]] = {}
    for entry in entries:
        assert entry.game is not None
        by_event.setdefault(entry.game.event_id, []).append(entry)
    kept = _kept([entry for group in by_event.values() for entry in group])
    parts = []
    for group in by_event.values():
        ordered = sorted(group, key=_place)
        parts.append(
            Part(ordered[0].game.event if ordered[0].game else None, [_played(each, row, kept) for each in ordered])
        )
    return sorted(parts, key=lambda part: (_first_day(part), part.event.pk if part.event else 0))


def _place(entry: Entry) -> tuple[int, date, int]:
    assert entry.game is not None
    return entry.game.round or 0, entry.game.played_on, entry.game.pk


def _first_day(part: Part) -> date:
    return part.event.starts_on if part.event else part.lines[0].game.played_on


def _played(entry: Entry, row: RatingChange, kept: dict[tuple[int, int], EventEntry]) -> Played:
    """A game; the rating used is the one the row states, else the opening rating of the period."""
    assert entry.game is not None and entry.opponent is not None
    own = entry.row.own_rating if entry.row.own_rating is not None else row.opening
    as_then = kept.get((entry.game.event_id or 0, entry.opponent.pk))
    title = (as_then.title if as_then else "") or entry.opponent.title
    federation = (as_then.federation if as_then else "") or entry.opponent.federation
    return Played(entry, own, title, federation)


def _kept(entries: list[Entry]) -> dict[tuple[int, int], EventEntry]:
    """Titles and federations as they were at the events."""
    events = {entry.game.event_id for entry in entries if entry.game and entry.game.event_id}
    players = {entry.opponent.pk for entry in entries if entry.opponent}
    if not events:
        return {}
    found = EventEntry.objects.filter(event__in=events, player__in=players)
    return {(each.event_id, each.player_id): each for each in found}


def _neighbours(
    league: League, player: Player, period: RatingPeriod
) -> tuple[RatingPeriod | None, RatingPeriod | None]:
    """The player's periods before and after."""
    rows = RatingChange.objects.filter(league=league, player=player, cause=Cause.PERIOD.value)
    before = rows.filter(day__lt=period.starts_on).select_related("period").order_by("-day").first()
    after = rows.filter(day__gt=period.ends_on).select_related("period").order_by("day").first()
    return before.period if before else None, after.period if after else None
