"""Tables of players have each game twice, once for each side: the two sides become one game.

Whatever the table is (TRF, cross table, player cards), a cell says: in this round, against this number,
with this colour, this result. Two cells that say the same of one game are the game; two that do not are
a fault that names both (BR-065). Never do two cells become two games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from .event_file import PLAYED, EventBye, EventGame
from .faults import Faults

# what the two sides of a game say -> its outcome, from the first one's side
_TOGETHER = {
    ("1", "0"): "1-0", ("=", "="): "=", ("0", "1"): "0-1",
    ("+", "-"): "+-", ("-", "+"): "-+", ("-", "-"): "--",
    ("W", "L"): "W", ("D", "D"): "D", ("L", "W"): "L",
    ("", ""): None,
    # exporters that write an absentee's bye beside the opponent to whom the game was lost (BR-070)
    ("+", "Z"): "+-", ("Z", "+"): "-+", ("Z", "-"): "--", ("-", "Z"): "--", ("Z", "Z"): "--",
}  # fmt: skip
_ALONE = {"H": "H", "F": "F", "U": "U", "+": "F", "1": "F", "W": "F", "=": "H", "D": "H", "": ""}
RESULT_CODES = frozenset("1=0+-WDLHFUZ") | {""}


class Side(NamedTuple):
    """One cell: what a player's row says of one round.

    ``opponent`` 0: none. ``colour``: ``w``, ``b`` or empty. ``code``: one of ``RESULT_CODES``.
    ``column`` and ``text``: the cell as the file has it.
    """

    line: int
    player: int
    round: int
    opponent: int
    colour: str
    code: str
    column: str
    text: str


class Paired(NamedTuple):
    games: list[EventGame]
    byes: list[EventBye]


def pair_sides(sides: Iterable[Side], players: Collection[int], faults: Faults, warnings: Faults) -> Paired:
    """Games and byes of a table, in the order of rounds and starting numbers.

    A bye without a code keeps an empty ``kind``: what it was worth only the points can tell
    (``points.settle_byes``).
    """
    paired = Paired([], [])
    by_place = {(side.round, side.player): side for side in sides}
    for _place, side in sorted(by_place.items()):
        if not side.opponent:
            paired.byes.append(EventBye(side.line, side.round, side.player, _ALONE.get(side.code, "Z")))
            continue
        other = by_place.get((side.round, side.opponent))
        if _meets(side, other, players, faults) and other and side.player < side.opponent:
            game = _game(side, other, faults, warnings)
            paired.games.extend([game] if game else [])
    return paired


def _meets(side: Side, other: Side | None, players: Collection[int], faults: Faults) -> bool:
    """Whether the opponent's row has the same pairing."""
    values = {"player": side.player, "opponent": side.opponent, "round": side.round}
    if side.opponent == side.player:
        faults.add(side.line, side.column, side.text, "own_opponent", **values)
    elif side.opponent not in players:
        faults.add(side.line, side.column, side.text, "opponent_unknown", **values)
    elif other is None:
        faults.add(side.line, side.column, side.text, "side_missing", **values)
    elif other.opponent != side.player:
        faults.add(side.line, side.column, side.text, "pairing_differs", **values, other=other.text.strip())
    else:
        return True
    return False


def _game(side: Side, other: Side, faults: Faults, warnings: Faults) -> EventGame | None:
    codes = (side.code, other.code)
    said = {"player": side.player, "opponent": other.player, "round": side.round, "other": other.text.strip()}
    if codes not in _TOGETHER:
        for each in (side, other):
            faults.add(each.line, side.column, side.text, "sides_differ", **said)
        return None
    played = _TOGETHER[codes] in PLAYED
    same = bool(side.colour) and side.colour == other.colour
    if same and played:
        for each in (side, other):
            faults.add(each.line, side.column, side.text, "colours_same", **said)
        return None
    if same:
        warnings.add(side.line, "", "", "colours_same")
    coloured = bool(side.colour or other.colour) and not same
    white, black = (other, side) if coloured and (side.colour == "b" or other.colour == "w") else (side, other)
    if played and not coloured:
        warnings.add(side.line, "", "", "colour_missing")
    outcome = _TOGETHER[white.code, black.code]
    return EventGame(side.line, side.round, None, white.player, black.player, outcome, coloured=coloured)
