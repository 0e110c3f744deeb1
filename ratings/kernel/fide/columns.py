"""What a period needs of its players, as columns of plain numbers.

Half a million players are met in any order, and objects would be looked for all over the memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from math import fsum, nan

from ..columns import Code, Column, column, span_of
from ..types import PlayerId, RatingState

SCORES = tuple(hundredths / 100 for hundredths in range(101))
# a sum of SCORES is that of their hundredths and of what each float is beside them, both exactly in parts of ONE
ONE = 1 << 59
HUNDREDTH = ONE // 100
BESIDE = tuple(int(score * ONE) - HUNDREDTH * hundredths for hundredths, score in enumerate(SCORES))


class Columns:
    """Numbers of the players of a period, 0 at first. A player's place in them is the id less ``base``."""

    def __init__(self, players: Collection[PlayerId]) -> None:
        self.base, self._size = span_of(players)
        self.counted = self.column("i")  # how many games count
        self.expected, self.beside = self.column("q"), self.column("q")  # of those, as a sum of SCORES is
        self.against = self.column("q")  # sum of the opponents' ratings, where they are whole numbers
        self.uneven: defaultdict[PlayerId, list[float]] = defaultdict(list)  # where they are not
        self.factor, self.k = self.column("d"), self.column("q")  # K as the rules choose it, and in hundredths
        self.units = self.column("q")  # sum of the changes
        self.games, self.last, self.peak = self.column("i"), self.column("i"), self.column("d")  # of the state

    def column(self, code: Code) -> Column:
        """One number a player."""
        return column(code, self._size)

    def seat(self, player: PlayerId, state: RatingState) -> None:
        at = player - self.base
        _, _, _, self.games[at], peak, self.last[at] = state
        self.peak[at] = nan if peak is None else peak

    def count(self, player: PlayerId, expected: int, opponent: float) -> None:
        """A game that counts."""
        at = player - self.base
        self.counted[at] += 1
        self.expected[at] += expected
        self.beside[at] += BESIDE[expected]
        if opponent == int(opponent):
            self.against[at] += int(opponent)
        else:
            self.uneven[player].append(opponent)

    def expected_sum(self, player: PlayerId) -> float:
        """What ``fsum`` says of the scores expected."""
        at = player - self.base
        return float((HUNDREDTH * self.expected[at] + self.beside[at]) / ONE)

    def opponents_sum(self, player: PlayerId) -> float:
        return fsum([self.against[player - self.base], *self.uneven.get(player, ())])
