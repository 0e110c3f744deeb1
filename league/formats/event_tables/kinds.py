"""Which kind of table a file is, by what stands in it."""

from __future__ import annotations

from collections.abc import Callable

from ..event_file import EventFile
from ..faults import Unreadable
from ..text import TextFile
from . import cards, icu, matrix, pairings, start_list, swiss
from .cells import TooMany, read_cell
from .grid import Grid, Table, find_table, player_rows

READERS: dict[str, Callable[[TextFile, Grid], EventFile]] = {
    "icu foreign": icu.read_icu,
    "cards": cards.read_cards,
    "pairings": pairings.read_pairings,
    "matrix": matrix.read_matrix,
    "swiss": swiss.read_swiss,
    "start list": start_list.read_start_list,
}


def find_kind(grid: Grid) -> str:
    """A key of ``READERS``, or nothing. Raises ``Unreadable`` ``not_individual`` for teams and sums of games."""
    if not grid.lines:
        return ""
    if icu.is_icu(grid):
        return "icu foreign"
    if any(cards.find_columns(line) for line in grid.lines[:60]):
        return "cards"
    if pairings.is_pairings(grid):
        return "pairings"
    table = find_table(grid)
    if table is None:
        return ""
    if table.rounds and matrix.is_matrix(table):
        return "matrix"
    if table.rounds and _has_pairings(table):
        return "swiss"
    return "start list" if _is_start_list(table) else ""


def _has_pairings(table: Table) -> bool:
    """Most cells of the rounds are pairings. Sums of more than a point are refused with the first of them."""
    good = bad = 0
    for row in player_rows(table):
        for place in table.rounds[0]:
            text = row.cells[place] if place < len(row.cells) else ""
            try:
                good += bool((cell := read_cell(text)) and (cell.opponent or cell.code))
            except TooMany:
                raise Unreadable("not_individual", row=row.number, text=text, teams=table.has("team")) from None
            except ValueError:
                bad += 1
    return good > bad


def _is_start_list(table: Table) -> bool:
    """A number, a name, and what chess-results prints beside them."""
    said = {"rating", "national_rating", "federation", "fide_id"} & set(table.columns)
    return table.has("number", "name") and len(said) >= 2 and any(True for _row in player_rows(table))
