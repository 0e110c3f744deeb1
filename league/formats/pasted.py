"""Results as people type them into a mail or copy them from a sheet -> rows. No headings are needed.

A line is a game: ``Kowalski - Nowak 1:0``, ``Kowalski 1:0 Nowak``, ``12. Kowalski (1834) – Nowak ½``; or cells
between tabs, ``;`` or ``|``. A line that is only a date or a round holds for those below it; a date before a game
is that game's. Where the lines are one player's games, an opponent and that player's own score are enough:
``Nowak 1``, ``1800:½`` (an opponent by rating alone). Text without a result is left out and said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from . import days
from .days import DayOrder, Moment
from .faults import Faults
from .headings import Header, Layout
from .names import clean_name
from .outcomes import HALVES, Reading, ResultColumn, Unclear, read_score
from .results import LONGEST, RANGES, EventSaid, Factors, ResultFile, ResultRow, Who
from .text import TextFile

_HALF = r"(?:1/2|1⁄2|½|0?[.,]5)"
_ONE = rf"(?:{_HALF}|\d{{1,3}})"
_DASH = "[-:–—−]"
_RESULT = (
    rf"{_ONE}\s*{_DASH}\s*{_ONE}|[-+−–]\s*[:/]\s*[-+−–]|\+-|-\+|--|{_HALF}|="
    r"|draw|remis|ничья|[01](?![\d.,:])"
)
_AT_END = re.compile(rf"(?P<names>.*?\S)[\s:,]+\(?(?P<result>{_RESULT})\)?[.,]?", re.IGNORECASE)
_BETWEEN = re.compile(
    rf"[\s,]+(?P<result>{_ONE}\s*{_DASH}\s*{_ONE}|{_HALF}|=|[-+−–]\s*[:/]\s*[-+−–])[\s,]+(?=\S)", re.IGNORECASE
)
_WHOLE_RESULT = re.compile(_RESULT, re.IGNORECASE)
_PAIR = re.compile(r"\s+[-–—−:]\s+|\s+(?:vs?|x|gegen|przeciwko|против)\.?\s+", re.IGNORECASE)
_BEAT = re.compile(r"\s+(?:beats?|bt|defeated|won against|wygrał[ao]? z|pokonał[ao]?|победила?)\s+", re.IGNORECASE)
_BOARD = re.compile(
    r"(?:(?:board|bd|доска|szachownica|stół)\.?\s*)?(\d{1,3})(?:[.):]\s*|\s+)(?=[^\W\d_])", re.IGNORECASE
)
_NUMBER = re.compile(r"\d{1,3}[.)]?")
_ROUND = re.compile(
    r"(?:(?:round|rd|runda|kolejka|тур|раунд)\.?\s*(\d{1,3})|(\d{1,3})\.?\s*(?:round|runda|kolejka|тур|раунд))"
    r"[.:,]?\s*(.*)",
    re.IGNORECASE,
)
_RATING = re.compile(r"\s*[(\[](\d{3,4})\??[)\]]\s*")
_SEED = re.compile(rf"(?:^|[\s;,|:])(?P<rating>[1-9]\d{{2,3}})[\s:;,|]+(?P<score>{_HALF}|=|[01])$")
_OWN_SCORE = re.compile(rf"[\s:,]+(?P<score>{_HALF}|=|[01])$")
_LETTER = re.compile(r"[^\W\d_]")
_DATED = re.compile(
    r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d\d))(?:[.:,]?\s+|[;|,]\s*)(?=\S)"
)
_LONGEST_LINE = 300  # characters: no game needs more
_QUOTED = re.compile(r"^(?:>\s?)+|^[•*·]\s+")
_CELLS = re.compile(r"\t|;|\|")


class _Game(NamedTuple):
    """A line taken apart. ``score``: the result is one number, the named player's opponent is the subject."""

    white: str
    black: str
    result: str
    board: int | None = None
    score: bool = False


def read_pasted(
    file: TextFile, *, day: str | None = None, event: str = "", round: int | None = None, subject: str = "",
    day_first: bool | None = None,
) -> ResultFile:  # fmt: skip
    """Read pasted lines. ``day`` (ISO text), ``event``, ``round``: where the text says none; ``subject``: the
    player whose games they are, where lines name only the opponent."""
    return _Reader(file, day, event, round, clean_name(subject), day_first).read()


