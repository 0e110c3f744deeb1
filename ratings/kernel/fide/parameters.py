"""The parameters of ``fide``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..kfactor import Tier, read_tiers
from ..parameters import Given, checked_number
from ..types import Day
from .regulations import LISTS, STANDARD, floor_on

KEYS = ("list", "k", "floor", "initial", "provisional_games", "openings")
OWN, EXTERNAL = "own", "external"
BY_DATE = "fide"


@dataclass(frozen=True, slots=True)
class FideParameters:
    """Parameters of ``fide``.

    ``list``: standard, rapid or blitz. ``k``: replaces the regulations' coefficient (a number or
    tiers; the limit of 700 a period stays). ``floor``: "fide" for the regulations' by date, a
    number, or None. ``initial``: a rating for newcomers who bring none; None: they are unrated
    until the regulations give them one. ``openings``: "own", or "external": each period starts from the
    federation's list in force, and games use the federation's list in force at their event's start.
    """

    list: str = STANDARD
    k: tuple[Tier, ...] | None = None
    floor: str | float | None = BY_DATE
    initial: float | None = None
    provisional_games: int = 0
    openings: str = OWN

    @property
    def external(self) -> bool:
        """Is what a federation published the rating used?"""
        return self.openings == EXTERNAL

    def floor_on(self, day: Day) -> float | None:
        """Below this a player is unrated; None: there is no floor."""
        if self.floor == BY_DATE:
            return floor_on(day)
        return None if self.floor is None else float(self.floor)

    def published(self, rating: float, day: Day) -> float | None:
        """A rating, or None below the floor (B.02 7.2.1)."""
        floor = self.floor_on(day)
        return rating if floor is None or rating >= floor else None


def read(given: Mapping[str, object]) -> FideParameters:
    """Defaults: the standard list by the regulations."""
    reader = Given("fide", given, KEYS)
    k, floor = given.get("k"), given.get("floor", BY_DATE)
    if floor not in (BY_DATE, None, "none"):
        floor = checked_number(floor, "floor", at_least=0)
    return FideParameters(
        list=reader.choice("list", STANDARD, LISTS),
        k=None if k is None or k == "fide" else read_tiers(k),
        floor=None if floor == "none" else floor,
        initial=reader.optional_number("initial", above=0),
        provisional_games=reader.whole("provisional_games", 0),
        openings=reader.choice("openings", OWN, (OWN, EXTERNAL)),
    )
