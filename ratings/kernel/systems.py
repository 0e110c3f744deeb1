"""The contract every rating system keeps, and the one dict that names them all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Protocol

from .elo import Elo
from .fide import Fide
from .glicko2 import Glicko2
from .parameters import Definition
from .types import (
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

__all__ = ["PERIOD", "SEQUENTIAL", "SYSTEMS", "Rules", "System", "World"]


class System(Protocol):
    """A rating system. One module each; all are listed in ``SYSTEMS``; one contract test runs on all."""

    name: ClassVar[str]
    modes: ClassVar[frozenset[str]]
    uses_lists: ClassVar[bool]  # per period: games use the list in force at their event's start
    definitions: ClassVar[tuple[Definition, ...]]  # of all parameters, in the order in which they are stored

    def parameters(self, given: Mapping[str, object]) -> Any:
        """Validated, frozen parameters. Raises ParameterError naming the key and what is accepted."""

    def tracks_peak(self, rules: Rules) -> bool:
        """Do these rules look at the highest rating so far? If not, states carry None there.

        When a change of rules changes the answer, the league has to be re-rated from the start.
        """

    def initial(self, facts: PlayerFacts, parameters: Any) -> RatingState:
        """The state in which a player enters the league (rating None: unrated)."""

    def settle(self, rating: float, parameters: Any, day: Day) -> float | None:
        """A rating set by hand or by a season turn as this system can carry it (grid, floor)."""

    def season(self, state: RatingState, parameters: Any) -> float | None:
        """The rating after a season turn, before ``settle``. None: these rules carry nothing over."""

    def provisional(self, state: RatingState, parameters: Any) -> bool:
        """Is the rating still uncertain (shown with a question mark)?"""

    def aged(self, state: RatingState, parameters: Any, day: Day, calendar: tuple[Day, ...], mode: str) -> RatingState:
        """The state as it opens on a day: a deviation grows while its player is idle."""

    def rate(self, batch: Batch, world: World) -> Iterable[Change]:
        """The changes of one batch, each player's period row after the player's game rows.

        A single-game batch (``batch.period`` None) gives one row a side. The order of the games of
        a period does not matter to any number.
        """

    def after(self, row: Change, rated: int, batch: Batch, world: World) -> RatingState:
        """The state after a batch: ``row`` is the player's row with a closing, ``rated`` the number
        of rated games the player had in the batch."""

    def explain(self, batch: Batch, world: World, player: PlayerId) -> list[Line]:
        """The lines behind one player's rows of a batch, from the functions that compute them."""


SYSTEMS: dict[str, System] = {system.name: system for system in (Elo(), Fide(), Glicko2())}