class _Reader:
    def __init__(
        self, file: TextFile, day: str | None, event: str, round: int | None, subject: str, day_first: bool | None
    ) -> None:
        self._lines = [(n, _bare(line)) for n, line in enumerate(file.open().read().splitlines(), 1)]
        self._day, self._event, self._round, self._subject = day or "", EventSaid(event), round, subject
        self._faults, self._remarks = Faults(), list[int]()
        self._order = self._day_order(day_first)

    def read(self) -> ResultFile:
        games = list(self._games())
        results = ResultColumn([game.result for _line, game, _at, _round in games if not game.score])
        rows = [row for each in games if (row := self._row(*each, results))]
        columns = ["date", "white", "black", "result"]
        columns += ["round"] if any(row.round for row in rows) else []
        columns += ["board"] if any(row.board for row in rows) else []
        header = Header(0, columns, {name: place for place, name in enumerate(columns)}, [])
        return ResultFile(
            Layout("", header), rows, self._faults, without_result=[], byes=[], remarks=self._remarks,
            day_order=self._order, spellings=_spellings(rows, games),
        )  # fmt: skip

    def _games(self) -> Iterator[tuple[int, _Game, str, int | None]]:
        """Lines that are games, with the day and the round that hold there."""
        for number, line in self._lines:
            if not line or self._said_day(line) or self._said_round(line):
                continue
            day, rest = self._own_day(number, line)
            game = _taken_apart(rest, bool(self._subject)) if len(line) <= _LONGEST_LINE else None
            if game is not None:
                yield number, game, day, self._round
            elif len(line) > _LONGEST_LINE:
                self._faults.add(number, "", line[:80] + "…", "line_unclear")
            elif _SEED.search(line) or (_AT_END.fullmatch(line) and not self._subject):
                self._faults.add(number, "", line[:80], "one_name")
            elif re.search(r"\d|½|=|\t|;", line) or _PAIR.search(line):
                self._faults.add(number, "", line[:80], "line_unclear")
            else:
                self._remarks.append(number)

    def _row(self, line: int, game: _Game, day: str, round: int | None, results: ResultColumn) -> ResultRow | None:
        (white, white_rating), (black, black_rating) = _person(game.white or self._subject), _person(game.black)
        reading = self._reading(line, game, results)
        for column, name in (("white", white), ("black", black)):
            if not name:
                self._faults.add(line, column, "", "empty_cell")
            elif len(name) > LONGEST["name"]:
                self._faults.add(line, column, name[:80], "too_long", most=LONGEST["name"])
        if not day:
            self._faults.add(line, "date", "", "day_missing")
        if not (reading and white and black and day) or max(len(white), len(black)) > LONGEST["name"]:
            return None
        return ResultRow(
            line, Moment(day, None), Who(white), Who(black), reading, self._event, round, game.board, Factors(),
            False, "", "final", "", white_rating, black_rating,
        )  # fmt: skip

    def _reading(self, line: int, game: _Game, results: ResultColumn) -> Reading | None:
        try:
            if game.score:
                halves = read_score(game.result) or 0
                return Reading({2: "1-0", 1: "=", 0: "0-1"}[halves])
            reading = results.read(game.result)
        except Unclear as unclear:
            self._faults.add(line, "result", game.result, unclear.code)
            return None
        return reading if reading.outcome else None

    def _day_order(self, day_first: bool | None) -> DayOrder:
        if day_first is not None:
            return DayOrder(day_first, certain=True)
        try:
            dated = [found[1] for _number, line in self._lines if (found := _DATED.match(line))]
            return days.find_day_order(dated + [line for _number, line in self._lines if len(line) < 40])
        except days.Undated as undated:
            self._faults.add(1, "date", "", undated.code)
            return DayOrder(day_first=True, certain=True)

    def _own_day(self, number: int, line: str) -> tuple[str, str]:
        """The day of one line, written before its game, and the game; else the day that holds there."""
        found = _DATED.match(line)
        if not found:
            return self._day, line
        try:
            return days.read_day(found[1], self._order).isoformat(), line[found.end() :]
        except days.Undated as undated:
            self._faults.add(number, "date", found[1], undated.code)
            return self._day, line[found.end() :]

    def _said_day(self, line: str) -> bool:
        if len(line) > 60:
            return False
        text = re.sub(r"^(?:date|data|дата)\s*:?\s*", "", line, flags=re.IGNORECASE).rstrip(":.,")
        try:
            self._day = days.read_day(text, self._order).isoformat()
        except ValueError:
            return False
        return True

    def _said_round(self, line: str) -> bool:
        found = _ROUND.fullmatch(line) if len(line) <= 60 else None
        if not found or not 1 <= int(found[1] or found[2]) <= RANGES["number"][1]:
            return False
        rest = found[3].strip("()[]:., ")
        if rest and not self._said_day(rest):
            return False
        self._round = int(found[1] or found[2])
        return True


