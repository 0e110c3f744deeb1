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
from .lines import sentence
from .revisions import revised
from .rules import Clause, clauses

__all__ = [
    "Clause",
    "cause",
    "check_found",
    "clauses",
    "moved_by",
    "not_rated",
    "not_rated_short",
    "own_result",
    "period_name",
    "result",
    "revised",
    "run_reason",
    "sentence",
    "side",
    "system",
    "what",
    "without_row",
]
