"""The system ``glicko2`` as the contract asks for it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from ..parameters import Definition
from ..rows import OwnGame, Scored, game_row, of_player, own_game
from ..types import (
    PERIOD,
    SEQUENTIAL,
    Batch,
    Change,
    Day,
    Line,
    PlayerFacts,
    PlayerId,
    RatingState,
    Rules,
    World,
)
from .parameters import DEFINITIONS, Glicko2Parameters, read
from .run import period_rows
from .update import Result, Update, grown, update

_new = tuple.__new__


class Opening(NamedTuple):
    """A player as a batch finds him: the deviation has grown while he was idle."""

    rating: float
    deviation: float
    volatility: float
    idle: float  # periods without a game


class Rated(NamedTuple):
    """A player's update in a batch, and its numbers game by game."""

    opening: Opening
    update: Update
    after: RatingState
    change: float
    scored: list[Scored]


class Glicko2:
    """Glickman's system, per period or game by game."""

    name: ClassVar[str] = "glicko2"
    modes: ClassVar[frozenset[str]] = frozenset({SEQUENTIAL, PERIOD})
    uses_lists: ClassVar[bool] = False
    definitions: ClassVar[tuple[Definition, ...]] = DEFINITIONS

    def parameters(self, given: Mapping[str, object]) -> Glicko2Parameters:
        return read(given)

    def tracks_peak(self, rules: Rules) -> bool:
        return False

    def initial(self, facts: PlayerFacts, parameters: Glicko2Parameters) -> RatingState:
        deviation = parameters.initial_deviation if facts.deviation is None else facts.deviation
        return RatingState(
            rating=parameters.settled(parameters.initial if facts.rating is None else facts.rating),
            deviation=parameters.limited(deviation),
            volatility=parameters.plausible(facts.volatility),
            games=facts.games,
            peak=facts.peak,
        )

    def settle(self, rating: float, parameters: Glicko2Parameters, day: Day) -> float:
        return parameters.settled(rating)

    def season(self, state: RatingState, parameters: Glicko2Parameters) -> None:
        return None

    def provisional(self, state: RatingState, parameters: Glicko2Parameters) -> bool:
        return state.deviation is None or state.deviation >= parameters.provisional_deviation

    def aged(
        self, state: RatingState, parameters: Glicko2Parameters, day: Day, calendar: Sequence[Day], mode: str
    ) -> RatingState:
        idle = (
            idle_periods(state.last, day, calendar)
            if mode == PERIOD
            else idle_time(state.last, day, parameters.period_days)
        )
        return state._replace(deviation=opening(state, idle, parameters).deviation)

    def rate(self, batch: Batch, world: World) -> Iterator[Change]:
        if batch.period is None:
            for side in (0, 1):
                own = own_game(batch.games[0], side)
                rated = rated_player(own.player, [own], batch, world)
                yield game_row(rated.scored[0], world.states[own.player], rated.change, rated.after)
            return
        yield from period_rows(batch, world, parameters_of(batch, world))

    def after(self, row: Change, rated: int, batch: Batch, world: World) -> RatingState:
        return _new(RatingState, (row[13], row[15], row[17], row[18] + rated, None, batch[0]))  # fields by number: fast

    def explain(self, batch: Batch, world: World, player: PlayerId) -> list[Line]:
        state = world.states[player]
        return explained(
            rated_player(player, of_player(batch, player), batch, world), state, parameters_of(batch, world)
        )


def parameters_of(batch: Batch, world: World) -> Glicko2Parameters:
    """The rules valid when the period began; of a single game, when its event did."""
    start = batch.games[0].start if batch.period is None else batch.period.starts
    parameters: Glicko2Parameters = world.rules.at(start)
    return parameters


def idle_periods(last: Day, end: Day, calendar: Sequence[Day]) -> int:
    """Whole periods between the one that ended on ``last`` and the one that ends on ``end``."""
    return max(bisect_left(calendar, end) - bisect_right(calendar, last), 0) if last else 0


def idle_time(last: Day, day: Day, period_days: float | None) -> float:
    """Periods, in fractions, since the last game; 0 where time does not count."""
    return (day - last) / period_days if last and period_days else 0.0


def opening(state: RatingState, idle: float, parameters: Glicko2Parameters) -> Opening:
    """A state with its deviation grown over the idle periods, up to the limit."""
    if state.rating is None or state.deviation is None or state.volatility is None:
        raise ValueError("a player without a rating in a Glicko-2 league")
    deviation = parameters.limited(grown(state.deviation, state.volatility, idle) if idle else state.deviation)
    return Opening(state.rating, deviation, state.volatility, idle)


def opening_of(player: PlayerId, batch: Batch, world: World, parameters: Glicko2Parameters) -> Opening:
    """How a player opens a batch."""
    state = world.states[player]
    if batch.period is None:
        return opening(state, idle_time(state.last, batch.day, parameters.period_days), parameters)
    return opening(state, idle_periods(state.last, batch.day, world.calendar), parameters)


def rated_player(player: PlayerId, games: Sequence[OwnGame], batch: Batch, world: World) -> Rated:
    """Rate one player's games of a batch, all from the states before it."""
    parameters = parameters_of(batch, world)
    own = opening_of(player, batch, world, parameters)
    opponents = [opening_of(game.opponent, batch, world, parameters) for game in games]
    results = [Result(o.rating, o.deviation, g.halves / 2) for o, g in zip(opponents, games, strict=True)]
    by_time = batch.period is None and parameters.period_days is not None
    periods = 0.0 if parameters.skip_deviation_increase or by_time else 1.0
    new = update(own.rating, own.deviation, own.volatility, results, parameters.tau, periods)
    closing = parameters.closing(own.rating, new.rating)
    volatility = new.volatility if parameters.max_volatility is None else min(new.volatility, parameters.max_volatility)
    after = RatingState(closing, parameters.limited(new.deviation), volatility)
    scored = [
        Scored(game, expected, None, None, opponent.rating, change)
        for game, expected, opponent, change in zip(games, new.expected, opponents, new.changes, strict=True)
    ]
    return Rated(own, new, after, closing - own.rating, scored)


def explained(rated: Rated, state: RatingState, parameters: Glicko2Parameters) -> list[Line]:
    """The lines of one player's update."""
    own, new = rated.opening, rated.update
    lines = [
        Line("opening", {"rating": own.rating, "deviation": state.deviation, "volatility": own.volatility}),
        Line("idle", {"periods": own.idle, "before": state.deviation, "deviation": own.deviation}),
    ]
    for scored, g in zip(rated.scored, new.g, strict=True):
        numbers = {"game": scored.own.game.game, "opponent": scored.opponent_rating, "g": g}
        numbers |= {"expected": scored.expected, "score": scored.own.halves / 2, "change": scored.change}
        lines.append(Line("game", numbers))
    spread = {"variance": new.variance, "improvement": new.improvement, "tau": parameters.tau}
    lines.append(Line("volatility", spread | {"before": own.volatility, "volatility": rated.after.volatility}))
    lines.append(Line("deviation", {"inflated": new.inflated, "deviation": rated.after.deviation}))
    if rated.after.rating != new.rating:
        lines.append(Line("limit", {"computed": new.rating, "rating": rated.after.rating}))
    return [*lines, Line("closing", {"opening": own.rating, "change": rated.change, "rating": rated.after.rating})]
