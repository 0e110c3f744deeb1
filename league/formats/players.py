"""Files of players: one row a person -> plain rows."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from .cells import Group, Range, Said, WrongCells, fit
from .delimited import read_lines
from .faults import Faults
from .headings import PLAYER_HEADINGS, Layout, find_layout
from .names import name_key
from .numbers import is_empty
from .text import TextFile

PLAYER_NEEDS: Sequence[Collection[str]] = (("name", "last_name"),)
LONGEST = {"name": 120, "federation": 3, "fide_id": 12, "title": 4, "affiliation": 120}
RANGES: dict[str, Range] = {
    "birth_year": (1800, 2200),
    "rating": (-10_000, 100_000),
    "games": (0, 1_000_000),
    "deviation": (0, 10_000),
    "volatility": (0, 10),
    "k": (0, 1_000),
    "id": (1, 2**62),
}
SEXES = {"m": "m", "male": "m", "м": "m", "муж": "m", "мужской": "m", "mężczyzna": "m", "man": "m", "boy": "m",
         "w": "w", "f": "w", "female": "w", "woman": "w", "girl": "w", "ж": "w", "жен": "w", "женский": "w",
         "k": "w", "kobieta": "w"}  # fmt: skip
TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}
_YEAR = re.compile(r"(?<!\d)(\d{4})(?!\d)")


class PlayerRow(NamedTuple):
    """One player of the file. None or empty: the file does not say, and what is stored stays."""

    line: int
    id: int | None
    name: str
    birth_year: int | None
    sex: str
    federation: str
    fide_id: str
    title: str
    affiliation: str
    rating: float | None
    games: int | None
    peak: float | None
    deviation: float | None
    volatility: float | None
    k: float | None
    guest: bool | None


class PlayerFile(NamedTuple):
    layout: Layout
    rows: list[PlayerRow]
    faults: Faults


def read_players(file: TextFile) -> PlayerFile:
    """Read a file of players. Raises ``Unreadable``; what is wrong with single cells is in ``faults``."""
    layout = find_layout(file, PLAYER_HEADINGS, PLAYER_NEEDS)
    header, faults, rows = layout.header, Faults(), []
    read_row: Group[PlayerRow] = Group(header, list(header.columns), _read)
    for heading in header.twice:
        faults.add(header.row, heading, heading, "heading_twice")
    for line, cells in read_lines(file, layout.delimiter):
        if line <= header.row:
            continue
        row = read_row[read_row.cells(fit(header, line, cells, faults))]
        if isinstance(row, WrongCells):
            for cell in row:
                faults.add(line, cell.column, cell.text, cell.code, **cell.values)
        else:
            rows.append(row._replace(line=line))
    return PlayerFile(layout, rows, faults)


def _read(said: Said) -> PlayerRow:
    return PlayerRow(
        line=0,
        id=said.whole("id", RANGES["id"]),
        name=_name(said),
        birth_year=_birth_year(said),
        sex=_sex(said),
        federation=_code(said, "federation"),
        fide_id=_fide_id(said),
        title=_title(said),
        affiliation=said.text("affiliation", LONGEST["affiliation"]),
        rating=said.rating("rating", RANGES["rating"]),
        games=said.whole("games", RANGES["games"]),
        peak=said.rating("peak", RANGES["rating"]),
        deviation=said.number("deviation", RANGES["deviation"]),
        volatility=said.number("volatility", RANGES["volatility"]),
        k=said.number("k", RANGES["k"]),
        guest=said.yes("guest") if said.raw("guest") else None,
    )


def _name(said: Said) -> str:
    """One column, or surname and given name: then ``Surname, Given``, as federations write it."""
    given = "first_name" if said.has("first_name") else "name"
    parts = [said.text(column, LONGEST["name"]) for column in dict.fromkeys(("last_name", given))]
    if not said.has("last_name"):
        parts = [said.text("name", LONGEST["name"])]
    name = ", ".join(filter(None, parts))
    column = "last_name" if said.has("last_name") else "name"
    if not name_key(name):
        said.note(column, "empty_cell")
    elif len(name) > LONGEST["name"] and not said.wrong:
        said.note(column, "too_long", most=LONGEST["name"])
    if any("\n" in said.raw(each) for each in ("name", "last_name", "first_name")):
        said.note(column, "line_break")
    return name


def _birth_year(said: Said) -> int | None:
    text = said.raw("birth_year")
    if is_empty(text) or not text.strip("0./-"):
        return None
    years = _YEAR.findall(text) or re.findall(r"^(\d{4})\d{4}$", text)
    if len(years) != 1:
        said.note("birth_year", "birth_year")
        return None
    year = int(years[0])
    low, high = RANGES["birth_year"]
    if year and not low <= year <= high:
        said.note("birth_year", "out_of_range", low=low, high=high)
    return year or None


def _sex(said: Said) -> str:
    text = said.raw("sex")
    if is_empty(text):
        return ""
    sex = SEXES.get(text.casefold().rstrip("."))
    if sex is None:
        said.note("sex", "sex")
    return sex or ""


def _code(said: Said, column: str) -> str:
    text = said.text(column, LONGEST[column])
    return "" if is_empty(text.strip("-")) else text.upper()


def _fide_id(said: Said) -> str:
    text = said.raw("fide_id")
    if is_empty(text):
        return ""
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST["fide_id"]:
        said.note("fide_id", "fide_id")
    return text.lstrip("0")


def _title(said: Said) -> str:
    text = said.text("title", LONGEST["title"])
    return "" if is_empty(text) else TITLES.get(text.casefold(), text.upper())
