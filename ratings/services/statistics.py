"""What a whole league's log says: counted in one pass over it, kept for the version of the league it is of."""

from __future__ import annotations

import heapq
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from league.models import League
from ratings.kernel.accuracy import measure
from ratings.kernel.types import Cause
from ratings.ledger import keys
from ratings.ledger.tally import COUNTED
from ratings.models import LeagueStatistics, Rating

TOP: Final = 10
BINS: Final = 10
MONTHS_UP_TO: Final = 36  # a longer history is told by years
SLOW: Final = 2.0  # seconds: a count that took longer is not made anew for every result
HOLDS: Final = timedelta(minutes=10)
FORMAT: Final = 2  # of the content: another one is counted anew
_FETCHED = 5_000
_PLACES = " ".join(f"WHEN '{cause.value}' THEN {place}" for place, cause in enumerate(Cause))
_SQL = f"""
SELECT CAST(c.day AS text), c.cause, c.ref, c.side, c.player_id, c.halves, c.expected, c.closing, c.reason
  FROM ratings_ratingchange c WHERE c.id BETWEEN %s AND %s
 ORDER BY c.day, CASE c.cause {_PLACES} END, c.games, c.id
"""


def statistics_of(league: League) -> LeagueStatistics:
    """The statistics of the league as it is now; of a large one perhaps as it was minutes ago."""
    stored = LeagueStatistics.objects.filter(league=league).first()
    if stored is not None and stored.content.get("format") == FORMAT and _holds(stored, league):
        return stored
    started = time.monotonic()
    content = count(league)
    content["seconds"] = round(time.monotonic() - started, 3)
    values = {"version": league.version, "made_at": timezone.now(), "content": content}
    try:
        with transaction.atomic():
            made, _new = LeagueStatistics.objects.update_or_create(league=league, defaults=values)
    except IntegrityError:  # somebody else was as quick
        made = LeagueStatistics.objects.get(league=league)
    return made


def _holds(stored: LeagueStatistics, league: League) -> bool:
    if stored.version == league.version:
        return True
    return stored.content["seconds"] > SLOW and timezone.now() - stored.made_at < HOLDS


def count(league: League) -> dict[str, Any]:
    """Ids, numbers and ISO days; no names, which are not everybody's to read."""
    seen = _Pass()
    span = None
    for row in _rows(league):
        if span is None:
            span = _spans(league, row[0])
        seen.see(row, span(row[0]))
    seen.end_span()
    accuracy = measure(seen.predictions)
    return {
        "format": FORMAT,
        "games": seen.games,
        "days": [seen.first, seen.last] if seen.first else [],
        "white": seen.white,
        "draws": seen.draws,
        "highest": _highest(league),
        "most_games": _most_games(league),
        "upsets": [list(each[1:]) for each in sorted(seen.upsets, reverse=True)],
        "winning": seen.best(seen.winning),
        "unbeaten": seen.best(seen.unbeaten),
        "averages": seen.averages,
        "accuracy": list(accuracy),
        "bins": [[n, e / n, s / n] for n, e, s in seen.bins if n],
    }


Row = tuple[str, str, int, int, int, int | None, float | None, float | None, str]


def _rows(league: League) -> Iterator[Row]:
    first, last = keys.kind_range(league.pk, keys.GAME)[0], keys.kind_range(league.pk, keys.OTHER)[1]
    with connection.chunked_cursor() as cursor:
        cursor.execute(_SQL, [first, last])
        while rows := cursor.fetchmany(_FETCHED):
            yield from rows


def _spans(league: League, first: str) -> Any:
    """Names of months for a short history, of years for a long one."""
    newest = Rating.objects.filter(league=league).order_by("-last_played").exclude(last_played=None)
    last = newest.values_list("last_played", flat=True).first() or date.fromisoformat(first)
    begun = date.fromisoformat(first)
    months = (last.year - begun.year) * 12 + last.month - begun.month
    length = 7 if months <= MONTHS_UP_TO else 4
    return lambda day: day[:length]


@dataclass(slots=True)
class _Run:
    length: int = 0
    first: str = ""
    last: str = ""


