"""Undo of the newest action, one after another: each undo is an action of its own in the history."""

from .rights import right_to
from .stack import Target, newest_of, newest_of_club, preview_undo, target_of, target_of_club, undo, why_not

__all__ = [
    "Target",
    "newest_of",
    "newest_of_club",
    "preview_undo",
    "right_to",
    "target_of",
    "target_of_club",
    "undo",
    "why_not",
]
