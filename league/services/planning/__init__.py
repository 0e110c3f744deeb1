"""What an event plans before there are results: who plays, on which days, who meets whom. None of it moves a rating."""

from .drawing import draw, suggest
from .pairings import Pair, clear_pairings, open_pairings, round_to_enter, set_pairings
from .roster import add_entries, remove_entry, set_withdrawal
from .rounds import give_bye, set_round_days, take_bye
from .states import planned_rounds

__all__ = [
    "Pair",
    "add_entries",
    "clear_pairings",
    "draw",
    "give_bye",
    "open_pairings",
    "planned_rounds",
    "remove_entry",
    "round_to_enter",
    "set_pairings",
    "set_round_days",
    "set_withdrawal",
    "suggest",
    "take_bye",
]
