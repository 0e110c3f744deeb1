"""How a game ended: the tag, the end of the moves, and which of the two to believe."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..faults import Faults
from ..outcomes import Unclear, read_result
from .splitting import RawGame

_HALF = r"(?:1/2|½|Ѕ|0[.,]5)"  # Ѕ is what the byte of ½ becomes where Cyrillic is expected
_END = re.compile(
    rf"(?<![\w/½.,:\-–])(1\s?[-–:]\s?0|0\s?[-–:]\s?1|{_HALF}\s?[-–:]\s?{_HALF}|\*)(?![\w/½\-–])[\s\].!]*$"
)
_MOVE = re.compile(r"(?<![\w\-])(?:[^\W\d_][\w+#=x:\-]*[1-8][\w+#=!?]*|[O0oО]-[O0oО](?:-[O0oО])?(?![\w\-])|--|Z0)")
_MATE = re.compile(r"#[!?\s\d$]*$")
_FORFEIT = re.compile(r"forfeit|walk-?over|no.?show|неявк|walkower", re.IGNORECASE)
_TAIL = 60
_HEAD = 200
_MIRRORED_FORFEIT = {"1-0": "+-", "0-1": "-+"}
_PLAYED = ("1-0", "=", "0-1")
_SHORT = {"1-0": "W", "=": "D", "0-1": "L"}


class Ending(NamedTuple):
    """``outcome`` None: no result. ``plies``: half-moves seen, at most two. ``moves``: their text."""

    outcome: str | None
    plies: int
    moves: str


def read_ending(raw: RawGame, faults: Faults, warnings: Faults) -> Ending:
    """The result of a game.

    A mate on the board decides, whatever is written; then the end of the moves, then the tag. Every
    reading that was not taken is told. A tag beside moves that break off is believed.
    """
    moves = raw.moves.strip()
    found = _END.search(moves[-_TAIL:])
    played = moves[: len(moves) - len(moves[-_TAIL:]) + found.start()] if found else moves
    at_end = read_result(found[1].replace("Ѕ", "½")).outcome if found else None
    in_tag = _of_tag(raw, faults)
    outcome = _believed(raw, at_end, in_tag, _mate(played), warnings)
    plies = len(_MOVE.findall(played[:_HEAD]))
    return Ending(_unplayed(raw, outcome), min(plies, 2), played)


def _of_tag(raw: RawGame, faults: Faults) -> str | None:
    text = raw.tags.get("Result", "").strip()
    try:
        return read_result(text).outcome
    except Unclear as unclear:
        faults.add(raw.line, "Result", text, unclear.code)
        return None


def _believed(raw: RawGame, at_end: str | None, in_tag: str | None, mate: str | None, warnings: Faults) -> str | None:
    if in_tag and in_tag not in _PLAYED:
        return in_tag  # a forfeit that the tag names
    taken = mate or at_end or in_tag
    for said in {at_end, in_tag} - {taken, None}:
        text = raw.tags.get("Result", "") if said == in_tag else said or ""
        code = "result_mate" if mate else "result_contradiction"
        warnings.add(raw.line, "Result", text, code, taken=taken)
    return taken


def _mate(played: str) -> str | None:
    """Who gave mate, when the last move did: its number says whose move it was."""
    if not _MATE.search(played):
        return None
    numbers = list(re.finditer(r"\d+\s*\.+", played))
    if not numbers:
        return None
    after = played[numbers[-1].end() :]
    black = len(_MOVE.findall(after)) >= 2 or "..." in numbers[-1][0]
    return "0-1" if black else "1-0"


def _unplayed(raw: RawGame, outcome: str | None) -> str | None:
    """``Termination`` may say that nobody played; lost on time is played."""
    ended = raw.tags.get("Termination", "")
    if "less than one move" in ended.casefold():
        return _SHORT.get(outcome or "", outcome)
    if not _FORFEIT.search(ended) or "time" in ended.casefold():
        return outcome
    if "double" in ended.casefold():
        return "--"
    return _MIRRORED_FORFEIT.get(outcome or "", outcome)
