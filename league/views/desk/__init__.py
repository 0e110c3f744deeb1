"""The desk: pages on which facts of a league are recorded and corrected."""

from .adjustments import Adjust, VoidAdjustment
from .checks import Check
from .games import Correct, Restore, Undo, Void, VoidSeveral
from .home import Adjustments, GamePage, Home
from .periods import Close, Periods, Publish, Reopen
from .record import PlayersFound, Record, StakesFragment
from .rules import ChangeRules, LateResults

__all__ = [
    "Adjust",
    "Adjustments",
    "ChangeRules",
    "Check",
    "Close",
    "Correct",
    "GamePage",
    "Home",
    "LateResults",
    "Periods",
    "PlayersFound",
    "Publish",
    "Record",
    "Reopen",
    "Restore",
    "StakesFragment",
    "Undo",
    "Void",
    "VoidAdjustment",
    "VoidSeveral",
]