@dataclass
class _Pass:
    """Sees the rows of a league in order. ``upsets``: a heap with the least surprising win on top."""

    games: int = 0
    first: str = ""
    last: str = ""
    white: float = 0.0  # points of the first side
    draws: int = 0
    predictions: list[tuple[float, int]] = field(default_factory=list)
    bins: list[list[float]] = field(default_factory=lambda: [[0, 0.0, 0.0] for _ in range(BINS)])
    upsets: list[tuple[Any, ...]] = field(default_factory=list)
    averages: list[list[Any]] = field(default_factory=list)
    winning: dict[int, tuple[_Run, _Run]] = field(default_factory=lambda: defaultdict(lambda: (_Run(), _Run())))
    unbeaten: dict[int, tuple[_Run, _Run]] = field(default_factory=lambda: defaultdict(lambda: (_Run(), _Run())))
    span: str = ""
    ratings: dict[int, float] = field(default_factory=dict)
    played: set[int] = field(default_factory=set)

    def see(self, row: Row, span: str) -> None:
        _day, cause, _ref, _side, player, halves, _expected, closing, reason = row
        if span != self.span:
            self.end_span()
            self.span = span
        if cause == Cause.GAME and reason in COUNTED and halves is not None:
            self._game(row, halves)
        if closing is not None:
            self.ratings[player] = closing

    def _game(self, row: Row, halves: int) -> None:
        day, _cause, ref, side, player, _halves, expected, _closing, reason = row
        self.first = self.first or day
        self.last = day
        self.played.add(player)
        _go_on(self.winning[player], halves == 2, day)
        _go_on(self.unbeaten[player], halves > 0, day)
        if side == 0 or reason:  # of a game that makes a first rating, one side's row counts
            self.games += 1
            self.white += (halves if side == 0 else 2 - halves) / 2
            self.draws += halves == 1
        if reason or expected is None:
            return
        if side == 0:
            self.predictions.append((expected, halves))
            found = self.bins[min(int(expected * BINS), BINS - 1)]
            found[0] += 1
            found[1] += expected
            found[2] += halves / 2
        if halves == 2 and expected < 0.5:
            each = (-expected, expected, day, ref, player)
            if len(self.upsets) < TOP:
                heapq.heappush(self.upsets, each)
            elif each > self.upsets[0]:
                heapq.heapreplace(self.upsets, each)

    def end_span(self) -> None:
        """The average at the end of a year or month, of those who played in it."""
        known = [self.ratings[player] for player in self.played if player in self.ratings]
        if known:
            self.averages.append([self.span, round(sum(known) / len(known), 2), len(known)])
        self.played.clear()

    def best(self, runs: dict[int, tuple[_Run, _Run]]) -> list[list[Any]]:
        """(player, length, first day, last day) of the longest; of equally long ones the earliest."""
        longest = ((player, best) for player, (_now, best) in runs.items() if best.length > 1)
        top = heapq.nsmallest(TOP, longest, key=lambda each: (-each[1].length, each[1].last, each[0]))
        return [[player, run.length, run.first, run.last] for player, run in top]


def _go_on(runs: tuple[_Run, _Run], holds: bool, day: str) -> None:
    now, best = runs
    if not holds:
        now.length = 0
        return
    if not now.length:
        now.first = day
    now.length, now.last = now.length + 1, day
    if now.length > best.length:
        best.length, best.first, best.last = now.length, now.first, now.last


def _highest(league: League) -> list[list[Any]]:
    own = Rating.objects.filter(league=league, peak__isnull=False, player__merged_into=None)
    top = own.order_by("-peak", "peak_on", "player")[:TOP]
    return [[r.player_id, r.peak, r.peak_on.isoformat() if r.peak_on else ""] for r in top]


def _most_games(league: League) -> list[list[Any]]:
    own = Rating.objects.filter(league=league, games__gt=0, player__merged_into=None)
    top = own.order_by("-games", "-wins", "player")[:TOP]
    return [[r.player_id, r.games, r.wins, r.draws, r.losses] for r in top]
