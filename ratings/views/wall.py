"""The leaderboard for a screen on the wall: large, and it turns its pages by itself."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from ratings.boards.board import Line
from ratings.boards.past import PastBoard
from ratings.tables import BoardTable, Paged

from . import asked
from .board import BoardPage

ROWS = (5, 8, 10, 12, 15, 20, 30)
USUAL_ROWS = 10
SHORTEST, LONGEST, USUAL_SECONDS = 5, 600, 15
MOST_PAGES = 500


class WallPage(BoardPage):
    """As the board: ``?show=``, filters, ``?at=``. ``?rows=`` of a page, ``?seconds=`` it stays, ``?stay=1``: for good.

    The turning is an answer's header (``Refresh``), so it needs no script; whoever reads at leisure stops it
    with a link.
    """

    template = "ratings/wall.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        board = self.board(asked.day(self.asked, "at"))
        rows = min(ROWS, key=lambda n: abs(n - (asked.number(self.asked, "rows") or USUAL_ROWS)))
        table = BoardTable(
            Paged(_source(board), board.lines, board.count), league=self.league,
            exclude=("move", "overall", "published", "official", "live", "more", "record", "trend", "last_played"),
        )  # fmt: skip
        pages = min(max(-(-board.count() // rows), 1), MOST_PAGES)
        page = min(asked.number(self.asked, "page") or 1, pages)
        lines: list[Line] = list(table.data[(page - 1) * rows : page * rows])
        following = page % pages + 1
        stays = self.asked.get("stay") == "1"
        context = {
            "lines": lines, "page": page, "pages": pages, "after": following, "before": (page - 2) % pages + 1,
            "stays": stays, "turns": pages > 1, "shown_at": timezone.localtime(), "at": getattr(board, "day", None),
            "caption": self.caption_of(board), "rows": rows,
        }  # fmt: skip
        response = self.page(context)
        if not stays:
            response["Refresh"] = f"{self._seconds()}; url={self._address(following)}"
        return response

    def _seconds(self) -> int:
        wanted = asked.number(self.asked, "seconds") or USUAL_SECONDS
        return min(max(wanted, SHORTEST), LONGEST)

    def _address(self, page: int) -> str:
        given = self.asked.copy()
        given["page"] = str(page)
        return f"{self.request.path}?{given.urlencode()}"

    def caption_of(self, board: Any) -> str:
        if isinstance(board, PastBoard):
            return _("As it stood then, recalculated with all corrections made since.")
        return self._caption(board)


def _source(board: Any) -> Any:
    return board.places if isinstance(board, PastBoard) else board.rows
