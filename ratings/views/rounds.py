"""An event's standings, cross table, rounds, entries, and the sheets to print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse

from league.models import Event
from ratings import figures, wording
from ratings.boards import events as boards
from ratings.boards import rounds
from ratings.boards.standings import Cell, Place, Standings, is_table, standings
from ratings.wording import standings as words

from .base import LeaguePage, found_or_404

MARK_OF_BYE = "–"
MOST_COLUMNS = 40  # a cross table of more players is read by rounds


class EventView(LeaguePage):
    """A page about one event of the league."""

    section = "events"
    here = ""

    def shown(self, event: Event, context: dict[str, Any]) -> HttpResponse:
        numbers = rounds.round_numbers(event)
        sides = [wording.side(self.league, number) for number in (0, 1)]
        given = {"event": event, "rounds": numbers, "kind": words.kind(event), "here": self.here, "side_names": sides}
        return self.page(given | context)

    def event_of(self, pk: int) -> Event:
        found: Event = found_or_404(boards.event_of(self.league, pk))
        return found


class CrossTablePage(EventView):
    """Everybody's results, round by round or opponent by opponent."""

    template = "ratings/event_table.html"
    here = "table"

    def get(self, request: HttpRequest, event: int) -> HttpResponse:
        found = self.event_of(event)
        if not is_table(found):
            return self.shown(found, {"too_large": True})
        table = standings(found)
        matrix = table.robin and len(table.lines) <= MOST_COLUMNS
        columns = range(1, (len(table.lines) if matrix else table.rounds) + 1)
        rows = [
            {"line": line, "points": _points(line), "cells": [_told(line, n, table, matrix) for n in columns]}
            for line in table.lines
        ]
        return self.shown(found, {"table": table, "rows": rows, "columns": columns, "matrix": matrix})


def _points(line: Place) -> str:
    return "" if line.cancelled else figures.points(line.halves)


def _told(line: Place, column: int, table: Standings, matrix: bool) -> dict[str, Any]:
    """A cell of a cross table; ``own``: the diagonal."""
    cells: Sequence[Cell] = line.against(column) if matrix else [cell for cell in line.cells if cell.round == column]
    if matrix:
        return {"own": column == line.place, "text": " ".join(cell.code or "·" for cell in cells)}
    return {"own": False, "text": " ".join(map(_in_short, cells)), "bye": next((c.bye for c in cells if c.bye), "")}


def _in_short(cell: Cell) -> str:
    """12w1: number of the opponent in the table, colour, result; a bye as its points."""
    if cell.opponent is None:
        return f"{MARK_OF_BYE}{cell.code}"
    return f"{cell.opponent}{'b' if cell.black else 'w'}{cell.code or '·'}"


class RoundPage(EventView):
    """Pairings and results of one round."""

    template = "ratings/event_round.html"

    def get(self, request: HttpRequest, event: int, round: int) -> HttpResponse:
        found = self.event_of(event)
        shown = rounds.round_of(found, round) if round < 32_768 else None
        if shown is None or not (shown.boards or shown.byes or shown.day):
            found_or_404(None)
        return self.shown(found, {"round": shown, "here": round, "boards": list(map(self._board, shown.boards))})

    def _board(self, board: rounds.Board) -> dict[str, Any]:
        result = wording.result(board.game) if board.game else ""
        points = [figures.points(halves or 0) for halves in (board.white_halves, board.black_halves)]
        return {"board": board, "result": result, "white_points": points[0], "black_points": points[1]}


class SheetPage(RoundPage):
    """The round to be printed: for the wall, or with boxes for the results and lines to sign."""

    template = "ratings/event_sheet.html"

    def get(self, request: HttpRequest, event: int, round: int) -> HttpResponse:
        self.blank = "results" in request.GET
        return super().get(request, event, round)

    def page(self, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        return super().page(context | {"blank": self.blank}, status=status)


class EntriesPage(EventView):
    """Who is entered."""

    template = "ratings/event_entries.html"
    here = "entries"

    def get(self, request: HttpRequest, event: int) -> HttpResponse:
        found = self.event_of(event)
        return self.shown(found, {"entries": rounds.entries_of(found)})


SORTS: dict[str, Callable[[Place], Any]] = {
    "rank": lambda line: None if line.cancelled else line.rank,
    "player": lambda line: line.player.order_key,
    "rating": lambda line: line.rating,
    "points": lambda line: None if line.cancelled else line.halves,
}
FALLING = ("rating", "points")  # columns whose first press brings the highest to the top


def in_order(lines: Sequence[Place], sort: str) -> list[Place]:
    """The lines by a column (``-``: descending), those of whom it says nothing last; the table is in memory anyway."""
    value, falling = SORTS[sort.removeprefix("-")], sort.startswith("-")
    known = sorted((line for line in lines if value(line) is not None), key=value, reverse=falling)
    return known + [line for line in lines if value(line) is None]


def sort_heads(sort: str) -> dict[str, dict[str, str]]:
    """What the heading of each column says of the order, and the order that its link asks for."""
    name, falling = sort.removeprefix("-"), sort.startswith("-")
    heads = {}
    for each in SORTS:
        turned = not falling if each == name else each in FALLING
        aria = ("descending" if falling else "ascending") if each == name else ""
        heads[each] = {"aria": aria, "next": f"-{each}" if turned else each}
    return heads


def standings_context(event: Event, ratings: dict[int, float] | None = None, sort: str = "rank") -> dict[str, Any]:
    """What the table of standings shows; nothing where there is none."""
    if not is_table(event):
        return {}
    found = standings(event, ratings)
    if not found.lines:
        return {}
    heads = [{"short": words.tie_break_short(t), "long": words.tie_break(t)} for t in found.tie_breaks]
    rows = [
        {
            "line": line,
            "points": _points(line),
            "values": [words.tie_break_value(t, v) for t, v in zip(found.tie_breaks, line.values, strict=False)],
        }
        for line in in_order(found.lines, sort)
    ]
    return {
        "standings": found, "standing_rows": rows, "sorts": sort_heads(sort),
        "tie_breaks": heads, "order_words": words.order_of(found),
        "unplayed_words": words.unplayed(found), "rated_here": any(line.rating is not None for line in found.lines),
        "moment": words.moment(found), "open_games": found.pending,
    }  # fmt: skip
