"""The parameters of ``elo``: what they are, how they are read, what they do to a rating."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..kfactor import Tier, read_tiers
from ..margin import MULTIPLIERS
from ..parameters import Definition, Given, Kind, checked_number
from ..rounding import nearest
from ..types import ParameterError

LOGISTIC = "logistic"
FIDE_TABLE = "fide_table"
GRIDS = {"none": 0, "tenth": 10, "integer": 1}  # steps in a rating point; 0: any float
DEFINITIONS = (
    Definition("k", 32, Kind.TIERS),
    Definition("initial", 1500),
    Definition("scale", 400, above=0, at_least=1),
    Definition("expectation", LOGISTIC, Kind.CHOICE, choices=(LOGISTIC, FIDE_TABLE)),
    Definition("difference_cap", None, optional=True, above=0),
    Definition("home_advantage", 0),
    Definition("margin", "none", Kind.CHOICE, choices=("none", *MULTIPLIERS)),
    Definition("floor", None, optional=True),
    Definition("rounding", "none", Kind.CHOICE, choices=tuple(GRIDS)),
    Definition("provisional_games", 0, Kind.WHOLE, at_least=0),
    Definition("carryover", None, Kind.CARRYOVER, optional=True),
)


@dataclass(frozen=True, slots=True)
class Carryover:
    """Between seasons: ``keep`` of the rating and the rest of ``mean``."""

    keep: float
    mean: float


@dataclass(frozen=True, slots=True)
class EloParameters:
    """Parameters of ``elo``, in rating points.

    ``scale``: points that make odds of ten to one. ``difference_cap``: larger differences count as
    this. ``home_advantage``: added to White's (the home side's) rating, except on neutral ground.
    ``grid``: steps in a rating point that changes are rounded to, 0 for none.
    """

    k: tuple[Tier, ...]
    initial: float = 1500.0
    scale: float = 400.0
    expectation: str = LOGISTIC
    difference_cap: float | None = None
    home_advantage: float = 0.0
    margin: str = "none"
    floor: float | None = None
    grid: int = 0
    provisional_games: int = 0
    carryover: Carryover | None = None

    @property
    def uses_peak(self) -> bool:
        """Does some tier of K look at the highest rating so far?"""
        return any(tier.peak_from is not None or tier.peak_below is not None for tier in self.k)

    @property
    def curved(self) -> bool:
        """The logistic curve and no cap: the fast loop computes the expected score by itself."""
        return self.expectation == LOGISTIC and self.difference_cap is None

    @property
    def exact(self) -> bool:
        """Neither rounding nor floor: the change is added as it is."""
        return self.floor is None and not self.grid

    def settled(self, rating: float) -> float:
        """A rating on the grid and not below the floor."""
        rating = on_grid(rating, self.grid)
        return rating if self.floor is None else max(rating, self.floor)

    def applied(self, opening: float, change: float) -> tuple[float, float]:
        """Change and closing rating. The change is rounded, so that both sides of a game round
        alike; then comes the floor, and the change is what is left above it."""
        closing = self.settled(opening + on_grid(change, self.grid))
        moved = closing - opening
        decimal = on_grid(moved, self.grid)  # 0.4, not 0.40000000000009
        return (decimal if abs(decimal - moved) < 1e-6 else moved), closing


def on_grid(value: float, grid: int) -> float:
    """The nearest number on the grid, .5 away from zero; the value itself without a grid."""
    return nearest(value * grid) / grid if grid else value


def read(given: Mapping[str, object]) -> EloParameters:
    """Defaults: K 32, initial 1500, scale 400, logistic; no cap, margin, floor, rounding, carry-over."""
    reader = Given("elo", given, DEFINITIONS)
    floor, initial = reader.optional_number("floor"), reader.number("initial")
    if floor is not None and initial < floor:
        raise ParameterError(f"initial: {initial:g} is below the floor of {floor:g}", "initial")
    return EloParameters(
        k=read_tiers(reader.values["k"]),
        initial=initial,
        scale=reader.number("scale"),
        expectation=reader.choice("expectation"),
        difference_cap=reader.optional_number("difference_cap"),
        home_advantage=reader.number("home_advantage"),
        margin=reader.choice("margin"),
        floor=floor,
        grid=GRIDS[reader.choice("rounding")],
        provisional_games=reader.whole("provisional_games"),
        carryover=_carryover(reader.values["carryover"]),
    )


def _carryover(value: object) -> Carryover | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"keep", "mean"}:
        raise ParameterError(f'carryover: {value!r} is not of the form {{"keep": 0.75, "mean": 1505}}', "carryover")
    keep = checked_number(value["keep"], "carryover.keep", at_least=0, at_most=1)
    return Carryover(keep, checked_number(value["mean"], "carryover.mean"))
