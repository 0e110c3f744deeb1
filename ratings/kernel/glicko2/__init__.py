"""Glicko-2: a rating, how uncertain it is, how erratic its player is.

Source: M. E. Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf, 2013/2022);
step numbers in the comments are the paper's.
"""

from .parameters import Glicko2Parameters
from .system import Glicko2
from .update import SCALE, Result, Update, expected_score, grown, predicted_score, update

__all__ = [
    "SCALE",
    "Glicko2",
    "Glicko2Parameters",
    "Result",
    "Update",
    "expected_score",
    "grown",
    "predicted_score",
    "update",
]
