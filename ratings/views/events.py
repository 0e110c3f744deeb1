"""Events with their games, and single games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse

from league.models import Game
from league.services.counting import counts_in, game_counts_in
from ratings import wording
from ratings.boards import events as boards
from ratings.boards import gains, norms
from ratings.boards.log import game_lines
from ratings.boards.rounds import round_numbers
from ratings.boards.scope import places_of
from ratings.facts.rated import excluded_by_facts
from ratings.models import RatingChange
from ratings.tables import EventTable, GainTable, GameTable, Paged
from ratings.tables.sheet import asked_sort
from ratings.wording.limits import to_look_at
from ratings.wording.standings import kind

from . import asked
from .base import LeaguePage, found_or_404
from .rounds import SORTS, standings_context


class EventsPage(LeaguePage):
    """All events, newest first."""

    section = "events"
    template = "ratings/events.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        data = Paged(boards.events(self.league), lambda found: boards.with_counts(found))
        return self.page({"table": EventTable(data, league=self.league).show(self.asked)})


class EventPage(LeaguePage):
    """The games of an event; ``?round=`` one round of it."""

    section = "events"
    template = "ratings/event.html"

    def get(self, request: HttpRequest, event: int) -> HttpResponse:
        found = found_or_404(boards.event_of(self.league, event))
        rounds = round_numbers(found)
        number = asked.number(self.asked, "round")
        number = number if number in rounds else None
        data = Paged(boards.event_games(found, number), lambda games: game_lines(self.league, games))
        table = GameTable(data, league=self.league, places=places_of(self.league), exclude=("event",))
        table.show(self.asked)
        byes = boards.byes_of(found)
        context = {
            "event": found,
            "table": table,
            "rounds": rounds,
            "round": number,
            "byes": [bye for bye in byes if number in (None, bye.round)],
            "counting": counts_in(found, self.league),
            "kind": kind(found),
            "here": "",
            "to_look_at": lambda: list(to_look_at(self.league, found)),  # asked for by those who may know
        }
        brought = gains.event_gains(self.league, found) if table.records else None
        if number is None:
            context |= standings_context(found, _ratings(brought), asked_sort(self.asked, SORTS, "rank"))
        if brought is not None:
            context["gains"] = self._gains(brought)
        if brought is not None and norms.has_norms(self.league):
            context |= {
                "norms": [
                    line for line in norms.norms_of(self.league, found, sides=brought.sides, byes=byes) if line.reached
                ],
                "has_norms": True,
            }
        return self.page(context)

    def _gains(self, found: gains.Gains) -> dict[str, Any] | None:
        """What the event brings to each player; None where nothing of it is rated."""
        if not found.lines:
            return None
        return {
            "table": GainTable(Paged(found.lines), league=self.league).show(self.asked),
            "elsewhere": boards.followed(self.league),
            **wording.gains(self.league, gains.official_list(self.league), foreseen=found.sides.foreseen),
        }


def _ratings(brought: gains.Gains | None) -> dict[int, float]:
    """What each player of the event is computed with, by player."""
    lines = brought.lines if brought is not None else []
    return {line.player.pk: line.own[0] for line in lines if line.own}


def _of_both(rows: Iterable[RatingChange | None]) -> str:
    """Why the rules rate a game for neither side, where that is one reason; "" where it is not."""
    reasons = {row.reason if row is not None else "" for row in rows}
    return reasons.pop() if len(reasons) == 1 else ""


class GamePage(LeaguePage):
    """One game: what it did to both, and what was done to it."""

    section = "events"
    template = "ratings/game.html"

    def get(self, request: HttpRequest, game: int) -> HttpResponse:
        told = found_or_404(boards.game_of(self.league, game))
        found = told.line.game
        reason = excluded_by_facts(found)
        rows = (told.line.white, told.line.black)
        said = reason or _of_both(rows)
        context = {
            "game": found,
            "line": told.line,
            "sides": [self._side(found, n, rows[n]) for n in (0, 1)],
            "result": wording.result(found),
            "reason": wording.not_rated(said) if said else "",
            "revisions": [
                {"revision": r, "reason": reason, "changes": wording.revised(r, self.league, told.names)}
                for r, reason in zip(told.revisions, told.reasons, strict=True)
            ],
            "places": places_of(self.league),
            "counting": None if reason else game_counts_in(found, self.league),
        }
        return self.page(context)

    def _side(self, game: Game, n: int, row: RatingChange | None) -> dict[str, Any]:
        """A player, and the score that was rated: a published list keeps it when the game is corrected."""
        now = (game.white_halves, game.black_halves)[n]
        halves = now if row is None or row.halves is None else row.halves
        player = (game.white, game.black)[n]
        return {"name": wording.side(self.league, n), "player": player, "row": row, "halves": halves}
