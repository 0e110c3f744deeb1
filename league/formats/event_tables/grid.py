"""Text -> rows of cells, and where in them a table with players is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..delimited import ONE_COLUMN, Line, delimiter_hint, find_delimiter, read_lines
from ..faults import Unreadable
from ..headings import PLAYER_HEADINGS, heading_key
from ..text import TextFile

_MOST_ROWS = 50_000
_LOOKED_AT = 60  # rows in which the heading must be
_HEADINGS = {
    "number": "no|nr|sno|snr|start no|startno|№|п п|ном|ст ном|id no|pl|num|núm|lp",
    "rank": "rk|rank|rg|place|pos|position|место|м|miejsce|platz|clas|sija",
    "name": "name|nimi|nome|nombre|nom|namn|spieler|jméno|meno|név|имя|фио|игрок|участник",
    "last_name": "sukunimi|apellidos",
    "first_name": "etunimi",
    "team": "team|mannschaft|équipe|equipo|equipe|команда|drużyna|squadra|joukkue",
    "rating": "rtg|rtgi|rtg i|elo|eloi|elo i|рейт|рейтинг|межд рейт|межрейт|selo|vahvuusluku",
    "national_rating": "rtgn|rtg n|elon|elo n|rtg nat|нац рейт|национальный рейтинг",
    "federation": "fed|фед|land|maa|país|pais|kraj",
    "fide_id": "fideid|fide id|fide no|код fide|код фиде|id fide|nr fide",
    "local_id": "loc id|local id|ид|ин|id",
    "birth": "год рожд|г р|birth|born|birthday|birth year|rok ur|syntynyt",
    "points": "pts|pkt|p|pt|pte|очки|total|punkte|puntos|pontos|pisteet|score|points|poäng|punkty",
    "sex": "sex|пол|płeć|gender",
    "title": "title|tit|звание|tytuł|titel",
}
VOCABULARY: Mapping[str, str] = {
    **{key: column for key, column in PLAYER_HEADINGS.items() if column in ("name", "last_name", "first_name", "sex",
       "federation", "fide_id", "title", "rating", "affiliation")},
    **{heading_key(word): column for column, words in _HEADINGS.items() for word in words.split("|")},
}  # fmt: skip
_ROUND = re.compile(
    r"(?:(\d{1,2})\.?\s*(?:rd|rnd|r|runde|round|тур|т|runda|kolo|ronda|rodada|krs|omg|kör|k)?\.?"
    r"|(?:rd|rnd|r|round|runde|тур|runda|ronda)\.?\s*(\d{1,2}))",
    re.IGNORECASE,
)


class Grid(NamedTuple):
    """The rows of a file, cells stripped."""

    delimiter: str
    lines: list[Line]


class Table(NamedTuple):
    """A table of players: heading, which column is which, where the rounds are, rows from there on.

    ``rounds``: runs of columns with the headings 1, 2, 3 ...; more than one for double round robins.
    """

    heading: Line
    columns: dict[str, int]
    rounds: list[list[int]]
    above: list[Line]
    rows: list[Line]

    def has(self, *columns: str) -> bool:
        return all(column in self.columns for column in columns)

    def text(self, row: Line, column: str) -> str:
        place = self.columns.get(column)
        return row.cells[place] if place is not None and place < len(row.cells) else ""

    def title(self, column: str) -> str:
        """How the file heads a column."""
        place = self.columns.get(column)
        return self.heading.cells[place] if place is not None else column


def read_grid(file: TextFile, *, most: int | None = None) -> Grid:
    """All rows with something in them, or the first ones. Raises ``Unreadable``."""
    delimiter = delimiter_hint(file) or find_delimiter(file)
    lines: list[Line] = []
    for line in read_lines(file, delimiter):
        if most is not None and len(lines) >= most:
            break
        if len(lines) >= _MOST_ROWS:
            raise Unreadable("too_many_rows", limit=_MOST_ROWS)
        lines.append(Line(line.number, [cell.strip().lstrip("\ufeff") for cell in line.cells]))
    return Grid(delimiter if delimiter != ONE_COLUMN else "", lines)


def find_table(grid: Grid) -> Table | None:
    """The first row that names a player's column and something beside it, and what stands below."""
    for place, line in enumerate(grid.lines[:_LOOKED_AT]):
        columns = read_columns(line)
        named = {"name", "last_name", "team"} & set(columns)
        if named and len(set(columns) - named) + bool(round_columns(line)) >= 1:
            _place_title(columns, line, grid.lines[place + 1 :])
            return Table(line, columns, round_columns(line), grid.lines[:place], grid.lines[place + 1 :])
    return None


def read_columns(line: Line) -> dict[str, int]:
    columns: dict[str, int] = {}
    for place, cell in enumerate(line.cells):
        column = VOCABULARY.get(heading_key(cell)) if cell else None
        if column:
            columns.setdefault(column, place)
    return columns


def round_columns(line: Line) -> list[list[int]]:
    """Runs of neighbouring columns headed 1, 2, 3 ..."""
    runs: list[list[int]] = []
    for place, cell in enumerate(line.cells):
        found = _ROUND.fullmatch(cell)
        number = int(found[1] or found[2]) if found else 0
        if number == 1:
            runs.append([place])
        elif number and runs and number == len(runs[-1]) + 1 and runs[-1][-1] == place - 1:
            runs[-1].append(place)
    return runs


def player_rows(table: Table) -> Iterator[Line]:
    """Rows of players: a name, and a number or nothing in front; what a page says below its table is none."""
    name = "name" if table.has("name") else "last_name" if table.has("last_name") else "team"
    for row in table.rows:
        if table.text(row, name) and len({cell for cell in row.cells if cell}) > 1:
            first = table.text(row, "number") or table.text(row, "rank")
            if not first or first.rstrip(".").isdecimal():
                yield row


def _place_title(columns: dict[str, int], heading: Line, rows: list[Line]) -> None:
    """Titles stand before the name, in a column without heading."""
    name = columns.get("name", columns.get("last_name"))
    if name is None or "title" in columns:
        return
    for place in range(name - 1, -1, -1):
        if heading.cells[place]:
            return
        texts = {row.cells[place] for row in rows if place < len(row.cells)} - {""}
        if any(text.isalpha() and text.isupper() and 2 <= len(text) <= 4 for text in texts):
            columns["title"] = place
            return
