"""Questions that pages ask, as sentences: ``leaderboard(league)``, ``as_of(league, day)``,
``history(league, player)``. Reads only: no HTTP, no formulas, no writes."""

from .board import Board, Line, leaderboard
from .past import PastBoard, as_of
from .player import history, profile, trail

__all__ = ["Board", "Line", "PastBoard", "as_of", "history", "leaderboard", "profile", "trail"]
