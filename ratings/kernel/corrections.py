"""Corrections of games that a published list has counted (leagues whose late results count in the next list).

The list stands. What the game would have brought differently, with the K and the expectation it was
rated with, joins the sum of the first period that is still open, unrounded, as a row of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from .rows import correction_row
from .types import Batch, Change, Correction, Line, PlayerId, PooledResult, RatingState, Reason

UNRATED_PLAYER = Reason.UNRATED_PLAYER.value
AGAIN = 2  # in the side of rows of a game that is counted anew
TIMES = 4  # in the side for each correction of the game published before
MOST_TIMES = 15
NOT_COUNTED = -1


def corrections_of(batch: Batch, player: PlayerId) -> Sequence[Correction]:
    """One player's corrections in a batch."""
    if not batch.corrections:
        return ()
    return [correction for correction in batch.corrections if correction.player == player]


def points(correction: Correction) -> float:
    """K x (new - old score), a score that does not count being the expectation: in rating points."""
    return _k(correction) * (_over(correction.now, correction) - _over(correction.was, correction))


def ten_thousandths(correction: Correction) -> int:
    """The same in ten-thousandths of a point, exactly: K and expectation are whole hundredths in FIDE's rules."""
    k, expected = round(100 * _k(correction)), round(100 * (correction.expected or 0.0))
    now = 0 if correction.now is None else 50 * correction.now - expected
    was = 0 if correction.was is None else 50 * correction.was - expected
    return k * (now - was)


def _k(correction: Correction) -> float:
    return 0.0 if correction.reason or correction.k is None else correction.k


def _over(halves: int | None, correction: Correction) -> float:
    return 0.0 if halves is None else halves / 2 - (correction.expected or 0.0)


def row_of(batch: Batch, correction: Correction, change: float, state: RatingState) -> Change:
    """The row of a correction; a player who is unrated meanwhile is not moved by it."""
    if correction.reason or state.rating is None:
        return correction_row(batch, correction, state, 0.0, correction.reason or UNRATED_PLAYER)
    return correction_row(batch, correction, state, change, "")


def again_row(row: Change, added: int) -> Change:
    """A game's row in the batch that counts it anew."""
    return row._replace(cause="correction", side=row.side + added, last=NOT_COUNTED)


def games_more(row: Change) -> int:
    """By how many rated games a correction row changes the player's count."""
    if row.reason:
        return 0
    return (row.halves is not None) - (row.last != NOT_COUNTED)


def corrected_pool(pool: Sequence[PooledResult], game: int, halves: int | None) -> list[PooledResult]:
    """An unrated player's results with one of them changed (None: taken out)."""
    kept = [result for result in pool if result.game != game or halves is not None]
    return [result._replace(halves=halves) if result.game == game and halves is not None else result for result in kept]


def correction_line(correction: Correction, change: float) -> Line:
    """A correction in an explanation; scores None: not counted."""
    numbers: dict[str, object] = {"game": correction.game, "k": correction.k, "expected": correction.expected}
    numbers |= {"own": correction.own_rating, "opponent": correction.opponent_rating}
    numbers |= {"was": _score(correction.was), "score": _score(correction.now), "change": change}
    return Line("correction", numbers)


def _score(halves: int | None) -> float | None:
    return None if halves is None else halves / 2
