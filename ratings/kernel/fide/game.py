"""One side of one rated game: difference, expectation from the table, K, change. In hundredths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..fide_tables import expected_hundredths
from ..kfactor import KFactor, by_tiers, coefficient, given, limited_to_700, year_of
from ..rounding import half_away, whole
from ..rows import OwnGame, Scored
from ..types import Day, GameId, PlayerId, World
from .admission import Admitted, Standings, admitted
from .parameters import FideParameters
from .regulations import ONE_GAME_A_TOURNAMENT, REFORM, Difference, difference

_new = tuple.__new__  # parts are made by the ten thousand
UNITS = 10_000  # in a rating point: hundredths of K times hundredths of a score


class Part(NamedTuple):
    """One side of one game. ``units``: K times dR in ten-thousandths of a point (0: not rated)."""

    scored: Scored
    difference: Difference | None
    factor: KFactor | None
    units: int


def parts(
    player: PlayerId, games: Sequence[OwnGame], standing: Standings, world: World, day: Day, period: bool
) -> tuple[list[Part], KFactor]:
    """A player's games of a batch and the K for it. ``day``: by its year ages are counted."""
    rules = [world.rules.at(own.game.start) for own in games]
    sides = [admitted(own, standing, valid) for own, valid in zip(games, rules, strict=True)]
    counted = [side for side in sides if not side.reason]
    factor = period_factor(player, world, day, len(counted) if period else 1)
    cut = largest_gaps(counted)
    return [_part(side, factor, cut, valid) for side, valid in zip(sides, rules, strict=True)], factor


def _part(side: Admitted, factor: KFactor, cut: frozenset[GameId], parameters: FideParameters) -> Part:
    own, rating, opponent, reason = side
    game, _, _, _, halves, own_k = own
    if reason or rating is None or opponent is None:
        return Part(Scored(own, None, None, rating, opponent, 0.0, reason), None, None, 0)
    gap = difference(whole(rating), whole(opponent), game.start, parameters.list, game.game in cut)
    expected = expected_hundredths(gap.used)
    if own_k is not None:
        factor = KFactor(own_k, "game")
    k_hundredths = round(100 * factor.k * game.weight)
    units = k_hundredths * (50 * halves - expected)
    scored = _new(Scored, (own, expected / 100, k_hundredths / 100, rating, opponent, units / UNITS, ""))
    return _new(Part, (scored, gap, factor, units))


def period_factor(player: PlayerId, world: World, day: Day, games: int) -> KFactor:
    """K for a batch by the state before it (8.3.3): the K of the list in force, limited to 700."""
    state, facts = world.states[player], world.players[player]
    parameters: FideParameters = world.rules.at(day)
    tiers = parameters.k
    factor = given(None, facts)
    if factor is None and tiers is None and parameters.external:
        official = world.official(player, day)
        factor = KFactor(official.k, "list") if official is not None and official.k else None
    if factor is None and tiers is not None:
        factor = by_tiers(tiers, state, facts, day)
    if factor is None:
        factor = coefficient(state.peak, state.games, facts.birth_year, year_of(day))
    return limited_to_700(factor, games)


def largest_gaps(sides: Iterable[Admitted]) -> frozenset[GameId]:
    """Of 2022 to 2024: the game with the largest difference of each tournament, the one that was cut.

    Among equal differences the one to a weaker opponent, as that favours the player. A game
    without an event is a tournament of its own.
    """
    largest: dict[tuple[int, int], tuple[int, bool, int]] = {}
    for side in sides:
        game = side.own.game
        if not ONE_GAME_A_TOURNAMENT <= game.start < REFORM:
            continue
        gap = whole(side.rating or 0) - whole(side.opponent or 0)
        place = (game.event, 0 if game.event else game.game)
        candidate = (abs(gap), gap > 0, -game.game)
        largest[place] = max(largest.get(place, candidate), candidate)
    return frozenset(-number for _, _, number in largest.values())


def rounded(units: int) -> int:
    """8.3.4: the sum of a period, nearest whole number, .5 away from zero."""
    return half_away(units, UNITS)


def in_hundredths(units: int) -> int:
    """A change game by game, to the hundredth, .5 away from zero."""
    return half_away(units, UNITS // 100)
