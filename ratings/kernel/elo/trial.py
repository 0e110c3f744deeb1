"""Many rules tried on the same games: what they would have foretold, and the ratings, without a log.

For the plain rules (one K, the logistic curve, nothing cut off, rounded or weighed); all others are replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence
from math import exp, log
from typing import NamedTuple

from ..types import Rules
from .parameters import EloParameters


class Games(NamedTuple):
    """Games one after another: places of the players in the list of ratings, and White's score in [0, 1]."""

    whites: list[int]
    blacks: list[int]
    scores: list[float]


def plain(rules: Rules) -> EloParameters | None:
    """The parameters, where one set of them holds throughout and asks for nothing but R' = R + K (S - E)."""
    if len(rules.sets) != 1:
        return None
    parameters: EloParameters = rules.sets[0][1]
    simple = parameters.curved and parameters.exact and len(parameters.k) == 1 and parameters.margin == "none"
    return parameters if simple and not parameters.home_advantage else None


def foretold(games: Games, ratings: MutableSequence[float], parameters: EloParameters) -> Iterator[float]:
    """White's expected score in each game; ``ratings`` are moved on by it.

    Black's expectation is what White's leaves of 1, and the curve is made of e, not of 10: a third faster, and equal
    to the log within 1e-9 points, not to the bit. Raises OverflowError 280,000 points apart (at a scale of 400).
    """
    k, slope = float(parameters.k[0].k), log(10) / parameters.scale
    for white, black, score in zip(games.whites, games.blacks, games.scores):  # noqa: B905 - strict costs 5 per cent
        own = ratings[white]
        opponent = ratings[black]
        expected = 1.0 / (1.0 + exp((opponent - own) * slope))
        change = k * (score - expected)
        ratings[white] = own + change
        ratings[black] = opponent - change
        yield expected


def predictions(expected: Iterable[float], games: Games) -> Iterator[tuple[float, int]]:
    """Expected scores beside the results, as ``accuracy.measure`` takes them."""
    for chance, score in zip(expected, games.scores, strict=True):
        yield chance, int(2 * score)
