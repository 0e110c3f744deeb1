"""Direct encounter (C.07 6): those who are tied, by their games among themselves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .cards import Table


class _Among(NamedTuple):
    """``most``: what it could have been, had everybody met."""

    player: int
    made: Fraction
    most: Fraction


def decided(table: Table, tied: Sequence[int]) -> tuple[list[list[int]], dict[int, float]]:
    """The tied in groups, best first, and what each made among them (only where that decided something).

    6.2: in a Swiss not all have met; one whose lead nobody could have reached stands above the others all the same.
    """
    among = sorted((_among(table, tied, player) for player in tied), key=lambda each: (-each.made, -each.most))
    groups = _by_points(among) if all(each.made == each.most for each in among) else _by_certainty(among)
    if len(groups) == 1:
        return [list(tied)], {}
    return groups, {each.player: float(each.made) for each in among}


def _among(table: Table, tied: Sequence[int], player: int) -> _Among:
    """6.1.2: who met more than once counts with the average."""
    met: dict[int, list[float]] = {}
    for meeting in table.cards[player].meetings:
        if meeting.opponent in tied and meeting.opponent is not None and (meeting.played or not table.swiss):
            met.setdefault(meeting.opponent, []).append(meeting.points)
    made = sum((Fraction(sum(points)) / len(points) for points in met.values()), Fraction(0))
    missing = len(tied) - 1 - len(met) if table.swiss else 0
    return _Among(player, made, made + missing)


def _by_points(among: Sequence[_Among]) -> list[list[int]]:
    groups: list[list[int]] = []
    last: Fraction | None = None
    for each in among:
        if each.made != last:
            groups.append([])
            last = each.made
        groups[-1].append(each.player)
    return groups


def _by_certainty(among: Sequence[_Among]) -> list[list[int]]:
    groups: list[list[int]] = []
    left = list(among)
    while len(left) > 1 and left[0].made > max(each.most for each in left[1:]):
        groups.append([left.pop(0).player])
    return [*groups, [each.player for each in left]]
