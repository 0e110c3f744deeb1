"""A title norm, requirement by requirement (FIDE B.01 of January 2024)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .norm_games import Counted, NormEvent, counted_games, needed_games
from .norms import TITLE_HOLDERS, Mix, NormPerformance, mix, norm_performance

LEAST_FOREIGN = 2
LEAST_PERCENT = 35
LEAST_IN_DOUBLE = 6  # players
NO_FEDERATION = frozenset({"", "FID"})  # who plays for FIDE is an opponent, of no federation (1.4.2a)


class Opponent(NamedTuple):
    """``rating`` None: unrated. ``title`` and ``federation``: "" where unknown or none. ``player``: who it is, where
    somebody is met twice."""

    rating: int | None
    title: str
    federation: str
    halves: int
    player: int = 0


class Check(NamedTuple):
    """One requirement: what is needed (``most``: at most so much), what there is."""

    code: str
    needed: float
    has: float
    met: bool
    most: bool = False


class NormCheck(NamedTuple):
    """``counted``: as how many of the games for a title it counts, if it is a norm. ``ignored``: places of the games
    left out (``norm_choice``)."""

    performance: NormPerformance
    checks: tuple[Check, ...]
    counted: Counted
    ignored: tuple[int, ...] = ()

    @property
    def reached(self) -> bool:
        return all(check.met for check in self.checks)


_NO_EVENT = NormEvent()


def norm_check(
    title: str, own_federation: str, opponents: Sequence[Opponent], event: NormEvent = _NO_EVENT, unplayed: int = 0
) -> NormCheck:
    """The arithmetic of B.01 1.4.1 to 1.4.8 and 1.7 for one event; its exemptions (1.4.3a-d) are not applied.

    ``unplayed``: the player's rounds won by forfeit, and byes given by the pairing. Raises ValueError without
    opponents, KeyError for an unknown title.
    """
    halves = sum(opponent.halves for opponent in opponents)
    made = norm_performance(title, [opponent.rating for opponent in opponents], halves)
    games = _least("norm_games", needed_games(event, len(opponents), unplayed), len(opponents))
    checks = (games, *_by_rating(made, halves), *_by_opponents(made, own_federation, opponents, event))
    return NormCheck(made, checks, counted_games(event, made, unplayed))


def _by_rating(made: NormPerformance, halves: int) -> Iterator[Check]:
    games = made.performance.games
    yield Check("norm_performance", made.norm.performance, made.performance.rating, made.high_enough)
    yield Check("norm_average", made.norm.average, made.performance.average, made.strong_enough)
    yield Check("norm_points", -(-LEAST_PERCENT * 2 * games // 100) / 2, halves / 2, made.enough_points)


def _by_opponents(made: NormPerformance, own: str, opponents: Sequence[Opponent], event: NormEvent) -> Iterator[Check]:
    wanted: Mix = mix(len(opponents))
    federations = Counter(each.federation for each in opponents if each.federation not in NO_FEDERATION)
    holders = sum(opponent.title in TITLE_HOLDERS for opponent in opponents)
    yield _least("norm_holders", wanted.least_title_holders, holders)
    if event.double:
        yield from _twice(made, opponents)
    else:
        level = sum(opponent.title in made.norm.levels for opponent in opponents)
        yield _least("norm_level", wanted.least_of_level, level)
    yield _least("norm_foreign", LEAST_FOREIGN, len(federations.keys() - {own}))
    yield _most("norm_own", wanted.most_own_federation, federations[own])
    yield _most("norm_one", wanted.most_one_federation, max(federations.values(), default=0))


def _twice(made: NormPerformance, opponents: Sequence[Opponent]) -> Iterator[Check]:
    """1.4.5f: a double round robin has six players or more; half of the opponents, each counted once, are of the level.

    Reading: half of the opponents, rounded up.
    """
    met = {opponent.player: opponent.title for opponent in opponents}
    yield _least("norm_players", LEAST_IN_DOUBLE, len(met) + 1)
    yield _least("norm_level", -(-len(met) // 2), sum(title in made.norm.levels for title in met.values()))


def _least(code: str, needed: int, has: int) -> Check:
    return Check(code, needed, has, has >= needed)


def _most(code: str, needed: int, has: int) -> Check:
    return Check(code, needed, has, has <= needed, most=True)
