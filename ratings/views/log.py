"""The log of a league: recalculations, and every change by cause, player and date."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from league.models import Player
from ratings import wording
from ratings.boards import log as boards
from ratings.boards.rows import described
from ratings.boards.scope import places_of
from ratings.boards.search import Found, find
from ratings.kernel.types import Cause
from ratings.tables import ChangeTable, GameTable, ImpactTable, Paged, RunTable

from . import asked
from .base import LeaguePage, found_or_404

RUNS = "runs"
CAUSES = (RUNS, *(cause.value for cause in Cause))


class LogPage(LeaguePage):
    """``?cause=`` runs or a cause, ``?player=`` name or id, ``?from=``, ``?to=``."""

    section = "log"
    template = "ratings/log.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        cause = asked.choice(self.asked, "cause", CAUSES, RUNS)
        player, found = self._player()
        first, last = asked.day(self.asked, "from"), asked.day(self.asked, "to")
        context = {
            "table": self._table(cause, player, first, last) if found is None else None,
            "cause": cause,
            "causes": [(code, wording.cause(code)) for code in CAUSES[1:]],
            "player": player,
            "asked_player": player.name if player else asked.text(self.asked, "player"),
            "candidates": self._candidates(found) if found else [],
            "nobody": found is not None and not found.players,
            "first": first,
            "last": last,
        }
        return self.page(context)

    def _player(self) -> tuple[Player | None, Found | None]:
        """The player asked for; or, where the name fits nobody or several, what was found."""
        players = Player.objects.filter(club=self.league.club)
        number = asked.number(self.asked, "player")
        if number is not None and (player := players.filter(pk=number).first()):
            return player, None
        found = find(self.league.club, asked.text(self.asked, "player"))
        if found is not None and len(found.players) == 1:
            return players.get(pk=found.players[0]), None
        return None, found

    def _candidates(self, found: Found) -> list[Player]:
        return list(Player.objects.filter(pk__in=found.players).order_by("name_key", "pk"))

    def _table(self, cause: str, player: Player | None, first: Any, last: Any) -> Any:
        if cause == RUNS:
            club = self.league.club
            rows = boards.runs(
                self.league, player=player, first=asked.midnight(club, first), until=asked.midnight(club, last, after=1)
            )
            data = Paged(rows, lambda found: boards.with_moves(found, player))
            return RunTable(data, league=self.league).show(self.asked, lazy=True)
        places = places_of(self.league)
        if cause == Cause.GAME and player is None:
            games = Paged(
                boards.games(self.league, first=first, last=last),
                lambda found: boards.game_lines(self.league, found),
            )
            return GameTable(games, league=self.league, places=places).show(self.asked, lazy=True)
        rows = boards.changes(self.league, cause, player=player, first=first, last=last)
        data = Paged(rows, lambda found: described(found))
        left_out = () if cause in (Cause.GAME, Cause.CORRECTION) else ("event", "side", "result", "expected")
        table = ChangeTable(data, league=self.league, places=places, exclude=left_out)
        return table.show(self.asked, lazy=True)


class RunPage(LeaguePage):
    """One recalculation: why, and everybody whom it moved."""

    section = "log"
    template = "ratings/run.html"

    def get(self, request: HttpRequest, run: int) -> HttpResponse:
        made = found_or_404(boards.run_of(self.league, run))
        table = ImpactTable(Paged(boards.impacts(made)), league=self.league).show(self.asked)
        return self.page({"run": made, "reason": wording.run_reason(made), "table": table})
