"""The kernel against riix and elote: games a second on one core, and how far the ratings differ.

Run by ``bin/bench kernel [--full] [GAMES [PLAYERS [MANY_PLAYERS]]]``. Times are processor time of this process. What is
compared: riix and elote end with ratings. The trials (rules tried on games: the what-if page, ``backtest``) end with
ratings and say each expectation; ``replay`` makes the rows of each game for the log besides, 22 values each.
"""

from __future__ import annotations

import csv
import gc
import gzip
import random
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from .goals import AT_MOST, Goal, Scale, faster, paired, run_alone, told

DATABASES = False
FOOTBALL = Path(__file__).resolve().parents[2] / "demo/football_internationals.csv.gz"
PERIODS = 120
SLOW = 5  # slow sides rate the first fifth of the games


class Played(NamedTuple):
    """Games one after another: places of the players, White's score in halves."""

    whites: list[int]
    blacks: list[int]
    halves: list[int]
    players: int

    def first(self, count: int) -> Played:
        return Played(self.whites[:count], self.blacks[:count], self.halves[:count], self.players)


def generated(games: int, players: int) -> Played:
    rng = random.Random(20260101)
    strength = [rng.gauss(0, 1) for _ in range(players)]
    whites, blacks, halves = [], [], []
    for _ in range(games):
        white, black = rng.randrange(players), rng.randrange(players - 1)
        black += black >= white
        won = rng.random() < 1 / (1 + 10 ** ((strength[black] - strength[white]) / 2))
        whites.append(white)
        blacks.append(black)
        halves.append(1 if rng.random() < 0.25 else 2 * won)
    return Played(whites, blacks, halves, players)


def football(times: int) -> Played:
    """Real results, some times over: 49,000 games take a core a hundredth of a second."""
    with gzip.open(FOOTBALL, "rt", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["home_score"].isdigit() and row["away_score"].isdigit()]
    places: dict[str, int] = {}
    whites = [places.setdefault(row["home_team"], len(places)) for row in rows]
    blacks = [places.setdefault(row["away_team"], len(places)) for row in rows]
    scores = [(int(row["home_score"]), int(row["away_score"])) for row in rows]
    halves = [1 + (home > away) - (home < away) for home, away in scores]
    return Played(whites * times, blacks * times, halves * times, len(places))


