"""Clauses of the FIDE Rating Regulations (Handbook B.02) that change by date or depend on the list.

A change of the regulations applies to tournaments that start on or after its date (B.02 0.1), so
every function takes the event's first day. Before July 2009 the present 400-point rule is applied.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from ..rounding import half_away
from ..types import Day, TimeControl

STANDARD, RAPID, BLITZ = "standard", "rapid", "blitz"
LISTS = (STANDARD, RAPID, BLITZ)

ONE_GAME_A_TOURNAMENT = date(2022, 1, 1).toordinal()
REFORM = date(2024, 3, 1).toordinal()
GAP_OF_600 = date(2024, 12, 1).toordinal()
OWN_2650 = date(2025, 10, 1).toordinal()

LARGEST_DIFFERENCE = 400
NEVER_CUT = 2650  # from October 2025, in standard, differences of who is rated so high count as they are
_new = tuple.__new__


class Difference(NamedTuple):
    """Own minus opponent's rating, what of it is used, and by which rule.

    ``rule``: "" (400 or less), "cap_400", "one_game" (2022 to 2024: the one game of the tournament
    that is cut), "other_game" (2022 to 2024: the others), "own_2650".
    """

    rating: int
    used: int
    rule: str


def difference(own: int, opponent: int, start: Day, list_name: str, largest: bool) -> Difference:
    """B.02 8.3.1: a difference of more than 400 counts as 400, with exceptions by date.

    ``largest``: is this the game with the player's largest difference in its tournament?
    """
    gap = own - opponent
    if -LARGEST_DIFFERENCE <= gap <= LARGEST_DIFFERENCE:
        return _new(Difference, (gap, gap, ""))
    cut = LARGEST_DIFFERENCE if gap > 0 else -LARGEST_DIFFERENCE
    if ONE_GAME_A_TOURNAMENT <= start < REFORM:
        return Difference(gap, cut, "one_game") if largest else Difference(gap, gap, "other_game")
    if start >= OWN_2650 and list_name == STANDARD and own >= NEVER_CUT:
        return Difference(gap, gap, "own_2650")
    return Difference(gap, cut, "cap_400")


def too_far_apart(own: float, opponent: float, start: Day, list_name: str) -> bool:
    """Rapid and blitz, from December 2024: a gap of 600 or more with a player above 2600 is not rated."""
    if list_name == STANDARD or start < GAP_OF_600:
        return False
    return abs(own - opponent) >= 600 and max(own, opponent) > 2600


def list_of(control: TimeControl, white: float | None, black: float | None) -> str | None:
    """The list a rate of play belongs to (B.02 1.1-1.2; rapid and blitz regulations 1), or None.

    ``white``, ``black``: ratings; unrated counts as below 1800. Time is that for 60 moves, each
    move's increment included. An event approved as standard in spite of its time is standard.
    """
    minutes = control.base_minutes + control.increment_seconds  # 60 moves of so many seconds: as many minutes
    strongest = max(white or 0, black or 0)
    needed = 120 if strongest >= 2400 else 90 if strongest >= 1800 else 60
    if control.approved_fast or (minutes >= needed and not 0 < control.first_control_moves < 30):
        return STANDARD
    if 10 < minutes < 60:
        return RAPID
    return BLITZ if 3 < minutes <= 10 else None


def floor_on(day: Day) -> int:
    """B.02 7.2.1: a rating below this is not published; 1000 until the reform of March 2024."""
    return 1400 if day >= REFORM else 1000


def raised_in_2024(rating: int) -> int:
    """The one-time increase of 1 March 2024: 40 per cent of the way to 2000, for ratings below it."""
    return rating + half_away(2 * (2000 - rating), 5) if rating < 2000 else rating
