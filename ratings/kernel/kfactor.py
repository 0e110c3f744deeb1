"""Which K-factor (FIDE: development coefficient) a player has, and which rule decided it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import NamedTuple

from .parameters import checked_number
from .types import Day, ParameterError, PlayerFacts, RatingState

CONDITIONS = (
    *("games_below", "games_from", "rating_below", "rating_from"),
    *("peak_below", "peak_from", "age_to", "age_from"),
)

MOST_K = 1000


class KFactor(NamedTuple):
    """A K-factor and the rule that chose it. ``tier``: its place in a list of tiers, from 1."""

    k: float
    rule: str
    tier: int = 0


@dataclass(frozen=True, slots=True)
class Tier:
    """K for the players who meet all conditions given. Ages are those reached in the year.

    ``..._below``: less than, ``..._from``: at least, ``age_to``: at most. An unknown birth year
    meets no condition on age.
    """

    k: float
    games_below: float | None = None
    games_from: float | None = None
    rating_below: float | None = None
    rating_from: float | None = None
    peak_below: float | None = None
    peak_from: float | None = None
    age_to: float | None = None
    age_from: float | None = None

    def meets(self, state: RatingState, age: int | None) -> bool:
        """Does a player in this state, of this age, fall under the tier?"""
        rating = state.rating or 0.0
        peak = rating if state.peak is None else state.peak
        return (
            _within(state.games, self.games_from, self.games_below)
            and _within(rating, self.rating_from, self.rating_below)
            and _within(peak, self.peak_from, self.peak_below)
            and (self.age_to is None or (age is not None and age <= self.age_to))
            and (self.age_from is None or (age is not None and age >= self.age_from))
        )

    @property
    def unconditional(self) -> bool:
        return all(getattr(self, name) is None for name in CONDITIONS)


def _within(value: float, least: float | None, below: float | None) -> bool:
    return (least is None or value >= least) and (below is None or value < below)


def read_tiers(value: object, key: str = "k") -> tuple[Tier, ...]:
    """K as a number, or as a list of tiers of which the first that fits decides.

    Raises ParameterError: an unknown condition, K not above zero, no last tier without conditions.
    """
    if not isinstance(value, list | tuple):
        return (Tier(checked_number(value, key, above=0, at_most=MOST_K)),)
    tiers = tuple(_read_tier(item, key) for item in value)
    if not tiers or not tiers[-1].unconditional:
        raise ParameterError(f"{key}: the last tier must have no condition, so that everybody has a K", key)
    for number, tier in enumerate(tiers[:-1], start=1):
        if tier.unconditional:
            raise ParameterError(f"{key}: tier {number} has no condition, so those after it are never reached", key)
    return tiers


def _read_tier(item: object, key: str) -> Tier:
    if not isinstance(item, Mapping) or "k" not in item:
        raise ParameterError(f'{key}: a tier looks like {{"k": 40, "games_below": 30}}, not {item!r}', key)
    for name in item:
        if name != "k" and name not in CONDITIONS:
            raise ParameterError(f"{key}: {name!r} is no condition; known are {', '.join(CONDITIONS)}", key)
    bounds = {name: checked_number(item[name], f"{key}.{name}") for name in CONDITIONS if item.get(name) is not None}
    return Tier(checked_number(item["k"], f"{key}.k", above=0, at_most=MOST_K), **bounds)


def age_in(day: Day, birth_year: int | None) -> int | None:
    """The age a player reaches in the year of a day; None where the birth year is unknown."""
    return None if birth_year is None else year_of(day) - birth_year


@cache
def year_of(day: Day) -> int:
    """The calendar year of a day. Few days, asked for each player: remembered."""
    return date.fromordinal(day).year


def by_tiers(tiers: tuple[Tier, ...], state: RatingState, facts: PlayerFacts, day: Day) -> KFactor:
    """The first tier that fits the state before the batch."""
    if len(tiers) == 1:
        return KFactor(tiers[0].k, "fixed")
    age = age_in(day, facts.birth_year)
    for number, tier in enumerate(tiers, start=1):
        if tier.meets(state, age):
            return KFactor(tier.k, "tier", number)
    raise AssertionError("read_tiers requires a last tier without conditions")


def given(own: float | None, facts: PlayerFacts) -> KFactor | None:
    """A K fixed for this game, else one fixed for the player, else None: the rules decide."""
    if own is not None:
        return KFactor(own, "game")
    return None if facts.k is None else KFactor(facts.k, "player")


# FIDE B.02 8.3.3 in the order in which the published lists apply it
_REACHED_2400, _JUNIOR = KFactor(10, "reached_2400"), KFactor(40, "junior")
_NEWCOMER, _ESTABLISHED = KFactor(40, "newcomer"), KFactor(20, "established")


def coefficient(peak: float | None, games: int, birth_year: int | None, year: int) -> KFactor:
    """FIDE's development coefficient K.

    ``peak``: highest rating published so far on this list; ``games``: rated games before the period
    on this list; ``year``: of the list in force. An unknown birth year means: not a junior.
    """
    highest = peak or 0
    if highest >= 2400:  # once published at 2400: 10 for good
        return _REACHED_2400
    if birth_year is not None and year - birth_year <= 18 and highest < 2300:  # to the end of the year of the 18th
        return _JUNIOR
    return _NEWCOMER if games < 30 else _ESTABLISHED


def limited_to_700(factor: KFactor, games: int) -> KFactor:
    """FIDE B.02 8.3.3: K times the games of a period is at most 700; K falls to a whole number."""
    if factor.k * games <= 700:
        return factor
    return KFactor(700 // games, "limit_700")
