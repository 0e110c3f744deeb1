"""Try other rules on a league's own games and see which foretell them best."""

import json
from typing import Any

from django.core.management.base import CommandParser

from league.management.base import ServiceCommand, Usage, league_at
from ratings.kernel.types import ParameterError
from ratings.services.simulating import Trial, backtest


class Command(ServiceCommand):
    help = "Predictive accuracy of a league's games under other rules: --try k=10,20,30 --try home_advantage=60,100."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", metavar="LEAGUE", help="CLUB/LEAGUE")
        parser.add_argument(
            "--try", action="append", default=[], dest="tried", metavar="key=a,b,c", help="Values of a parameter."
        )

    def act(self, **options: Any) -> None:
        league = league_at(options["league"])
        tried = dict(values_of(text) for text in options["tried"])
        if not tried:
            raise Usage("Say what to try: --try key=a,b,c (as often as wanted; every combination is tried).")
        try:
            trials = backtest(league, tried)
        except (ParameterError, ValueError) as error:
            raise Usage(str(error)) from error
        self.say("\n".join(as_text(trials)), {"league": league.path, "trials": [as_data(t) for t in trials]})


def values_of(text: str) -> tuple[str, list[Any]]:
    """``key=a,b,c``; values are JSON where they parse, a JSON list is taken as the values."""
    key, sign, values = text.partition("=")
    if not sign or not key.strip() or not values.strip():
        raise Usage(f"--try wants key=a,b,c, not {text!r}.")
    whole = _parsed(values)
    if isinstance(whole, list):
        return key.strip(), whole
    return key.strip(), [_parsed(value.strip()) for value in values.split(",")]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def as_data(trial: Trial) -> dict[str, Any]:
    return {"changed": trial.changed, **trial.accuracy._asdict(), "leaders": trial.leaders}


def as_text(trials: list[Trial]) -> list[str]:
    """A table, best first; less is better for log-loss and Brier."""
    lines = [f"{'log-loss':>9} {'Brier':>8} {'favourites':>11} {'games':>8}  rules"]
    for trial in trials:
        accuracy = trial.accuracy
        changed = ", ".join(f"{key}={json.dumps(value)}" for key, value in trial.changed.items()) or "as they are"
        favourites = "–" if accuracy.favourites is None else f"{100 * accuracy.favourites:.2f} %"
        loss = "–" if accuracy.log_loss is None else f"{accuracy.log_loss:.5f}"
        brier = "–" if accuracy.brier is None else f"{accuracy.brier:.5f}"
        lines.append(f"{loss:>9} {brier:>8} {favourites:>11} {accuracy.games:>8}  {changed}")
    return lines
