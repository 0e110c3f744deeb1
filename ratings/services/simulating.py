"""What a league would look like under other rules: replayed in memory, nothing written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from datetime import date
from itertools import product
from time import monotonic
from typing import Any, Final, NamedTuple

from league.models import League
from ratings.facts.calendar import Calendar, read_calendar
from ratings.kernel.accuracy import Accuracy, measure, predictions
from ratings.kernel.systems import SYSTEMS, Rules
from ratings.ledger.standings import shown

from .collector import collector_paused
from .replaying import Replay
from .unlogged import Read

MOST_VARIANTS: Final = 200
MOST_GAMES: Final = 300_000  # of a league that a page simulates
SECONDS: Final = 20.0  # that a page takes at most


class TooLarge(Exception):
    """More games than a page simulates, or longer than it may take: ``manage.py backtest`` has the time."""


class Simulation(NamedTuple):
    """A league under other rules: how well they foretold its games, and where everybody would stand."""

    accuracy: Accuracy
    ratings: dict[int, float]  # player id -> rating; nobody without one


class Trial(NamedTuple):
    """One set of parameters tried: what was changed, how well it foretold, who would lead."""

    changed: dict[str, Any]
    accuracy: Accuracy
    leaders: list[tuple[int, int]]  # player id, shown rating


def variants(tried: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Every combination of the values tried. Raises ValueError above 200 of them."""
    found = [dict(zip(tried, values, strict=True)) for values in product(*tried.values())]
    if len(found) > MOST_VARIANTS:
        raise ValueError(f"{len(found)} combinations are more than {MOST_VARIANTS}")
    return found


def backtest(league: League, tried: Mapping[str, Sequence[Any]]) -> list[Trial]:
    """The league's own games under each combination of parameters, best log-loss first.

    The values are laid over every set of rules the league has had. Raises ``kernel.ParameterError``
    for a parameter or value that cannot be. Today's rules are among the trials, with ``changed`` {}.
    """
    rules, read = [_rules(league, changed) for changed in variants(tried)], Read()
    trials = [_trial(league, {}, _rules(league, {}), read)]
    trials += [_trial(league, changed, made, read) for changed, made in zip(variants(tried), rules, strict=True)]
    return sorted(trials, key=lambda trial: (trial.accuracy.log_loss is None, trial.accuracy.log_loss or 0.0))


def simulate(
    league: League, *, system: str, parameters: Mapping[str, Any], seconds: float | None = None
) -> Simulation:  # fmt: skip
    """The league's games by another system, or by its own with other parameters; nothing is written.

    The own system: the parameters are laid over every set of rules the league has had, and the rest
    stays. Another: they and the system's defaults hold from the first game on. Published lists are no input:
    all is computed from the games. Raises ``kernel.ParameterError`` for what cannot be; with ``seconds``,
    ``TooLarge``.
    """
    if seconds is not None and (league.games_from or league).games.count() > MOST_GAMES:
        raise TooLarge
    own = system == league.system
    rules = _rules(league, parameters) if own else Rules(((1, SYSTEMS[system].parameters(parameters)),))
    return _simulated(league, system, rules, None if seconds is None else monotonic() + seconds)


def _rules(league: League, changed: Mapping[str, Any]) -> Rules:
    system = SYSTEMS[league.system]
    sets = list(league.rules.order_by("valid_from").values_list("valid_from", "parameters"))
    given = tuple((day.toordinal(), system.parameters({**stored, **changed})) for day, stored in sets)
    return Rules(given or ((1, system.parameters(changed)),))


class _Elsewise(Replay):
    """A replay from the start by rules that are not the league's."""

    def __init__(self, league: League, system: str, rules: Rules) -> None:
        self._by = SYSTEMS[system], rules
        self._facts_of = league
        other = copy(league)
        other.system, other.late_results = system, League.LateResults.RESTATE
        super().__init__(other, since=None, fresh=True)

    def _read_calendar(self, since: date | None) -> Calendar:
        calendar = read_calendar(self._facts_of, since=since)
        calendar.system, calendar.rules = self._by
        return calendar


def _simulated(
    league: League, system: str, rules: Rules, end: float | None = None, read: Read | None = None
) -> Simulation:
    run = _Elsewise(league, system, rules)
    if end is not None:
        run.progress = lambda done: _stop_after(end)
    with collector_paused():
        made = (read or Read()).made(run, rules)
        if made is not None:
            return Simulation(*made)
        accuracy = measure(predictions(run.first_rows()))
    ratings = {player: state.rating for player, state in run.states.items() if state.rating is not None}
    return Simulation(accuracy, ratings)


def _stop_after(end: float) -> None:
    if monotonic() > end:
        raise TooLarge


def _trial(league: League, changed: dict[str, Any], rules: Rules, read: Read) -> Trial:
    made = _simulated(league, league.system, rules, read=read)
    rated = sorted((-(shown(rating) or 0), player) for player, rating in made.ratings.items())
    return Trial(changed, made.accuracy, [(player, -rating) for rating, player in rated[:10]])
