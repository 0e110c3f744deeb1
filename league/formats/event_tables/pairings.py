"""Pairing lists: a row a board, rounds as headings between the rows."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..delimited import Line
from ..event_file import EventBye, EventFile, EventGame, EventPlayer, check_players, named
from ..faults import Faults, Unreadable
from ..headings import heading_key
from ..identity import read_title
from ..names import name_key
from ..numbers import read_rating
from ..outcomes import Unclear, read_result
from ..text import TextFile
from .cells import plain
from .grid import Grid
from .preamble import find_days, read_preamble

_WORDS = "result|res|erg|ergebnis|рез|результат|wynik|resultado|tulos|résultat"
_RESULT = frozenset(heading_key(word) for word in _WORDS.split("|"))
_NAME_WORDS = (
    "white|black|name|weiß|schwarz|белые|чёрные|имя|białe|czarne|nimi|valkea|musta|blancas|negras|nombre|player"
)
_NAME = frozenset(heading_key(word) for word in _NAME_WORDS.split("|"))
_BOARD = frozenset(heading_key(word) for word in ("bo", "br", "bd", "board", "доска", "стол", "д", "szachownica"))
_NUMBER = frozenset(heading_key(word) for word in ("no", "nr", "sno", "№", "ном", "ст ном"))
_RATING = frozenset(heading_key(word) for word in ("rtg", "rtgi", "elo", "rating", "рейт", "рейтинг", "ranking"))
_ROUND = re.compile(
    r"(?:round|runde|тур|runda|ronda|kierros|ronde|kolo)\D{0,3}(\d{1,3})|(\d{1,3})\D{0,3}(?:round|runde|тур|runda|ronda)",
    re.IGNORECASE,
)
_TIME = re.compile(r"\b([012]?\d):([0-5]\d)\b")
_FREE_WORDS = (
    "bye", "spielfrei", "свободен", "выходной", "not paired", "nicht ausgelost", "без пары", "нет пары", "pauza",
    "wolny los", "exempt", "vapaa",
)  # fmt: skip
_FREE = frozenset(map(name_key, _FREE_WORDS))
_BYE_KINDS = {"1": "U", "½": "H", "0.5": "H", "=": "H", "+": "U"}


class Columns(NamedTuple):
    """Where things stand in a row; -1: nowhere. Pairs: White, Black."""

    board: int
    result: int
    names: tuple[int, int]
    numbers: tuple[int, int]
    ratings: tuple[int, int]
    titles: tuple[int, int]


def find_columns(line: Line) -> Columns | None:
    """The heading of a pairing list: a result between two names."""
    keys = [heading_key(cell) for cell in line.cells]
    result = next((place for place, key in enumerate(keys) if key in _RESULT), -1)
    if result < 0:
        return None
    left = [place for place in range(result) if keys[place] in _NAME]
    right = [place for place in range(result + 1, len(keys)) if keys[place] in _NAME]
    if not left or not right:
        return None
    names = (left[-1], right[0])
    board = next((place for place, key in enumerate(keys) if key in _BOARD), -1)

    def pair(words: frozenset[str]) -> tuple[int, int]:
        before = [place for place in range(result) if keys[place] in words]
        after = [place for place in range(result + 1, len(keys)) if keys[place] in words]
        return (before[-1] if before else -1, after[0] if after else -1)

    titles = tuple(name - 1 if name > 0 and not keys[name - 1] else -1 for name in names)
    return Columns(board, result, names, pair(_NUMBER), pair(_RATING), (titles[0], titles[1]))


def is_pairings(grid: Grid) -> bool:
    """A heading of pairings, with rounds above the rows or boards in them."""
    for place, line in enumerate(grid.lines[:60]):
        if columns := find_columns(line):
            rounds = any(_section(above) for above in grid.lines[:place])
            return rounds or (columns.board >= 0 and columns.numbers != (-1, -1))
    return False


def read_pairings(file: TextFile, grid: Grid) -> EventFile:
    """Read a pairing list. Raises ``Unreadable`` ``no_layout``."""
    reader = _Reader()
    for line in grid.lines:
        reader.take(line)
    if reader.columns is None:
        raise Unreadable("no_layout")
    return reader.event(file)


class _Reader:
    def __init__(self) -> None:
        self.columns: Columns | None = None
        self.faults, self.warnings = Faults(), Faults()
        self.games: list[EventGame] = []
        self.byes: list[EventBye] = []
        self._players: dict[str, EventPlayer] = {}
        self._above: list[Line] = []
        self._round = 0
        self._day = ""
        self._time: str | None = None
        self._round_days: dict[int, str] = {}

    def take(self, line: Line) -> None:
        if columns := find_columns(line):
            self.columns = columns
        elif section := _section(line):
            self._begin(section)
        elif self.columns is None:
            self._above.append(line)
        elif len({cell for cell in line.cells if cell}) > 1:
            self._row(line, self.columns)

    def event(self, file: TextFile) -> EventFile:
        players = list(self._players.values())
        check_players(players, self.faults)
        days = sorted(filter(None, self._round_days.values()))
        last = max(self._round_days, default=0)
        facts = read_preamble(self._above)._replace(
            round_days=tuple(self._round_days.get(number, "") for number in range(1, last + 1)) if days else (),
            rounds=last or None,
        )
        players.sort(key=lambda player: player.number)
        return EventFile(
            "table", "pairings", file.encoding_name, facts, players, self.games, self.byes, self.faults, self.warnings
        )

    def _begin(self, text: str) -> None:
        found = _ROUND.search(text)
        assert found is not None
        self._round = int(found[1] or found[2])
        self._day = next(iter(find_days(text)), "")
        clock = _TIME.search(text)
        self._time = f"{int(clock[1]):02}:{clock[2]}:00" if clock and int(clock[1]) < 24 else None
        self._round_days[self._round] = self._day

    def _row(self, line: Line, columns: Columns) -> None:
        texts = [_at(line, place) for place in columns.names]
        free = [name_key(re.sub(r"\(.*?\)", "", text)) in _FREE for text in texts]
        result = plain(_at(line, columns.result))
        if any(free):
            if not all(free) and texts[free.index(False)]:
                player = self._player(line, columns, free.index(False))
                self.byes.append(EventBye(line.number, self._round or 1, player, _BYE_KINDS.get(result, "Z")))
            return
        if not all(texts):
            return  # what stands below the list
        white, black = (self._player(line, columns, side) for side in (0, 1))
        try:
            outcome = read_result(result).outcome
        except Unclear as unclear:
            self.faults.add(line.number, "result", _at(line, columns.result), unclear.code)
            return
        board = _at(line, columns.board).rstrip(".")
        number = int(board) or None if board.isdecimal() and board.isascii() and len(board) < 5 else None
        self.games.append(
            EventGame(line.number, self._round or None, number, white, black, outcome, self._day, self._time)
        )

    def _player(self, line: Line, columns: Columns, side: int) -> int:
        """The starting number of a side; players without one are numbered by appearance."""
        name = named(_at(line, columns.names[side]))
        text = _at(line, columns.numbers[side])
        number = int(text) if text.isdecimal() and text.isascii() and len(text) < 5 else 0
        numbered = columns.numbers[side] >= 0
        if numbered and not number:
            self.faults.add(line.number, "number", text, "number_unknown", accepted="1-9999")
        key = str(number) if numbered else name_key(name)
        if key not in self._players:
            number = number if numbered else len(self._players) + 1
            rating = self._rating(line, _at(line, columns.ratings[side]))
            title = read_title(_at(line, columns.titles[side]))
            self._players[key] = EventPlayer(line.number, number, name, rating, title=title)
        player = self._players[key]
        if name_key(player.name) != name_key(name):
            values = {"one": player.name, "other": name}
            self.faults.add(line.number, "number", str(number), "player_twice", **values)
        return player.number

    def _rating(self, line: Line, text: str) -> int | None:
        try:
            rating = read_rating(text)
        except ValueError:
            self.warnings.add(line.number, "rating", text, "number")
            return None
        return round(rating) if rating and 0 < rating < 10_000 else None


def _section(line: Line) -> str:
    """The heading of a round: one text in the row, with the word and a number."""
    texts = {cell for cell in line.cells if cell}
    text = next(iter(texts)) if len(texts) == 1 else ""
    return text if _ROUND.search(text) else ""


def _at(line: Line, place: int) -> str:
    return line.cells[place] if 0 <= place < len(line.cells) else ""
