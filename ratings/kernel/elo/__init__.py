"""Elo: R' = R + K (S - E), game by game or summed over a rating period.

Sources: A. E. Elo, "The Rating of Chessplayers" (1978); eloratings.net (home advantage, goals);
FiveThirtyEight (NBA, NFL: margin of victory, carry-over between seasons).
"""

from .parameters import Carryover, EloParameters
from .system import Elo

__all__ = ["Carryover", "Elo", "EloParameters"]
