"""What may be left out where nobody sees a filled-in form: a page shows an example, a program says what it means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .fields import Read
from .modes import Mode
from .modes.mode import initial

# What may be left out, with the value it then has.
DEFAULTS: Final[Mapping[str, Mapping[str, str]]] = {
    "fide": {"before": "30"},
    "glicko2": {"volatility": "0.06", "tau": "0.5", "idle": "0"},
    "k": {"count": "0"},
    "need": {"opponent": "0", "points": "0"},
    "norm": {"federation": ""},
    "match": {"advantage": "0", "scale": "400"},
}


def is_needed(mode: Mode, name: str) -> bool:
    """Whether a field has no value of its own: what a page shows in it is only an example."""
    field = mode.form.base_fields[name]
    example = isinstance(field, Read) and not field.optional and not callable(field.initial)
    return example and name not in DEFAULTS.get(mode.slug, {})


def usual(mode: Mode, name: str) -> str | None:
    """The value of a field that is left out; None: it cannot be."""
    if is_needed(mode, name):
        return None
    field = mode.form.base_fields[name]
    if isinstance(field, Read) and field.optional:
        return ""
    return DEFAULTS.get(mode.slug, {}).get(name, initial(field))


def missing(mode: Mode, given: Mapping[str, Any]) -> list[str]:
    return [name for name in mode.form.base_fields if name not in given and is_needed(mode, name)]
