"""Tiers of K as people write them, a line each: ``40  games < 30, age <= 18``; the last has no condition."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

# name of a condition -> the word and the sign by which it is written
SIGNS = {
    "games_below": ("games", "<"),
    "games_from": ("games", ">="),
    "rating_below": ("rating", "<"),
    "rating_from": ("rating", ">="),
    "peak_below": ("peak", "<"),
    "peak_from": ("peak", ">="),
    "age_to": ("age", "<="),
    "age_from": ("age", ">="),
}
_NAMES = {sign: name for name, sign in SIGNS.items()}
_NUMBER = r"-?\d+(?:[.,]\d+)?"
_LINE = re.compile(rf"({_NUMBER})\s*[:;,]?\s*(?:if\s+)?(.*)", re.I)
_CONDITION = re.compile(rf"(games|rating|peak|age)\s*(<=|>=|<)\s*({_NUMBER})", re.I)


class UnclearTier(ValueError):
    """A line that is no tier: its number, counted from 1, and the part that is not understood."""

    def __init__(self, line: int, text: str) -> None:
        self.line, self.text = line, text
        super().__init__(f"line {line}: {text}")


def read_k(text: str) -> float | list[dict[str, float]]:
    """A number for everybody, or tiers of which the first that fits decides. Raises UnclearTier."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    tiers = [_read_tier(number, line) for number, line in lines]
    return tiers[0]["k"] if len(tiers) == 1 and len(tiers[0]) == 1 else tiers


def _read_tier(number: int, line: str) -> dict[str, float]:
    found = _LINE.fullmatch(line.replace("≤", "<=").replace("≥", ">="))
    if found is None:
        raise UnclearTier(number, line)
    tier = {"k": _number(found[1])}
    for part in filter(None, (each.strip() for each in re.split(r";|,(?!\d)|\band\b", found[2], flags=re.I))):
        condition = _CONDITION.fullmatch(part)
        name = _NAMES.get((condition[1].lower(), condition[2])) if condition else None
        if condition is None or name is None or name in tier:
            raise UnclearTier(number, part)
        tier[name] = _number(condition[3])
    return tier


def _number(text: str) -> float:
    value = float(text.replace(",", "."))
    return int(value) if value == int(value) else value


def write_k(value: Any) -> str:
    """K as ``read_k`` takes it; a text that is neither number nor tiers stays as it is."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return "" if value is None else _text(value)
    return "\n".join(_line(tier) for tier in value)


def _line(tier: Mapping[str, Any]) -> str:
    parts = [f"{SIGNS[name][0]} {SIGNS[name][1]} {_text(tier[name])}" for name in SIGNS if tier.get(name) is not None]
    return "  ".join(filter(None, [_text(tier["k"]), ", ".join(parts)]))


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)
