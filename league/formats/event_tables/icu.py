"""Foreign events as the Irish union collects them: a block a player, a row a round, opponents by name."""

from __future__ import annotations

from ..days import DayOrder, Undated, find_day_order, read_day
from ..delimited import Line
from ..event_file import EventFacts, EventFile, EventPlayer, named
from ..faults import Faults, Unreadable
from ..federations import read_federation
from ..identity import read_ids, read_title
from ..names import name_key
from ..points import settle_byes
from ..sides import Side, pair_sides
from ..text import TextFile
from .grid import Grid

_RESULTS = {"1": "1", "0": "0", "=": "=", "½": "=", "0.5": "=", "+": "+", "-": "-"}
_OPPOSITE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
_COLOURS = {"w": "w", "b": "b", "": "", "-": ""}
_HEAD = {"event": "name", "start": "starts_on", "end": "ends_on", "rounds": "rounds"}


def is_icu(grid: Grid) -> bool:
    """``Event`` and ``Player`` at the beginnings of rows."""
    first = [line.cells[0].casefold() for line in grid.lines[:200]]
    blocks = any(line.cells[0].casefold() == "player" and len(line.cells) >= 3 for line in grid.lines[:200])
    return first[:1] == ["event"] and blocks


def read_icu(file: TextFile, grid: Grid) -> EventFile:
    """Read a foreign event. Raises ``Unreadable`` ``no_players``."""
    reader = _Reader(grid)
    for line in grid.lines:
        reader.take(line)
    if not reader.players:
        raise Unreadable("no_players")
    return reader.event(file)


class _Reader:
    def __init__(self, grid: Grid) -> None:
        self.faults, self.warnings = Faults(), Faults()
        self.players: dict[int, EventPlayer] = {}
        self._head: dict[str, Line] = {}
        self._numbers: dict[str, int] = {}
        self._tracked: set[int] = set()
        self._sides: dict[tuple[int, int], Side] = {}
        self._current = 0
        for line in grid.lines:  # numbers of the union's own players come first, whoever names them
            if line.cells[0].casefold() == "player" and len(line.cells) >= 4:
                fide_id, local_id = read_ids(line.cells[1])
                number = self._number(line, line.cells[2:4], fide_id=fide_id, local_id=local_id)
                self._tracked.add(number)

    def take(self, line: Line) -> None:
        word = line.cells[0].casefold()
        if word in _HEAD or word == "website":
            self._head.setdefault(word, line)
        elif word == "player" and len(line.cells) >= 4:
            self._current = self._number(line, line.cells[2:4])
        elif word == "total":
            self._total(line)
        elif word.isdecimal() and word.isascii() and len(word) < 4 and self._current:
            self._round(line, int(word))
        else:
            accepted = "Event, Start, End, Player, 1, Total"
            self.faults.add(line.number, "", line.cells[0], "line_unknown", accepted=accepted)

    def event(self, file: TextFile) -> EventFile:
        facts = self._facts()
        games, byes = pair_sides(self._sides.values(), self.players, self.faults, self.warnings)
        players = [self.players[number] for number in sorted(self.players)]
        if not self.faults:
            tracked = [player for player in players if player.number in self._tracked]
            byes = settle_byes(tracked, games, byes, self.faults, self.warnings, column="Total")
        one_day = facts.starts_on if facts.starts_on == facts.ends_on else ""
        games = [game._replace(day=one_day) for game in games]
        return EventFile(
            "table", "icu foreign", file.encoding_name, facts, players, games, byes, self.faults, self.warnings
        )

    def _facts(self) -> EventFacts:
        texts = {word: line.cells[1] if len(line.cells) > 1 else "" for word, line in self._head.items()}
        try:
            order = find_day_order([texts.get("start", ""), texts.get("end", "")])
        except Undated:
            order = DayOrder(day_first=True, certain=False)
        days = {}
        for word in ("start", "end"):
            try:
                days[word] = read_day(texts[word], order).isoformat() if texts.get(word) else ""
            except Undated as undated:
                self.warnings.add(self._head[word].number, word, texts[word], undated.code)
        rounds = texts.get("rounds", "")
        return EventFacts(
            name=texts.get("event", "")[:160],
            starts_on=days.get("start", ""),
            ends_on=days.get("end", ""),
            rounds=int(rounds) or None if rounds.isdecimal() and rounds.isascii() and len(rounds) < 4 else None,
        )

    def _round(self, line: Line, round: int) -> None:
        cells = [*line.cells, *[""] * 8]
        code, colour = _RESULTS.get(cells[1]), _COLOURS.get(cells[2].casefold())
        if code is None or colour is None:
            accepted = "1, 0, =, +, - ; W, B"
            self.faults.add(line.number, "result", f"{cells[1]},{cells[2]}", "result_unknown", accepted=accepted)
            return
        if not named(cells[3]):
            side = Side(line.number, self._current, round, 0, "", "Z" if code in "0-" else code, "result", cells[1])
            self._sides[self._current, round] = side
            return
        opponent = self._number(line, cells[3:5], rating=cells[5], title=cells[6], federation=cells[7])
        self._put(Side(line.number, self._current, round, opponent, colour, code, "result", cells[1]))
        if opponent not in self._tracked:
            other = {"w": "b", "b": "w", "": ""}[colour]
            self._put(Side(line.number, opponent, round, self._current, other, _OPPOSITE[code], "result", cells[1]))

    def _put(self, side: Side) -> None:
        known = self._sides.setdefault((side.player, side.round), side)
        if known is not side:
            values = {"player": side.player, "opponent": side.opponent, "round": side.round, "other": known.text}
            self.faults.add(side.line, "round", str(side.round), "round_twice", **values)

    def _number(self, line: Line, names: list[str], *, rating: str = "", title: str = "", federation: str = "",
                fide_id: str = "", local_id: str = "") -> int:  # fmt: skip
        """The number of a player by name; a new one for a new name."""
        name = named(", ".join(part.strip() for part in names if part.strip()))
        number = self._numbers.setdefault(name_key(name), len(self._numbers) + 1)
        elo = int(rating) or None if rating.isdecimal() and rating.isascii() and len(rating) < 5 else None
        new = EventPlayer(line.number, number, name, elo, fide_id, local_id, read_title(title),
                          read_federation(federation))  # fmt: skip
        known = self.players.setdefault(number, new)
        self.players[number] = known._replace(
            rating=known.rating or new.rating, title=known.title or new.title,
            federation=known.federation or new.federation,
        )  # fmt: skip
        return number

    def _total(self, line: Line) -> None:
        text = line.cells[1].replace(",", ".").replace("½", ".5") if len(line.cells) > 1 else ""
        try:
            points = float(text)
        except ValueError:
            self.warnings.add(line.number, "Total", text, "points_unknown")
            return
        if self._current and 0 <= points < 1000:
            self.players[self._current] = self.players[self._current]._replace(points=points)
