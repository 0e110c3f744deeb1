"""The leaderboard, now and on any day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import ExternalRating, League
from ratings import exports, figures, wording
from ratings.boards.board import ACTIVE, SHOWS, UNRATED, Board, Line, leaderboard
from ratings.boards.calculation import period_slug
from ratings.boards.ladder import ladder
from ratings.boards.measure import measure_of
from ratings.boards.past import PastBoard, as_of
from ratings.models import RatingList
from ratings.tables import BoardTable, Paged, UnratedTable
from ratings.tables.sheet import asked_sort

from . import asked
from .base import BadFormat, LeaguePage, asked_export, bad_format
from .choosing import NAMES, choices, filters_asked, in_words

HEADINGS = (
    "rank", "player", "fide_id", "title", "rating", "provisional", "live", "change", "games", "wins", "draws", "losses",
    "last_played",
)  # fmt: skip


class BoardPage(LeaguePage):
    """Everybody in order. ``?at=`` a day, ``?list=`` a published list, ``?show=``, ``?q=``, ``?sort=``."""

    section = "board"
    template = "ratings/board.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        listed = asked.day(self.asked, "list")
        if listed:
            return HttpResponseRedirect(self._list_url(listed))
        if season := self._season():
            club, league = self.league.club.slug, self.league.slug
            return HttpResponseRedirect(reverse("ratings:season", args=[club, league, season]))
        try:
            export = asked_export(self.asked)
        except BadFormat:
            return bad_format(request)
        at = asked.day(self.asked, "at")
        board = self.board(at)
        if export:
            headings = (*HEADINGS, "overall_rank") if board.filters else HEADINGS
            rows = _exported(board.every_line(), filtered=bool(board.filters))
            return exports.export(export, self._file_name(at), headings, rows)
        return self.page(self._past(board) if isinstance(board, PastBoard) else self._present(board))

    @property
    def text(self) -> str:
        return asked.text(self.asked, "q")

    def board(self, at: date | None) -> Board | PastBoard:
        """What is asked for, now or at the end of a day."""
        filters = filters_asked(self.league, self.asked, (at or timezone.localdate()).year)
        if at:
            return as_of(self.league, at, search=self.text, filters=filters)
        show = asked.choice(self.asked, "show", SHOWS, ACTIVE)
        found = leaderboard(self.league, show=show, search=self.text, filters=filters)
        if "show" in self.asked or not found.measure.official or found.count():
            return found
        return leaderboard(self.league, show=UNRATED, search=self.text, filters=filters)  # before the first close

    def _season(self) -> int | None:
        wanted = asked.number(self.asked, "season")
        seasons = self.league.seasons.filter(pk=wanted) if wanted else self.league.seasons.none()
        return seasons.values_list("pk", flat=True).first()

    def _list_url(self, day: date) -> str:
        club, league = self.league.club.slug, self.league.slug
        return reverse("ratings:list", args=[club, league, day.isoformat()])

    def _file_name(self, at: date | None) -> str:
        return "-".join(filter(None, (self.league.club.slug, self.league.slug, at.isoformat() if at else "")))

    # -- now ---------------------------------------------------------------------------------------

    def _present(self, board: Board) -> dict:
        usual = "player" if board.show == UNRATED else "-rating"
        sort = asked_sort(self.asked, board.sorts, usual)
        if board.found is not None:
            data = Paged(board.found_rows(sort), board.lines)
        else:
            data = Paged(board.rows if sort == usual else board.sorted_by(sort), board.lines, board.count)
        kind = UnratedTable if board.show == UNRATED else BoardTable
        table = kind(
            data, league=self.league, caption=self._caption(board), exclude=_left_out(board), order_by=sort,
            running=self._open_period(board),
        )  # fmt: skip
        for name in table.columns.names():
            table.columns[name].column.orderable = name in board.sorts
        label_ranks(table)
        table.show(self.asked)
        corrected = any(line.published is not None for line in table.records)
        if not corrected:
            table.columns.hide("published")
        return self._context(board, table) | {
            "corrected": corrected,
            "lists": board.lists.published,
            "show": board.show,
            "change_means": _change_means(board),
            "compares": board.lists.reference if board.show != UNRATED else None,
            "bad_day": bool(self.asked.get("at")),
        }

    def _caption(self, board: Board) -> str:
        if board.show == UNRATED:
            official = _official(board) if board.measure.official else ""
            return " ".join(filter(None, [_("Players of this league who have no rating yet."), official]))
        words = (self._what(board), _running(board), in_words(board.filters), calculated(self.league))
        return " ".join(filter(None, words))

    def _what(self, board: Board) -> str:
        lists = board.lists
        if board.per_period and lists.awaits_publication and lists.closed:
            return _("After the period %(period)s, closed but not published yet.") % {
                "period": wording.period_name(lists.closed.name)
            }
        if board.per_period and lists.current:
            return _list_words(lists.current)
        if board.newest:
            return _("After the games up to %(day)s.") % {"day": date_format(board.newest)}
        return ""

    def _open_period(self, board: Board) -> str:
        """The open period as calculations in FIDE's terms are addressed; "" where there are none."""
        running = board.lists.running if board.per_period else None
        return period_slug(running) if running and self.league.system != self.league.System.GLICKO2 else ""

    # -- then --------------------------------------------------------------------------------------

    def _past(self, board: PastBoard) -> dict:
        words = _("As it stood at the end of %(day)s, recalculated with all corrections made since.")
        words %= {"day": date_format(board.day)}
        data = Paged(board.places, board.lines, board.count)
        caption = " ".join(filter(None, (words, in_words(board.filters), calculated(self.league))))
        left_out = ("move", "published", "official", "live", "change", *(() if board.filters else ("overall",)))
        table = BoardTable(
            data, league=self.league, caption=caption, exclude=left_out, order_by="-rating"
        )  # fmt: skip
        label_ranks(table)
        for name in table.columns.names():
            table.columns[name].column.orderable = False
        table.show(self.asked)
        return self._context(board, table) | {"at": board.day, "in_force": board.list_in_force, "show": "all"}

    def _context(self, board: Board | PastBoard, table: BoardTable) -> dict:
        return {
            "board": board,
            "table": table,
            "text": self.text,
            "found": board.found,
            "seasons": measure_of(self.league).seasons,
            "filters": board.filters,
            "settles": isinstance(board, Board),
            "why_nobody": wording.why_nobody(self.league),
            "nobody_rated": not board.count() and not ladder(self.league, None, everybody=True).total,
            "asked_filters": {name: self.asked[name] for name in NAMES if self.asked.get(name)},
            **choices(self.league),
        }


