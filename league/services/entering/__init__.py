"""An evening or a round at once: all boards saved together, and taken back together."""

from .following import MOST_ROWS, REFERENCE, with_revisions
from .foreseeing import preview_entries
from .saving import Entered, Entry, Newcomer, RowsRefused, enter_results
from .undoing import undo_entering

__all__ = [
    "MOST_ROWS",
    "REFERENCE",
    "Entered",
    "Entry",
    "Newcomer",
    "RowsRefused",
    "enter_results",
    "preview_entries",
    "undo_entering",
    "with_revisions",
]
