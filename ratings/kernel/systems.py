"""The contract every rating system keeps, and the one dict that names them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from .types import (
    Batch,
    Change,
    Day,
    Line,
    ParameterError,
    PlayerFacts,
    PlayerId,
    Players,
    PooledResult,
    RatingState,
    RatingUsed,
    States,
)

SEQUENTIAL = "sequential"
PERIOD = "period"


@dataclass(frozen=True)
class Rules:
    """A league's parameters, each set valid from a day on. ``sets`` is sorted by day, never empty."""

    sets: tuple[tuple[Day, Any], ...]

    def at(self, day: Day) -> Any:
        """The parameters valid on a day (before the first set: the first set)."""
        valid = self.sets[0][1]
        for start, parameters in self.sets:
            if start > day:
                break
            valid = parameters
        return valid


class World(NamedTuple):
    """What a system may look at while it rates a batch. It changes nothing in it.

    ``rating_used(player, start)``: the rating in force on the first day of a game's event; systems
    without lists ignore it and take the opening rating. ``pools``: results so far of players who
    are still unrated.
    """

    states: States
    players: Players
    rules: Rules
    rating_used: RatingUsed
    pools: Mapping[PlayerId, Sequence[PooledResult]]


class System(Protocol):
    """A rating system. One module each; all are listed in ``SYSTEMS``; one contract test runs on all."""

    name: ClassVar[str]
    modes: ClassVar[frozenset[str]]

    def parameters(self, given: Mapping[str, object]) -> Any:
        """Validated, frozen parameters. Raises ParameterError naming the key and what is accepted."""

    def initial(self, facts: PlayerFacts, parameters: Any) -> RatingState:
        """The state in which a player enters the league (rating None: unrated)."""

    def rate(self, batch: Batch, world: World) -> Iterable[Change]:
        """The changes of one batch, each player's period row after the player's game rows.

        A single-game batch (``batch.period`` None) gives one row a side. The order of the games of
        a period does not matter to any number.
        """

    def season(self, state: RatingState, parameters: Any) -> float | None:
        """The rating after a season turn (None: unrated stays so)."""

    def explain(self, batch: Batch, world: World, player: PlayerId) -> list[Line]:
        """The lines behind one player's rows of a batch, from the functions that compute them."""
