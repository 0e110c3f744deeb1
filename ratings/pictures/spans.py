"""A rating line as a table: by day while they are few, then by month, then by year."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format

from ratings.boards.player import Point

SPANS_UP_TO = 60


@dataclass(frozen=True, slots=True)
class Span:
    """A month or a year of a rating line: where it ended, how high and low it went."""

    label: str
    last: float
    high: float
    low: float


_SPANS = (
    ("DATE_FORMAT", lambda day: day),
    ("YEAR_MONTH_FORMAT", lambda day: (day.year, day.month)),
    ("Y", lambda day: day.year),
)


class Row(NamedTuple):
    """A span of several lines: where each stood at its end, None before it began."""

    label: str
    values: list[float | None]


def _grouped(points: Sequence[Point]) -> tuple[str, list[list[Point]]]:
    """The points by the finest span that gives few enough groups, and how the span is written."""
    found = {}
    for pattern, span_of in _SPANS:
        found[pattern] = [list(group) for _key, group in groupby(points, key=partial(_span, span_of))]
        if len(found[pattern]) <= SPANS_UP_TO:
            break
    return found.popitem()


def _span(span_of: Callable[[date], object], point: Point) -> object:
    return span_of(point.day)


def by_span(points: Sequence[Point]) -> list[Span]:
    """The chart as a table, newest first: by day while they are few, then by month, then by year."""
    pattern, groups = _grouped(points)
    return [
        Span(
            date_format(found[-1].day, pattern), found[-1].rating, max(p.rating for p in found),
            min(p.rating for p in found),
        )
        for found in reversed(groups)
    ]  # fmt: skip


def together(lines: Sequence[Sequence[Point]]) -> list[Row]:
    """Several lines as one table, newest first, by the finest span that gives few enough rows."""
    every = sorted((point for points in lines for point in points), key=lambda point: point.day)
    pattern, groups = _grouped(every)
    rows: list[Row] = []
    standing: list[float | None] = [None] * len(lines)
    places = [0] * len(lines)
    for group in groups:
        for n, points in enumerate(lines):
            while places[n] < len(points) and points[places[n]].day <= group[-1].day:
                standing[n], places[n] = points[places[n]].rating, places[n] + 1
        rows.append(Row(date_format(group[-1].day, pattern), list(standing)))
    return rows[::-1]
