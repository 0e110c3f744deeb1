"""What games would bring: one game, a series against a field, a list of games, a FIDE period.

Nothing here is stored: calculators ask, the functions of the systems answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from .expectation import logistic
from .fide import Fide
from .types import Batch, Day, Line, Period, PlayerFacts, RatedGame, RatingState, Rules, World

LARGEST_DIFFERENCE = 400.0  # the 400-point rule
EXEMPT_FROM = 2650.0  # who is rated so high keeps the real difference (FIDE, from October 2025)


class Tournament(NamedTuple):
    """One of several tournaments of a period: its first day, and the own rating in force then (None: the period's)."""

    start: Day
    own: float | None = None


class Played(NamedTuple):
    """An opponent's rating and the own score against him, in halves; ``tournament`` None: the period's first."""

    opponent: float
    halves: int
    tournament: Tournament | None = None


class Exchange(NamedTuple):
    """One side of one game: expected score in [0, 1], change and new rating in points."""

    expected: float
    change: float
    new: float


class Forecast(NamedTuple):
    """A list of games: one Exchange each, and the sums. ``score`` in points."""

    games: tuple[Exchange, ...]
    score: float
    expected: float
    change: float
    new: float


def exchange(own: float, opponent: float, k: float, halves: int, cap: float | None = None) -> Exchange:
    """One game by the logistic curve: K (S - E). ``cap``: larger differences count as this."""
    expected = logistic(own, opponent, cap=cap)
    change = k * (halves / 2 - expected)
    return Exchange(expected, change, own + change)


def series(own: float, k: float, games: int, opponent: float, halves: int) -> Forecast:
    """``games`` games against a field of the average rating ``opponent``: R + K (W - G E)."""
    each = exchange(own, opponent, k, 0)
    expected = games * each.expected
    change = k * (halves / 2 - expected)
    return Forecast((each,), halves / 2, expected, change, own + change)


def listed(
    own: float, k: float, games: Sequence[Played], *, in_turn: bool = False, cap: bool = False, exempt: bool = False
) -> Forecast:
    """A list of games: all against the starting rating (a rating period), or one after another.

    ``cap``: the 400-point rule; ``exempt``: it does not apply while the own rating is 2650 or more.
    """
    rating, made = own, []
    for game in games:
        limit = LARGEST_DIFFERENCE if cap and not (exempt and rating >= EXEMPT_FROM) else None
        made.append(exchange(rating, game.opponent, k, game.halves, limit))
        if in_turn:
            rating = made[-1].new
    change = fsum(game.change for game in made)
    score = sum(game.halves for game in games) / 2
    return Forecast(tuple(made), score, fsum(game.expected for game in made), change, own + change)


def fide_period(
    own: float,
    games: Sequence[Played],
    *,
    start: Day,
    list_name: str,
    k: float | None,
    games_before: int = 0,
    birth_year: int | None = None,
    peak: float | None = None,
) -> list[Line]:
    """A player's period under the FIDE regulations: its lines, as a league would explain them.

    Games without a tournament of their own belong to one that starts on ``start``, and so does the K; ``k`` None:
    by 8.3.3 from games, birth year and highest published rating.
    """
    system = Fide()
    first = Tournament(start)
    tournaments = [game.tournament or first for game in games]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(tournaments), start=1)}
    rules = Rules(((min(start, *(each.start for each in tournaments)), system.parameters({"list": list_name})),))
    ratings = {0: own} | {number: game.opponent for number, game in enumerate(games, start=1)}
    states = {player: RatingState(rating, games=games_before, peak=rating) for player, rating in ratings.items()}
    states[0] = RatingState(own, games=games_before, peak=own if peak is None else max(own, peak))
    players = {player: PlayerFacts(player) for player in ratings}
    players[0] = PlayerFacts(0, birth_year=birth_year, k=k)
    rated = [
        RatedGame(number, each.start, each.start, 0, number, game.halves, event=numbers[each])
        for number, (game, each) in enumerate(zip(games, tournaments, strict=True), start=1)
    ]
    own_then = {each.start: each.own for each in tournaments if each.own is not None}
    world = World(states, players, rules, lambda player, day: ratings[player] if player else own_then.get(day, own), {})
    return system.explain(Batch(start, rated, Period(1, start, start)), world, 0)
