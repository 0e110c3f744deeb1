"""How much may be played on one day, and how long an event may be (B.02 3, 4; rapid and blitz regulations).

The arbiter sees to these. None of them keeps a game from being rated: the text says how events are to be held and
reported, and names no game that would not count.
"""

from __future__ import annotations

from ..types import TimeControl
from .regulations import BLITZ, RAPID

MOST_ROUNDS = {RAPID: 15, BLITZ: 30}
MOST_HOURS = 12.0
LONGEST_REPORT = 30  # days


def too_many_rounds(list_name: str, games: int) -> bool:
    """Rapid and blitz: at most 15 rapid or 30 blitz rounds a day. ``games``: one player's of one day."""
    return games > MOST_ROUNDS.get(list_name, games)


def hours_of_play(control: TimeControl, games: int) -> float:
    """Hours that so many games may last: 60 moves with the whole time of both players used up (1.1)."""
    return games * 2 * (control.base_minutes + control.increment_seconds) / 60  # 60 moves of so many seconds


def too_many_hours(control: TimeControl, games: int) -> bool:
    """B.02 3, standard: at most 12 hours of play a day."""
    return hours_of_play(control, games) > MOST_HOURS


def reports_by_month(days: int) -> bool:
    """B.02 4: an event over more than 30 days is reported month by month. ``days``: from the first to the last."""
    return days > LONGEST_REPORT
