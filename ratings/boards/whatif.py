"""Today's board beside the one that other rules would give."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.core.cache import cache

from league.models import League, Player
from ratings.kernel.accuracy import Accuracy
from ratings.ledger.standings import shown
from ratings.services.simulating import SECONDS, Simulation, simulate

from .ladder import state_of
from .scope import active, active_since, last_day, rated

KEPT = 600  # seconds


@dataclass(frozen=True, slots=True)
class Beside:
    """A player now and by the other rules. ``moved``: places gained (None: without a place on one side)."""

    player: int
    rank: int | None
    rating: int | None
    other_rank: int | None
    other_rating: int | None

    @property
    def moved(self) -> int | None:
        return None if self.rank is None or self.other_rank is None else self.rank - self.other_rank


@dataclass(frozen=True)
class WhatIf:
    """``now`` and ``other``: how well each foretold the league's games; ``lines`` in the other order."""

    now: Accuracy
    other: Accuracy
    lines: list[Beside]


def what_if(league: League, *, system: str, parameters: Mapping[str, Any]) -> WhatIf:
    """The active players of the board by other rules. Raises ``TooLarge`` and ``ParameterError``."""
    now = _kept(league, league.system, {})
    other = _kept(league, system, parameters)
    players = rated(league).filter(active(active_since(league, last_day(league))))
    today = dict(players.values_list("player", "shown"))
    numbers = {player: shown(other.ratings[player]) for player in today if player in other.ratings}
    ranks, others = _ranks(today), _ranks(numbers)
    lines = [
        Beside(player, ranks[player], rating, others.get(player), numbers.get(player))
        for player, rating in today.items()
    ]
    lines.sort(key=lambda line: (line.other_rank is None, line.other_rank or 0, line.rank, line.player))
    return WhatIf(now.accuracy, other.accuracy, lines)


def _kept(league: League, system: str, parameters: Mapping[str, Any]) -> Simulation:
    """Simulated once for each state of the league: the next page shows the same."""
    asked = sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()
    key = f"whatif:{state_of(league)}:{system}:{asked}"
    found: Simulation | None = cache.get(key)
    if found is None:
        found = simulate(league, system=system, parameters=parameters, seconds=SECONDS)
        cache.set(key, found, KEPT)
    return found


def _ranks(numbers: Mapping[int, int | None]) -> dict[int, int]:
    """Player -> place; equal numbers share one."""
    found, rank, above = dict[int, int](), 0, None
    for place, (player, number) in enumerate(sorted(numbers.items(), key=lambda each: (-(each[1] or 0), each[0])), 1):
        if number != above:
            rank, above = place, number
        found[player] = rank
    return found


def with_players(lines: Sequence[Beside]) -> list[tuple[Beside, Player]]:
    """One page of lines with their players."""
    players = Player.objects.in_bulk([line.player for line in lines])
    return [(line, players[line.player]) for line in lines]
