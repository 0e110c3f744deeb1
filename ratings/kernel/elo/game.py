"""One side of one game: the ratings it is computed with, expectation, K, margin, change."""

from __future__ import annotations

from typing import NamedTuple

from ..expectation import by_table, logistic
from ..fide_tables import table_row
from ..kfactor import KFactor, by_tiers, given
from ..margin import multiplier
from ..rounding import whole
from ..rows import OwnGame, Scored
from ..types import Day, Line, RatingState, World
from .parameters import FIDE_TABLE, EloParameters


class Part(NamedTuple):
    """One side of one game with every number on the way to its change.

    ``strength`` and ``against``: own and opponent's rating, the home side's with its advantage.
    """

    scored: Scored
    rating: float
    strength: float
    against: float
    factor: KFactor
    multiplier: float


def part(own: OwnGame, world: World, day: Day) -> Part:
    """Compute one side of one game by the rules valid at its event's start.

    ``day``: by its year ages are told; the game's day, of a period the first.
    """
    game, _, player, other, halves, own_k = own
    parameters: EloParameters = world.rules.at(game.start)
    state, facts = world.states[player], world.players[player]
    rating, opponent = rated(state), rated(world.states[other])
    strength, against = strengths(rating, opponent, own, parameters)
    expected = expected_score(strength, against, parameters)
    factor = given(own_k, facts) or by_tiers(parameters.k, state, facts, day)
    margin = parameters.margin
    times = 1.0 if margin == "none" else multiplier(margin, own, strength - against)
    k = factor.k * game.weight * times
    change = k * (halves / 2 - expected)
    return Part(Scored(own, expected, k, None, opponent, change), rating, strength, against, factor, times)


def rated(state: RatingState) -> float:
    """The rating; Elo has nobody unrated."""
    if state.rating is None:
        raise ValueError("a player without a rating in an Elo league")
    return state.rating


def strengths(rating: float, opponent: float, own: OwnGame, parameters: EloParameters) -> tuple[float, float]:
    """Both ratings, White's with the home advantage unless the ground is neutral."""
    home = 0.0 if own.game.neutral else parameters.home_advantage
    return (rating, opponent + home) if own.side else (rating + home, opponent)


def expected_score(own: float, opponent: float, parameters: EloParameters) -> float:
    """Expected score in [0, 1], home advantage already in the ratings."""
    if parameters.expectation == FIDE_TABLE:
        return by_table(own, opponent, parameters.difference_cap)
    return logistic(own, opponent, parameters.scale, parameters.difference_cap)


def explained(number: Part, parameters: EloParameters) -> list[Line]:
    """The lines of one side of one game: expectation, K, change."""
    scored, game = number.scored, number.scored.own.game
    difference = number.strength - number.against
    cap = parameters.difference_cap
    expected: dict[str, object] = {
        "game": game.game,
        "method": parameters.expectation,
        "own": number.rating,
        "opponent": scored.opponent_rating,
        "advantage": difference - (number.rating - _opponent(scored)),
        "difference": difference,
        "used": difference if cap is None else min(max(difference, -cap), cap),
        "scale": parameters.scale,
        "expected": scored.expected,
    }
    if parameters.expectation == FIDE_TABLE:
        used = whole(number.strength) - whole(number.against)
        expected["row"] = table_row(used if cap is None else int(min(max(used, -cap), cap)))
    factor = {"game": game.game, "k": number.factor.k, "rule": number.factor.rule, "tier": number.factor.tier}
    factor |= {"weight": game.weight, "margin": parameters.margin, "multiplier": number.multiplier, "used": scored.k}
    change = {"game": game.game, "k": scored.k, "score": scored.own.halves / 2, "expected": scored.expected}
    return [Line("expected", expected), Line("k", factor), Line("change", change | {"change": scored.change})]


def _opponent(scored: Scored) -> float:
    return 0.0 if scored.opponent_rating is None else scored.opponent_rating
