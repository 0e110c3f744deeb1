"""Files into facts, in two steps: read and plan (nothing is written), then commit in one transaction."""

from .committing import commit_results
from .enrolling import commit_players
from .fide_list import import_fide_list
from .files import SourceFile
from .foreseeing import preview_results
from .foreseeing_players import preview_players
from .plan import ResultsOptions, ResultsPlan
from .players import PlayersPlan, plan_players
from .problems import ImportProblem
from .results import plan_results
from .undoing import preview_undo, undo_import

__all__ = [
    "ImportProblem",
    "PlayersPlan",
    "ResultsOptions",
    "ResultsPlan",
    "SourceFile",
    "commit_players",
    "commit_results",
    "import_fide_list",
    "plan_players",
    "plan_results",
    "preview_players",
    "preview_results",
    "preview_undo",
    "undo_import",
]
