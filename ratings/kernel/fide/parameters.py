"""The parameters of ``fide``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..kfactor import Tier, read_tiers
from ..parameters import Definition, Given, Kind
from ..types import Day
from .regulations import LISTS, STANDARD, floor_on

OWN, EXTERNAL = "own", "external"
BY_DATE = "fide"
DEFINITIONS = (
    Definition("list", STANDARD, Kind.CHOICE, choices=LISTS),
    Definition("k", BY_DATE, Kind.TIERS, optional=True),
    Definition("floor", BY_DATE, Kind.FLOOR, optional=True, at_least=0),
    Definition("initial", None, optional=True, above=0),
    Definition("provisional_games", 0, Kind.WHOLE, at_least=0),
    Definition("openings", OWN, Kind.CHOICE, choices=(OWN, EXTERNAL)),
)


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
    reader = Given("fide", given, DEFINITIONS)
    k, floor = reader.values["k"], reader.values["floor"]
    return FideParameters(
        list=reader.choice("list"),
        k=None if k is None or k == BY_DATE else read_tiers(k),
        floor=BY_DATE if floor == BY_DATE else reader.optional_number("floor"),
        initial=reader.optional_number("initial"),
        provisional_games=reader.whole("provisional_games"),
        openings=reader.choice("openings"),
    )
