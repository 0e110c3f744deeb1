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
from ratings.tables.sheet import asked_sort

from . import asked
from .base import BadFormat, LeaguePage, asked_export, bad_format, found_or_404
from .board import calculated, label_ranks
from .choosing import choices, filters_asked, in_words

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
        filters = filters_asked(self.league, self.asked, span.until.year)
        board = boards.SeasonBoard(self.league, span, show=show, search=asked.text(self.asked, "q"), filters=filters)
        if export:
            name = f"{self.league.club.slug}-{self.league.slug}-{span.season.starts_on.isoformat()}"
            headings = (*HEADINGS, "overall_rank") if filters else HEADINGS
            return exports.export(export, name, headings, _exported(board))
        sort = asked_sort(self.asked, boards.SORTS, "rank")
        data = Paged(board.places_by(sort), board.season_lines, board.count)
        table = SeasonTable(
            data, league=self.league, caption=self._caption(board), exclude=() if filters else ("overall",),
            order_by=sort,
        )  # fmt: skip
        label_ranks(table)
        table.show(self.asked)
        context = {
            "span": span, "days": days_of(span), "table": table, "board": board, "show": show,
            "text": asked.text(self.asked, "q"), "found": board.found, "spans": spans[: boards.OFFERED],
            "before": spans[place + 1].season if place + 1 < len(spans) else None,
            "after": spans[place - 1].season if place else None, "filters": filters, **choices(self.league),
        }  # fmt: skip
        return self.page(context)

    def _caption(self, board: boards.SeasonBoard) -> str:
        """As of when, whom of them, and when it was calculated."""
        if board.span.over:
            words = _("As it stood at the end of %(day)s, recalculated with all corrections made since.")
        else:
            words = _("As it stands on %(day)s: the season is running.")
        when = words % {"day": date_format(board.span.until)}
        return " ".join(filter(None, (when, in_words(board.filters), calculated(self.league))))


def _exported(board: boards.SeasonBoard) -> Iterator[tuple]:
    for each in board.every_season_line():
        line = each.line
        yield (
            line.rank, line.player.label, line.player.shown_fide_id, line.rating, each.change, each.games, each.wins,
            each.draws, each.losses, line.games, line.wins, line.draws, line.losses,
            *((line.overall,) if board.filters else ()),
        )  # fmt: skip
