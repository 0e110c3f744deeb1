"""One thing stored that is not as computed."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from league.models import League

TOLERANCE: Final = 1e-6


class Difference(NamedTuple):
    """What is stored, and what a replay computes.

    ``kind``: stale, log, chain, key, rating, live, list, carried, run, league; ``field``: the number that
    differs; ``ref``: the game, or the run; ``dated``: the day of the list (ISO).
    """

    league: str
    what: str
    player: int | None
    stored: Any
    computed: Any
    kind: str = "log"
    field: str = ""
    ref: int | None = None
    dated: str = ""

    @property
    def text(self) -> str:
        who = f" of player {self.player}" if self.player else ""
        return f"{self.league}: {self.what}{who}: stored {self.stored}, computed {self.computed}"


class Told:
    """Makes the differences of one league."""

    def __init__(self, league: League) -> None:
        self.path = league.path

    def __call__(self, what: str, stored: Any, computed: Any, *, player: int | None = None, **more: Any) -> Difference:
        return Difference(self.path, what, player, stored, computed, **more)


def close(stored: Any, computed: Any) -> bool:
    """Floats within the tolerance, everything else exactly."""
    if isinstance(stored, float) and isinstance(computed, int | float):
        return abs(stored - computed) <= TOLERANCE
    return bool(stored == computed)
