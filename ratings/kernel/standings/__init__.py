"""Standings of an event: points, and the tie-breaks that FIDE names (C.07) in the order that the event has."""

from .cards import Card, Meeting, Rules, Table, rules_on
from .codes import DEFAULTS, KNOWN, TieBreak, TieBreakError, read_codes
from .ranking import Line, ranking

__all__ = [
    "DEFAULTS",
    "KNOWN",
    "Card",
    "Line",
    "Meeting",
    "Rules",
    "Table",
    "TieBreak",
    "TieBreakError",
    "ranking",
    "read_codes",
    "rules_on",
]
