"""Round numbers, also where a knock-out names its rounds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .. import numbers
from ..cells import Said
from ..names import name_key
from .rows import RANGES

_NUMBERED = re.compile(r"(?:(?:round|rd|r|тур|раунд|runda|kolejka)\.?\s*)?(\d+)\.?(?:\s*(?:тур|раунд|runda|kolejka))?")
# in the order in which they are played
_KNOCKOUT = (
    "er", "rr", "r128 1/64", "r64 1/32", "r32 1/16", "r16 1/8", "qf quarterfinal quarterfinals quarter-final 1/4",
    "sf semifinal semifinals semi-final 1/2", "br bronze", "f final finals the-final финал finał",
)  # fmt: skip
_STAGE = {name_key(word): number for number, words in enumerate(_KNOCKOUT, 1) for word in words.split()}


class RoundReader:
    """Reads the column ``round``; ``texts`` are all that stand in it."""

    def __init__(self, texts: Iterable[str]) -> None:
        named = {name_key(text) for text in texts}
        self._knockout = bool(named & {name_key(word) for word in ("qf", "sf", "f", "final", "semifinal", "1/4")})

    def read(self, said: Said) -> int | None:
        text = said.raw("round").casefold()
        if self._knockout and (stage := _STAGE.get(name_key(text))):
            return stage
        if numbers.is_empty(text):
            return None
        found = _NUMBERED.fullmatch(re.sub(r"[.,]0+$", "", text))
        if not found:
            said.note("round", "round")
            return None
        number = numbers.read_id(found[1])
        if number is None or not RANGES["number"][0] <= number <= RANGES["number"][1]:
            said.note("round", "out_of_range", low=RANGES["number"][0], high=RANGES["number"][1])
        return number
