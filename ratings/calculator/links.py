"""Addresses that open a calculator with a real game or rating filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
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


class Entry(NamedTuple):
    """A game for a list: when its event began, the own rating then, the opponent; ``halves`` None: still to come."""

    start: date
    own: float | None
    opponent: float
    deviation: float | None
    halves: int | None


def player_link(league: League, rating: Rating, own: float, k: float | None, entries: Sequence[Entry]) -> str:
    """The calculator with a player's rating, K, games so far and next opponents."""
    rules = league.rules.order_by("-valid_from").values_list("parameters", flat=True).first() or {}
    if league.system == League.System.GLICKO2:
        return _glicko(rating, entries)
    if league.system == League.System.FIDE:
        return _fide(own, k, entries, rules.get("list", "standard"))
    given = {"own": _plain(own)} | ({"k": _plain(k)} if k is not None else {})
    if not _plain_elo(rules):
        return _match(given, entries, rules)
    if len(entries) < 2 and all(each.halves is None for each in entries):
        return _address("game", **given, **({"opponent": _plain(entries[0].opponent)} if entries else {}))
    way = "turn" if league.mode == League.Mode.SEQUENTIAL else "period"
    return _address("games", **given, way=way, games="\n".join(map(_line, entries)))


def _fide(own: float, k: float | None, entries: Sequence[Entry], listed: str) -> str:
    given = {"own": _plain(own), "list": listed} | ({"k": _plain(k)} if k is not None else {})
    if not entries:
        return _address("fide", **given)
    first, lines, now = entries[0].start, [], (entries[0].start, own)
    for each in entries:
        then = (each.start, own if each.own is None else each.own)
        if then != now:
            lines.append(f"{each.start:%Y-%m-%d} {_plain(then[1])}")
            now = then
        lines.append(_line(each))
    return _address("fide", **given, start=f"{first:%Y-%m-%d}", games="\n".join(lines))


def _glicko(rating: Rating, entries: Sequence[Entry]) -> str:
    numbers = {"rating": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}
    given = {name: f"{value:.6g}" for name, value in numbers.items() if value is not None}
    lines = [
        f"{each.opponent:.6g} {each.deviation:.6g} {_score(each)}" for each in entries if each.deviation is not None
    ]
    return _address("glicko2", **given, **({"games": "\n".join(lines)} if lines else {}))


def _match(given: Mapping[str, str], entries: Sequence[Entry], rules: Mapping[str, Any]) -> str:
    """The calculator of other games: home advantage, margin and scale as the league has them."""
    asked = {name: value for name, value in given.items() if name != "own"} | {"home": given["own"]}
    if entries:
        asked["away"] = _plain(entries[0].opponent)
    for name, key in (("advantage", "home_advantage"), ("scale", "scale")):
        asked[name] = _plain(rules.get(key) or (400 if key == "scale" else 0))
    return _address("match", **asked, margin=str(rules.get("margin") or "none"))


def _line(entry: Entry) -> str:
    return f"{_plain(entry.opponent)}:{_score(entry)}"


def _score(entry: Entry) -> str:
    return "?" if entry.halves is None else SCORES[entry.halves]


def _plain_elo(parameters: Mapping[str, Any]) -> bool:
    """Whether the one-game calculator has the same formula: no home advantage, margin, table or other scale."""
    same = {"scale": 400, "expectation": "logistic", "home_advantage": 0, "margin": "none", "rounding": "none"}
    return all(parameters.get(key, value) in (value, None) for key, value in same.items())


def _plain(number: float) -> str:
    return f"{number:.10g}"


def _address(mode: str, **values: str) -> str:
    return f"{reverse('calculator:mode', args=[mode])}?{urlencode(values)}"
