"""Each parameter of the rating systems in words: what it is called, what it does, what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ratings.figures import trimmed
from ratings.kernel.kfactor import read_tiers
from ratings.kernel.parameters import Definition, Kind
from ratings.kernel.systems import SYSTEMS

from .clause import tiers_text

Text = str | Promise


class Told(NamedTuple):
    """``label`` names a parameter, ``help`` says what it does."""

    label: Text
    help: Text


_COMMON: Final = {
    "initial": Told(gettext_lazy("Start rating"), gettext_lazy("Who brings none begins with it.")),
    "floor": Told(gettext_lazy("Floor"), gettext_lazy("No rating falls below it. Empty: there is none.")),
    "provisional_games": Told(
        gettext_lazy("Provisional games"),
        gettext_lazy("Before so many rated games a rating is shown with a question mark."),
    ),
    "k": Told(
        pgettext_lazy("rating factor", "K"),
        gettext_lazy(
            "A number for everybody; or a line for each group, the first that fits decides, and the last line has no"
            " condition. Conditions: games, rating, peak with < or >=, age with <= or >=, separated by commas. Example:"
            " 40 games < 30, then 20 on a line of its own."
        ),
    ),
}  # fmt: skip
WORDS: Final[dict[str, dict[str, Told]]] = {
    "elo": _COMMON | {
        "scale": Told(
            gettext_lazy("Scale"), gettext_lazy("So many points between two players make odds of ten to one.")
        ),
        "expectation": Told(gettext_lazy("Expected score"), gettext_lazy("By the curve, or read from FIDE's table.")),
        "difference_cap": Told(
            gettext_lazy("Largest difference"),
            gettext_lazy("A larger difference of ratings counts as this one. Empty: every difference counts as it is."),
        ),
        "home_advantage": Told(
            gettext_lazy("Home advantage"),
            gettext_lazy("Points added to White's or the home side's rating, except on neutral ground."),
        ),
        "margin": Told(gettext_lazy("Margin"), gettext_lazy("Whether a clearer win moves the ratings further.")),
        "rounding": Told(gettext_lazy("Rounding"), gettext_lazy("Of every change, halves away from zero.")),
        "carryover": Told(
            gettext_lazy("Carry-over"),
            gettext_lazy(
                "On a season's first day a rating keeps this part; the rest comes from the mean. Empty: all of it."
            ),
        ),
    },
    "fide": _COMMON | {
        "list": Told(
            gettext_lazy("List"), gettext_lazy("Which list this is: games of another time control are not rated.")
        ),
        "k": Told(_COMMON["k"].label, gettext_lazy(
            "Empty: the development coefficient of the regulations (40, 20, 10). Else as in Elo: a number, or a line"
            " for each group."
        )),
        "floor": Told(gettext_lazy("Floor"), gettext_lazy(
            "“fide”: that of the regulations by date; below it a player is unrated. A number, or empty for none."
        )),
        "initial": Told(gettext_lazy("Start rating"), gettext_lazy(
            "For newcomers who bring none. Empty: they are unrated until the regulations give them a rating."
        )),
        "openings": Told(gettext_lazy("Ratings used"), gettext_lazy(
            "The league's own, or those of the federation's list in force at an event's start."
        )),
    },
    "glicko2": _COMMON | {
        "tau": Told("Tau", gettext_lazy("How much the volatility may change: the smaller, the steadier.")),
        "initial_deviation": Told(
            gettext_lazy("Start deviation"), gettext_lazy("How uncertain a newcomer's rating is.")
        ),
        "initial_volatility": Told(
            gettext_lazy("Start volatility"), gettext_lazy("How erratic a newcomer is taken to be.")
        ),
        "period_days": Told(gettext_lazy("Days of a period"), gettext_lazy(
            "Game by game: the deviation grows with the time between games, so many days a period. Empty: idle time"
            " does not count."
        )),
        "skip_deviation_increase": Told(gettext_lazy("No growth between games"), gettext_lazy(
            "The deviation does not grow before each game."
        )),
        "min_deviation": Told(gettext_lazy("Smallest deviation"), gettext_lazy("It never falls below.")),
        "max_deviation": Told(gettext_lazy("Largest deviation"), gettext_lazy(
            "Up to here it grows while a player is idle. Empty: up to the start deviation."
        )),
        "max_volatility": Told(gettext_lazy("Largest volatility"), gettext_lazy("Empty: there is no limit.")),
        "ceiling": Told(gettext_lazy("Ceiling"), gettext_lazy("No rating rises above it. Empty: there is none.")),
        "max_change": Told(gettext_lazy("Largest change"), gettext_lazy("At once. Empty: there is no limit.")),
        "provisional_deviation": Told(gettext_lazy("Provisional from"), gettext_lazy(
            "With this deviation or more a rating is shown with a question mark."
        )),
    },
}  # fmt: skip
CHOICES: Final[dict[str, Text]] = {
    "logistic": gettext_lazy("logistic curve"), "fide_table": gettext_lazy("FIDE table"),
    "none": pgettext_lazy("parameter", "none"), "goals": gettext_lazy("goals (World Football Elo)"),
    "nba": gettext_lazy("points, as for basketball"), "nfl": gettext_lazy("points, as for American football"),
    "tenth": gettext_lazy("to tenths"), "integer": gettext_lazy("to whole points"),
    "standard": gettext_lazy("standard"), "rapid": gettext_lazy("rapid"), "blitz": gettext_lazy("blitz"),
    "own": gettext_lazy("the league's own"), "external": gettext_lazy("the federation's list"),
    "fide": gettext_lazy("by the regulations"),
}  # fmt: skip


def told(system: str, key: str) -> Told:
    return WORDS[system][key]


def bounds(each: Definition) -> str:
    """What a number must be, in words: ``more than 0, at most 1000``."""
    parts = []
    if each.above is not None and (each.at_least is None or each.at_least <= each.above):
        parts.append(_("more than %(limit)s") % {"limit": trimmed(each.above, 6)})
    if each.at_least is not None and (each.above is None or each.at_least > each.above):
        parts.append(_("at least %(limit)s") % {"limit": trimmed(each.at_least, 6)})
    if each.at_most is not None:
        parts.append(_("at most %(limit)s") % {"limit": trimmed(each.at_most, 6)})
    return ", ".join(parts)


def value_words(each: Definition, value: Any) -> str:
    """One value as a table of rules shows it."""
    if each.kind == Kind.TIERS and not isinstance(value, str) and value is not None:
        return tiers_text(read_tiers(value))
    if each.kind == Kind.CARRYOVER and value:
        return _("keep %(keep)s %% of the rating, the rest from %(mean)s") % {
            "keep": trimmed(value["keep"] * 100, 1), "mean": trimmed(value["mean"], 1),
        }  # fmt: skip
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return str(CHOICES["fide" if each.kind == Kind.TIERS else "none"])
    return str(CHOICES.get(value, value)) if isinstance(value, str) else trimmed(float(value), 6)


class ParameterChange(NamedTuple):
    """One parameter that two sets of rules say differently, in words."""

    label: Text
    was: str
    now: str


def changes(system: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[ParameterChange]:
    """What differs between two sets of rules, every default included, in the order of the system."""
    found = []
    for each in SYSTEMS[system].definitions:
        was, now = (value_words(each, given.get(each.key, each.default)) for given in (before, after))
        if was != now:
            found.append(ParameterChange(told(system, each.key).label, was, now))
    return found
