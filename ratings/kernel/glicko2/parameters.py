"""The parameters of ``glicko2``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..parameters import Definition, Given, Kind
from ..types import ParameterError

LEAST_VOLATILITY, LARGEST_VOLATILITY = 1e-6, 1.0
DEFINITIONS = (
    Definition("tau", 0.5, at_least=0.01, at_most=10),
    Definition("initial", 1500),
    Definition("initial_deviation", 350, above=0),
    Definition("initial_volatility", 0.06, at_least=LEAST_VOLATILITY, at_most=LARGEST_VOLATILITY),
    Definition("period_days", None, optional=True, above=0),
    Definition("skip_deviation_increase", False, Kind.FLAG),
    Definition("min_deviation", 0, at_least=0),
    Definition("max_deviation", None, optional=True),  # null: the initial one
    Definition("max_volatility", None, optional=True, above=0),
    Definition("floor", None, optional=True),
    Definition("ceiling", None, optional=True),
    Definition("max_change", None, optional=True, above=0),
    Definition("provisional_deviation", 110, above=0),
)


@dataclass(frozen=True, slots=True)
class Glicko2Parameters:
    """Parameters of ``glicko2``; ratings and deviations in points.

    ``tau``: how much volatilities may change (0.3 to 1.2 in the paper). ``period_days``, game by
    game only: a deviation grows with the time since the last game, so many days a period; None:
    each game is a period of its own for its two players, and the time between is not counted.
    ``skip_deviation_increase``: leave step 6 out (lichess rates one game at a time so).
    ``max_deviation``: up to here it grows while idle. ``provisional_deviation``: from here on a
    rating is shown as provisional.
    """

    tau: float = 0.5
    initial: float = 1500.0
    initial_deviation: float = 350.0
    initial_volatility: float = 0.06
    period_days: float | None = None
    skip_deviation_increase: bool = False
    min_deviation: float = 0.0
    max_deviation: float = 350.0
    max_volatility: float | None = None
    floor: float | None = None
    ceiling: float | None = None
    max_change: float | None = None
    provisional_deviation: float = 110.0

    def settled(self, rating: float) -> float:
        """A rating between floor and ceiling."""
        if self.floor is not None:
            rating = max(rating, self.floor)
        return rating if self.ceiling is None else min(rating, self.ceiling)

    def closing(self, rating: float, computed: float) -> float:
        """The new rating, no further away than ``max_change``, between floor and ceiling."""
        limit = self.max_change
        if limit is not None:
            computed = min(max(computed, rating - limit), rating + limit)
        return self.settled(computed)

    def plausible(self, volatility: float | None) -> float:
        """A start volatility as the update can work with it; the initial one where none is given."""
        given = volatility or self.initial_volatility
        return min(max(given, LEAST_VOLATILITY), LARGEST_VOLATILITY)

    def limited(self, deviation: float) -> float:
        """A deviation within its limits."""
        return min(max(deviation, self.min_deviation), self.max_deviation)


def read(given: Mapping[str, object]) -> Glicko2Parameters:
    """Defaults: the paper's (tau 0.5; 1500, 350, 0.06), each game by itself a period."""
    reader = Given("glicko2", given, DEFINITIONS)
    deviation = reader.number("initial_deviation")
    most = reader.optional_number("max_deviation", at_least=deviation)
    parameters = Glicko2Parameters(
        tau=reader.number("tau"),
        initial=reader.number("initial"),
        initial_deviation=deviation,
        initial_volatility=reader.number("initial_volatility"),
        period_days=reader.optional_number("period_days"),
        skip_deviation_increase=reader.flag("skip_deviation_increase"),
        min_deviation=reader.number("min_deviation", at_most=deviation),
        max_deviation=deviation if most is None else most,
        max_volatility=reader.optional_number("max_volatility"),
        floor=reader.optional_number("floor"),
        ceiling=reader.optional_number("ceiling"),
        max_change=reader.optional_number("max_change"),
        provisional_deviation=reader.number("provisional_deviation"),
    )
    if parameters.settled(parameters.initial) != parameters.initial:
        raise ParameterError(f"initial: {parameters.initial:g} is not between floor and ceiling", "initial")
    return parameters
