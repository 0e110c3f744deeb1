"""Addresses that open a calculator with a real game or rating filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from league.models import League
from ratings.models import Rating, RatingChange

SCORES = {0: "0", 1: "0.5", 2: "1"}


def game_link(league: League, row: RatingChange, own: float | None, parameters: Mapping[str, Any]) -> str:
    """The game of a log row in the calculator of its system; "" where a calculator would say something else."""
    if row.halves is None or row.opponent_rating is None or own is None or row.expected is None:
        return ""
    score = SCORES[row.halves]
    if league.system == League.System.FIDE and row.k is not None:
        games = f"{row.opponent_rating:g}:{score}"
        listed = parameters.get("list", "standard")
        return _address("fide", own=_plain(own), games=games, list=listed, start=f"{row.day:%Y-%m-%d}", k=_plain(row.k))
    if league.system == League.System.ELO and row.k is not None and _plain_elo(parameters):
        return _address("game", own=_plain(own), opponent=_plain(row.opponent_rating), k=_plain(row.k), score=score)
    return ""


def rating_link(league: League, rating: Rating) -> str:
    """The calculator with a player's rating as it stands."""
    if rating.value is None:
        return ""
    if league.system == League.System.GLICKO2:
        numbers = {"rating": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}
        return _address("glicko2", **{name: f"{value:.6g}" for name, value in numbers.items() if value is not None})
    return _address("fide" if league.system == League.System.FIDE else "game", own=_plain(rating.value))


def _plain_elo(parameters: Mapping[str, Any]) -> bool:
    """Whether the one-game calculator has the same formula: no home advantage, margin, table or other scale."""
    same = {"scale": 400, "expectation": "logistic", "home_advantage": 0, "margin": "none", "rounding": "none"}
    return all(parameters.get(key, value) in (value, None) for key, value in same.items())


def _plain(number: float) -> str:
    return f"{number:.10g}"


def _address(mode: str, **values: str) -> str:
    return f"{reverse('calculator:mode', args=[mode])}?{urlencode(values)}"
