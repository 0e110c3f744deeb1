"""Rules that a league can be made with as they are: each with its parameters, its words and its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import League

from .errors import Refused

Words = str | Promise
FIDE_CLOSING: Final = 3  # days from the closing date to the list (B.02, 7.1)


@dataclass(frozen=True)
class Preset:
    """``label`` and ``words`` for people; ``source``: whose rules these are; the rest as ``create_league`` takes it."""

    name: str
    label: Words
    words: Words
    source: Words
    system: str
    mode: str = League.Mode.SEQUENTIAL
    parameters: Mapping[str, Any] = field(default_factory=dict)
    discipline: str = League.Discipline.CHESS
    late_results: str = League.LateResults.RESTATE
    closing_days: int = 0

    def values(self, parameters: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What ``create_league`` is given: ``parameters`` are laid over the preset's own."""
        return {
            "system": self.system,
            "mode": self.mode,
            "parameters": {**self.parameters, **(parameters or {})},
            "discipline": self.discipline,
            "late_results": self.late_results,
            "closing_days": self.closing_days,
        }


def _fide(name: str, label: Words, words: Words) -> Preset:
    return Preset(
        f"fide-{name}", label, words,
        gettext_lazy("FIDE Handbook B.02: rating regulations, and those for rapid and blitz, each by its date."),
        League.System.FIDE, League.Mode.PERIOD, {"list": name}, late_results=League.LateResults.NEXT_LIST,
        closing_days=FIDE_CLOSING,
    )  # fmt: skip


_ALL = (
    _fide(
        "standard", gettext_lazy("FIDE standard"),
        gettext_lazy("Monthly lists by the regulations: K 40, 20, 10, first ratings from five games, floor 1400."),
    ),
    _fide(
        "rapid", gettext_lazy("FIDE rapid"),
        gettext_lazy("The same for more than 10 and less than 60 minutes; a standard rating seeds the first one."),
    ),
    _fide(
        "blitz", gettext_lazy("FIDE blitz"),
        gettext_lazy("The same for more than 3 and up to 10 minutes; a standard rating seeds the first one."),
    ),
    Preset(
        "club-elo", gettext_lazy("Club Elo"),
        gettext_lazy("Game by game, K 32, everybody starts at 1500: what most club ladders use."),
        gettext_lazy("A. E. Elo, The Rating of Chessplayers (1978); K 32 and 1500 as club ladders have them."),
        League.System.ELO, parameters={"k": 32, "initial": 1500},
    ),
    Preset(
        "school-ladder", gettext_lazy("School ladder"),
        gettext_lazy("Game by game from 1000: large steps in the first games, then smaller ones; nobody below 100."),
        gettext_lazy("No published rule: our own choice for beginners, with the formula of Elo (1978)."),
        League.System.ELO,
        parameters={
            "k": [{"k": 60, "games_below": 10}, {"k": 40, "games_below": 30}, {"k": 24}], "initial": 1000, "floor": 100,
            "provisional_games": 10,
        },
    ),
    Preset(
        "world-football", gettext_lazy("World Football Elo"),
        gettext_lazy(
            "Match by match, home side +100, the goal difference counts. K 20 is that of friendlies: give k for"
            " others: 60 World Cup finals, 50 continental finals, 40 qualifiers, 30 other tournaments."
        ),
        gettext_lazy("World Football Elo Ratings (eloratings.net)."),
        League.System.ELO, parameters={"k": 20, "initial": 1500, "home_advantage": 100, "margin": "goals"},
        discipline=League.Discipline.HOME_AWAY,
    ),
    Preset(
        "lichess", gettext_lazy("Glicko-2 as lichess uses it"),
        gettext_lazy(
            "Game by game from 1500 ± 500; the deviation grows with the time since the last game; “?” from 110 on."
        ),
        gettext_lazy("M. E. Glickman, Example of the Glicko-2 system; constants of the lichess source code (lila)."),
        League.System.GLICKO2,
        parameters={
            "tau": 0.75, "initial": 1500, "initial_deviation": 500, "initial_volatility": 0.09,
            "period_days": round(1 / 0.21436, 5),  # 0.21436 periods a day: 60 grows to 110 in a year
            "min_deviation": 45, "max_deviation": 500, "max_volatility": 0.1, "floor": 400, "ceiling": 4000,
            "max_change": 700, "provisional_deviation": 110,
        },
    ),
)  # fmt: skip
PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.name: preset for preset in _ALL})


def preset_named(name: str) -> Preset:
    """The preset of this name; refused with the names there are."""
    if name not in PRESETS:
        message = _("There is no preset “%(name)s”. Known: %(known)s.")
        raise Refused(message % {"name": name, "known": ", ".join(PRESETS)}, field="preset")
    return PRESETS[name]
