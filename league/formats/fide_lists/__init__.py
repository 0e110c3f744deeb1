"""FIDE's rating lists, read as a stream: 1.8 million rows pass in constant memory.

``opening.open_list`` finds the layout; ``FideList.rows`` yields a ``FideRow`` or a ``BadRow`` each.
"""

from .ids import IdSet
from .opening import HEAD, FideList, is_list, open_list
from .rows import BLITZ, LISTS, RAPID, STANDARD, BadRow, FideRow, Listed
from .writing import ListRow, fixed_lines

__all__ = [
    "BLITZ",
    "HEAD",
    "LISTS",
    "RAPID",
    "STANDARD",
    "BadRow",
    "FideList",
    "FideRow",
    "IdSet",
    "ListRow",
    "Listed",
    "fixed_lines",
    "is_list",
    "open_list",
]
