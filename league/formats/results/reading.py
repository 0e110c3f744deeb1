"""A table of results -> rows. Two passes over the file: how it writes dates and results, then the rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import tzinfo
from operator import attrgetter
from typing import Any

from .. import days
from ..cells import Said, WrongCells, fit
from ..delimited import read_blocks
from ..faults import Faults
from ..headings import RESULT_HEADINGS, Layout, find_layout
from ..names import name_key
from ..outcomes import Reading
from ..text import TextFile
from . import outcome
from .coding import CodedCells, TextCells
from .fields import BYES, read_factors, read_reference, read_status, spellings
from .packed import PackedRows
from .rounds import RoundReader
from .rows import LONGEST, RANGES, EventSaid, ResultFile, ResultRow, Who

RESULT_NEEDS: Sequence[Collection[str]] = (
    ("white+black", "winner+loser"),
    ("result", "white_score", "black_score", "white_points+black_points", "winner"),
    ("date",),
)
_LOOKED_AT = ("date", "event_start", "event_end", "result", "white_points", "black_points", "round")
_WHO = ("", "_id", "_fide_id", "_birth_year")
_EVENT = (
    "event", "season", "event_start", "event_end", "event_no", "event_rated", "event_by_game", "event_minutes",
    "event_increment", "event_moves", "event_approved", "event_official",
    "event_match", "event_rounds", "event_after_decision",
)  # fmt: skip


def read_results(
    file: TextFile,
    *,
    day: str | None = None,
    event: str = "",
    zone: tzinfo | None = None,
    day_first: bool | None = None,
    style: str = "",
) -> ResultFile:
    """Read a file of results.

    ``day`` (ISO text) and ``event`` stand where the file has no such column or an empty cell; times with
    an offset are moved to ``zone``; ``day_first`` says how ``03/04/2026`` is meant, ``style`` how results are
    (``outcomes.STYLES``; None, empty: found). Raises ``Unreadable``; what is wrong with single cells is in the
    answer's ``faults``.
    """
    needs = [group for group in RESULT_NEEDS if group != ("date",) or not day]
    layout = find_layout(file, RESULT_HEADINGS, needs)
    return _Reader(file, layout, day, event, zone, day_first, style).read()


class _Reader:
    def __init__(
        self, file: TextFile, layout: Layout, day: str | None, event: str, zone: tzinfo | None,
        day_first: bool | None, style: str,
    ) -> None:  # fmt: skip
        self._file, self._layout, self._header = file, layout, layout.header
        self._day, self._event, self._zone = day, event, zone
        self._faults = Faults()
        for heading in layout.header.twice:
            self._faults.add(layout.header.row, heading, heading, "heading_twice")
        self._winner_first = not {"white", "black"} <= set(layout.header.columns)
        if self._winner_first:
            named = layout.header.columns
            self._header = layout.header._replace(columns=named | {"white": named["winner"], "black": named["loser"]})
        texts = self._texts()
        self._order = self._day_order(texts, day_first)
        self._outcomes = outcome.OutcomeReader(texts, winner_first=self._winner_first, style=style)
        self._rounds = RoundReader(texts.get("round", ()))

    def read(self) -> ResultFile:
        groups = self._groups()
        rows = PackedRows([group.column for group in groups])
        byes, remarks, without_result = list[int](), list[int](), list[int]()
        present = [group for group in groups if not group.absent]
        for lines, block in read_blocks(self._file, self._layout.delimiter):
            if (taken := self._plain(lines, block, present)) is not None:
                rows.lines.extend(lines)
                for group, codes in zip(present, taken, strict=True):
                    group.take(codes)
                continue
            for line, cells in self._lines(lines, block):
                read = [(None, group.constant) if group.absent else group.of_row(cells) for group in groups]
                row = ResultRow._make((line, *(value for _code, value in read)))
                if row.white is _NOBODY and row.black is _NOBODY:
                    remarks.append(line)
                elif _BYE in (row.white, row.black) or self._bye_in_result(row, cells):
                    byes.append(line)
                elif self._half_empty(line, row):
                    self._wrong(line, row, groups)
                elif row.result is _NO_RESULT:
                    without_result.append(line)
                elif not self._wrong(line, row, groups):
                    rows.lines.append(line)
                    for group, (code, _value) in zip(groups, read, strict=True):
                        if not group.absent:
                            group.take((code,))
        return ResultFile(
            self._layout,
            rows,
            self._faults,
            without_result,
            byes,
            remarks,
            self._order,
            {} if self._named_winner() else spellings(groups[3]),
        )

    def _plain(self, lines: Sequence[int], block: list[list[str]], groups: list[CodedCells]) -> list[Any] | None:
        """The codes of many rows at once, by groups; None where any row is something else than a game."""
        header = self._header
        if lines[0] <= header.row or set(map(len, block)) != {len(header.headings)}:
            return None
        cells = list(zip(*block, strict=True))
        if header.headings[0] in cells[0]:
            return None
        taken = []
        for group in groups:
            codes = group.of_block(cells)
            if codes is None:
                return None
            taken.append(codes)
        return taken

    def _bye_in_result(self, row: ResultRow, cells: list[str]) -> bool:
        """One side only, and where the result stands, that this was a bye."""
        if (row.white is _NOBODY) == (row.black is _NOBODY) or "result" not in self._header.columns:
            return False
        return name_key(cells[self._header.columns["result"]]) in BYES

    def _lines(self, lines: Sequence[int], block: list[list[str]]) -> Iterator[tuple[int, list[str]]]:
        """Rows with something in them below the header, a cell for each heading."""
        header, faults = self._header, self._faults
        width = len(header.headings)
        for line, cells in zip(lines, block, strict=True):
            if line <= header.row or not "".join(cells).strip():
                continue
            if len(cells) != width:
                cells = fit(header, line, cells, faults)
            if cells[0] == header.headings[0] and [cell.strip() for cell in cells] == header.headings:
                continue  # the header again, where files were put one below the other
            yield line, cells

    def _texts(self) -> dict[str, set[str]]:
        """The different texts of the columns that can only be read as a whole."""
        wanted = [(self._header.columns[c], c) for c in _LOOKED_AT if c in self._header.columns]
        texts: dict[str, set[str]] = {column: set() for _, column in wanted}
        adders = [(place, texts[column].update) for place, column in wanted]
        width = len(self._header.headings)
        for lines, block in read_blocks(self._file, self._layout.delimiter):
            if lines[0] <= self._header.row or set(map(len, block)) != {width}:
                below = (row for line, row in zip(lines, block, strict=True) if line > self._header.row)
                block = [row[:width] + [""] * (width - len(row)) for row in below if "".join(row).strip()]
            if block:
                cells = list(zip(*block, strict=True))
                for place, add in adders:
                    add(cells[place])
        return texts

    def _day_order(self, texts: dict[str, set[str]], day_first: bool | None) -> days.DayOrder:
        if day_first is not None:
            return days.DayOrder(day_first, certain=True)
        dates = texts.get("date", set()) | texts.get("event_start", set()) | texts.get("event_end", set())
        try:
            return days.find_day_order(sorted(dates))
        except days.Undated as undated:
            self._faults.add(self._header.row, self._header.heading("date"), "", undated.code)
            return days.DayOrder(day_first=True, certain=True)

    def _groups(self) -> list[CodedCells]:
        """One group for each field of a row after its line, in that order."""
        header = self._header
        outcomes = outcome.COLUMNS if self._named_winner() else outcome.COLUMNS[:-3]
        reference = ("reference",) if "reference" in header.columns else ("game",)
        return [
            CodedCells(header, ("date", "time"), self._moment, forgetful=True),
            self._side("white"),
            self._side("black"),
            CodedCells(header, outcomes, self._result, special=(_NO_RESULT,)),
            *(CodedCells(header, columns, read) for columns, read in self._plainly()),
            TextCells(header, reference, read_reference, most=LONGEST["reference"]),
            CodedCells(header, ("status",), read_status),
            CodedCells(header, ("reason",), lambda said: said.text("reason", LONGEST["reason"])),
            CodedCells(header, ("white_rating",), lambda said: said.rating("white_rating", RANGES["rating"])),
            CodedCells(header, ("black_rating",), lambda said: said.rating("black_rating", RANGES["rating"])),
        ]

    def _side(self, side: str) -> CodedCells:
        columns = [f"{side}{part}" for part in _WHO]
        return CodedCells(self._header, columns, lambda said: self._who(said, side), special=(_NOBODY, _BYE))

    def _plainly(self) -> list[tuple[Sequence[str], Callable[[Said], Any]]]:
        return [
            (_EVENT, self._event_said),
            (("round",), self._rounds.read),
            (("board",), lambda said: said.whole("board", RANGES["number"])),
            (("k", "white_k", "black_k", "weight"), read_factors),
            (("neutral",), lambda said: said.yes("neutral")),
        ]

    def _named_winner(self) -> bool:
        return "winner" in self._header.columns and not self._winner_first

    def _half_empty(self, line: int, row: ResultRow) -> bool:
        """One side is named, the other is not."""
        for side, who in (("white", row.white), ("black", row.black)):
            if who is _NOBODY:
                self._faults.add(line, self._header.heading(side), "", "empty_cell")
                return True
        return False

    def _wrong(self, line: int, row: ResultRow, groups: list[CodedCells]) -> bool:
        if not any(map(_FAILED, groups)):
            return False
        values: tuple[Any, ...] = row
        wrong = [cell for value in values if isinstance(value, WrongCells) for cell in value]
        for cell in wrong:
            self._faults.add(line, cell.column, cell.text, cell.code, **cell.values)
        return bool(wrong)

    def _moment(self, said: Said) -> days.Moment:
        moment = days.Moment(self._day or "", None)
        if text := said.raw("date"):
            try:
                moment = days.read_moment(text, self._order, self._zone)
            except ValueError as error:
                said.note("date", getattr(error, "code", "day_unknown"))
        elif not self._day:
            said.note("date", "empty_cell")
        try:
            clock = days.read_time(said.raw("time"))
        except ValueError:
            said.note("time", "time")
            clock = None
        return moment._replace(time=clock) if clock else moment

    def _who(self, said: Said, side: str) -> Who:
        raw = said.raw(side)
        name = said.text(side, LONGEST["name"])
        if "\n" in raw:
            said.note(side, "line_break")
        if name_key(name) in BYES:
            return _BYE
        who = Who(
            name,
            said.whole(f"{side}_id", RANGES["id"]),
            said.raw(f"{side}_fide_id").lstrip("0"),
            said.whole(f"{side}_birth_year", RANGES["birth_year"]),
        )
        if not name:
            if not raw and who == _NOBODY:
                return _NOBODY
            said.note(side, "empty_cell")
        return who

    def _result(self, said: Said) -> Reading:
        reading = self._outcomes.read(said)
        return reading if reading.outcome or said.wrong else _NO_RESULT

    def _event_said(self, said: Said) -> EventSaid:
        return EventSaid(
            said.text("event", LONGEST["event"]) or self._event,
            said.text("season", LONGEST["season"]),
            self._event_day(said, "event_start"),
            self._event_day(said, "event_end"),
            said.whole("event_no", RANGES["id"]),
            said.yes("event_rated") if said.raw("event_rated") else True,
            said.yes("event_by_game") if said.raw("event_by_game") else None,
            said.number("event_minutes", RANGES["minutes"]),
            said.number("event_increment", RANGES["minutes"]) or 0.0,
            said.whole("event_moves", RANGES["number"]) or 0,
            said.yes("event_approved"),
            said.yes("event_official"),
            match := said.yes("event_match"),  # the rest means nothing of another event
            said.whole("event_rounds", RANGES["rounds"]) if match else None,
            match and said.yes("event_after_decision"),
        )

    def _event_day(self, said: Said, column: str) -> str | None:
        if not said.raw(column):
            return None
        try:
            return days.read_day(said.raw(column), self._order).isoformat()
        except days.Undated as undated:
            said.note(column, undated.code)
            return None


_FAILED = attrgetter("failed")
_NOBODY = Who("")
_BYE = Who("bye")
_NO_RESULT = Reading(None)
