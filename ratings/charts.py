"""Rating lines as SVG made on the server: no script, no colour of their own, readable in print.

Colours, stroke widths and type come from classes in ``app.css``; coordinates are numbers computed
here, texts are escaped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from ratings import figures
from ratings.boards.player import Point
from ratings.kernel.types import Cause

MOST_POINTS = 500
MOST_MARKS = 60
DOTS_UP_TO = 40  # more points than this are a line without dots
SPARK_WIDTH, SPARK_HEIGHT, SPARK_PAD = 180, 48, 6  # drawn at half the size: whole numbers are fine enough
STEPS = (1, 2, 5)
HALF_LETTER = 3.6  # of a label, in the units of a picture


@dataclass(frozen=True)
class Frame:
    """The drawing area: size of the picture, and the days and ratings at its edges."""

    width: int
    height: int
    first: int
    last: int
    low: float
    high: float
    left: int = 44
    right: int = 12
    top: int = 12
    bottom: int = 26

    @property
    def code(self) -> str:
        """Days and ratings at the edges, then the margins: what ``chart.js`` reads."""
        numbers = (self.first, self.last, self.low, self.high, self.left, self.right, self.top, self.bottom)
        return " ".join(map(_number, numbers))

    def x(self, day: int) -> float:
        span = self.last - self.first
        room = self.width - self.left - self.right
        return self.left + (room / 2 if not span else room * (day - self.first) / span)

    def y(self, rating: float) -> float:
        span = self.high - self.low
        room = self.height - self.top - self.bottom
        return self.top + (room / 2 if not span else room * (self.high - rating) / span)


def sparkline(ratings: Sequence[float]) -> SafeString | str:
    """The last ratings as a small line; the numbers beside it say the same, so readers skip it."""
    if len(ratings) < 2:
        return ""
    low, high = min(ratings), max(ratings)
    inner_width, inner_height = SPARK_WIDTH - 2 * SPARK_PAD, SPARK_HEIGHT - 2 * SPARK_PAD
    step = inner_width / (len(ratings) - 1)
    points = [
        (SPARK_PAD + n * step, SPARK_PAD + inner_height * ((high - r) / (high - low) if high > low else 0.5))
        for n, r in enumerate(ratings)
    ]
    line = " ".join([f"{x:.0f},{y:.0f}" for x, y in points])
    x, y = points[-1]
    return mark_safe(  # numbers only
        f'<svg class="spark" viewBox="0 0 {SPARK_WIDTH} {SPARK_HEIGHT}" aria-hidden="true"><polyline points="{line}"/>'
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4"/></svg>'
    )


def rating_chart(
    points: Sequence[Point], *, name: str, width: int, height: int, most: int, key: str,
    published: Sequence[tuple[date, int]] = (), live: float | None = None,
) -> SafeString:  # fmt: skip
    """The line of one player's rating by date, with a band of one deviation where there is one.

    ``most``: points drawn at most; ``key`` makes the ids of two pictures on one page differ. Diamonds mark
    corrections, triangles adjustments, squares the numbers of published lists; a ring is the live rating.
    At least one point is needed. ``data-frame`` tells a script what lies where.
    """
    drawn = thinned(points, most)
    until = max((day for day, _rating in published), default=None)
    frame = framed(drawn, width, height, [*(rating for _day, rating in published), *([live] if live else [])], until)
    line = [(frame.x(p.day.toordinal()), frame.y(p.rating)) for p in drawn]
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-labelledby="chart-title-{} chart-words-{}" data-frame="{}">'
        '<title id="chart-title-{}">{}</title><desc id="chart-words-{}">{}</desc>{}{}{}'
        '<polyline class="line" points="{}"/>{}{}{}</svg>',
        width, height, key, key, frame.code, key, _("Rating of %(name)s by date") % {"name": name}, key,
        in_words(points),
        grid(frame), days(frame), _band(frame, drawn), path(line), _dots(line), _marks(frame, drawn),
        _official(frame, published, live),
    )  # fmt: skip


def in_words(points: Sequence[Point]) -> str:
    """What the chart shows, in a sentence."""
    first, last = points[0], points[-1]
    high = max(points, key=lambda p: p.rating)
    low = min(points, key=lambda p: p.rating)
    sentence = _(
        "From %(first)s on %(first_day)s to %(last)s on %(last_day)s; highest %(high)s on %(high_day)s, "
        "lowest %(low)s on %(low_day)s."
    )
    numbers = {"first": first, "last": last, "high": high, "low": low}
    texts = {key: figures.plain(p.rating) for key, p in numbers.items()}
    return sentence % (texts | {f"{key}_day": _date(p.day) for key, p in numbers.items()})


def thinned(points: Sequence[Point], most: int) -> list[Point]:
    """At most so many points: of each stretch the first, lowest, highest and last, and what is marked."""
    if len(points) <= most:
        return list(points)
    marked = {n for n, p in enumerate(points) if p.marks}
    marked = set(sorted(marked)[-MOST_MARKS:])
    stretches = max((most - len(marked)) // 4, 1)
    keep = set(marked) | {0, len(points) - 1}
    for number in range(stretches):
        start, end = number * len(points) // stretches, (number + 1) * len(points) // stretches
        places = range(start, end)
        keep |= {start, end - 1}
        keep.add(min(places, key=lambda n: points[n].rating))
        keep.add(max(places, key=lambda n: points[n].rating))
    return [points[n] for n in sorted(keep)]


def framed(
    points: Sequence[Point], width: int, height: int, more: Sequence[float] = (), until: date | None = None
) -> Frame:
    """Room for all points with their deviations, for ``more`` ratings, and for days up to ``until``."""
    lows = [*(p.rating - (p.deviation or 0) for p in points), *more]
    highs = [*(p.rating + (p.deviation or 0) for p in points), *more]
    low, high = min(lows), max(highs)
    room = max((high - low) * 0.06, 5.0)
    last = max(points[-1].day, until or points[-1].day)
    return Frame(width, height, points[0].day.toordinal(), last.toordinal(), low - room, high + room)


def ticks(low: float, high: float, about: int) -> list[int]:
    """Round whole numbers between two, about so many."""
    step = _step((high - low) / max(about, 1))
    start = math.ceil(low / step) * step
    return list(range(start, math.floor(high) + 1, step))


def _step(raw: float) -> int:
    power = 1
    while True:
        for step in STEPS:
            if step * power >= raw:
                return step * power
        power *= 10


def grid(frame: Frame) -> SafeString:
    return format_html_join(
        "",
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        (
            (frame.left, frame.width - frame.right, _number(y), _number(y), frame.left - 8, _number(y + 4), label)
            for y, label in (
                (frame.y(value), figures.plain(value))
                for value in ticks(frame.low, frame.high, (frame.height - frame.bottom) // 45)
            )
        ),
    )


def days(frame: Frame) -> SafeString:
    base = frame.height - frame.bottom
    axis = format_html(
        '<line class="axis" x1="{}" x2="{}" y1="{}" y2="{}"/>', frame.left, frame.width - frame.right, base, base
    )
    labels = format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="{}">{}</text>',
        ((x, base + 18, anchor, label) for x, anchor, label in (_placed(frame, *each) for each in _day_labels(frame))),
    )
    return axis + labels


def _placed(frame: Frame, day: int, anchor: str, label: str) -> tuple[str, str, str]:
    """A label in the middle of its day that would be cut off at the right edge ends there."""
    x = frame.x(day)
    cut = anchor == "middle" and x + HALF_LETTER * len(label) > frame.width
    return (_number(frame.width - 2), "end", label) if cut else (_number(x), anchor, label)


def _day_labels(frame: Frame) -> Iterable[tuple[int, str, str]]:
    """(day, anchor, text): years where they span enough of them, else months, else the two ends."""
    first, last = date.fromordinal(frame.first), date.fromordinal(frame.last)
    most = max((frame.width - frame.left - frame.right) // 84, 2)
    if last.year - first.year >= 3:
        step = max(_step((last.year - first.year) / most), 1)
        years = range(-(-(first.year + 1) // step) * step, last.year + 1, step)
        return [(date(y, 1, 1).toordinal(), "middle", str(y)) for y in years]
    months = (last.year - first.year) * 12 + last.month - first.month
    if months >= 3:
        step = next((s for s in (1, 2, 3, 6, 12) if months / s <= most), 12)
        return _months(first, last, step)
    pattern = "DATE_FORMAT" if frame.width >= 300 else "SHORT_DATE_FORMAT"
    if first == last:
        return [(frame.first, "middle", date_format(first, pattern))]
    return [(frame.first, "start", date_format(first, pattern)), (frame.last, "end", date_format(last, pattern))]


def _months(first: date, last: date, step: int) -> list[tuple[int, str, str]]:
    labels = []
    number = first.year * 12 + first.month  # the month after the first
    while number <= last.year * 12 + last.month - 1:
        day = date(number // 12, number % 12 + 1, 1)
        if (number % 12) % step == 0:
            labels.append((day.toordinal(), "middle", figures.short_month(day)))
        number += 1
    return labels


def _band(frame: Frame, points: Sequence[Point]) -> SafeString | str:
    if not any(p.deviation for p in points):
        return ""
    upper = [(frame.x(p.day.toordinal()), frame.y(p.rating + (p.deviation or 0))) for p in points]
    lower = [(frame.x(p.day.toordinal()), frame.y(p.rating - (p.deviation or 0))) for p in reversed(points)]
    return format_html('<polygon class="band" points="{}"/>', path(upper + lower))


def _dots(line: Sequence[tuple[float, float]]) -> SafeString:
    dots = line if len(line) <= DOTS_UP_TO else line[-1:]
    return format_html_join(
        "", '<circle class="point" cx="{}" cy="{}" r="{}"/>',
        ((_number(x), _number(y), 3.5 if n == len(dots) - 1 else 2.2) for n, (x, y) in enumerate(dots)),
    )  # fmt: skip


_DIAMOND = "M{x} {a}l6 6-6 6-6-6z"
_TRIANGLE = "M{x} {a}l6.5 11h-13z"
_STACKED = 13  # several marks of one point stand on each other


def _marks(frame: Frame, points: Sequence[Point]) -> SafeString:
    drawn = []
    for p in points:
        for place, mark in enumerate(p.marks):
            x, y = frame.x(p.day.toordinal()), max(frame.y(p.rating) - place * _STACKED, 7.0)
            shape, above = (_DIAMOND, 6) if mark == Cause.CORRECTION else (_TRIANGLE, 7)
            drawn.append((shape.format(x=_number(x), a=_number(y - above)), _mark_words(mark, p)))
    return format_html_join("", '<path class="mark" d="{}"><title>{}</title></path>', drawn)


def _official(frame: Frame, published: Sequence[tuple[date, int]], live: float | None) -> SafeString:
    """Squares where a list was published, a ring at the end for the live rating."""
    shown = [(day.toordinal(), rating) for day, rating in published][-MOST_MARKS:]
    squares = format_html_join(
        "", '<rect class="published" x="{}" y="{}" width="7" height="7"/>',
        (
            (_number(frame.x(day) - 3.5), _number(frame.y(rating) - 3.5))
            for day, rating in shown
            if frame.first <= day <= frame.last
        ),
    )  # fmt: skip
    if live is None:
        return squares
    x, y = _number(frame.width - frame.right), _number(frame.y(live))
    return squares + format_html('<circle class="live" cx="{}" cy="{}" r="5"/>', x, y)


def _mark_words(mark: str, point: Point) -> str:
    words = _("%(day)s: a result was corrected") if mark == Cause.CORRECTION else _("%(day)s: adjusted by hand")
    return words % {"day": _date(point.day)}


def path(points: Iterable[tuple[float, float]]) -> SafeString:
    return mark_safe(" ".join(f"{_number(x)},{_number(y)}" for x, y in points))  # numbers only


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _date(day: date) -> str:
    return date_format(day, "DATE_FORMAT")
