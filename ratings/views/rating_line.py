"""The picture of a player's rating: this league or all of the club, a range, published against live."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from league.models import League
from ratings import charts, figures, pictures
from ratings.boards import player as boards
from ratings.boards.player import Point
from ratings.models import Rating

from . import asked

RANGES = {"3m": 92, "1y": 366, "all": None}
WIDE = {"width": 1040, "height": 320, "most": 500, "key": "wide"}
SMALL = {"width": 360, "height": 240, "most": 150, "key": "small"}


def rating_line(league: League, rating: Rating, others: list[Rating], given: QueryDict) -> dict[str, Any]:
    """What the template draws. ``?range=`` 3m, 1y, all; ``?from=``, ``?to=``; ``?leagues=all``."""
    person = rating.player
    chosen = asked.choice(given, "range", list(RANGES), "all")
    first, last = asked.day(given, "from"), asked.day(given, "to")
    shared = {
        "range": "" if first or last else chosen,
        "ranges": [("3m", _("3 months")), ("1y", _("1 year")), ("all", _("all"))],
        "chart_from": first,
        "chart_to": last,
        "all_leagues": given.get("leagues") == "all" and bool(others),
        "several": bool(others),
    }
    if shared["all_leagues"]:
        return shared | _all_leagues(league, rating, others, chosen, first, last)
    points = _within(boards.trail(league, person), RANGES[chosen], first, last)
    if len(points) < 2:
        return shared | {"chart": None}
    # A list is dated after its period: the newest one lies to the right of the line.
    published = [each for each in boards.published(league, person) if points[0].day <= each[0] <= (last or date.max)]
    live = rating.live if rating.live != rating.value else None
    drawn = charts.thinned(points, charts.MOST_POINTS)
    extras = {"published": published, "live": live}
    return shared | {
        "chart": charts.rating_chart(points, name=person.label, **WIDE, **extras),
        "small_chart": charts.rating_chart(points, name=person.label, **SMALL, **extras),
        "chart_rows": pictures.by_span(points),
        "chart_data": [[p.day.isoformat(), figures.plain(p.rating, 0), round(p.rating, 2)] for p in drawn],
        "banded": any(p.deviation for p in points),
        "marks": {mark for p in points for mark in p.marks},
        "has_published": bool(published),
        "has_live": live is not None,
    }


def _all_leagues(
    league: League, rating: Rating, others: list[Rating], chosen: str, first: date | None, last: date | None
) -> dict[str, Any]:
    """One line for each league, on one axis."""
    trails = boards.trails([league, *(each.league for each in others)], rating.player)
    newest = max((points[-1].day for points in trails.values() if points), default=None)
    lines = []
    for each in (rating, *others):
        points = _within(trails.get(each.league_id, []), RANGES[chosen], first, last, newest)
        lines.append(pictures.Line(each.league.name, points))
    title = _("Ratings of %(name)s by date") % {"name": rating.player.label}
    wide = pictures.lines_chart(lines, title=title, **WIDE)
    return {
        "chart": wide,
        "small_chart": pictures.lines_chart(lines, title=title, **SMALL) if wide else "",
        "chart_lines": [line.name for line in lines],
        "lines_table": pictures.together([line.points for line in lines]) if wide else [],
    }


def _within(
    points: list[Point], days: int | None, first: date | None, last: date | None, newest: date | None = None
) -> list[Point]:
    """The points of a range, with the one before it, where the line comes from."""
    if not points:
        return []
    if first is None and last is None:
        since = (newest or points[-1].day) - timedelta(days=days) if days else None
        until = None
    else:
        since, until = first, last
    if until:
        points = [p for p in points if p.day <= until]
    if since:
        start = next((n for n, p in enumerate(points) if p.day >= since), len(points))
        points = points[max(start - 1, 0) :]
    return points