def _bare(line: str) -> str:
    return _QUOTED.sub("", line.replace("\u00a0", " ").replace("\ufeff", "").strip()).strip()


def _taken_apart(line: str, has_subject: bool) -> _Game | None:
    if has_subject and (game := _of_subject(line)):
        return game
    cells = [cell.strip() for cell in _CELLS.split(line)]
    if len([cell for cell in cells if cell]) > 1:
        return _of_cells([cell for cell in cells if cell])
    return _of_text(line)


def _of_subject(line: str) -> _Game | None:
    """``Nowak 1800:1``, ``1800:1``, ``Nowak ½``: the score is the subject's."""
    if found := _SEED.search(line):
        name = clean_name(line[: found.start("rating")]).strip(" -–:;,|")
        if not name or _LETTER.search(name):
            return _Game("", f"{name or 'Elo ' + found['rating']} ({found['rating']})", found["score"], score=True)
    text = " ".join(filter(None, map(str.strip, _CELLS.split(line))))
    ending = _OWN_SCORE.search(text)
    name = text[: ending.start()] if ending else ""
    if ending and _LETTER.search(name) and not _PAIR.search(name) and not re.search(rf"(?:{_DASH}|\d)\s*$", name):
        return _Game("", name, ending["score"], score=True)
    return None


def _of_cells(cells: list[str]) -> _Game | None:
    """A row of a sheet: board, names and result in any usual order; ratings beside the names are kept."""
    board = None
    if _NUMBER.fullmatch(cells[0]) and len(cells) > 3:
        board, cells = int(cells[0].rstrip(".)")), cells[1:]
    names: list[str] = []
    results: list[str] = []
    for cell in cells:
        if re.search(r"[^\W\d_]{2,}", cell) and not _WHOLE_RESULT.fullmatch(cell):
            names.append(cell)
        elif re.fullmatch(r"\d{3,4}", cell) and names:
            names[-1] += f" ({cell})"
        else:
            results.append(cell)
    if len(names) == 1:
        pair = _PAIR.split(names[0])
        if len(pair) != 2 and results:
            return None
        names = pair if results else []
        if not results:
            return _of_text(" ".join(cells))
    if len(names) != 2 or not 1 <= len(results) <= 2:
        return None
    return _Game(names[0], names[1], ":".join(results), board)


def _of_text(line: str) -> _Game | None:
    board = None
    if found := _BOARD.match(line):
        board, line = int(found[1]) or None, line[found.end() :]
    beat = _BEAT.split(line)
    if len(beat) == 2:
        return _Game(beat[0], beat[1].rstrip("."), "1-0", board)
    for between in _BETWEEN.finditer(line):
        white, black = line[: between.start()], line[between.end() :]
        if _LETTER.search(white) and _LETTER.search(black) and not _PAIR.search(white):
            return _Game(white, black, between["result"], board)
    ending = _AT_END.fullmatch(line)
    if not ending:
        return None
    pair = _PAIR.split(ending["names"])
    if len(pair) == 1:
        pair = re.split(r"[-–—]", ending["names"])
    return _Game(pair[0], pair[1], ending["result"], board) if len(pair) == 2 else None


def _person(text: str) -> tuple[str, float | None]:
    """A name without the rating that stands behind it in brackets, and that rating."""
    found = _RATING.search(text)
    name = clean_name(_RATING.sub(" ", text)).strip(" ,;:-–—")
    return name, float(found[1]) if found else None


def _spellings(rows: list[ResultRow], games: list[tuple[int, _Game, str, int | None]]) -> dict[str, list[str]]:
    """Outcome -> the texts read as it."""
    written = {line: game.result for line, game, _day, _round in games}
    found: dict[str, list[str]] = {}
    for row in rows:
        texts = found.setdefault(row.result.outcome or "", [])
        if row.result.white_points is None and written[row.line] not in texts and len(texts) < 12:
            texts.append(written[row.line])
    return {outcome: texts for outcome, texts in found.items() if texts and outcome in HALVES}
