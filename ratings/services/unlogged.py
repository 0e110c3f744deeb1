"""A league's games tried under other rules without the rows of a log, several times as fast as a replay."""

from __future__ import annotations

from typing import NamedTuple

from ratings.kernel.accuracy import Accuracy, measure
from ratings.kernel.elo import Elo
from ratings.kernel.elo import trial as elo
from ratings.kernel.glicko2 import Glicko2
from ratings.kernel.glicko2 import trial as glicko2
from ratings.kernel.systems import Rules
from ratings.kernel.types import Batch, PlayerId, RatedGame, RatingState, SeasonTurn

from .replaying import Replay


class Made(NamedTuple):
    """What rules make of a league's games: how well they foretold them, and the ratings."""

    accuracy: Accuracy
    ratings: dict[PlayerId, float]


class Columns(NamedTuple):
    """Games as columns: of each period, or all of them one after another (then there is one of these)."""

    parts: list[glicko2.Games]
    players: list[PlayerId]  # by their places in the columns
    weighed: bool  # whether a game or a player has a K or a weight of its own


class Read:
    """The games of a league, read once for all rules tried on them."""

    def __init__(self) -> None:
        self._done = False
        self._columns: Columns | None = None

    def made(self, run: Replay, rules: Rules) -> Made | None:
        """None where the rules or the league ask for more than a trial does: then it is replayed."""
        if len(rules.sets) != 1:
            return None
        name = run.calendar.system.name
        try:
            if name == Elo.name:
                return self._by_elo(run, rules)
            return self._by_glicko2(run, rules) if name == Glicko2.name else None
        except OverflowError:  # players too far apart
            return None

    def _by_elo(self, run: Replay, rules: Rules) -> Made | None:
        parameters = elo.plain(rules)
        if parameters is None or not run.straight:
            return None
        columns = self._read(run)
        if columns is None or columns.weighed:
            return None
        (part,) = columns.parts
        games = elo.Games(part.whites, part.blacks, part.scores)
        ratings = [state.rating or 0.0 for state in _starts(run, columns, rules)]
        accuracy = measure(elo.predictions(elo.foretold(games, ratings, parameters), games))
        return Made(accuracy, dict(zip(columns.players, ratings, strict=True)))

    def _by_glicko2(self, run: Replay, rules: Rules) -> Made | None:
        columns, parameters = self._read(run), rules.sets[0][1]
        if columns is None:
            return None
        seats = glicko2.seated(_starts(run, columns, rules))
        if run.per_period:
            expected = glicko2.by_period(columns.parts, seats, parameters, run.calendar.ends)
        else:
            expected = glicko2.one_by_one(columns.parts[0], seats, parameters)
        halves = (int(2 * score) for part in columns.parts for score in part.scores)
        return Made(measure(zip(expected, halves, strict=True)), dict(zip(columns.players, seats.ratings, strict=True)))

    def _read(self, run: Replay) -> Columns | None:
        if not self._done:
            self._columns, self._done = _columns(run), True
        return self._columns


def _starts(run: Replay, columns: Columns, rules: Rules) -> list[RatingState]:
    system, parameters = run.calendar.system, rules.sets[0][1]
    return [system.initial(run.standings[player].facts, parameters) for player in columns.players]


def _columns(run: Replay) -> Columns | None:
    """None where something but games moves a rating."""
    if run.calendar.adjustments:
        return None
    places: dict[PlayerId, int] = {}
    weighed = any(standing.facts.k is not None for standing in run.standings.values())
    turning = run.calendar.system.name == Glicko2.name  # a season's start moves nobody there
    parts = [] if run.per_period else [_empty()]
    for step in run.steps():
        if turning and isinstance(step, SeasonTurn):
            continue
        if not isinstance(step, Batch) or step.corrections or step.again:
            return None
        if step.period is not None:
            parts.append(_empty())
            parts[-1].days.append(step.day)
        for game in step.games:
            _append(game, parts[-1], places)
            weighed = weighed or game.weight != 1 or game.k_white is not None or game.k_black is not None
        if step.period is None:
            parts[-1].days.append(step.day)
    return Columns(parts, list(places), weighed)


def _empty() -> glicko2.Games:
    return glicko2.Games([], [], [], [])


def _append(game: RatedGame, part: glicko2.Games, places: dict[PlayerId, int]) -> None:
    part.whites.append(places.setdefault(game.white, len(places)))
    part.blacks.append(places.setdefault(game.black, len(places)))
    part.scores.append(game.halves / 2)
