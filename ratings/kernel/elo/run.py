"""A fast loop over consecutive single games: the log of a million games is a matter of seconds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator
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
    bare: bool = False,
) -> Generator[Change, None, Step | None]:
    """Rate consecutive single games: the very rows that ``Elo.rate`` gives.

    Returns the first step that is not a single game (None: there are no more); ``states`` are
    brought up to date then. ``bare``: games as plain tuples of the fields of ``Change``.

    One long function on purpose: calls would cost more than the arithmetic, so the common case (one K, the
    logistic curve, nothing cut off or rounded) makes none. A test holds it equal to ``rate`` bit for bit under
    all rules: every number is computed in the order in which it is computed there.
    """
    new, game_cause, low, high, players = tuple.__new__, Cause.GAME.value, 0, -1, world.players
    fixed = {player: facts.k for player, facts in players.items() if facts.k is not None}
    ratings, played = seats(players), seats(players)
    peaks = seats(players) if any(parameters.uses_peak for _, parameters in world.rules.sets) else None
    here: list[PlayerId] = []  # who has a seat
    for step in chain((first,), steps):
        if step.__class__ is not Batch or step[2] is not None:
            break
        game = step[1][0]
        number, day, start, white, black, halves, weight, k_white, k_black, _, _, neutral, _, _, _ = game
        rating, opponent_rating = ratings[white], ratings[black]
        if rating is None or opponent_rating is None:
            for player in (white, black):
                if ratings[player] is None:
                    yield from enter(player, day)
                    ratings[player], _, _, played[player], peak, _ = states[player]
                    here.append(player)
                    if peaks is not None:
                        peaks[player] = peak
            rating, opponent_rating = ratings[white], ratings[black]
        if not low <= start < high:
            parameters, low, high = valid_at(world.rules, start)
            scale, home, margin, tiers = parameters.scale, parameters.home_advantage, parameters.margin, parameters.k
            curved, exact, k = parameters.curved, parameters.exact, tiers[0].k if len(tiers) == 1 else None
        games, opponent_games = played[white], played[black]
        peak, opponent_peak = (None, None) if peaks is None else (peaks[white], peaks[black])
        strength = rating if neutral else rating + home
        if curved:
            exponent = (opponent_rating - strength) / scale
            try:
                expected, opponent_expected = 1.0 / (1.0 + 10.0**exponent), 1.0 / (1.0 + 10.0**-exponent)
            except OverflowError:
                expected = logistic(strength, opponent_rating, scale)
                opponent_expected = logistic(opponent_rating, strength, scale)
        else:
            expected = expected_score(strength, opponent_rating, parameters)
            opponent_expected = expected_score(opponent_rating, strength, parameters)
        if k_white is None:
            k_white = fixed.get(white, k) if fixed else k
            if k_white is None:
                k_white = by_tiers(tiers, RatingState(rating, None, None, games, peak), players[white], day).k
        if k_black is None:
            k_black = fixed.get(black, k) if fixed else k
            if k_black is None:
                state = RatingState(opponent_rating, None, None, opponent_games, opponent_peak)
                k_black = by_tiers(tiers, state, players[black], day).k
        times = 1.0 if margin == "none" else multiplier(margin, own_game(game, 0), strength - opponent_rating)
        k_white = k_white * weight * times
        k_black = k_black * weight * times
        score = halves / 2
        change = k_white * (score - expected)
        opponent_change = k_black * (1.0 - score - opponent_expected)
        if exact:
            closing, opponent_closing = rating + change, opponent_rating + opponent_change
            change, opponent_change = closing - rating, opponent_closing - opponent_rating
        else:
            change, closing = parameters.applied(rating, change)
            opponent_change, opponent_closing = parameters.applied(opponent_rating, opponent_change)
        ratings[white], ratings[black] = closing, opponent_closing
        played[white], played[black] = games + 1, opponent_games + 1
        if peaks is not None:
            peaks[white] = None if peak is None else max(peak, closing)
            peaks[black] = None if opponent_peak is None else max(opponent_peak, opponent_closing)
        row: Any = (
            game_cause, day, None, number, 0, white, halves, expected, k_white, None, opponent_rating,
            rating, change, closing, None, None, None, None, games, peak, 0, "",
        )  # fmt: skip
        yield row if bare else new(Change, row)
        row = (
            game_cause, day, None, number, 1, black, 2 - halves, opponent_expected, k_black, None, rating,
            opponent_rating, opponent_change, opponent_closing, None, None, None, None,
            opponent_games, opponent_peak, 0, "",
        )  # fmt: skip
        yield row if bare else new(Change, row)
    else:
        step = None
    for player in here:
        peak = None if peaks is None else peaks[player]
        states[player] = RatingState(ratings[player], games=played[player], peak=peak)
    return step


class Seats(dict[PlayerId, Any]):
    """Player -> value; None for who is not there yet."""

    def __missing__(self, player: PlayerId) -> None:
        return None


def seats(players: Collection[PlayerId]) -> Any:
    """Player -> value, None at first: a list where the ids lie close together, which is read faster than a dict."""
    last = max(players, default=0)
    return [None] * (last + 1) if min(players, default=0) >= 0 and last < 8 * len(players) else Seats()


def valid_at(rules: Rules, day: Day) -> tuple[EloParameters, Day, Day]:
    """The parameters valid on a day, and from when until before when they are."""
    starts = [start for start, _ in rules.sets[1:]]
    low = max((start for start in starts if start <= day), default=-FOREVER)
    return rules.at(day), low, min((start for start in starts if start > day), default=FOREVER)
