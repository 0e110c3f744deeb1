"""Records and statistics of a league."""

from __future__ import annotations

from datetime import date
from math import log
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import Game, Player
from ratings import figures, pictures, wording
from ratings.boards.ladder import ladder
from ratings.boards.measure import measure_of
from ratings.boards.player import Point
from ratings.boards.scope import active_since
from ratings.boards.spread import spread
from ratings.pictures.bars import Bin
from ratings.services.statistics import statistics_of

from .base import LeaguePage
from .career import spread_shown

SHORT = "SHORT_DATE_FORMAT"
COIN = log(2)  # log-loss of whoever always says fifty-fifty


class StatisticsPage(LeaguePage):
    """Highest ever, greatest upsets, most games, streaks; averages over time, spread, how well ratings foretell."""

    section = "statistics"
    template = "ratings/statistics.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        made = statistics_of(self.league)
        content = made.content
        known = self._people(content)
        games = Game.objects.select_related("white", "black").in_bulk([ref for _e, _d, ref, _p in content["upsets"]])
        since = active_since(self.league, measure_of(self.league).newest)
        context = {
            "made_at": timezone.localtime(made.made_at),
            "games": content["games"],
            "days": [_day(text) for text in content["days"]],
            "highest": [
                {"player": known[pk], "rating": figures.plain(peak), "day": _day(on, SHORT)}
                for pk, peak, on in content["highest"]
                if pk in known
            ],
            "most_games": [
                {"player": known[pk], "games": n, "record": figures.record(*results)}
                for pk, n, *results in content["most_games"]
                if pk in known
            ],
            "upsets": [
                {"game": games[ref], "winner": known[pk], "percent": figures.plain(100 * expected, 1), "day": _day(on)}
                for expected, on, ref, pk in content["upsets"]
                if ref in games and pk in known
            ],
            "streaks": [
                {"words": words, "rows": _streaks(content[name], known)}
                for name, words in (("winning", _("Wins in a row")), ("unbeaten", _("Games without a loss")))
            ],
            **self._averages(content["averages"]),
            **_prediction(content),
            **self._sides(content),
            **spread_shown(spread(ladder(self.league, since))),
        }
        return self.page(context)

    def _people(self, content: dict[str, Any]) -> dict[int, Player]:
        ids = {row[0] for name in ("highest", "most_games", "winning", "unbeaten") for row in content[name]}
        return Player.objects.in_bulk(ids | {row[3] for row in content["upsets"]})

    def _averages(self, rows: list[list[Any]]) -> dict[str, Any]:
        points = [Point(_end(name), average) for name, average, _n in rows]
        title = _("Average rating of those who played, by date")
        line = [pictures.Line(_("Average"), points)] if len(points) > 1 else []
        return {
            "averages": [
                {"name": _span(name), "average": figures.plain(average, 1), "players": n}
                for name, average, n in reversed(rows)
            ],
            "chart": pictures.lines_chart(line, title=title, width=1040, height=260, most=400, key="average"),
            "small_chart": pictures.lines_chart(line, title=title, width=360, height=220, most=100, key="average-s"),
        }

    def _sides(self, content: dict[str, Any]) -> dict[str, Any]:
        games = content["games"]
        if not games:
            return {}
        return {
            "side": wording.side(self.league, 0),
            "white_percent": figures.plain(100 * content["white"] / games, 1),
            "draw_percent": figures.plain(100 * content["draws"] / games, 1),
        }


def _streaks(rows: list[list[Any]], known: dict[int, Player]) -> list[dict[str, Any]]:
    return [
        {"player": known[pk], "length": length, "first": _day(first, SHORT), "last": _day(last, SHORT)}
        for pk, length, first, last in rows[:5]
        if pk in known
    ]


def _prediction(content: dict[str, Any]) -> dict[str, Any]:
    """Log-loss against a coin, favourites, and the bins of expectation."""
    games, loss, _brier, favourites, decided = content["accuracy"]
    if not games:
        return {"foretold": 0}
    bins = [Bin(int(n), expected, score) for n, expected, score in content["bins"]]
    return {
        "foretold": games,
        "log_loss": figures.plain(loss, 3),
        "coin": figures.plain(COIN, 3),
        "better": loss < COIN,
        "favourites": figures.plain(100 * favourites, 1) if favourites is not None else "",
        "decided": decided,
        "calibration": pictures.calibration_picture(bins),
        "bins": [
            {"games": b.games, "expected": figures.plain(100 * b.expected, 1), "score": figures.plain(100 * b.score, 1)}
            for b in bins
        ],
    }


def _day(text: str, style: str = "DATE_FORMAT") -> str:
    return date_format(date.fromisoformat(text), style) if text else ""


def _end(name: str) -> date:
    """The last day of a year or month."""
    if len(name) == 4:
        return date(int(name), 12, 31)
    year, month = map(int, name.split("-"))
    return date.fromordinal(date(year + month // 12, month % 12 + 1, 1).toordinal() - 1)


def _span(name: str) -> str:
    return name if len(name) == 4 else date_format(_end(name), "YEAR_MONTH_FORMAT")
