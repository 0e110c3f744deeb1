"""Facts: who exists, what was played, when, by which rules. Written by ``league.services`` only."""

from .access import Invitation, Preferences, ScorerLink, ScorerUse
from .api import ApiAnswer, ApiToken
from .audience import BY_NUMBER, NUMBERS_LAST, anonymous, label_of, sees_full_names, shown_name, shown_to, strangers
from .discreet import discreet, discreet_texts
from .history import ChangedPlayer, ChangeReach, FactChange
from .imports import ImportBatch, ImportDraft
from .people import Club, DifferentPeople, Membership, Merge, Naming, Player, PlayerAlias, PlayerName
from .periods import Adjustment, Compensation, ExternalRating, PeriodAction, RatingPeriod
from .plans import EventRound, Pairing, ResultClaim
from .play import (
    FORFEITS,
    OUTCOME_HALVES,
    PLAYED,
    TOO_SHORT,
    Bye,
    Event,
    EventEntry,
    Game,
    GameRevision,
    Outcome,
)
from .rules import League, LeagueEntry, RatingRules, Season

__all__ = [
    "BY_NUMBER",
    "FORFEITS",
    "NUMBERS_LAST",
    "OUTCOME_HALVES",
    "PLAYED",
    "TOO_SHORT",
    "Adjustment",
    "ApiAnswer",
    "ApiToken",
    "Bye",
    "ChangeReach",
    "ChangedPlayer",
    "Club",
    "Compensation",
    "DifferentPeople",
    "Event",
    "EventEntry",
    "EventRound",
    "ExternalRating",
    "FactChange",
    "Game",
    "GameRevision",
    "ImportBatch",
    "ImportDraft",
    "Invitation",
    "League",
    "LeagueEntry",
    "Membership",
    "Merge",
    "Naming",
    "Outcome",
    "Pairing",
    "PeriodAction",
    "Player",
    "PlayerAlias",
    "PlayerName",
    "Preferences",
    "RatingPeriod",
    "RatingRules",
    "ResultClaim",
    "ScorerLink",
    "ScorerUse",
    "Season",
    "anonymous",
    "discreet",
    "discreet_texts",
    "label_of",
    "sees_full_names",
    "shown_name",
    "shown_to",
    "strangers",
]
