"""The texts of one player of a FIDE list -> a plain row. Odd texts are kept aside, never guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ..federations import read_federation
from ..names import clean_name
from ..numbers import read_id
from ..players import SEXES, TITLES

STANDARD: Final = "standard"
RAPID: Final = "rapid"
BLITZ: Final = "blitz"
LISTS: Final = (STANDARD, RAPID, BLITZ)

# a player's best title first
PLAYING_TITLES: Final = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
# arbiters, organisers, trainers, and online titles: no titles of players over the board
OTHER_TITLES: Final = frozenset(
    {"IA", "FA", "NA", "IO", "FST", "FT", "FI", "DI", "NI", "SI", "LSI", "FSI", "AGM", "AIM", "AFM", "ACM"}
)
_YEAR = re.compile(r"(\d{4})(?:[-./]\d\d?){0,2}")
_TITLE_TOKENS = re.compile(r"[^\s,;/]+")
_LONGEST_ID = 12
_HIGHEST = 4000  # nobody was ever rated above; a number beyond is no rating


class Listed(NamedTuple):
    """What one list says of a player. ``rating`` None: unrated; ``k`` None: the list prints 0, unknown."""

    rating: int | None
    games: int | None
    k: int | None


class FideRow(NamedTuple):
    """One player. ``woman``, ``inactive``: letters of the flag; ``odd``: texts that were not taken."""

    line: int
    fide_id: str
    name: str
    federation: str
    sex: str
    title: str
    birth_year: int | None
    woman: bool
    inactive: bool
    ratings: Mapping[str, Listed]
    odd: tuple[tuple[str, str], ...] = ()


class BadRow(NamedTuple):
    """A row that cannot be taken: ``code`` says why, ``text`` what stands there."""

    line: int
    fide_id: str
    code: str
    text: str


def row_of(line: int, cells: Mapping[str, str], lists: Sequence[str]) -> FideRow | BadRow:
    """A row from its texts: ``id name fed sex title wtitle otitle born flag``, and ``rating games k`` for each list."""
    fide_id = cells.get("id", "").lstrip("0")
    if not is_id(fide_id):
        return BadRow(line, fide_id[:_LONGEST_ID], "id", cells.get("id", ""))
    name = tidy_name(cells.get("name", ""))
    if not name:
        return BadRow(line, fide_id, "name", "")
    ratings = {}
    for each in lists:
        text = cells.get(f"{each}_rating", "")
        if text and ((number := read_id(text)) is None or number > _HIGHEST):
            return BadRow(line, fide_id, "rating", text)
        ratings[each] = Listed(*(_positive(cells.get(f"{each}_{what}", ""), what) for what in ("rating", "games", "k")))
    return _row(line, fide_id, name, cells, ratings)


def _row(line: int, fide_id: str, name: str, cells: Mapping[str, str], ratings: Mapping[str, Listed]) -> FideRow:
    odd: list[tuple[str, str]] = []
    title = _title(" ".join(cells.get(column, "") for column in ("title", "wtitle", "otitle")), odd)
    flag = cells.get("flag", "").casefold()
    if flag.strip("wi"):
        odd.append(("flag", cells["flag"]))
    sex = SEXES.get(cells.get("sex", "").casefold(), "") or ("w" if "w" in flag else "")
    return FideRow(
        line, fide_id, name, read_federation(cells.get("fed", "")), sex, title, _birth_year(cells.get("born", ""), odd),
        "w" in flag or sex == "w", "i" in flag, ratings, tuple(odd),
    )  # fmt: skip


def is_id(text: str) -> bool:
    """A FIDE id is a whole number without leading zeros."""
    return text.isascii() and text.isdecimal() and 0 < len(text) <= _LONGEST_ID and text[0] != "0"


def tidy_name(text: str) -> str:
    """`` Orr  ,  Mark  J  L`` is ``Orr, Mark J L``."""
    return re.sub(r"\s+,", ",", clean_name(text))


def _positive(text: str, what: str) -> int | None:
    """A number; games may be none at all, a rating or K of 0 is unknown."""
    value = read_id(text)
    return value if value or what == "games" else None


def _title(text: str, odd: list[tuple[str, str]]) -> str:
    """The best of a player's titles: the columns are often run together (``WGM,IA``)."""
    found = set()
    for token in _TITLE_TOKENS.findall(text):
        title = TITLES.get(token.casefold(), token.upper())
        if title in PLAYING_TITLES:
            found.add(title)
        elif title not in OTHER_TITLES and ("title", token) not in odd:
            odd.append(("title", token))
    return next((title for title in PLAYING_TITLES if title in found), "")


def _birth_year(text: str, odd: list[tuple[str, str]]) -> int | None:
    """The year of birth; 0 and nothing: unknown."""
    if not text.strip("0-./ "):
        return None
    found = _YEAR.fullmatch(text)
    if found is None or not 1850 <= int(found[1]) <= 2200:
        odd.append(("birth_year", text))
        return None
    return int(found[1])
