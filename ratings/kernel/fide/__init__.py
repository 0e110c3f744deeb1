"""FIDE ratings, by the Rating Regulations (Handbook B.02) and those for rapid and blitz.

Each clause is one function with its number above it; everything is computed in whole hundredths.
"""

from .first_rating import FirstRating, counted_results, first_rating, publishable
from .parameters import FideParameters
from .regulations import Difference, difference, floor_on, list_of, raised_in_2024, too_far_apart
from .system import Fide

__all__ = [
    "Difference",
    "Fide",
    "FideParameters",
    "FirstRating",
    "counted_results",
    "difference",
    "first_rating",
    "floor_on",
    "list_of",
    "publishable",
    "raised_in_2024",
    "too_far_apart",
]
