"""Arithmetic of title norms (FIDE B.01 of January 2024). Exemptions 1.4.3a-d are not part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .performance import Performance, performance


@dataclass(frozen=True, slots=True)
class Norm:
    """What a norm asks for (1.4.5, 1.4.6, 1.4.8): whole ratings."""

    title: str
    performance: int
    average: int
    raised_to: int  # the lowest opponent may count as this
    rating: int  # for the title itself
    levels: tuple[str, ...]  # titles a third of the opponents must hold


NORMS = {
    norm.title: norm
    for norm in (
        Norm("GM", 2600, 2380, 2200, 2500, ("GM",)),
        Norm("IM", 2450, 2230, 2050, 2400, ("IM", "GM")),
        Norm("WGM", 2400, 2180, 2000, 2300, ("WGM", "IM", "GM")),
        Norm("WIM", 2250, 2030, 1850, 2200, ("WIM", "WGM", "IM", "GM")),
    )
}
UNRATED = 1400  # what an unrated opponent counts
TITLE_HOLDERS = frozenset({"GM", "IM", "WGM", "FM", "WIM", "WFM"})  # CM and WCM do not count
RATING_TITLES = {"FM": 2300, "CM": 2200, "WFM": 2100, "WCM": 2000}  # with 30 rated games


class Mix(NamedTuple):
    """Numbers of opponents (1.4.4, 1.4.5): minima round up, maxima round down."""

    least_title_holders: int  # half
    least_of_level: int  # a third, at least 3
    most_own_federation: int  # three fifths
    most_one_federation: int  # two thirds


class NormPerformance(NamedTuple):
    """A performance against the opponents as a norm counts them, and each requirement's verdict."""

    norm: Norm
    opponents: tuple[int, ...]
    performance: Performance
    high_enough: bool
    strong_enough: bool  # average of the opponents
    enough_points: bool  # 35 per cent

    @property
    def reached(self) -> bool:
        return self.high_enough and self.strong_enough and self.enough_points


def mix(games: int) -> Mix:
    """How many opponents of which kind ``games`` games need or allow."""
    return Mix(-(-games // 2), max(-(-games // 3), 3), games * 3 // 5, games * 2 // 3)


def counted_opponents(norm: Norm, opponents: Sequence[int | None]) -> tuple[int, ...]:
    """1.4.6: unrated opponents as 1400; one opponent, the lowest, raised if below the norm's floor."""
    rated = [UNRATED if rating is None else rating for rating in opponents]
    lowest = rated.index(min(rated))
    rated[lowest] = max(rated[lowest], norm.raised_to)
    return tuple(rated)


def enough_points(halves: int, games: int) -> bool:
    """1.4.8: at least 35 per cent, exactly."""
    return 100 * halves >= 35 * 2 * games


def norm_performance(title: str, opponents: Sequence[int | None], halves: int) -> NormPerformance:
    """Performance, average of the opponents and score of a norm; ratings at the event's start."""
    norm = NORMS[title]
    counted = counted_opponents(norm, opponents)
    made = performance(counted, halves)
    return NormPerformance(
        *(norm, counted, made, made.rating >= norm.performance, made.average >= norm.average),
        enough_points(halves, len(counted)),
    )
