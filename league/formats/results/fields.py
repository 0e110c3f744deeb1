"""Fields of a row that need nothing but their own cells: factors, id, status; how results are spelled."""

from __future__ import annotations

import re

from ..cells import Said
from ..names import clean_name, name_key
from ..outcomes import Reading
from .coding import CodedCells
from .rows import LONGEST, RANGES, Factors

BYES = {
    *("bye", "a bye", "spielfrei", "exempt", "wolny los", "pauza", "pauzuje"),
    *map(name_key, ("свободен", "свободна", "выходной", "пауза")),
}
_STATUSES = {"": "final", "final": "final", "pending": "pending", "void": "void"}


def read_factors(said: Said) -> Factors:
    both = said.number("k", RANGES["k"])
    own = [said.number(f"{side}_k", RANGES["k"]) for side in ("white", "black")]
    white, black = (both if k is None else k for k in own)
    weight = said.number("weight", RANGES["weight"])
    return Factors(white, black, 1.0 if weight is None else weight)


def read_reference(said: Said) -> str:
    column = "reference" if said.has("reference") else "game"
    return said.text(column, LONGEST["reference"])


def read_status(said: Said) -> str:
    status = _STATUSES.get(clean_name(said.raw("status")).casefold())
    if status is None:
        said.note("status", "status_unknown")
    return status or "final"


def spellings(results: CodedCells) -> dict[str, list[str]]:
    """Outcome -> the texts read as it, points left aside."""
    found: dict[str, list[str]] = {}
    for key, reading in results.readings:
        if isinstance(reading, Reading) and reading.outcome and reading.white_points is None:
            text = re.sub(r"\s+", " ", key if isinstance(key, str) else " : ".join(filter(None, key)))
            texts = found.setdefault(reading.outcome, [])
            if text and text not in texts and len(texts) < 12:
                texts.append(text)
    return found
