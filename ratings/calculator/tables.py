"""``static/js/rating_tables.js``: the kernel's tables and the readers' patterns, for the browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from ratings.kernel import fide_tables, forecasts, margin, needs, norm_check, norm_choice, norm_games, norms
from ratings.kernel.fide import floor_on, regulations
from ratings.kernel.fide.first_rating import HYPOTHETICAL, LARGEST, LEAST_GAMES
from ratings.kernel.glicko2.update import EPSILON, LARGEST_EXPONENT, SCALE

from . import reading

FILE: Final = Path(settings.BASE_DIR) / "static" / "js" / "rating_tables.js"
HEAD: Final = "// Written by manage.py rating_tables from the kernel's tables: change those, not this file.\n"


def tables() -> Mapping[str, Any]:
    """What both sides must have alike, by the names the browser uses."""
    return {
        "LAST_DIFFERENCE": fide_tables.LAST_DIFFERENCE,
        "PERFORMANCE_DIFFERENCE": fide_tables.PERFORMANCE_DIFFERENCE,
        "DATES": {
            "oneGame": _day(regulations.ONE_GAME_A_TOURNAMENT),
            "reform": _day(regulations.REFORM),
            "gapOf600": _day(regulations.GAP_OF_600),
            "own2650": _day(regulations.OWN_2650),
        },
        "FLOORS": {"before": floor_on(regulations.REFORM - 1), "since": floor_on(regulations.REFORM)},
        "CAP": {"largest": forecasts.LARGEST_DIFFERENCE, "exemptFrom": forecasts.EXEMPT_FROM},
        "FIRST": {"leastGames": LEAST_GAMES, "largest": LARGEST, "hypothetical": HYPOTHETICAL},
        "NORMS": {norm.title: _norm(norm) for norm in norms.NORMS.values()},
        "NORM_CHECK": {
            "unrated": norms.UNRATED,
            "holders": sorted(norms.TITLE_HOLDERS),
            "games": {each.value: norm_games.least_games(each) for each in norm_games.Championship},
            "nineRounds": norm_games.NINE_ROUNDS,
            "mostCounted": norm_games.MOST_COUNTED,
            "noFederation": sorted(norm_check.NO_FEDERATION),
            "mix": sorted(norm_choice.MIX),
            "mostTried": norm_choice.MOST_TRIED,
            "foreign": norm_check.LEAST_FOREIGN,
            "percent": norm_check.LEAST_PERCENT,
        },
        "OPPONENTS": {"lowest": needs.LOWEST, "highest": needs.HIGHEST, "almost": needs.ALMOST},
        "GLICKO": {"scale": SCALE, "epsilon": EPSILON, "largestExponent": LARGEST_EXPONENT},
        "LEAST_DENOMINATOR": margin.LEAST_DENOMINATOR,
        "PATTERNS": dict(reading.PATTERNS),
        "READING": {
            "lines": reading.MOST_LINES,
            "characters": reading.MOST_CHARACTERS,
            "shown": reading.SHOWN,
            "messages": reading.MESSAGES,
            "earliest": reading.EARLIEST,
            "latest": reading.LATEST,
        },
    }


def script() -> str:
    """The text of the file."""
    lines = [f"export const {name} = {json.dumps(value)};\n" for name, value in tables().items()]
    return HEAD + "".join(lines)


def _day(ordinal: int) -> str:
    return date.fromordinal(ordinal).isoformat()


def _norm(norm: norms.Norm) -> Mapping[str, Any]:
    return {
        "performance": norm.performance,
        "average": norm.average,
        "raisedTo": norm.raised_to,
        "rating": norm.rating,
        "levels": norm.levels,
    }
