"""The order of a table: by points, then tie-break by tie-break."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .cards import Table
from .codes import TieBreak
from .encounter import decided
from .values import value_of


class Line(NamedTuple):
    """``values`` in the order of the tie-breaks; None: nothing to say (nobody rated, an encounter of no use).

    Those whom nothing tells apart share the ``rank``, and the next ones leave out as many.
    """

    rank: int
    player: int
    points: float
    values: tuple[float | None, ...]


def ranking(table: Table, tie_breaks: Sequence[TieBreak]) -> list[Line]:
    """Everybody, best first."""
    values: dict[int, list[float | None]] = {player: [] for player in table.cards}
    groups = _split(list(table.cards), {player: card.points for player, card in table.cards.items()})
    for tie_break in tie_breaks:
        if tie_break.name == "DE":
            groups, shown = _encounters(table, groups)
        else:
            shown = {player: value_of(table, player, tie_break) for player in table.cards}
            groups = [part for group in groups for part in _split(group, shown)]
        for player, found in values.items():
            found.append(shown.get(player))
    return list(_lines(table, groups, values))


def _split(players: list[int], by: dict[int, float | None] | dict[int, float]) -> list[list[int]]:
    """Players in groups of equal values, highest first; those without a value last."""
    order = sorted(players, key=lambda player: _descending(by.get(player)))
    groups: list[list[int]] = []
    for player in order:
        if groups and by.get(groups[-1][0]) == by.get(player):
            groups[-1].append(player)
        else:
            groups.append([player])
    return groups


def _descending(value: float | None) -> tuple[bool, float]:
    return value is None, -(value or 0.0)


def _encounters(table: Table, groups: list[list[int]]) -> tuple[list[list[int]], dict[int, float | None]]:
    """6.1.3: those who are still tied are looked at once more among themselves."""
    shown: dict[int, float | None] = {}
    made: list[list[int]] = []
    waiting = groups[::-1]
    while waiting:
        group = waiting.pop()
        parts, points = decided(table, group) if len(group) > 1 else ([group], {})
        shown |= {player: value for player, value in points.items() if player not in shown}
        if len(parts) == 1:
            made.append(parts[0])
        else:
            waiting += parts[::-1]
    return made, shown


def _lines(table: Table, groups: list[list[int]], values: dict[int, list[float | None]]) -> list[Line]:
    lines: list[Line] = []
    for group in groups:
        rank = len(lines) + 1
        lines += [Line(rank, player, table.cards[player].points, tuple(values[player])) for player in group]
    return lines
