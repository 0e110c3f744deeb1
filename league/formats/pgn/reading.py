"""Games of a PGN file -> an event: players by name and FIDE id, results, days as far as they are known."""

from __future__ import annotations

import re
from collections import Counter
from datetime import tzinfo
from typing import NamedTuple

from ..event_file import EventBye, EventFacts, EventFile, EventGame, named
from ..faults import Faults, Unreadable
from ..names import name_key
from ..text import TextFile
from .days import Day, read_days
from .people import People
from .results import Ending, read_ending
from .splitting import RawGame, split_games

_MOST_GAMES = 500_000
_NUMBER = 32_767
_PLACEHOLDERS = re.compile(r"|[?\-. ]+|(?:(?:un)?rated|casual)\b.*|live chess|lichess|let's play!?", re.IGNORECASE)
_PAIRING = re.compile(r"(?:.*?round\s*(\d+).*?:\s*)?(.+?) (?:-|–|vs\.?) (.+)", re.IGNORECASE)
_ROUND = re.compile(r"(\d{1,5})(?:\.(\d{1,5}))?")
_BYES = ("bye", "a bye", "spielfrei", "свободен")
_NOT_STANDARD = re.compile(r"(?!standard$|chess$|normal$|from position$)\w.*", re.IGNORECASE)


class _Game(NamedTuple):
    raw: RawGame
    ending: Ending
    day: Day


def read_pgn(file: TextFile, *, zone: tzinfo | None = None) -> EventFile:
    """Read a file of games. ``zone``: of the club, for times that the file gives in UTC.

    Raises ``Unreadable``: ``no_games``, ``too_many_rows``; what is wrong with single games is in ``faults``.
    """
    reader = _Reader(zone)
    for number, raw in enumerate(split_games(file, reader.warnings)):
        if number >= _MOST_GAMES:
            raise Unreadable("too_many_rows", limit=_MOST_GAMES)
        reader.take(raw)
    if not reader.games:
        raise Unreadable("no_games")
    return reader.event(file)


class _Reader:
    def __init__(self, zone: tzinfo | None) -> None:
        self._zone = zone
        self.faults, self.warnings = Faults(), Faults()
        self.games: list[_Game] = []

    def take(self, raw: RawGame) -> None:
        ending = read_ending(raw, self.faults, self.warnings)
        self.games.append(_Game(raw, ending, read_days(raw, self._zone, self.warnings)))

    def event(self, file: TextFile) -> EventFile:
        people = People()
        numbers = [(people.add(game.raw, "White"), people.add(game.raw, "Black")) for game in self.games]
        people.settle()
        with_moves = any(game.ending.plies for game in self.games)
        games: list[EventGame] = []
        byes: list[EventBye] = []
        seen: set[tuple[object, ...]] = set()
        for game, (white, black) in zip(self.games, numbers, strict=True):
            made = self._game(game, people.number(white), people.number(black), with_moves)
            if isinstance(made, EventBye):
                byes.append(made)
            elif made and not self._repeated(game, made, seen):
                games.append(made)
        games = _without_false_boards(games)
        facts = self._facts(games)
        players = people.players()
        return EventFile("pgn", "PGN", file.encoding_name, facts, players, games, byes, self.faults, self.warnings)

    def _game(self, game: _Game, white: int, black: int, with_moves: bool) -> EventGame | EventBye | None:
        raw, ending = game.raw, game.ending
        round, board = _round_and_board(raw)
        outcome = ending.outcome
        if not self._both_known(raw, white, black, round, outcome):
            return None
        sides = {name_key(raw.tags.get(side, "")): number for side, number in (("White", white), ("Black", black))}
        free = next((key for key in sides if key in _BYES), None)
        if free is not None:
            rest = white if sides[free] == black else black
            return EventBye(raw.line, round, rest, "U" if outcome else "Z") if round else None
        if outcome in ("1-0", "0-1", "=") and with_moves and not ending.plies:
            self.warnings.add(raw.line, "Result", raw.tags.get("Result", ""), "no_moves")
            outcome = {"1-0": "+-", "0-1": "-+", "=": "D"}[outcome]
        variant = raw.tags.get("Variant", "")
        if _NOT_STANDARD.fullmatch(variant):
            self.warnings.add(raw.line, "Variant", variant, "variant")
        return EventGame(
            raw.line, round, board, white, black, outcome, game.day.day, game.day.time,
            event=_event_name(raw), white_rating=rating_of(raw, "White"), black_rating=rating_of(raw, "Black"),
        )  # fmt: skip

    def _both_known(self, raw: RawGame, white: int, black: int, round: int | None, outcome: str | None) -> bool:
        """A result needs two names (BR-081); a study without a result needs none."""
        for side, number in (("White", white), ("Black", black)):
            if not number:
                found = self.faults if outcome else self.warnings
                found.add(raw.line, side, raw.tags.get(side, ""), "player_unknown")
        if white and white == black:
            found = self.faults if outcome else self.warnings
            found.add(raw.line, "Black", raw.tags.get("Black", ""), "same_player")
            return False
        return bool(white and black)

    def _repeated(self, game: _Game, made: EventGame, seen: set[tuple[object, ...]]) -> bool:
        """The same moves by the same players in the same round: the game is in the file twice."""
        key = (made.white, made.black, made.outcome, made.day, made.round, made.event, hash(game.ending.moves))
        if game.ending.plies >= 2 and len(game.ending.moves) > 60 and key in seen:
            self.warnings.add(made.line, "", game.raw.tags.get("White", ""), "game_repeated")
            return True
        seen.add(key)
        return False

    def _facts(self, games: list[EventGame]) -> EventFacts:
        names = Counter(game.event for game in games)
        controls = {game.raw.tags.get("TimeControl", "") for game in self.games}
        sites = {game.raw.tags.get("Site", "") for game in self.games}
        site = sites.pop() if len(sites) == 1 else ""
        control = controls.pop() if len(controls) == 1 else ""
        return EventFacts(
            name=next(iter(names)) if len(names) == 1 else "",
            city="" if site.strip("?- ") == "" or "://" in site else named(site),
            records=(("222", control),) if control.strip("?- ") else (),
        )


