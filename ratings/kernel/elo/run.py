"""A fast loop over consecutive single games: the log of a million games is a matter of seconds."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain

from ..expectation import logistic
from ..margin import multiplier
from ..rows import own_game
from ..types import Batch, Cause, Change, Day, PlayerId, RatingState, Rules, Step, World
from .parameters import EloParameters

FOREVER = 1 << 60


def run(
    first: Batch,
    steps: Iterator[Step],
    world: World,
    states: dict[PlayerId, RatingState],
    enter: Callable[[PlayerId, Day], Iterable[Change]],
) -> Generator[Change, None, Step | None]:
    """Rate consecutive single games under plain rules: the very rows that ``Elo.rate`` gives.

    Returns the first step that is not a single game (None: there are no more). One long function
    on purpose: calls would cost more than the arithmetic. A test holds it equal to ``rate`` bit
    for bit, so every number is computed in the order in which it is computed there.
    """
    players, new, game_cause, low, high = world.players, tuple.__new__, Cause.GAME.value, 0, -1
    for step in chain((first,), steps):
        if step.__class__ is not Batch or step[2] is not None:
            return step
        game = step[1][0]
        number, day, start, white, black, halves, weight, k_white, k_black, _, _, neutral, _, _ = game
        if white not in states:
            yield from enter(white, day)
        if black not in states:
            yield from enter(black, day)
        if not low <= start < high:
            parameters, low, high = valid_at(world.rules, start)
            k, scale, home, margin = parameters.k[0].k, parameters.scale, parameters.home_advantage, parameters.margin
        own, _, _, white_games, white_peak, _ = states[white]
        opponent, _, _, black_games, black_peak, _ = states[black]
        difference = opponent - (own if neutral else own + home)
        try:
            white_expected = 1 / (1 + 10 ** (difference / scale))
            black_expected = 1 / (1 + 10 ** (-difference / scale))
        except OverflowError:
            white_expected, black_expected = logistic(0.0, difference, scale), logistic(difference, 0.0, scale)
        if k_white is None:
            fixed = players[white].k
            k_white = k if fixed is None else fixed
        if k_black is None:
            fixed = players[black].k
            k_black = k if fixed is None else fixed
        times = 1.0 if margin == "none" else multiplier(margin, own_game(game, 0), -difference)
        k_white = k_white * weight * times
        k_black = k_black * weight * times
        white_after = own + k_white * (halves / 2 - white_expected)
        black_after = opponent + k_black * ((2 - halves) / 2 - black_expected)
        yield new(Change, (
            game_cause, day, None, number, 0, white, halves, white_expected, k_white, None, opponent,
            own, white_after - own, white_after, None, None, None, None, white_games, white_peak, 0, "",
        ))  # fmt: skip
        yield new(Change, (
            game_cause, day, None, number, 1, black, 2 - halves, black_expected, k_black, None, own,
            opponent, black_after - opponent, black_after, None, None, None, None, black_games, black_peak, 0, "",
        ))  # fmt: skip
        white_peak = None if white_peak is None else max(white_peak, white_after)
        black_peak = None if black_peak is None else max(black_peak, black_after)
        states[white] = new(RatingState, (white_after, None, None, white_games + 1, white_peak, 0))
        states[black] = new(RatingState, (black_after, None, None, black_games + 1, black_peak, 0))
    return None


def valid_at(rules: Rules, day: Day) -> tuple[EloParameters, Day, Day]:
    """The parameters valid on a day, and from when until before when they are."""
    starts = [start for start, _ in rules.sets[1:]]
    low = max((start for start in starts if start <= day), default=-FOREVER)
    return rules.at(day), low, min((start for start in starts if start > day), default=FOREVER)