def calculated(league: League) -> str:
    """When the numbers of a league were last calculated."""
    when = league.rated_at
    return _("Calculated %(moment)s.") % {"moment": _moment(when)} if when else ""


def label_ranks(table: BoardTable) -> None:
    """Two ranks in one table have names, one is simply the number."""
    if "overall" in table.columns.names():
        table.columns["rank"].column.verbose_name = _("Here")


def _left_out(board: Board) -> tuple[str, ...]:
    left_out = [] if board.shows_live else ["live"]
    left_out += [] if board.compares and board.show != UNRATED else ["move"]
    left_out += [] if board.filters and board.show != UNRATED else ["overall"]
    left_out += [] if board.measure.official else ["official"]
    if board.show == UNRATED:
        left_out += ["rank", "rating", "change", "trend", *([] if board.measure.official else ["live"])]
    return tuple(left_out)


def _list_words(made: RatingList) -> str:
    return _("List of %(day)s, published %(moment)s.") % {
        "day": date_format(made.dated),
        "moment": _moment(made.published_at),
    }


def _running(board: Board) -> str:
    lists = board.lists
    if lists.running is None or not board.per_period:
        return ""
    if lists.later_games:
        n = lists.running_games + lists.later_games
        words = ngettext(
            "Live: %(n)d game of all open periods so far, from %(period)s on.",
            "Live: %(n)d games of all open periods so far, from %(period)s on.", n,
        )  # fmt: skip
        return words % {"n": n, "period": wording.period_name(lists.running.name)}
    n = lists.running_games
    if not n:
        return _("No games of %(period)s yet.") % {"period": wording.period_name(lists.running.name)}
    words = ngettext("Live: %(n)d game of %(period)s so far.", "Live: %(n)d games of %(period)s so far.", n)
    return words % {"n": n, "period": wording.period_name(lists.running.name)}


def _official(board: Board) -> str:
    return _("Official: the federation’s newest number (%(list)s), which their rated games start from.") % {
        "list": ExternalRating.List(board.measure.official).label
    }


def _change_means(board: Board) -> str:
    lists = board.lists
    day = {"day": date_format(lists.current.dated)} if lists.current else {}
    return {
        "live": lambda: _(
            "Change: what the games of open periods have moved so far, in whole numbers as shown. The live rating leads"
            " to the exact calculation."
        ),
        "since": lambda: (
            _(
                "Change: since the list of %(day)s, between whole numbers as shown; a player’s page has each change"
                " exactly."
            )
            % day
        ),
        "list": lambda: _("Change: on the list of %(day)s.") % day,
        "last": lambda: _("Change: the last one.") if board.per_period else _("Change: by the last game."),
    }[board.change_means]()


def _moment(value) -> str:
    return figures.moment(value)


def _exported(lines: Iterator[Line], *, filtered: bool) -> Iterator[tuple]:
    for line in lines:
        player = line.player
        yield (
            line.rank, player.label, player.shown_fide_id, player.shown_title, line.rating, line.provisional, line.live,
            line.change, line.games, line.wins, line.draws, line.losses, line.last_played,
            *((line.overall,) if filtered else ()),
        )  # fmt: skip
