"""The line of a player: who it is, and what it says of each round."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..event_file import EventPlayer, named
from ..faults import Faults
from ..federations import read_federation
from ..identity import read_birth, read_ids, read_sex, read_title
from ..sides import RESULT_CODES, Side
from .columns import PLAYER, round_block
from .lines import Record

_LAST_NUMBER = 9999


def read_player(record: Record, faults: Faults, warnings: Faults) -> EventPlayer | None:
    """Who stands in a line; None where it has no usable number or name."""
    text = {name: field.of(record.text).strip() for name, field in PLAYER.items()}
    number = _whole(text["number"])
    if not number or number > _LAST_NUMBER:
        faults.add(record.line, "001 5-8", text["number"], "number_unknown", accepted="1-9999")
        return None
    name = named(text["name"])
    if not name:
        faults.add(record.line, "001 15-47", "", "empty_cell")
        return None
    fide_id, local_id = read_ids(text["fide_id"])
    return EventPlayer(
        line=record.line,
        number=number,
        name=name,
        rating=_rating(record.line, text["rating"], faults),
        fide_id=fide_id,
        local_id=local_id,
        title=read_title(text["title"]),
        federation=read_federation(text["federation"]),
        sex=read_sex(text["sex"]),
        birth=_birth(record.line, text["birth"], warnings),
        points=_points(record.line, text["points"], warnings),
        rank=_whole(text["rank"]) or None,
    )


def read_national_rating(record: Record) -> tuple[int | None, int | None]:
    """Starting number and rating of a national record (NRS)."""
    number = _whole(PLAYER["number"].of(record.text).strip())
    return number, _whole(PLAYER["rating"].of(record.text).strip()) or None


def read_sides(record: Record, rounds: int, numbers: Collection[int], faults: Faults) -> Iterator[Side]:
    """What the line says of each round in which it says something."""
    player = _whole(PLAYER["number"].of(record.text).strip())
    if player not in numbers or player is None:
        return
    for number in range(1, rounds + 1):
        block = round_block(record.text, number).ljust(10)
        if block.strip(" -") or block[7] == "-":
            side = _side(record.line, player, number, block, faults)
            if side:
                yield side


def _side(line: int, player: int, round: int, block: str, faults: Faults) -> Side | None:
    column, text = f"001 R{round}", block.rstrip()
    opponent, colour, code = block[:4].strip(), block[5].lower(), block[7].upper()
    if block[4] + block[6] + block[8:10] != "    " or (opponent and _whole(opponent) is None):
        faults.add(line, column, text, "block", accepted="  12 w 1")
        return None
    if colour not in "wb- ":
        faults.add(line, column, text, "colour_unknown", accepted="w b -")
        return None
    code = code.strip()
    if code not in RESULT_CODES:
        faults.add(line, column, text, "code_unknown", accepted="1 = 0 + - W D L H F U Z")
        return None
    against = _whole(opponent) or 0
    return Side(line, player, round, against, colour.strip(" -"), code, column, text)


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() else None


def _rating(line: int, text: str, faults: Faults) -> int | None:
    if not text.strip("-"):
        return None
    rating = _whole(text)
    if rating is None:
        faults.add(line, "001 49-52", text, "number")
    return rating or None


def _birth(line: int, text: str, warnings: Faults) -> str:
    try:
        return read_birth(text)
    except ValueError:
        warnings.add(line, "001 70-79", text, "birth_year")
        return ""


def _points(line: int, text: str, warnings: Faults) -> float | None:
    if not text:
        return None
    try:
        points = float(text.replace(",", "."))
    except ValueError:
        points = -1.0
    if not 0 <= points <= 999 or points * 2 % 1:
        warnings.add(line, "001 81-84", text, "points_unknown")
        return None
    return points
