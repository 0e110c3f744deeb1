"""The desk: pages on which facts of a league are recorded and corrected."""

from . import people
from .adjustments import Adjust, Compensate, VoidAdjustment, VoidCompensation
from .checks import Check
from .crosstable import CrossTable
from .edits import EditEvent, EditPlayer, EditSeason, StartSeason, StartValues, WithdrawEvent
from .event_files import EventFiles
from .games import Correct, Restore, Undo, Void, VoidSeveral
from .grid import DayGrid, GridStakes, GridStart, RoundGrid
from .history import ClubHistory, History, UndoAction
from .home import Adjustments, GamePage, Home
from .imports import FileDraft, ImportPage, Imports, Paste, PastedDraft, UndoImport
from .listings import Events, Players, Seasons
from .members import MemberPage, Members, RevokeInvitation
from .new_league import NewLeague
from .official import OfficialRating
from .periods import Close, Periods, Publish, Reopen
from .planning import CreateEvent, Plan, RoundPairings
from .player_files import PlayerDraft, PlayerFiles, PlayerImport
from .record import PlayersFound, Record, StakesFragment
from .reports import AnswerReport, OwnReports, ReportSettings, SettleReport
from .rules import ChangeRules, LateResults
from .scorers import RevokeScorerLink, ScorerLinks
from .whatif import WhatIfPage

__all__ = [
    "Adjust",
    "Adjustments",
    "AnswerReport",
    "ChangeRules",
    "Check",
    "Close",
    "ClubHistory",
    "Compensate",
    "Correct",
    "CreateEvent",
    "CrossTable",
    "DayGrid",
    "EditEvent",
    "EditPlayer",
    "EditSeason",
    "EventFiles",
    "Events",
    "FileDraft",
    "GamePage",
    "GridStakes",
    "GridStart",
    "History",
    "Home",
    "ImportPage",
    "Imports",
    "LateResults",
    "MemberPage",
    "Members",
    "NewLeague",
    "OfficialRating",
    "OwnReports",
    "Paste",
    "PastedDraft",
    "Periods",
    "Plan",
    "PlayerDraft",
    "PlayerFiles",
    "PlayerImport",
    "Players",
    "PlayersFound",
    "Publish",
    "Record",
    "Reopen",
    "ReportSettings",
    "Restore",
    "RevokeInvitation",
    "RevokeScorerLink",
    "RoundGrid",
    "RoundPairings",
    "ScorerLinks",
    "Seasons",
    "SettleReport",
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
    "WithdrawEvent",
    "people",
]
