"""Tables of the pages: columns and how a cell looks. What a row is comes from ``ratings.boards``."""

from .board import BoardTable, UnratedTable
from .changes import ChangeTable, GameTable, OpponentTable
from .events import EventTable
from .gains import GainTable
from .lists import ListTable, PeriodTable
from .log import ImpactTable, RunTable
from .norms import NormTable
from .sheet import PAGE_SIZES, Paged, Sheet

__all__ = [
    "PAGE_SIZES",
    "BoardTable",
    "ChangeTable",
    "EventTable",
    "GainTable",
    "GameTable",
    "ImpactTable",
    "ListTable",
    "NormTable",
    "OpponentTable",
    "Paged",
    "PeriodTable",
    "RunTable",
    "Sheet",
    "UnratedTable",
]
