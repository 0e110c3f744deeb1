"""The log of a league: what was done, recalculations, and every change by cause, player and date."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from league.models import Club, Player, discreet
from ratings import wording
from ratings.boards import log as boards
from ratings.boards.history import Asked, Place
from ratings.boards.history_lines import history
from ratings.boards.rows import described
from ratings.boards.scope import places_of
from ratings.boards.search import Found, find
from ratings.kernel.types import Cause
from ratings.tables import ChangeTable, GameTable, ImpactTable, Paged, RunTable

from . import asked
from .base import LeaguePage, found_or_404
from .story import story

HISTORY, RUNS = "history", "runs"
CAUSES = (HISTORY, RUNS, *(cause.value for cause in Cause))


class LogPage(LeaguePage):
    """``?cause=`` history, runs or a cause; ``?player=`` name or id; ``?from=``, ``?to=``, ``?older=``."""

    section = "log"
    template = "ratings/log.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        cause = asked.choice(self.asked, "cause", CAUSES, HISTORY)
        player, found = player_asked(self.league.club, self.asked)
        first, last = asked.day(self.asked, "from"), asked.day(self.asked, "to")
        told = found is None and cause == HISTORY
        context = {
            "table": self._table(cause, player, first, last) if found is None and not told else None,
            **(self._history(player, first, last) if told else {}),
            "cause": cause,
            "causes": [(code, wording.cause(code)) for code in CAUSES[2:]],
            "player": player,
            "asked_player": player.label if player else asked.text(self.asked, "player"),
            "candidates": candidates(found),
            "nobody": found is not None and not found.players,
            "first": first,
            "last": last,
        }
        return self.page(context)

    def _history(self, player: Player | None, first: Any, last: Any) -> dict[str, Any]:
        """What was done, in sentences that name roles."""
        club = self.league.club
        wanted = Asked(
            league=self.league, player=player, first=asked.midnight(club, first),
            until=asked.midnight(club, last, after=1), public=True,
        )  # fmt: skip
        page = history(wanted, Place.of(asked.text(self.asked, "older", 40)))
        return {"story": story(page, self.league, public=True), "older": page.older, "begun": "older" in self.asked}

    def _table(self, cause: str, player: Player | None, first: Any, last: Any) -> Any:
        if cause == RUNS:
            club = self.league.club
            rows = boards.runs(
                self.league, player=player, first=asked.midnight(club, first), until=asked.midnight(club, last, after=1)
            )
            data = Paged(rows, lambda found: boards.with_reasons(self.league, boards.with_moves(found, player)))
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


def player_asked(club: Club, given: QueryDict) -> tuple[Player | None, Found | None]:
    """The player asked for, by name or id; or, where the name fits nobody or several, what was found."""
    players = Player.objects.filter(club=club)
    number = asked.number(given, "player")
    if number is not None and (player := players.filter(pk=number).first()):
        return (None, Found([], "")) if player.is_hidden else (player, None)
    found = find(club, asked.text(given, "player"))
    if found is not None and len(found.players) == 1:
        return players.get(pk=found.players[0]), None
    return None, found


def candidates(found: Found | None) -> list[Player]:
    return list(Player.objects.filter(pk__in=found.players).order_by("name_key", "pk")) if found else []


class RunPage(LeaguePage):
    """One recalculation: why, and everybody whom it moved."""

    section = "log"
    template = "ratings/run.html"

    def get(self, request: HttpRequest, run: int) -> HttpResponse:
        made = found_or_404(boards.run_of(self.league, run))
        table = ImpactTable(Paged(boards.impacts(made)), league=self.league).show(self.asked)
        reason = wording.run_reason(made.reason, discreet(self.league.club_id, made.reason))
        return self.page({"run": made, "reason": reason, "table": table})
