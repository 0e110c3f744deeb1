"""What is needed to reach a rating: points against given opponents, or opponents for given points."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .fide import difference
from .fide.regulations import OWN_2650, STANDARD
from .fide_tables import expected_hundredths
from .forecasts import series
from .kfactor import KFactor, limited_to_700
from .rounding import half_away, whole

ELO, FIDE = "elo", "fide"
LOWEST, HIGHEST = 0, 4000  # opponents that are looked at
ALMOST = 1e-9  # a target is reached in spite of the last bits of a float


class Reached(NamedTuple):
    """What so many points bring. ``expected``: the sum; ``k`` as used."""

    expected: float
    k: float
    change: float
    new: float


def outcome(rule: str, own: float, k: float, games: int, opponent: float, halves: int) -> Reached:
    """``games`` games against ``opponent`` by the logistic curve, or by FIDE's present standard rules."""
    if rule == ELO:
        made = series(own, k, games, opponent, halves)
        return Reached(made.expected, k, made.change, made.new)
    gap = difference(whole(own), whole(opponent), OWN_2650, STANDARD, False)
    expected, used = games * expected_hundredths(gap.used), limited_to_700(KFactor(k, "fixed"), games).k
    change = half_away(round(100 * used) * (50 * halves - expected), 10_000)
    return Reached(expected / 100, used, float(change), float(whole(own) + change))


def points_needed(rule: str, own: float, target: float, k: float, games: int, opponent: float) -> int | None:
    """The fewest halves in ``games`` games that reach the target; None: not even all won."""
    for halves in range(2 * games + 1):
        if _reaches(outcome(rule, own, k, games, opponent, halves), target):
            return halves
    return None


def games_needed(rule: str, own: float, target: float, k: float, opponent: float, most: int) -> int | None:
    """In how many games, all won, the target is reached; None: not within ``most``."""
    for games in range(1, most + 1):
        if _reaches(outcome(rule, own, k, games, opponent, 2 * games), target):
            return games
    return None


def opponents_needed(rule: str, own: float, target: float, k: float, games: int, halves: int) -> int | None:
    """The lowest whole average of the opponents at which the points reach the target; None: none does."""

    def reaches(opponent: int) -> bool:
        return _reaches(outcome(rule, own, k, games, opponent, halves), target)

    return _first(reaches) if reaches(HIGHEST) else None


def _first(reaches: Callable[[int], bool]) -> int:
    low, high = LOWEST, HIGHEST
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle) else (middle + 1, high)
    return low


def _reaches(made: Reached, target: float) -> bool:
    return made.new >= target - ALMOST
