"""A fast loop over consecutive single games: the log of a million games is a matter of seconds."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain
from typing import Any

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

    Returns the first step that is not a single game (None: there are no more); ``states`` are
    brought up to date then. One long function on purpose: calls would cost more than the
    arithmetic. A test holds it equal to ``rate`` bit for bit, so every number is computed in the
    order in which it is computed there.
    """
    new, game_cause, low, high = tuple.__new__, Cause.GAME.value, 0, -1
    seats: dict[PlayerId, list[Any]] = {}  # player -> rating, games, fixed K
    for step in chain((first,), steps):
        if step.__class__ is not Batch or step[2] is not None:
            break
        game = step[1][0]
        number, day, start, white, black, halves, weight, k_white, k_black, _, _, neutral, _, _ = game
        try:
            own = seats[white]
        except KeyError:
            yield from enter(white, day)
            own = seats[white] = seated(white, world)
        try:
            opponent = seats[black]
        except KeyError:
            yield from enter(black, day)
            opponent = seats[black] = seated(black, world)
        if not low <= start < high:
            parameters, low, high = valid_at(world.rules, start)
            k, scale, home, margin = parameters.k[0].k, parameters.scale, parameters.home_advantage, parameters.margin
        own_rating, own_games, own_k = own
        opponent_rating, opponent_games, opponent_k = opponent
        difference = opponent_rating - (own_rating if neutral else own_rating + home)
        try:
            expected = 1 / (1 + 10 ** (difference / scale))
            opponent_expected = 1 / (1 + 10 ** (-difference / scale))
        except OverflowError:
            expected, opponent_expected = logistic(0.0, difference, scale), logistic(difference, 0.0, scale)
        if k_white is None:
            k_white = k if own_k is None else own_k
        if k_black is None:
            k_black = k if opponent_k is None else opponent_k
        times = 1.0 if margin == "none" else multiplier(margin, own_game(game, 0), -difference)
        k_white = k_white * weight * times
        k_black = k_black * weight * times
        own[0] = closing = own_rating + k_white * (halves / 2 - expected)
        opponent[0] = opponent_closing = opponent_rating + k_black * ((2 - halves) / 2 - opponent_expected)
        own[1] = own_games + 1
        opponent[1] = opponent_games + 1
        yield new(Change, (
            game_cause, day, None, number, 0, white, halves, expected, k_white, None, opponent_rating,
            own_rating, closing - own_rating, closing, None, None, None, None, own_games, None, 0, "",
        ))  # fmt: skip
        yield new(Change, (
            game_cause, day, None, number, 1, black, 2 - halves, opponent_expected, k_black, None, own_rating,
            opponent_rating, opponent_closing - opponent_rating, opponent_closing, None, None, None, None,
            opponent_games, None, 0, "",
        ))  # fmt: skip
    else:
        step = None
    for player, (rating, games, _) in seats.items():
        states[player] = RatingState(rating, games=games)
    return step


def seated(player: PlayerId, world: World) -> list[Any]:
    """What the loop keeps of a player while it runs."""
    state = world.states[player]
    return [state.rating, state.games, world.players[player].k]


def valid_at(rules: Rules, day: Day) -> tuple[EloParameters, Day, Day]:
    """The parameters valid on a day, and from when until before when they are."""
    starts = [start for start, _ in rules.sets[1:]]
    low = max((start for start in starts if start <= day), default=-FOREVER)
    return rules.at(day), low, min((start for start in starts if start > day), default=FOREVER)
