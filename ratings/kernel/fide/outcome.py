"""A player's batch under the FIDE regulations: change of a rated player, first rating, floor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..corrections import corrections_of, ten_thousandths
from ..kfactor import KFactor
from ..rounding import whole
from ..rows import OwnGame
from ..types import Batch, Day, PlayerId, PooledResult, Reason, World
from .admission import Standings
from .first_rating import FirstRating, counted_results, first_rating, publishable
from .game import Part, in_hundredths, parts, rounded
from .parameters import FideParameters


class Outcome(NamedTuple):
    """``base``: the rating that the change is added to (None: unrated); ``computed``: base plus
    change; ``closing``: what is published of it; ``pool``: the results of a first rating."""

    parts: list[Part]
    factor: KFactor
    units: int
    base: float | None
    computed: float | None
    closing: float | None
    pool: list[PooledResult]
    first: FirstRating | None

    @property
    def rated(self) -> int:
        """How many games count."""
        return sum(part.difference is not None for part in self.parts)


def outcome(player: PlayerId, games: Sequence[OwnGame], standing: Standings, batch: Batch, world: World) -> Outcome:
    """What a batch does to one player. The order of the games does not matter to any number."""
    made, factor = parts(player, games, standing, world, first_day(batch), batch.period is not None)
    base = _base(player, made, world)
    if base is None:
        return _unrated(player, made, factor, batch, world)
    corrections = corrections_of(batch, player)
    units = sum(part.units for part in made) + sum(map(ten_thousandths, corrections))
    if not corrections and all(part.difference is None for part in made):
        return Outcome(made, factor, units, base, base, base, [], None)
    computed = _whole_sum(base, units) if batch.period is not None else _exact_sum(base, units)
    closing = parameters_of(batch, world).published(computed, first_day(batch))
    return Outcome(made, factor, units, base, computed, closing, [], None)


def _base(player: PlayerId, made: Sequence[Part], world: World) -> float | None:
    """8.3.4: the rating before the batch. A newcomer to rapid or blitz starts from the standard
    rating that his latest event counted (rapid and blitz 7.2.1)."""
    rating = world.states[player].rating
    if rating is not None:
        return rating
    seeded = [(p.scored.own.game.start, p.scored.own_rating) for p in made if not p.scored.reason]
    return max(seeded)[1] if seeded else None


def _whole_sum(base: float, units: int) -> float:
    return float(whole(base) + rounded(units))


def _exact_sum(base: float, units: int) -> float:
    return (round(100 * base) + in_hundredths(units)) / 100


def _unrated(player: PlayerId, made: list[Part], factor: KFactor, batch: Batch, world: World) -> Outcome:
    """8.2: results against rated opponents are pooled until they give a first rating."""
    new = [_result(part, batch) for part in made if part.scored.reason == Reason.UNRATED_PLAYER]
    old = [result for result in world.pools.get(player, ()) if _since_rated(result, batch, world.states[player].last)]
    pool = counted_results([*old, *new], batch.day)
    if not new or not pool:
        return Outcome(made, factor, 0, None, None, None, pool, None)
    first = first_rating(pool, batch.day)
    floor = parameters_of(batch, world).floor_on(first_day(batch))
    closing = float(first.rating) if publishable(first, floor) else None
    return Outcome(made, factor, 0, None, None, closing, pool, first)


def _since_rated(result: PooledResult, batch: Batch, last: Day) -> bool:
    """Nothing of a rating survives its drop below the floor, nor do the results before it."""
    return result.period_end >= last if batch.period is None else result.period_end > last


def _result(part: Part, batch: Batch) -> PooledResult:
    own, rating = part.scored.own, part.scored.opponent_rating
    return PooledResult(batch.day, own.game.event, own.game.game, rating or 0.0, own.halves, own.game.start)


def first_day(batch: Batch) -> Day:
    """The day whose list, floor and K apply: a period's first, a game's own."""
    return batch.day if batch.period is None else batch.period.starts


def parameters_of(batch: Batch, world: World) -> FideParameters:
    """The rules valid when the period began; of a single game, when its event did."""
    start = batch.games[0].start if batch.period is None else batch.period.starts
    parameters: FideParameters = world.rules.at(start)
    return parameters
