"""The result of a row from all the columns that tell it: a result, scores, points, the winner's name."""

from __future__ import annotations

from collections.abc import Mapping

from .. import numbers
from ..cells import Said
from ..names import name_key
from ..outcomes import HALVES, Reading, ResultColumn, Unclear, read_score, winner
from .rows import RANGES

COLUMNS = ("result", "white_score", "black_score", "white_points", "black_points", "winner", "white", "black")
_NONE = Reading(None)
_BY_HALVES = {(2, 0): "1-0", (1, 1): "=", (0, 2): "0-1"}


class OutcomeReader:
    """Reads results as the file at hand writes them.

    ``texts``: the different texts of the columns ``result``, ``white_points`` and ``black_points``.
    ``winner_first``: the file has winner and loser instead of sides.
    """

    def __init__(self, texts: Mapping[str, set[str]], *, winner_first: bool, style: str = "") -> None:
        self._winner_first = winner_first
        self._results = ResultColumn(texts.get("result", ()), winner_first=winner_first, style=style)
        points = texts.get("white_points", set()) | texts.get("black_points", set())
        self._points_are_scores = any(_is_half(text) for text in points)

    def read(self, said: Said) -> Reading:
        """What the row says; notes columns that contradict each other."""
        readings = {"result": self._result(said), **self._scored(said)}
        if not self._winner_first and said.has("winner"):
            readings["winner"] = self._named(said)
        if said.wrong:
            return _NONE
        told = {column: reading for column, reading in readings.items() if reading.outcome}
        if self._winner_first:
            return self._won(said, told)
        return _agreed(said, told)

    def _result(self, said: Said) -> Reading:
        if not said.has("result"):
            return _NONE
        try:
            return self._results.read(said.raw("result"))
        except Unclear as unclear:
            said.note("result", unclear.code)
            return _NONE

    def _scored(self, said: Said) -> dict[str, Reading]:
        found = {}
        if said.has("white_score") or said.has("black_score"):
            found["white_score"] = _scores(said, "white_score", "black_score")
        if said.has("white_points") and said.has("black_points"):
            read = _scores if self._points_are_scores else _points
            found["white_points"] = read(said, "white_points", "black_points")
        return found

    def _named(self, said: Said) -> Reading:
        key = name_key(said.raw("winner"))
        for column, outcome in (("white", "1-0"), ("black", "0-1")):
            if key and key == name_key(said.raw(column)):
                return Reading(outcome)
        try:
            return self._results.read(said.raw("winner"))
        except Unclear:
            said.note("winner", "winner_unknown", white=said.raw("white"), black=said.raw("black"))
            return _NONE

    def _won(self, said: Said, told: dict[str, Reading]) -> Reading:
        for column, reading in told.items():
            if HALVES[reading.outcome or "="] < (1, 1):
                said.note(column, "result_loser")
        return _agreed(said, told) if told else Reading("1-0")


def _agreed(said: Said, told: dict[str, Reading]) -> Reading:
    if not told:
        return _NONE
    first, *others = told
    outcome = told[first].outcome or ""
    for column in others:
        if HALVES[told[column].outcome or ""] != HALVES[outcome]:
            said.note(column, "contradiction", other=said.raw(first))
    points = next((each for each in told.values() if each.white_points is not None), _NONE)
    return Reading(outcome, points.white_points, points.black_points)


def _scores(said: Said, white: str, black: str) -> Reading:
    halves: list[int | None] = []
    for column in (white, black):
        try:
            halves.append(read_score(said.raw(column)))
        except Unclear as unclear:
            said.note(column, unclear.code)
            return _NONE
    if halves == [None, None]:
        return _NONE
    one, other = halves
    pair = (2 - (other or 0) if one is None else one, 2 - (one or 0) if other is None else other)
    if pair == (0, 0):
        # Nobody appeared: then a result column says so, and the two noughts agree with it.
        if not said.has("result") or not said.raw("result"):
            said.note(white, "score_zero")
        return _NONE
    if pair not in _BY_HALVES:
        said.note(black, "score_sum", other=said.raw(white))
        return _NONE
    return Reading(_BY_HALVES[pair])


def _points(said: Said, white: str, black: str) -> Reading:
    one, other = said.whole(white, RANGES["points"]), said.whole(black, RANGES["points"])
    if said.wrong or (one is None and other is None):
        return _NONE
    if one is None or other is None:
        said.note(white if one is None else black, "points_one")
        return _NONE
    return Reading(winner(one, other), one, other)


def _is_half(text: str) -> bool:
    try:
        return read_score(text) == 1 and not numbers.is_empty(text)
    except Unclear:
        return False
