"""Files of results: one row a game, columns under many names -> plain rows."""

from .packed import PackedRows
from .reading import RESULT_NEEDS, read_results
from .rows import LONGEST, RANGES, EventSaid, Factors, ResultFile, ResultRow, Who

__all__ = [
    "LONGEST",
    "RANGES",
    "RESULT_NEEDS",
    "EventSaid",
    "Factors",
    "PackedRows",
    "ResultFile",
    "ResultRow",
    "Who",
    "read_results",
]
