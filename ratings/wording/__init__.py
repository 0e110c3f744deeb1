"""Codes of the kernel and of the log in words that a player understands."""

from .checks import check_found
from .facts import (
    cause,
    moved_by,
    not_rated,
    not_rated_short,
    own_result,
    period_name,
    result,
    run_reason,
    side,
    system,
    what,
    without_row,
)
from .fide import why_nobody
from .gains import gains
from .history import FAMILIES, by_whom, done, moved_words, sentence_of, told
from .lines import sentence
from .revisions import revised
from .rules import Clause, clauses

__all__ = [
    "FAMILIES",
    "Clause",
    "by_whom",
    "cause",
    "check_found",
    "clauses",
    "done",
    "gains",
    "moved_by",
    "moved_words",
    "not_rated",
    "not_rated_short",
    "own_result",
    "period_name",
    "result",
    "revised",
    "run_reason",
    "sentence",
    "sentence_of",
    "side",
    "system",
    "told",
    "what",
    "why_nobody",
    "without_row",
]
