"""Swiss cross tables: a row a player, a column a round. Also the text export of SwissPerfect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..delimited import Line
from ..event_file import EventBye, EventFile, EventPlayer, check_players, with_rounds
from ..faults import Faults, Unreadable
from ..points import plain as plain_byes
from ..points import settle_byes
from ..sides import Side, pair_sides
from ..text import TextFile
from .cells import Cell, TooMany, read_cell, read_colours
from .grid import Grid, Table, find_table
from .people import read_people
from .preamble import read_preamble

People = Mapping[int, tuple[EventPlayer, Line]]
Cells = dict[tuple[int, int], tuple[Cell, str, int]]  # (number, round) -> cell, its text, line


def read_swiss(file: TextFile, grid: Grid) -> EventFile:
    """Read a Swiss cross table. Raises ``Unreadable``: ``not_individual`` where cells are sums of several games."""
    faults, warnings = Faults(), Faults()
    table = find_table(grid)
    if table is None or not table.rounds:
        raise Unreadable("no_layout")
    people, cells = _numbered(table, faults, warnings)
    colours = read_colours(cell.letter for cell, _text, _line in cells.values())
    if not colours and any(cell.letter for cell, _text, _line in cells.values()):
        letters = ", ".join(sorted({cell.letter for cell, _text, _line in cells.values()} - {""}))
        warnings.add(table.heading.number, "", letters, "colour_letters")
    sides = [
        Side(line, number, round, cell.opponent, colours.get(cell.letter, ""), cell.code, _title(table, round), text)
        for (number, round), (cell, text, line) in cells.items()
    ]
    games, byes = pair_sides(sides, people, faults, warnings)
    players = [player for player, _row in people.values()]
    check_players(players, faults)
    byes = _kinds(byes)
    if faults:
        byes = plain_byes(byes)
    else:
        byes = settle_byes(players, games, byes, faults, warnings, column=table.title("points"))
    facts = read_preamble(table.above)
    one_day = facts.starts_on if facts.starts_on == facts.ends_on else ""
    games = [game._replace(day=one_day) for game in games]
    made = EventFile("table", "swiss", file.encoding_name, facts, players, games, byes, faults, warnings)
    return with_rounds(made, len(table.rounds[0]))


def _numbered(table: Table, faults: Faults, warnings: Faults) -> tuple[People, Cells]:
    """Opponents are named by the starting number, the rank or the row: by that under which most pairs meet."""
    best: tuple[int, People, Cells, Faults, Faults] | None = None
    for column in [*(c for c in ("number", "rank") if table.has(c)), ""]:
        found, told = Faults(), Faults()
        people = read_people(table, column, told)
        cells = _cells(table, people, found)
        meeting = sum(
            1 for (number, round), (cell, _text, _line) in cells.items()
            if cell.opponent and (other := cells.get((cell.opponent, round))) and other[0].opponent == number
        )  # fmt: skip
        if best is None or meeting > best[0]:
            best = (meeting, people, cells, found, told)
    assert best is not None
    faults.extend(best[3])
    warnings.extend(best[4])
    return best[1], best[2]


def _cells(table: Table, people: People, faults: Faults) -> Cells:
    cells: Cells = {}
    for number, (_player, row) in people.items():
        for round, place in enumerate(table.rounds[0], 1):
            text = row.cells[place] if place < len(row.cells) else ""
            try:
                cell = read_cell(text)
            except TooMany:
                raise Unreadable("not_individual", row=row.number, text=text, teams=table.has("team")) from None
            except ValueError:
                faults.add(row.number, _title(table, round), text, "cell_unknown", accepted="19w1, 7b½, 102w-, -1, -½")
                continue
            if cell:
                cells[number, round] = (cell, text, row.number)
    return cells


def _title(table: Table, round: int) -> str:
    return table.heading.cells[table.rounds[0][round - 1]]


def _kinds(byes: list[EventBye]) -> list[EventBye]:
    """A whole point without an opponent is allocated by the pairing when only one in the round has it."""
    whole = Counter(bye.round for bye in byes if bye.kind == "F")
    return [bye._replace(kind="U") if bye.kind == "F" and whole[bye.round] == 1 else bye for bye in byes]
