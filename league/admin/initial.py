"""Values that an address gives to a form before anybody fills it in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LONGEST = 18  # digits of a key that every database takes


def usable(given: Mapping[str, Any], opts: Any) -> dict[str, Any]:
    """The values without those for another object that cannot be the key of one."""
    pointing = {field.name for field in opts.fields if field.remote_field is not None}
    return {name: value for name, value in given.items() if name not in pointing or _is_key(str(value))}


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST
