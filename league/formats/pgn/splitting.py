"""A file -> its games: tags and the text of the moves, comments left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..faults import Faults
from ..text import TextFile

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TAGS = re.compile(rf"\s*(?:{_TAG.pattern}\s*)+")
_LOOSE = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\]\s*')  # quotes inside that nobody escaped
_FIRST = re.compile(r'\[\s*(?:Event|White|Site)\s+"')
_STARTS = frozenset({"Event", "Site", "Date", "Round", "White"})
_VARIATION = re.compile(r"[()]")
_ENDS = re.compile(r"\r\n|\r|\n")


@dataclass
class RawGame:
    """A game as it stands: the line it begins on, its tags, the text of its moves in pieces."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    unclosed: bool = False

    @property
    def moves(self) -> str:
        """The main line with numbers and result, without comments and variations."""
        text = " ".join(self.pieces)
        return _main_line(text) if "(" in text else text


def is_pgn(text: str) -> bool:
    """Whether a text has tag pairs of games."""
    return bool(re.search(r'^\s*\[\s*(?:Event|White|Black|Result|Date|Round|Site)\s+"', text[:100_000], re.MULTILINE))


def split_games(file: TextFile, warnings: Faults) -> Iterator[RawGame]:
    """Games in their order.

    A game begins with a tag after moves; in files of tags only, with a tag that is there already. A
    comment that nobody closed ends where the next game begins.
    """
    splitter = _Splitter(warnings)
    for number, line in enumerate(_ENDS.split(file.open().read().lstrip("\ufeff")), 1):
        yield from splitter.take(number, line)
    yield from splitter.finish()


class _Splitter:
    def __init__(self, warnings: Faults) -> None:
        self._warnings = warnings
        self._game: RawGame | None = None
        self._in_comment = False
        self._blank_before = True

    def take(self, number: int, line: str) -> Iterator[RawGame]:
        blank, self._blank_before = self._blank_before, not line.strip()
        if self._blank_before or line.startswith("%"):
            return
        if self._in_comment and blank and _FIRST.match(line):
            assert self._game is not None
            self._warnings.add(self._game.line, "{", "{", "comment_open")
            self._in_comment = False
        tags = _tags(line) if not self._in_comment and line.lstrip().startswith("[") else []
        if not tags:
            self._add_text(number, line)
            return
        for name, value in tags:
            yield from self._add_tag(number, name, value, blank)

    def finish(self) -> Iterator[RawGame]:
        if self._game and self._game.tags:
            yield self._game
        self._game = None

    def _add_tag(self, number: int, name: str, value: str, blank: bool) -> Iterator[RawGame]:
        game = self._game
        if game and (game.pieces or (name in game.tags and self._begins(game, name, blank))):
            yield from self.finish()
        if self._game is None:
            self._game = RawGame(number)
        if name in self._game.tags and self._game.tags[name] != value:
            self._warnings.add(number, name, value, "tag_twice", other=self._game.tags[name])
        self._game.tags.setdefault(name, value)

    def _begins(self, game: RawGame, name: str, blank: bool) -> bool:
        """Whether a tag that the game has already is the next game's."""
        return blank or (name in _STARTS and "White" in game.tags and "Black" in game.tags)

    def _add_text(self, number: int, line: str) -> None:
        if self._game is None:
            self._game = RawGame(number)
        pieces, place = self._game.pieces, 0
        while place < len(line):
            if self._in_comment:
                end = line.find("}", place)
                self._in_comment = end < 0
                place = len(line) if end < 0 else end + 1
                continue
            opened, rest = line.find("{", place), line.find(";", place)
            if rest >= 0 and (opened < 0 or rest < opened):
                pieces.append(line[place:rest])
                return
            pieces.append(line[place:] if opened < 0 else line[place:opened])
            self._in_comment = opened >= 0
            place = len(line) if opened < 0 else opened + 1


def _tags(line: str) -> list[tuple[str, str]]:
    if _TAGS.fullmatch(line):
        return [(name, re.sub(r"\\(.)", r"\1", value)) for name, value in _TAG.findall(line)]
    found = _LOOSE.fullmatch(line)
    return [(found[1], found[2])] if found else []


def _main_line(text: str) -> str:
    depth, place, kept = 0, 0, []
    for found in _VARIATION.finditer(text):
        if depth == 0:
            kept.append(text[place : found.start()])
        depth = depth + 1 if found[0] == "(" else max(0, depth - 1)
        place = found.end()
    if depth == 0:
        kept.append(text[place:])
    return " ".join(kept)
