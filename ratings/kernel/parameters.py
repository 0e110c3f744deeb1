"""Reading a system's parameters: every key known, every value in range, or a ParameterError."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from .types import ParameterError

LARGEST = 100_000  # of any parameter, either way: beyond, powers and sums leave what a float and a database hold


class Given:
    """Parameters as they were given (parsed JSON), read one key at a time."""

    def __init__(self, system: str, given: Mapping[str, object], known: Sequence[str]) -> None:
        self.values = given
        for key in given:
            if key not in known:
                raise ParameterError(f"{key}: {system} has no such parameter; known are {', '.join(known)}", str(key))

    def number(
        self,
        key: str,
        default: float,
        *,
        above: float | None = None,
        at_least: float | None = None,
        at_most: float | None = None,
    ) -> float:
        """A number within bounds; the default where the key is missing."""
        return checked_number(self.values.get(key, default), key, above=above, at_least=at_least, at_most=at_most)

    def optional_number(self, key: str, default: float | None = None, **bounds: float | None) -> float | None:
        """A number within bounds, or null (also the text "none")."""
        value = self.values.get(key, default)
        return None if value is None or value == "none" else checked_number(value, key, **bounds)

    def whole(self, key: str, default: int, *, at_least: int = 0) -> int:
        """A whole number of at least ``at_least``."""
        value = checked_number(self.values.get(key, default), key, at_least=at_least)
        if value != int(value):
            raise ParameterError(f"{key}: {value!r} is not a whole number", key)
        return int(value)

    def choice(self, key: str, default: str, choices: Sequence[str]) -> str:
        """One of the given words (null counts as "none")."""
        value = self.values.get(key, default)
        value = "none" if value is None else value
        if value not in choices:
            raise ParameterError(f"{key}: {value!r} is none of {', '.join(choices)}", key)
        return str(value)

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self.values.get(key, default)
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