def _without_false_boards(games: list[EventGame]) -> list[EventGame]:
    """``3.2`` is board 2 of round 3, or the second game of a match: boards are those where each has one game
    a round and no two players meet twice."""
    boards: set[tuple[object, ...]] = set()
    false: set[tuple[str, str]] = set()
    for game in games:
        if game.round and game.board:
            where = (game.event, game.day[:4])
            pair = (min(game.white, game.black), max(game.white, game.black))
            keys = {(*where, game.round, game.board), (*where, game.round, *pair, "pair")}
            if keys & boards:
                false.add(where)
            boards |= keys
    return [game._replace(board=None) if (game.event, game.day[:4]) in false else game for game in games]


def rating_of(raw: RawGame, side: str) -> int | None:
    text = raw.tags.get(f"{side}Elo", "").strip()
    return int(text) or None if text.isascii() and text.isdecimal() and len(text) <= 4 else None


def _event_name(raw: RawGame) -> str:
    """The event's name; not a placeholder, nor the heading of a broadcast's game (``Round 1: White - Black``)."""
    for tag in ("Event", "BroadcastName", "StudyName"):
        text = named(raw.tags.get(tag, ""))
        found = _PAIRING.fullmatch(text)
        sides = {name_key(raw.tags.get(side, "")) for side in ("White", "Black")}
        if found and {name_key(found[2]), name_key(found[3])} == sides:
            continue
        if not _PLACEHOLDERS.fullmatch(text) and not re.fullmatch(r"(?:round|chapter)\s*\d+", text, re.IGNORECASE):
            return text[:160]
    return ""


def _round_and_board(raw: RawGame) -> tuple[int | None, int | None]:
    """``Round "3.2"`` is round 3, board 2; three numbers are a match of several games, without a board."""
    text = raw.tags.get("Round", "").strip()
    found = _ROUND.match(text)
    round = _number(found[1]) if found else None
    rest = text[found.end() :] if found else ""
    board = _number(found[2] or "") if found and not rest else None
    return round, board if board is not None else _number(raw.tags.get("Board", "").strip())


def _number(text: str) -> int | None:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else 0
    return number if 0 < number <= _NUMBER else None
