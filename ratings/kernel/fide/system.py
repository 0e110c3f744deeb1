"""The system ``fide`` as the contract asks for it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import ClassVar

from ..corrections import corrections_of, row_of, ten_thousandths
from ..parameters import Definition
from ..rounding import nearest, whole
from ..rows import OwnGame, game_row, of_player, own_game, part_row, period_row
from ..types import (
    PERIOD,
    SEQUENTIAL,
    Batch,
    Change,
    Day,
    Line,
    PlayerFacts,
    PlayerId,
    RatedGame,
    RatingState,
    Rules,
    World,
)
from .admission import Standings
from .game import UNITS
from .lines import explained
from .outcome import Outcome, outcome
from .parameters import DEFINITIONS, FideParameters, read
from .run import Period

_new = tuple.__new__


class Fide:
    """Rating list by the FIDE Rating Regulations; game by game: its table, limits and K."""

    name: ClassVar[str] = "fide"
    modes: ClassVar[frozenset[str]] = frozenset({SEQUENTIAL, PERIOD})
    uses_lists: ClassVar[bool] = True
    definitions: ClassVar[tuple[Definition, ...]] = DEFINITIONS

    def parameters(self, given: Mapping[str, object]) -> FideParameters:
        return read(given)

    def tracks_peak(self, rules: Rules) -> bool:
        return True

    def initial(self, facts: PlayerFacts, parameters: FideParameters) -> RatingState:
        given = parameters.initial if facts.rating is None else facts.rating
        rating = None if given is None else float(whole(given))
        return _new(RatingState, (rating, None, None, facts.games, _higher(facts.peak, rating), 0))

    def settle(self, rating: float, parameters: FideParameters, day: Day) -> float | None:
        return parameters.published(nearest(100 * rating) / 100, day)

    def season(self, state: RatingState, parameters: FideParameters) -> None:
        return None

    def provisional(self, state: RatingState, parameters: FideParameters) -> bool:
        return state.games < parameters.provisional_games

    def aged(
        self, state: RatingState, parameters: FideParameters, day: Day, calendar: Sequence[Day], mode: str
    ) -> RatingState:
        return state

    def rate(self, batch: Batch, world: World) -> Iterator[Change]:
        if batch.period is None:
            standing = Standings(batch, world)
            for side in (0, 1):
                own = own_game(batch.games[0], side)
                yield _single(own, standing, batch, world)
            return
        _, rest = yield from self.period(batch, world)
        yield from rest

    def period(
        self, batch: Batch, world: World, bare: bool = False
    ) -> Generator[Change, None, tuple[list[tuple[Change, int]], Iterator[Change]]]:
        """The rows of a period but for those of a few players, in the order of the games.

        Returns the rows of players' sums, each with how many of the games are rated, and the rows of the rest, each
        player's period directly after the games. ``bare``: those of games are plain tuples.
        """
        standing = Standings(batch, world)
        moved, left = yield from Period(batch, world, standing).rows(bare)
        return moved, _rest(left, standing, batch, world)

    def after(self, row: Change, rated: int, batch: Batch, world: World) -> RatingState:
        opening, closing, games, peak, last = row[11], row[13], row[18], row[19], row[20]  # by number: fast
        first = opening is None and closing is not None and not rated
        more = len(_outcome(row[5], batch, world).pool) if first else rated
        day = batch[0] if more else last
        return _new(RatingState, (closing, None, None, games + more, _higher(peak, closing), day))

    def explain(self, batch: Batch, world: World, player: PlayerId) -> list[Line]:
        return explained(_outcome(player, batch, world), batch, world, player)


def _single(own: OwnGame, standing: Standings, batch: Batch, world: World) -> Change:
    made, state = outcome(own.player, [own], standing, batch, world), world.states[own.player]
    scored = made.parts[0].scored
    if scored.own_rating == state.rating:
        scored = scored._replace(own_rating=None)  # it is the opening
    return game_row(scored, state, _change(made, state), RatingState(made.closing))


def _rest(
    left: Mapping[PlayerId, list[RatedGame]], standing: Standings, batch: Batch, world: World
) -> Iterator[Change]:  # fmt: skip
    for player, games in left.items():
        own = [own_game(game, int(game.black == player)) for game in games]
        yield from _period(player, own, standing, batch, world)


def _period(
    player: PlayerId, games: list[OwnGame], standing: Standings, batch: Batch, world: World
) -> Iterator[Change]:
    state = world.states[player]
    made = outcome(player, games, standing, batch, world)
    scored = [part.scored for part in made.parts]
    for each in scored:
        yield part_row(batch, each, state)
    for correction in corrections_of(batch, player):
        yield row_of(batch, correction, ten_thousandths(correction) / UNITS, state)
    k = made.factor.k if made.rated else None
    yield period_row(batch, player, scored, state, _change(made, state), RatingState(made.closing), k)


def _change(made: Outcome, state: RatingState) -> float | None:
    """Closing minus opening, to the hundredth; of a rating that falls below the floor, what it fell by."""
    if state.rating is None or made.computed is None:
        return None
    return (round(100 * made.computed) - round(100 * state.rating)) / 100


def _outcome(player: PlayerId, batch: Batch, world: World) -> Outcome:
    return outcome(player, of_player(batch, player), Standings(batch, world), batch, world)


def _higher(peak: float | None, rating: float | None) -> float | None:
    if peak is None or rating is None:
        return rating if peak is None else peak
    return max(peak, rating)
