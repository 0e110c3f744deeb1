"""The desk: pages on which facts of a league are recorded and corrected."""

from . import people
from .adjustments import Adjust, Compensate, VoidAdjustment, VoidCompensation
from .checks import Check
from .edits import EditEvent, EditPlayer, EditSeason, StartSeason, StartValues
from .games import Correct, Restore, Undo, Void, VoidSeveral
from .history import ClubHistory, History, UndoAction
from .home import Adjustments, GamePage, Home
from .imports import FileDraft, ImportPage, Imports, Paste, PastedDraft, UndoImport
from .listings import Events, Players, Seasons
from .members import MemberPage, Members, RevokeInvitation
from .periods import Close, Periods, Publish, Reopen
from .record import PlayersFound, Record, StakesFragment
from .rules import ChangeRules, LateResults
from .scorers import RevokeScorerLink, ScorerLinks
from .whatif import WhatIfPage

__all__ = [
    "Adjust",
    "Adjustments",
    "ChangeRules",
    "Check",
    "Close",
    "ClubHistory",
    "Compensate",
    "Correct",
    "EditEvent",
    "EditPlayer",
    "EditSeason",
    "Events",
    "FileDraft",
    "GamePage",
    "History",
    "Home",
    "ImportPage",
    "Imports",
    "LateResults",
    "MemberPage",
    "Members",
    "Paste",
    "PastedDraft",
    "Periods",
    "Players",
    "PlayersFound",
    "Publish",
    "Record",
    "Reopen",
    "Restore",
    "RevokeInvitation",
    "RevokeScorerLink",
    "ScorerLinks",
    "Seasons",
    "StakesFragment",
    "StartSeason",
    "StartValues",
    "Undo",
    "UndoAction",
    "UndoImport",
    "Void",
    "VoidAdjustment",
    "VoidCompensation",
    "VoidSeveral",
    "WhatIfPage",
    "people",
]
