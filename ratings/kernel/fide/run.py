"""A fast way through a rating period: the very rows that ``outcome`` gives, without the values in between.

It takes the players who are rated and whose games no clause of a passing kind concerns; all others go through
``outcome``, which explanations are made of. A test holds both equal, bit for bit, under all rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import fsum
from typing import Any

from ..fide_tables import expected_hundredths
from ..rounding import whole
from ..types import Batch, Cause, Change, Day, PlayerId, RatedGame, RatingState, Reason, Rules, World
from .admission import GAP_600, TIME_CONTROL, UNRATED_OPPONENT, UNRATED_PLAYER, Standings
from .game import UNITS, period_factor, rounded
from .parameters import FideParameters
from .regulations import (
    LARGEST_DIFFERENCE,
    ONE_GAME_A_TOURNAMENT,
    REFORM,
    STANDARD,
    difference,
    list_of,
    too_far_apart,
)

GAME, PERIOD, RATED = Cause.GAME.value, Cause.PERIOD.value, Reason.RATED.value
EXPECTED = tuple(expected_hundredths(gap) for gap in range(-LARGEST_DIFFERENCE, LARGEST_DIFFERENCE + 1))
Slow = Callable[[PlayerId, list[RatedGame]], Iterator[Change]]
Side = tuple[Any, ...]  # day, game, side, halves, weight, own K, rating, opponent's rating, hundredths expected, reason
_new = tuple.__new__


def period_rows(
    played: dict[PlayerId, list[RatedGame]], batch: Batch, world: World, standing: Standings, slow: Slow
) -> Iterator[Change]:
    """The rows of a period: of each player the games, then their sum. ``slow`` gives them for the special cases."""
    period = batch.period
    assert period is not None
    states, number, ends, first, new, row_class = world.states, period.period, batch.day, period.starts, _new, Change
    parameters: FideParameters = world.rules.at(first)
    plain = not batch.corrections and not parameters.external
    for player, games in played.items():
        state = states[player]
        sides = sides_of(player, games, standing, world.rules) if plain and state[0] is not None else None
        if sides is None:
            yield from slow(player, games)
            continue
        counted = [side for side in sides if not side[9]]
        factor = period_factor(player, world, first, len(counted))
        k_hundredths, units = round(100 * factor.k), 0
        opening, _, _, games_before, peak, last = state
        for day, key, side, halves, weight, own_k, rating, opponent, expected, reason in sides:
            if reason:
                score = k = None
                change = 0.0
            else:
                hundredths = k_hundredths
                if own_k is not None or weight != 1.0:
                    hundredths = round(100 * (factor.k if own_k is None else own_k) * weight)
                made = hundredths * (50 * halves - expected)
                units += made
                score, k, change = expected / 100, hundredths / 100, made / UNITS
            yield new(row_class, (
                GAME, day, number, key, side, player, halves, score, k, rating, opponent,
                None, change, None, None, None, None, None, games_before, peak, last, reason,
            ))  # fmt: skip
        yield new(row_class, (
            PERIOD, ends, number, 0, 0, player,
            None, fsum([side[8] / 100 for side in counted]) if counted else None, factor.k if counted else None,
            None, fsum([side[7] for side in counted]) / len(counted) if counted else None,
            opening, *closing(state, units if counted else None, parameters, first), None, None, None, None,
            games_before, peak, last, RATED,
        ))  # fmt: skip


def closing(
    state: RatingState, units: int | None, parameters: FideParameters, first: Day
) -> tuple[float, float | None]:  # fmt: skip
    """Change and closing rating of a rated player (``units`` None: nothing counted)."""
    rating = state[0]
    assert rating is not None
    if units is None:
        return 0.0, rating
    computed = float(whole(rating) + rounded(units))
    return (round(100 * computed) - round(100 * rating)) / 100, parameters.published(computed, first)


def sides_of(player: PlayerId, games: list[RatedGame], standing: Standings, rules: Rules) -> list[Side] | None:
    """A rated player's games of a period, each with what is expected of it; None: not a case for the fast way."""
    sides: list[Side] = []
    known, rating, mine, list_name = None, None, None, STANDARD
    for game in games:
        key, day, start, white, black, halves, weight, own_k, k_black, _, _, _, _, control = game
        if start != known:
            valid: FideParameters = rules.at(start)
            if valid.external or ONE_GAME_A_TOURNAMENT <= start < REFORM:
                return None
            known, list_name = start, valid.list
            rating, mine = standing[player, start]
        if white == player:
            side, theirs = 0, standing[black, start][1]
        else:
            side, halves, own_k, theirs = 1, 2 - halves, k_black, standing[white, start][1]
        reason, expected = "", None
        if control is not None and list_of(control, mine, theirs) != list_name:
            reason = TIME_CONTROL
        elif theirs is None:
            reason = UNRATED_OPPONENT
        elif rating is None:
            reason = UNRATED_PLAYER
        elif list_name != STANDARD and too_far_apart(rating, theirs, start, list_name):
            reason = GAP_600
        else:
            own, other = whole(rating), whole(theirs)
            gap = own - other
            if -LARGEST_DIFFERENCE <= gap <= LARGEST_DIFFERENCE:
                expected = EXPECTED[gap + LARGEST_DIFFERENCE]
            else:
                expected = expected_hundredths(difference(own, other, start, list_name, False).used)
        sides.append((day, key, side, halves, weight, own_k, rating, theirs, expected, reason))
    return sides
