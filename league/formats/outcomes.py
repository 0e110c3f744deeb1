"""Results as people write them -> how the game ended, from White's (the first player's) side.

Codes are those of a game's outcome: ``1-0`` ``=`` ``0-1`` played, ``+-`` ``-+`` ``--`` forfeited,
``W`` ``D`` ``L`` decided before each side had moved. A column is read as a whole, because ``2`` is
Black's win beside ``1`` and ``X``, and ``1:0`` is goals beside ``3:1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from .names import name_key

HALVES = {
    "1-0": (2, 0), "=": (1, 1), "0-1": (0, 2), "+-": (2, 0), "-+": (0, 2), "--": (0, 0),
    "W": (2, 0), "D": (1, 1), "L": (0, 2),
}  # fmt: skip
MIRRORED = {"1-0": "0-1", "0-1": "1-0", "+-": "-+", "-+": "+-", "W": "L", "L": "W"}
STYLES = ("scores", "points", "pools")  # 1:0 won; 3:1 goals or points; 1, X, 2
SPELLINGS = "1-0, 1:0, 0-1, ½-½, 1/2-1/2, 0.5, =, draw, remis, ничья, +:-, -:+, -:-, 3:1"
_FORFEIT = {"1-0": "+-", "0-1": "-+", "0-0": "--"}
_SHORT = {"1-0": "W", "½-½": "D", "0-1": "L", "=": "D"}

_WHITE = (
    "1-0 1 1-o white win wins won whitewins whitewon home homewin player1 team1 h w"
    " белые победабелых белыевыиграли выигралибелые победа выигрыш хозяева п1"
    " białe białewygrały wygranabiałych wygrana wygrał wygrała zwycięstwo gospodarze gospodarz"
)
_DRAW = (
    "½-½ ½ = =-= draw drawn d tie tied x stalemate"
    " remis r нич ничья ничьи ничью"
)  # fmt: skip
_BLACK = (
    "0-1 0 o-1 black loss loses lost lose blackwins blackwon away awaywin visitor visitors player2 team2 a l"
    " черные чёрные победачерных черныевыиграли выигралячерные выигралячёрные поражение проигрыш гости п2"
    " czarne czarnewygrały wygranaczarnych przegrana przegrał przegrała porażka p goście gość"
)
_WHITE_BY_FORFEIT = "+-- +- +/- + 1-0f 1f-0f 1-0ff 1-0wo +-0 1-- неявкачерных walkowerdlabiałych"
_BLACK_BY_FORFEIT = "--+ -+ -/+ 0-1f 0f-1f 0-1ff 0-1wo 0-+ --1 неявкабелых walkowerdlaczarnych"
_BOTH_FORFEIT = "--- -- -/- 0-0f 0f-0f 0-0ff doubleforfeit bothforfeit неявкаобоих обоюднаянеявка obustronnywalkower"
_NOT_PLAYED = (
    "* - na n/a nan null none ? ?-? tbd vs bye pending notplayed unplayed scheduled postponed cancelled"
    " canceled abandoned void отложено отложена перенесено перенесена перенос отменено отменена несыграно"
    " przełożony przełożona odwołany odwołana nierozegrany"
)
_LETTERS = {"б": "1-0", "ч": "0-1", "в": "1-0", "н": "=", "п": "0-1"}  # белые, чёрные; выиграл, ничья, проиграл
_WALKOVER = re.compile(r"\b(?:w/?o|walk-?over|def|default(?:ed)?|forfeit|неявка|walkower)\b", re.IGNORECASE)
_DASHES = re.compile("[\u2010-\u2015\u2212:_]")
_HALF = re.compile(r"(?<!\d)(?:1/2|1⁄2|0?[.,]50*)(?!\d)")
_WHOLE = re.compile(r"(?<![\d.,])([01])[.,]0+(?!\d)")
_PAIR = re.compile(r"(\d{1,6})-(\d{1,6})")
_TOTALS = re.compile(r"\d*(?:½|[.,]5)-\d*(?:½|[.,]5)|\d+-\d*(?:½|[.,]5)|\d*(?:½|[.,]5)-\d+")
_MADE_A_DATE = re.compile(
    r"\d{1,2}[-. ]{0,2}[^\W\d]{3,}\.?|[^\W\d]{3,}\.?[- ]\d{2,4}|\d{4}-\d{2}-\d{2}.*|\d{1,2}:\d{2}:\d{2}"
)
_SETS = re.compile(r"(?:\[?\d{1,2}-\d{1,2}\]?(?:\(\d+\))?[ ,;]*)+(?:ret\.?|retired|отказ|krecz)?", re.IGNORECASE)


def fold(text: str) -> str:
    """A result without blanks and with one kind of dash and half; its words folded as names are."""
    return _folded_short(text) if len(text) <= _LONGEST_KEPT else _folded(text)


def _folded(text: str) -> str:
    bare = _DASHES.sub("-", text.strip().casefold())
    bare = _WHOLE.sub(r"\1", _HALF.sub("½", bare))
    bare = re.sub(r"[\s()]+|(?<!\d)\.|\.(?!\d)", "", bare)
    return _LETTERS.get(bare) or re.sub(r"[^\W\d_½]+", lambda word: name_key(word[0]), bare)


_LONGEST_KEPT = 40
_folded_short = lru_cache(maxsize=1024)(_folded)


def _spelled(words: str, code: str) -> dict[str, str]:
    return {fold(word): code for word in words.split()}


_FIXED = {
    **_spelled(_WHITE, "1-0"), **_spelled(_DRAW, "="), **_spelled(_BLACK, "0-1"),
    **_spelled(_WHITE_BY_FORFEIT, "+-"), **_spelled(_BLACK_BY_FORFEIT, "-+"), **_spelled(_BOTH_FORFEIT, "--"),
}  # fmt: skip
_MISSING = {fold(word) for word in _NOT_PLAYED.split()} | {""}


class Reading(NamedTuple):
    """What a cell says. ``outcome`` None: no result (yet). Points where the result was written as such."""

    outcome: str | None
    white_points: int | None = None
    black_points: int | None = None


class Unclear(ValueError):
    """A result that cannot be taken: ``result_unknown``, ``_date``, ``_total``, ``_zero``, ``_two`` or ``_loser``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ResultColumn:
    """How the results of one column are written, found from all its different texts."""

    def __init__(self, texts: Iterable[str], *, winner_first: bool = False, style: str = "") -> None:
        """``winner_first``: the file names winner and loser, the column only says how it went. ``style``: one of
        ``STYLES``, where somebody says how the results are meant."""
        folded = {fold(text) for text in texts}
        pairs = {(int(found[1]), int(found[2])) for each in folded if (found := _PAIR.fullmatch(each))}
        self.points = any(pair not in ((1, 0), (0, 1), (0, 0)) for pair in pairs)
        self.pools = "2" in folded and not folded & {"0", "½"}
        if style:
            self.points, self.pools = style == "points", style == "pools"
        self.two_unclear = "2" in folded and not self.pools
        self.black_is_b = {"w", "b"} <= folded  # alone, b may be the Polish białe
        self.winner_first = winner_first

    def read(self, text: str) -> Reading:
        """One result. Raises ``Unclear``."""
        folded = fold(text)
        if self.winner_first:
            return self._read_won(text, folded)
        return self._read(text, folded)

    def _read(self, text: str, folded: str) -> Reading:
        if folded in _MISSING:
            return Reading(None)
        if folded == "2":
            if self.two_unclear:
                raise Unclear("result_two")
            return Reading("0-1")
        if folded == "b" and self.black_is_b:
            return Reading("0-1")
        if pair := _PAIR.fullmatch(folded):
            return self._read_pair(int(pair[1]), int(pair[2]))
        if code := _FIXED.get(folded):
            return Reading(code)
        if folded.endswith("short") and (code := _SHORT.get(folded.removesuffix("short"))):
            return Reading(code)
        if folded.endswith("forfeit") and (code := _FORFEIT.get(folded.removesuffix("forfeit"))):
            return Reading(code)
        raise Unclear(_why(text, folded))

    def _read_pair(self, white: int, black: int) -> Reading:
        if self.points:
            return Reading(winner(white, black), white, black)
        if (white, black) == (0, 0):
            raise Unclear("result_zero")
        return Reading(winner(white, black))

    def _read_won(self, text: str, folded: str) -> Reading:
        """The first player is the winner: sets and lengths are only described, a walk-over is none played."""
        if _WALKOVER.search(text):
            return Reading("+-")
        if folded in _MISSING or folded.isdigit():
            return Reading("1-0")
        if _SETS.fullmatch(text.strip()) and not _PAIR.fullmatch(folded):
            return Reading("1-0")
        reading = self._read(text, folded)
        if reading.outcome in ("0-1", "-+", "L"):
            raise Unclear("result_loser")
        return reading


def read_result(text: str) -> Reading:
    """One result by itself, as somebody types it. Raises ``Unclear``."""
    return ResultColumn([text]).read(text)


def winner(white: float, black: float) -> str:
    """The outcome of a game in which the higher number of points wins."""
    if white == black:
        return "="
    return "1-0" if white > black else "0-1"


def _why(text: str, folded: str) -> str:
    if _TOTALS.fullmatch(folded):
        return "result_total"
    return "result_date" if _MADE_A_DATE.fullmatch(text.strip()) else "result_unknown"


def read_score(text: str) -> int | None:
    """A player's own score in halves: 0, ½, 1 in their spellings; ``None`` where there is none. Raises ``Unclear``."""
    folded = fold(text)
    if folded in _MISSING:
        return None
    halves = {"1": 2, "½": 1, "=": 1, "0": 0, "+": 2}.get(folded)
    if halves is None:
        raise Unclear("score_unknown")
    return halves
