"""Lines of a report, sorted by their record."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..faults import Faults
from ..text import TextFile
from .columns import GAPS, HEAD, KEPT, LOOKS_LIKE_PLAYER, MADE, NATIONAL, PLAYER_LINE, TRF26_ONLY

_ENDS = re.compile(r"\r\n|\r|\n")
_RULER = re.compile(r"DDD |\d{20,}\s*$")
_LEFT_OUT = ("#", "//", ";")


class Record(NamedTuple):
    """A line: its number in the file from 1, the record's code, and all of its text."""

    line: int
    code: str
    text: str

    @property
    def said(self) -> str:
        """What stands after the code."""
        return self.text[4:].strip()


class Records(NamedTuple):
    players: list[Record]
    national: list[Record]
    head: list[Record]

    def of(self, code: str) -> list[Record]:
        return [record for record in self.head if record.code == code]

    def first(self, code: str) -> Record | None:
        return next(iter(self.of(code)), None)

    @property
    def layout(self) -> str:
        return "TRF26" if any(record.code in TRF26_ONLY for record in self.head) else "TRF16"


def read_records(file: TextFile, faults: Faults, warnings: Faults) -> Records:
    """Sort the lines. Comments, rulers and records that nobody knows are left out; the last with a word.

    A line that looks like a player's but has another number in front is a fault: else that player
    would silently be missing.
    """
    records = Records([], [], [])
    for number, text in enumerate(_ENDS.split(file.open().read().lstrip("\ufeff")), 1):
        if not text.strip() or text.lstrip().startswith(_LEFT_OUT) or _RULER.match(text):
            continue
        record = Record(number, text[:3].upper(), text.rstrip())
        if record.code == "001":
            records.players.append(record)
        elif record.code in HEAD or record.code in KEPT or record.code in MADE:
            records.head.append(record)
        elif NATIONAL.match(text):
            records.national.append(record)
        elif LOOKS_LIKE_PLAYER.match(text):
            faults.add(number, "record", record.code, "record_unknown", accepted="001")
        else:
            warnings.add(number, "record", text[:3].strip(), "record_ignored")
    players = records.players
    if file.encoding_name == "utf-8" and _counted_in_bytes(players):
        records.players[:] = [record._replace(text=_spread(record.text)) for record in players]
        warnings.add(players[0].line, "001", "", "columns_in_bytes")
    return records


def is_report(text: str) -> bool:
    """Whether a text has a player's line of a report, or at least its head."""
    lines = _ENDS.split(text[:200_000])
    if any(PLAYER_LINE.match(line) for line in lines):
        return True
    codes = {line[:3] for line in lines if line[3:4] in ("", " ")}
    return "012" in codes and len(codes & {*HEAD, *MADE, *KEPT}) >= 3


def _counted_in_bytes(players: list[Record]) -> bool:
    """Some programs count bytes of UTF-8 where the handbook means characters."""
    accented = [record.text for record in players if not record.text.isascii()]
    spread = [_spread(text) for text in accented]
    return sum(map(_is_even, spread)) > sum(map(_is_even, accented))


def _is_even(text: str) -> bool:
    return all(text[column - 1 : column] in (" ", "") for column in GAPS)


def _spread(text: str) -> str:
    """The line with a letter of several bytes as wide as its bytes; the name's field ends with blanks anyway."""
    name, rest = text.encode()[14:47], text.encode()[47:]
    shown = name.decode("utf-8", "replace").ljust(33)
    return text[:14] + shown[:33] + rest.decode("utf-8", "replace")
