"""Ratings from outside a league, as a replay asks for them: of its standard list, of a federation's lists."""

from __future__ import annotations

from ratings.facts.counted import Inputs
from ratings.kernel.types import Day, Official, OfficialRating, PlayerId, RatingUsed, unlisted, unseeded


class Elsewhere:
    """Passes questions on. ``told`` keeps the answers of a period (for what a list counted); with ``fixed``
    a published period gets those it was computed with."""

    def __init__(self, seeds: RatingUsed, officials: OfficialRating) -> None:
        self._seeds, self._officials = seeds, officials
        self.fixed: Inputs | None = None
        self.told_seeds: dict[tuple[PlayerId, Day], float | None] = {}
        self.told_officials: dict[tuple[PlayerId, Day], Official | None] = {}

    @property
    def seeds(self) -> RatingUsed:
        return unseeded if self._seeds is unseeded else self.seed

    @property
    def officials(self) -> OfficialRating:
        return unlisted if self._officials is unlisted else self.official

    def forget(self) -> None:
        """A new period begins."""
        self.told_seeds, self.told_officials = {}, {}

    def seed(self, player: PlayerId, day: Day) -> float | None:
        if self.fixed is not None:
            return self.fixed.seeds.get((player, day))
        told = self.told_seeds[player, day] = self._seeds(player, day)
        return told

    def official(self, player: PlayerId, day: Day) -> Official | None:
        if self.fixed is not None:
            return self.fixed.officials.get((player, day))
        told = self.told_officials[player, day] = self._officials(player, day)
        return told
