"""A rating list in the fixed-width layout in which FIDE publishes one and federations exchange theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final, NamedTuple

from .months import short_month

WOMENS_TITLES: Final = frozenset({"WGM", "WIM", "WFM", "WCM"})
# heading and width of each column; the rating's heading is the month
_COLUMNS: Final = (
    ("ID Number", 15), ("Name", 61), ("Fed", 4), ("Sex", 4), ("Tit", 5), ("WTit", 5), ("OTit", 15), ("FOA", 4),
    ("", 6), ("Gms", 4), ("K", 3), ("B-day", 6), ("Flag", 5),
)  # fmt: skip


class ListRow(NamedTuple):
    """One player of a list. ``sex``: m or w; ``k`` None: unknown, printed as 0, as is an unknown birth year."""

    fide_id: str
    name: str
    federation: str
    sex: str
    title: str
    rating: int
    games: int
    k: int | None
    birth_year: int | None
    inactive: bool = False


def fixed_lines(dated: date, rows: Iterable[ListRow]) -> Iterator[str]:
    """The lines of a list with its header; columns count characters, lines end as FIDE's do (CR LF)."""
    month = short_month(dated)
    yield _line(heading or month for heading, _ in _COLUMNS)
    for row in rows:
        womens = row.title if row.title in WOMENS_TITLES else ""
        flag = ("w" if row.sex == "w" else "") + ("i" if row.inactive else "")
        yield _line(
            (
                row.fide_id, row.name, row.federation, {"w": "F", "m": "M"}.get(row.sex, ""), row.title, womens, "", "",
                row.rating, row.games, row.k or 0, row.birth_year or "0000", flag,
            )
        )  # fmt: skip


def _line(cells: Iterable[object]) -> str:
    """Cells cut to their columns, a blank between two at least."""
    texts = (_one_line(str(cell))[: width - 1].ljust(width) for cell, (_, width) in zip(cells, _COLUMNS, strict=True))
    return "".join(texts).rstrip() + "\r\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())
