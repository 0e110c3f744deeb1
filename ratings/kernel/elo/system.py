"""The system ``elo`` as the contract asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import fsum
from typing import ClassVar

from ..corrections import correction_line, corrections_of, points, row_of
from ..parameters import Definition
from ..rows import OwnGame, common, game_row, of_player, own_game, part_row, period_row, taking_part
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
from .game import explained, part, rated
from .parameters import DEFINITIONS, EloParameters, on_grid, read
from .run import run


class Elo:
    """R' = R + K (S - E)."""

    name: ClassVar[str] = "elo"
    modes: ClassVar[frozenset[str]] = frozenset({SEQUENTIAL, PERIOD})
    uses_lists: ClassVar[bool] = False
    definitions: ClassVar[tuple[Definition, ...]] = DEFINITIONS
    run = staticmethod(run)

    def parameters(self, given: Mapping[str, object]) -> EloParameters:
        return read(given)

    def tracks_peak(self, rules: Rules) -> bool:
        return any(parameters.uses_peak for _, parameters in rules.sets)

    def initial(self, facts: PlayerFacts, parameters: EloParameters) -> RatingState:
        rating = parameters.settled(parameters.initial if facts.rating is None else facts.rating)
        peak = rating if facts.peak is None else max(facts.peak, rating)
        return RatingState(rating, games=facts.games, peak=peak)

    def settle(self, rating: float, parameters: EloParameters, day: Day) -> float:
        return parameters.settled(rating)

    def season(self, state: RatingState, parameters: EloParameters) -> float | None:
        carry = parameters.carryover
        if carry is None or state.rating is None:
            return None
        return carry.keep * state.rating + (1 - carry.keep) * carry.mean

    def provisional(self, state: RatingState, parameters: EloParameters) -> bool:
        return state.games < parameters.provisional_games

    def aged(
        self, state: RatingState, parameters: EloParameters, day: Day, calendar: tuple[Day, ...], mode: str
    ) -> RatingState:
        return state

    def rate(self, batch: Batch, world: World) -> Iterator[Change]:
        if batch.period is None:
            for side in (0, 1):
                yield _single(own_game(batch.games[0], side), world)
            return
        for player, games in taking_part(batch).items():
            yield from _period(batch, player, games, world)

    def after(self, row: Change, rated: int, batch: Batch, world: World) -> RatingState:
        peak = row.peak if row.peak is None or row.closing is None else max(row.peak, row.closing)
        return RatingState(row.closing, games=row.games + rated, peak=peak)

    def explain(self, batch: Batch, world: World, player: PlayerId) -> list[Line]:
        state = world.states[player]
        parts = [part(own, world, _day(batch, own)) for own in of_player(batch, player)]
        corrections = corrections_of(batch, player)
        lines = [Line("opening", {"rating": state.rating, "games": state.games})]
        for number in parts:
            lines += explained(number, world.rules.at(number.scored.own.game.start))
        lines += [correction_line(each, points(each)) for each in corrections]
        total = fsum([*(number.scored.change for number in parts), *map(points, corrections)])
        return lines + _explained_sum(len(parts), total, state, _rules_of(batch, world), batch)


def _single(own: OwnGame, world: World) -> Change:
    state = world.states[own.player]
    number = part(own, world, own.game.day)
    change, closing = world.rules.at(own.game.start).applied(number.rating, number.scored.change)
    return game_row(number.scored, state, change, RatingState(closing))


def _period(batch: Batch, player: PlayerId, games: list[OwnGame], world: World) -> Iterator[Change]:
    state = world.states[player]
    scored = [part(own, world, _day(batch, own)).scored for own in games]
    for each in scored:
        yield part_row(batch, each, state)
    corrections = corrections_of(batch, player)
    for correction in corrections:
        yield row_of(batch, correction, points(correction), state)
    total = fsum([*(each.change for each in scored), *map(points, corrections)])
    change, closing = _rules_of(batch, world).applied(rated(state), total)
    yield period_row(batch, player, scored, state, change, RatingState(closing), common(each.k for each in scored))


def _day(batch: Batch, own: OwnGame) -> Day:
    return own.game.day if batch.period is None else batch.period.starts


def _rules_of(batch: Batch, world: World) -> EloParameters:
    """Rounding and floor: of the period's first day; of a single game, of its event's start."""
    start = batch.games[0].start if batch.period is None else batch.period.starts
    parameters: EloParameters = world.rules.at(start)
    return parameters


def _explained_sum(games: int, total: float, state: RatingState, parameters: EloParameters, batch: Batch) -> list[Line]:
    change, closing = parameters.applied(rated(state), total)
    lines = [] if batch.period is None else [Line("sum", {"games": games, "change": total})]
    if parameters.grid:
        rounded = on_grid(total, parameters.grid)
        lines.append(Line("rounding", {"change": total, "grid": parameters.grid, "rounded": rounded}))
    if parameters.floor is not None and closing == parameters.floor:
        lines.append(Line("floor", {"floor": parameters.floor}))
    return [*lines, Line("closing", {"opening": state.rating, "change": change, "rating": closing})]
