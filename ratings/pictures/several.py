"""Several rating lines on one axis, told apart by dashes as well as by colour."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ratings import charts
from ratings.boards.player import Point
from ratings.charts import Frame


class Line(NamedTuple):
    """A line with its name; both are drawn in the order given, six look different."""

    name: str
    points: Sequence[Point]


LOOKS = 6


def lines_chart(lines: Sequence[Line], *, title: str, width: int, height: int, most: int, key: str) -> SafeString | str:
    """Nothing where there is no line of two points. ``key`` makes ids of two pictures on a page differ."""
    drawn = [(n, Line(line.name, charts.thinned(line.points, most))) for n, line in enumerate(lines) if line.points]
    everything = [point for _n, line in drawn for point in line.points]
    if len(everything) < 2:
        return ""
    frame = _framed(everything, width, height)
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-labelledby="lines-title-{} lines-words-{}">'
        '<title id="lines-title-{}">{}</title><desc id="lines-words-{}">{}</desc>{}{}{}</svg>',
        width, height, key, key, key, title, key, " ".join(_words(line) for _n, line in drawn),
        charts.grid(frame), charts.days(frame),
        format_html_join("", '<polyline class="line look-{}" points="{}"/>', (
            (n % LOOKS, charts.path(_places(frame, line.points))) for n, line in drawn
        )),
    )  # fmt: skip


def _words(line: Line) -> str:
    return f"{line.name}: {charts.in_words(line.points)}"


def _places(frame: Frame, points: Sequence[Point]) -> list[tuple[float, float]]:
    """A single point is drawn as a short level line, or it would not be seen."""
    places = [(frame.x(p.day.toordinal()), frame.y(p.rating)) for p in points]
    return places if len(places) > 1 else [places[0], (places[0][0] + 8, places[0][1])]


def _framed(points: Sequence[Point], width: int, height: int) -> Frame:
    low, high = min(p.rating for p in points), max(p.rating for p in points)
    first: date = min(p.day for p in points)
    last: date = max(p.day for p in points)
    room = max((high - low) * 0.06, 5.0)
    return Frame(width, height, first.toordinal(), last.toordinal(), low - room, high + room)
