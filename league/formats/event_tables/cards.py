"""Player cards in one table: a row a player a round, so each game twice."""

from __future__ import annotations

import re

from ..delimited import Line
from ..event_file import EventFile, EventGame, EventPlayer, check_players, named, with_rounds
from ..faults import Faults, Unreadable
from ..headings import heading_key
from ..numbers import read_rating
from ..points import plain as plain_byes
from ..sides import Paired, Side, pair_sides
from ..text import TextFile
from .cells import plain
from .grid import Grid
from .preamble import read_preamble

_WORDS = {
    "number": "ст ном|start no|startno|sno|snr|starting number|nr startowy|player no",
    "round": "тур|round|rd|runde|runda|ronda",
    "board": "доска|board|bo|bd|brett|szachownica",
    "opponent": "соп ном|opponent no|opp no|opponent number|nr przeciwnika|gegner nr",
    "name": "имя соперника|соперник|opponent|opponent name|gegner|przeciwnik",
    "rating": "рейт|рейтинг|rtg|rtgi|elo|rating|ranking",
    "result": "рез|результат|res|result|erg|ergebnis|wynik",
    "colour": "цвет|colour|color|farbe|kolor",
}
_KEYS = {heading_key(word): column for column, words in _WORDS.items() for word in words.split("|")}
_NEEDED = {"number", "round", "opponent", "result"}
_COLOURS = {"w": "w", "b": "b", "б": "w", "ч": "b", "white": "w", "black": "b", "s": "b", "белые": "w", "черные": "b"}
_RESULT = re.compile(r"(-?)\s*(1|0|½|0\.5|=|\+|)\s*([kк]?)")
_UNPLAYED = {"1": "+", "+": "+", "0": "-", "": "-"}
_BYES = {"1": "U", "+": "U", "½": "H", "0.5": "H", "=": "H", "0": "Z", "": "Z"}


def find_columns(line: Line) -> dict[str, int] | None:
    columns: dict[str, int] = {}
    for place, cell in enumerate(line.cells):
        if column := _KEYS.get(heading_key(cell)):
            columns.setdefault(column, place)
    return columns if set(columns) >= _NEEDED else None


def read_cards(file: TextFile, grid: Grid) -> EventFile:
    """Read player cards. Players are named where they are somebody's opponent. Raises ``Unreadable``."""
    for place, line in enumerate(grid.lines[:60]):
        if columns := find_columns(line):
            return _Cards(columns, line, grid.lines[place + 1 :]).event(file, grid.lines[:place])
    raise Unreadable("no_layout")


class _Cards:
    def __init__(self, columns: dict[str, int], heading: Line, rows: list[Line]) -> None:
        self._columns, self._heading = columns, heading
        self.faults, self.warnings = Faults(), Faults()
        self._names: dict[int, EventPlayer] = {}
        self._boards: dict[tuple[int, int], int] = {}
        self._sides = [side for row in rows if (side := self._side(row))]

    def event(self, file: TextFile, above: list[Line]) -> EventFile:
        known = self._known()
        paired = Paired(*pair_sides(self._sides, known, self.faults, self.warnings))
        games = [game._replace(board=self._boards.get((game.round or 0, game.white))) for game in paired.games]
        players = [known[number] for number in sorted(known)]
        check_players(players, self.faults)
        byes = plain_byes(bye for bye in paired.byes if bye.player in known)
        facts, warnings = read_preamble(above), self.warnings
        made = EventFile(
            "table", "cards", file.encoding_name, facts, players, _by_board(games), byes, self.faults, warnings
        )
        return with_rounds(made, max((side.round for side in self._sides), default=0))

    def _known(self) -> dict[int, EventPlayer]:
        """Players with a name. One who never had an opponent has none, and no game."""
        known = dict(self._names)
        nameless = {side.player: side.line for side in self._sides if side.player not in known}
        for number, line in nameless.items():
            has_games = any(side.player == number and side.opponent for side in self._sides)
            found = self.faults if has_games else self.warnings
            found.add(line, self._title("number"), str(number), "name_missing")
        return known

    def _side(self, row: Line) -> Side | None:
        number, round = self._whole(row, "number"), self._whole(row, "round")
        if not number or not round:
            if any(row.cells):
                self.faults.add(row.number, self._title("number"), self._at(row, "number"), "number_unknown",
                                accepted="1-9999")  # fmt: skip
            return None
        opponent = self._whole(row, "opponent") or 0
        text = self._at(row, "result")
        code = self._code(row, text, opponent)
        if code is None:
            return None
        if opponent:
            self._note(row, opponent)
        board = self._whole(row, "board")
        if board:
            self._boards[round, number] = board
        colour = _COLOURS.get(self._at(row, "colour").casefold(), "") if opponent else ""
        return Side(row.number, number, round, opponent, colour, code, self._title("result"), text)

    def _code(self, row: Line, text: str, opponent: int) -> str | None:
        """``1``, ``½``, ``0``; ``- 1K``: not played (kampflos); ``- 0`` without opponent: a bye."""
        found = _RESULT.fullmatch(plain(text))
        if not found:
            accepted = "1, ½, 0, - 1, - 0, - 1K, - 0K"
            self.faults.add(row.number, self._title("result"), text, "result_unknown", accepted=accepted)
            return None
        unplayed, points = found[1] or found[3], found[2]
        if not opponent:
            return _BYES[points]
        if unplayed:
            return _UNPLAYED.get(points, "-")
        return "=" if points in ("½", "0.5", "=") else points

    def _note(self, row: Line, number: int) -> None:
        name = named(self._at(row, "name"))
        if not name:
            return
        try:
            rating = read_rating(self._at(row, "rating"))
        except ValueError:
            rating = None
        known = self._names.setdefault(
            number, EventPlayer(row.number, number, name, round(rating) if rating and 0 < rating < 10_000 else None)
        )
        if known.name != name:
            self.faults.add(row.number, self._title("name"), name, "player_twice", one=known.name, other=name)

    def _at(self, row: Line, column: str) -> str:
        place = self._columns.get(column)
        return row.cells[place] if place is not None and place < len(row.cells) else ""

    def _whole(self, row: Line, column: str) -> int | None:
        text = self._at(row, column).rstrip(".")
        return int(text) if text.isdecimal() and text.isascii() and len(text) < 5 else None

    def _title(self, column: str) -> str:
        place = self._columns.get(column)
        return self._heading.cells[place] if place is not None else column


def _by_board(games: list[EventGame]) -> list[EventGame]:
    return sorted(games, key=lambda game: (game.round or 0, game.board or 0, game.white))
