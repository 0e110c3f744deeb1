"""Seasons: the list of them, and where everybody stood at the end of each."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ratings import exports
from ratings.boards import seasons as boards
from ratings.tables import Paged
from ratings.tables.seasons import SeasonsTable, SeasonTable, days_of

from . import asked
from .base import BadFormat, LeaguePage, asked_export, bad_format, found_or_404

HEADINGS = (
    "rank", "player", "fide_id", "rating", "change", "games", "wins", "draws", "losses", "all_games", "all_wins",
    "all_draws", "all_losses",
)  # fmt: skip


class SeasonsPage(LeaguePage):
    """All seasons, newest first."""

    section = "seasons"
    template = "ratings/seasons.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        spans = boards.spans(self.league, timezone.localdate())
        data = Paged(spans, lambda found: boards.with_games(self.league, found))
        return self.page({"table": SeasonsTable(data, league=self.league).show(self.asked)})


class SeasonPage(LeaguePage):
    """Ratings, ranks and results as of the end of a season."""

    section = "seasons"
    template = "ratings/season.html"

    def get(self, request: HttpRequest, season: int) -> HttpResponse:
        spans = boards.spans(self.league, timezone.localdate())
        place = found_or_404(next((n for n, each in enumerate(spans) if each.season.pk == season), None))
        span = spans[place]
        try:
            export = asked_export(self.asked)
        except BadFormat:
            return bad_format(request)
        show = asked.choice(self.asked, "show", boards.SHOWS, boards.PLAYED)
        board = boards.SeasonBoard(self.league, span, show=show, search=asked.text(self.asked, "q"))
        if export:
            name = f"{self.league.club.slug}-{self.league.slug}-{span.season.starts_on.isoformat()}"
            return exports.export(export, name, HEADINGS, _exported(board))
        data = Paged(board.places, board.season_lines, board.count)
        table = SeasonTable(data, league=self.league, caption=_caption(span)).show(self.asked)
        context = {
            "span": span, "days": days_of(span), "table": table, "board": board, "show": show,
            "text": asked.text(self.asked, "q"), "found": board.found, "spans": spans[: boards.OFFERED],
            "before": spans[place + 1].season if place + 1 < len(spans) else None,
            "after": spans[place - 1].season if place else None,
        }  # fmt: skip
        return self.page(context)


def _caption(span: boards.Span) -> str:
    if span.over:
        words = _("As it stood at the end of %(day)s, recalculated with all corrections made since.")
    else:
        words = _("As it stands on %(day)s: the season is running.")
    return words % {"day": date_format(span.until)}


def _exported(board: boards.SeasonBoard) -> Iterator[tuple]:
    for each in board.every_season_line():
        line = each.line
        yield (
            line.rank, line.player.label, line.player.shown_fide_id, line.rating, each.change, each.games, each.wins,
            each.draws, each.losses, line.games, line.wins, line.draws, line.losses,
        )  # fmt: skip
