"""How well expected scores foretold results: the measures that rules are compared by."""

from __future__ import annotations

from collections.abc import Iterable
from math import log
from typing import NamedTuple

from .types import Cause, Change

CERTAIN = 1e-6  # an expectation of 0 or 1 (a table has them) counts as this far from it


class Accuracy(NamedTuple):
    """Averages over games; less is better for the first two.

    ``log_loss``: in nats a game; always 0.5 expected gives ln 2 = 0.693 where nothing is drawn.
    ``brier``: squared error of the expected score; always 0.5 gives 0.25 where nothing is drawn.
    ``favourites``: share won by the side with the higher expectation, among the ``decided`` games
    that had a winner and a favourite. None where there are no such games.
    """

    games: int
    log_loss: float | None
    brier: float | None
    favourites: float | None
    decided: int


def measure(predictions: Iterable[tuple[float, int]]) -> Accuracy:
    """Accuracy of (expected score in [0, 1], score in halves) pairs, one a game. A draw scores half."""
    games = decided = won = 0
    loss = squares = 0.0
    for expected, halves in predictions:
        games += 1
        score = halves / 2
        likely = min(max(expected, CERTAIN), 1 - CERTAIN)
        loss -= score * log(likely) + (1 - score) * log(1 - likely)
        squares += (score - expected) ** 2
        if halves != 1 and expected != 0.5:
            decided += 1
            won += (halves == 2) == (expected > 0.5)
    if not games:
        return Accuracy(0, None, None, None, 0)
    return Accuracy(games, loss / games, squares / games, won / decided if decided else None, decided)


def predictions(rows: Iterable[Change]) -> Iterable[tuple[float, int]]:
    """The predictions in a log: White's side of every rated game."""
    for row in rows:
        if row.cause == Cause.GAME and row.side == 0 and not row.reason and row.expected is not None:
            yield row.expected, row.halves or 0
