"""A fast loop over consecutive single games: the log of a million games is a matter of seconds."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain
from typing import Any

from ..expectation import logistic
from ..kfactor import by_tiers
from ..margin import multiplier
from ..rows import own_game
from ..types import Batch, Cause, Change, Day, PlayerId, RatingState, Rules, Step, World
from .game import expected_score
from .parameters import EloParameters

FOREVER = 1 << 60


def run(
    first: Batch,
    steps: Iterator[Step],
    world: World,
    states: dict[PlayerId, RatingState],
    enter: Callable[[PlayerId, Day], Iterable[Change]],
) -> Generator[Change, None, Step | None]:
    """Rate consecutive single games: the very rows that ``Elo.rate`` gives.

    Returns the first step that is not a single game (None: there are no more); ``states`` are
    brought up to date then. One long function on purpose: calls would cost more than the
    arithmetic, so the common case (one K, the logistic curve, nothing cut off or rounded) makes
    none. A test holds it equal to ``rate`` bit for bit under all rules: every number is computed
    in the order in which it is computed there.
    """
    new, game_cause, low, high, players = tuple.__new__, Cause.GAME.value, 0, -1, world.players
    seats: dict[PlayerId, list[Any]] = {}  # player -> rating, games, peak, fixed K
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
            scale, home, margin, tiers = parameters.scale, parameters.home_advantage, parameters.margin, parameters.k
            curved, exact, k = parameters.curved, parameters.exact, tiers[0].k if len(tiers) == 1 else None
        rating, games, peak, fixed = own
        opponent_rating, opponent_games, opponent_peak, opponent_fixed = opponent
        strength = rating if neutral else rating + home
        if curved:
            try:
                expected = 1 / (1 + 10 ** ((opponent_rating - strength) / scale))
                opponent_expected = 1 / (1 + 10 ** ((strength - opponent_rating) / scale))
            except OverflowError:
                expected = logistic(strength, opponent_rating, scale)
                opponent_expected = logistic(opponent_rating, strength, scale)
        else:
            expected = expected_score(strength, opponent_rating, parameters)
            opponent_expected = expected_score(opponent_rating, strength, parameters)
        if k_white is None:
            k_white = k if fixed is None else fixed
            if k_white is None:
                k_white = by_tiers(tiers, RatingState(rating, None, None, games, peak), players[white], day).k
        if k_black is None:
            k_black = k if opponent_fixed is None else opponent_fixed
            if k_black is None:
                state = RatingState(opponent_rating, None, None, opponent_games, opponent_peak)
                k_black = by_tiers(tiers, state, players[black], day).k
        times = 1.0 if margin == "none" else multiplier(margin, own_game(game, 0), strength - opponent_rating)
        k_white = k_white * weight * times
        k_black = k_black * weight * times
        change = k_white * (halves / 2 - expected)
        opponent_change = k_black * ((2 - halves) / 2 - opponent_expected)
        if exact:
            closing, opponent_closing = rating + change, opponent_rating + opponent_change
            change, opponent_change = closing - rating, opponent_closing - opponent_rating
        else:
            change, closing = parameters.applied(rating, change)
            opponent_change, opponent_closing = parameters.applied(opponent_rating, opponent_change)
        own[0], own[1] = closing, games + 1
        opponent[0], opponent[1] = opponent_closing, opponent_games + 1
        if peak is not None:
            own[2] = max(peak, closing)
        if opponent_peak is not None:
            opponent[2] = max(opponent_peak, opponent_closing)
        yield new(Change, (
            game_cause, day, None, number, 0, white, halves, expected, k_white, None, opponent_rating,
            rating, change, closing, None, None, None, None, games, peak, 0, "",
        ))  # fmt: skip
        yield new(Change, (
            game_cause, day, None, number, 1, black, 2 - halves, opponent_expected, k_black, None, rating,
            opponent_rating, opponent_change, opponent_closing, None, None, None, None,
            opponent_games, opponent_peak, 0, "",
        ))  # fmt: skip
    else:
        step = None
    for player, (rating, games, peak, _) in seats.items():
        states[player] = RatingState(rating, games=games, peak=peak)
    return step


def seated(player: PlayerId, world: World) -> list[Any]:
    """What the loop keeps of a player while it runs."""
    state = world.states[player]
    return [state.rating, state.games, state.peak, world.players[player].k]


def valid_at(rules: Rules, day: Day) -> tuple[EloParameters, Day, Day]:
    """The parameters valid on a day, and from when until before when they are."""
    starts = [start for start, _ in rules.sets[1:]]
    low = max((start for start in starts if start <= day), default=-FOREVER)
    return rules.at(day), low, min((start for start in starts if start > day), default=FOREVER)
