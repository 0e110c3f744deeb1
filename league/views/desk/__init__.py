"""The desk: pages on which facts of a league are recorded and corrected."""

from .adjustments import Adjust, VoidAdjustment
from .checks import Check
from .games import Correct, Restore, Undo, Void, VoidSeveral
from .home import Adjustments, GamePage, Home
from .members import MemberPage, Members, RevokeInvitation
from .periods import Close, Periods, Publish, Reopen
from .record import PlayersFound, Record, StakesFragment
from .rules import ChangeRules, LateResults
from .scorers import RevokeScorerLink, ScorerLinks

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
    "MemberPage",
    "Members",
    "Periods",
    "PlayersFound",
    "Publish",
    "Record",
    "Reopen",
    "Restore",
    "RevokeInvitation",
    "RevokeScorerLink",
    "ScorerLinks",
    "StakesFragment",
    "Undo",
    "Void",
    "VoidAdjustment",
    "VoidSeveral",
]
