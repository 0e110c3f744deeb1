"""What a league would look like under other rules: replayed in memory, nothing written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from league.models import League
from ratings import facts
from ratings.kernel.accuracy import Accuracy, measure, predictions
from ratings.kernel.systems import SYSTEMS, Rules
from ratings.kernel.types import Change
from ratings.ledger.standings import shown

from .computed import collector_paused
from .replaying import Replay

MOST_VARIANTS: Final = 200


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
    rules = [_rules(league, changed) for changed in variants(tried)]
    trials = [_trial(league, {}, _rules(league, {}))]
    trials += [_trial(league, changed, made) for changed, made in zip(variants(tried), rules, strict=True)]
    return sorted(trials, key=lambda trial: (trial.accuracy.log_loss is None, trial.accuracy.log_loss or 0.0))


def _rules(league: League, changed: Mapping[str, Any]) -> Rules:
    system = SYSTEMS[league.system]
    sets = league.rules.order_by("valid_from").values_list("valid_from", "parameters")
    return Rules(tuple((day.toordinal(), system.parameters({**stored, **changed})) for day, stored in sets))


def _trial(league: League, changed: dict[str, Any], rules: Rules) -> Trial:
    run = Replay(league, since=None, overlay=facts.Overlay(rules=rules), fresh=True)
    with collector_paused():
        accuracy = measure(predictions(_rows(run)))
    rated = [(shown(state.rating) or 0, player) for player, state in run.states.items() if state.rating is not None]
    leaders = [(player, rating) for rating, player in sorted(rated, key=lambda r: (-r[0], r[1]))[:10]]
    return Trial(changed, accuracy, leaders)


def _rows(run: Replay) -> Iterator[Change]:
    for _key, change, _stored in run.pairs():
        assert change is not None  # nothing stored is read
        yield change
