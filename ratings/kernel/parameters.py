"""Reading a system's parameters: every key known, every value in range, or a ParameterError."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import isfinite
from types import MappingProxyType
from typing import NamedTuple

from .types import ParameterError

LARGEST = 100_000  # of any parameter, either way: beyond, powers and sums leave what a float and a database hold


class Kind(StrEnum):
    """What a parameter is, for who reads it and for who asks for it."""

    NUMBER = "number"
    WHOLE = "whole"
    CHOICE = "choice"
    FLAG = "flag"
    TIERS = "tiers"  # a number, or a list of tiers
    CARRYOVER = "carryover"
    FLOOR = "floor"  # a number, none, or by the regulations


class Definition(NamedTuple):
    """One parameter: its name, what it is without a word from anybody, and its bounds. ``optional``: may be null."""

    key: str
    default: object
    kind: Kind = Kind.NUMBER
    optional: bool = False
    above: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    choices: tuple[str, ...] = ()


def defaults_of(definitions: Sequence[Definition]) -> Mapping[str, object]:
    """Every parameter as it is where nothing is said; in the order of the definitions."""
    return MappingProxyType({each.key: each.default for each in definitions})


class Given:
    """Parameters as they were given (parsed JSON), the others as by default; read one key at a time."""

    def __init__(self, system: str, given: Mapping[str, object], definitions: Sequence[Definition]) -> None:
        self._known = {each.key: each for each in definitions}
        for key in given:
            if key not in self._known:
                known = ", ".join(self._known)
                raise ParameterError(f"{key}: {system} has no such parameter; known are {known}", str(key))
        self.values: dict[str, object] = {**defaults_of(definitions), **given}

    def number(self, key: str, *, at_most: float | None = None, at_least: float | None = None) -> float:
        """A number within the bounds of its definition (or these)."""
        known = self._known[key]
        return checked_number(
            self.values[key], key, above=known.above,
            at_least=known.at_least if at_least is None else at_least,
            at_most=known.at_most if at_most is None else at_most,
        )  # fmt: skip

    def optional_number(self, key: str, *, at_least: float | None = None) -> float | None:
        """A number within bounds, or null (also the text "none")."""
        return None if self.values[key] in (None, "none") else self.number(key, at_least=at_least)

    def whole(self, key: str) -> int:
        """A whole number within bounds."""
        value = self.number(key)
        if value != int(value):
            raise ParameterError(f"{key}: {value!r} is not a whole number", key)
        return int(value)

    def choice(self, key: str) -> str:
        """One of the words of the definition (null counts as "none")."""
        value, choices = self.values[key], self._known[key].choices
        value = "none" if value is None else value
        if value not in choices:
            raise ParameterError(f"{key}: {value!r} is none of {', '.join(choices)}", key)
        return str(value)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.values[key]
        if not isinstance(value, bool):
            raise ParameterError(f"{key}: {value!r} is neither true nor false", key)
        return value


def checked_number(
    value: object,
    key: str,
    *,
    above: float | None = None,
    at_least: float | None = None,
    at_most: float | None = None,
) -> float:
    """A finite number within bounds as a float, or a ParameterError that names key and bound."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
        raise ParameterError(f"{key}: {value!r:.80} is not a number", key)
    if abs(value) > LARGEST:
        raise ParameterError(f"{key}: {value!s:.40} is out of range: at most {LARGEST} either way", key)
    if above is not None and value <= above:
        raise ParameterError(f"{key}: {value:g} is not above {above:g}", key)
    if at_least is not None and value < at_least:
        raise ParameterError(f"{key}: {value:g} is below {at_least:g}", key)
    if at_most is not None and value > at_most:
        raise ParameterError(f"{key}: {value:g} is above {at_most:g}", key)
    return float(value)


def _finite(value: int | float) -> bool:
    return isinstance(value, int) or isfinite(value)  # an int of 400 digits has no float