def goals(scale: Scale) -> Iterator[Goal]:
    from .peers import install

    install()
    gc.disable()  # as the product does while it replays
    real = football(max(1, scale.games // 49_000))
    for what, played, least in (
        (f"{scale.players:,} players", generated(scale.games, scale.players), (8, 15)),
        (f"{scale.many_players:,} players", generated(scale.games, scale.many_players), (4, 10)),
        (f"football, {real.players} teams", real, (8, 15)),
    ):
        yield from elo(what, played, least, scale.repeats)
    few = generated(min(scale.games, 200_000), scale.players)
    yield from glicko(f"{few.players:,} players", few, scale.repeats)
    yield from glicko(f"football, {real.players} teams", real.first(50_000), scale.repeats)


def elo(what: str, played: Played, least: tuple[int, int], repeats: int) -> Iterator[Goal]:
    part = played.first(max(10_000, len(played.whites) // SLOW))
    note = f"{len(part.whites):,} games"
    for peer, rate, factor in (("riix", riix_elo, least[0]), ("elote", elote_elo, least[1])):
        pair = paired(lambda: spent(tried, part), partial(spent, rate, part), repeats)
        yield faster(f"Elo, ratings: {peer}, {what}", pair, factor, note)
    yield apart(f"Elo, points away from riix, {what}", tried(part)(), riix_elo(part)(), 1e-9, note)
    steps = singles(part)
    pair = paired(lambda: spent(replayed, steps, part.players), lambda: spent(riix_elo, part), repeats)
    yield told(f"Elo with both rows of the log: riix without, {what}", pair, note)


def glicko(what: str, played: Played, repeats: int) -> Iterator[Goal]:
    note = f"{len(played.whites):,} games, {PERIODS} periods"
    pair = paired(lambda: spent(tried_periods, played), lambda: spent(riix_glicko, played, "iterative"), repeats)
    yield faster(f"Glicko-2, ratings: riix iterative, {what}", pair, 3, note)
    part = played.first(max(10_000, len(played.whites) // SLOW))
    pair = paired(lambda: spent(tried_in_order, part), lambda: spent(riix_glicko, part, "iterative"), repeats)
    yield faster(f"Glicko-2 game by game, ratings: riix iterative, {what}", pair, 3, f"{len(part.whites):,} games")
    steps = periods(part)
    pair = paired(
        lambda: spent(replayed, steps, part.players, "glicko2"), lambda: spent(riix_glicko, part, "iterative"), repeats
    )
    yield told(
        f"Glicko-2 with all rows of the log: riix iterative without, {what}", pair, f"{len(part.whites):,} games"
    )
    few = played.first(20_000)
    ours, theirs = tried_periods(few)(), riix_glicko(few, "batched")()
    yield apart(f"Glicko-2, points away from riix batched, {what}", ours, theirs, 1e-6, "20,000 games")
    logged = replayed(periods(few), few.players, "glicko2")()
    yield apart(f"Glicko-2, points away from the log, {what}", ours, logged, 0, "20,000 games")


def apart(name: str, ours: Sequence[float], theirs: Sequence[float], limit: float, note: str) -> Goal:
    most = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
    return Goal(name, most, limit, f"{most:.1e}", "", AT_MOST, note)


def spent(prepare: Callable[..., Callable[[], object]], *arguments: Any) -> float:
    """Processor time of the prepared work; a load on the other core does not count."""
    work = prepare(*arguments)
    start = time.process_time()
    work()
    return time.process_time() - start


def tried(played: Played) -> Callable[[], list[float]]:
    from ratings.kernel.elo.trial import Games, foretold
    from ratings.kernel.systems import SYSTEMS

    games = Games(played.whites, played.blacks, [halves / 2 for halves in played.halves])
    parameters, ratings = SYSTEMS["elo"].parameters({}), [1500.0] * played.players

    def work() -> list[float]:
        deque(foretold(games, ratings, parameters), maxlen=0)
        return ratings

    return work


def tried_periods(played: Played) -> Callable[[], list[float]]:
    from ratings.kernel.glicko2.trial import Games, by_period

    parameters, seats = newcomers(played.players)
    count, scores = len(played.whites), [halves / 2 for halves in played.halves]
    parts = []
    for number in range(PERIODS):
        part = slice(number * count // PERIODS, (number + 1) * count // PERIODS)
        parts.append(Games(played.whites[part], played.blacks[part], scores[part], [number + 1]))

    def work() -> list[float]:
        deque(by_period(parts, seats, parameters, range(1, PERIODS + 1)), maxlen=0)
        return seats.ratings

    return work


def tried_in_order(played: Played) -> Callable[[], list[float]]:
    from ratings.kernel.glicko2.trial import Games, one_by_one

    parameters, seats = newcomers(played.players)
    scores = [halves / 2 for halves in played.halves]
    games = Games(played.whites, played.blacks, scores, list(range(1, len(scores) + 1)))

    def work() -> list[float]:
        deque(one_by_one(games, seats, parameters), maxlen=0)
        return seats.ratings

    return work


def newcomers(players: int) -> tuple[Any, Any]:
    """Glicko-2 by its defaults, and everybody as one starts."""
    from ratings.kernel.glicko2.trial import seated
    from ratings.kernel.systems import SYSTEMS
    from ratings.kernel.types import PlayerFacts

    system = SYSTEMS["glicko2"]
    parameters = system.parameters({})
    return parameters, seated([system.initial(PlayerFacts(1), parameters)] * players)


def singles(played: Played) -> list[Any]:
    from ratings.kernel.types import Batch, RatedGame

    rows = zip(played.whites, played.blacks, played.halves, strict=True)
    return [Batch(1 + n, (RatedGame(n, 1 + n, 1 + n, *row),)) for n, row in enumerate(rows)]


def periods(played: Played) -> list[Any]:
    from ratings.kernel.types import Batch, Period, RatedGame

    count, steps = len(played.whites), []
    for number in range(PERIODS):
        first, last = number * count // PERIODS, (number + 1) * count // PERIODS
        day = 1000 + number * 30
        rows = zip(played.whites[first:last], played.blacks[first:last], played.halves[first:last], strict=True)
        games = [RatedGame(n, day, day, *row) for n, row in enumerate(rows, first)]
        steps.append(Batch(day + 29, games, Period(number + 1, day, day + 29)))
    return steps


def replayed(steps: list[Any], players: int, system: str = "elo") -> Callable[[], list[float]]:
    from ratings.kernel.replay import no_openings, replay
    from ratings.kernel.systems import SYSTEMS, Rules
    from ratings.kernel.types import PlayerFacts

    facts, openings = {player: PlayerFacts(player) for player in range(players)}, no_openings()
    rules = Rules(((1, SYSTEMS[system].parameters({})),))
    calendar = tuple(step.day for step in steps) if steps[0].period else ()
    rows = replay(SYSTEMS[system], steps, players=facts, rules=rules, openings=openings, calendar=calendar)

    def work() -> list[float]:
        deque(rows, maxlen=0)
        states = openings.states
        return [states[player].rating or 0.0 if player in states else 1500.0 for player in range(players)]

    return work


def riix_elo(played: Played) -> Callable[[], list[float]]:
    import numpy
    from riix.models.elo import Elo

    matchups = numpy.array([played.whites, played.blacks]).T.copy()
    outcomes, system = numpy.array(played.halves) / 2, Elo(list(range(played.players)))

    def work() -> list[float]:
        system.iterative_update(matchups, outcomes)
        return list(system.ratings)

    return work


def elote_elo(played: Played) -> Callable[[], list[float]]:
    from elote.competitors.elo import EloCompetitor

    players = [EloCompetitor(1500, 32) for _ in range(played.players)]

    def work() -> list[float]:
        for white, black, halves in zip(played.whites, played.blacks, played.halves, strict=True):
            if halves == 1:
                players[white].tied(players[black])
            elif halves:
                players[white].beat(players[black])
            else:
                players[black].beat(players[white])
        return [player.rating for player in players]

    return work


def riix_glicko(played: Played, method: str) -> Callable[[], list[float]]:
    import numpy
    from riix.models.glicko2 import Glicko2

    matchups = numpy.array([played.whites, played.blacks]).T.copy()
    outcomes, system = numpy.array(played.halves) / 2, Glicko2(list(range(played.players)), update_method=method)
    count = len(played.whites)

    def work() -> list[float]:
        for number in range(PERIODS):
            part = slice(number * count // PERIODS, (number + 1) * count // PERIODS)
            system.update(matchups[part], outcomes[part], time_step=number)
        return [1500 + 173.7178 * mu for mu in system.mus]

    return work


if __name__ == "__main__":
    run_alone(goals, sys.argv[1:])
