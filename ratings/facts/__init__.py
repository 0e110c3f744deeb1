"""League rows as kernel values, in canonical order. Reads only."""

from .calendar import Calendar, read_calendar, read_players
from .games import GameRow, canonical_key, read_games
from .overlay import Overlay
from .rated import excluded_by_facts

__all__ = [
    "Calendar",
    "GameRow",
    "Overlay",
    "canonical_key",
    "excluded_by_facts",
    "read_calendar",
    "read_games",
    "read_players",
]
