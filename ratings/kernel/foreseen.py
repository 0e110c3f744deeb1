"""One player's period before it is closed: the rows that closing would make, and the lines that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .replay import Openings, Replaying
from .systems import System
from .types import (
    Batch,
    Change,
    Day,
    Line,
    OfficialRating,
    PlayerFacts,
    PlayerId,
    RatingUsed,
    Rules,
    Step,
    unlisted,
    unseeded,
)


def foreseen(
    system: System, steps: Iterable[Step], player: PlayerId, period: int, *, players: Mapping[PlayerId, PlayerFacts],
    rules: Rules, openings: Openings, calendar: tuple[Day, ...] = (), seeds: RatingUsed = unseeded,
    official: OfficialRating = unlisted,
) -> tuple[list[Change], list[Line]]:  # fmt: skip
    """A player's rows of one period as the steps up to it would make them, and the lines that explain its sum."""
    run = Replaying(system, players, rules, openings, calendar, seeds, official)
    for step in steps:
        if isinstance(step, Batch) and step.period is not None and step.period.period == period:
            for _row in run.prepare(step):
                pass
            lines = list(system.explain(step, run.world, player)) if player in run.states else []
            return [row for row in run.batch(step) if row.player == player], lines
        for _row in run.step(step):
            pass
    return [], []
