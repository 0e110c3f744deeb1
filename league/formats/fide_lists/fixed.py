"""The fixed-width layouts: columns stand where the header line says.

``standard_rating_list.txt`` (one list, its month as heading of the rating) and ``players_list_foa.txt``
(all three). Columns count characters; rows that count bytes, or that a long title pushed to the right,
are still read where their numbers leave no doubt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from datetime import date
from typing import AnyStr, NamedTuple

from .months import MONTH, month_of
from .rows import LISTS, BadRow, FideRow, row_of

HEADER_WITHIN = 20  # lines
LONGEST_LINE = 4096
_HEADING = re.compile(
    rf"(?P<id>ID\ ?Number)|(?P<name>Name)|(?P<wtitle>WTit)|(?P<otitle>OTit)|(?P<title>Titl?e?)"
    r"|(?P<fed>Fed)|(?P<sex>Sex)"
    rf"|(?P<foa>FOA)|(?P<standard_rating>SRtng)|(?P<rapid_rating>RRtng)|(?P<blitz_rating>BRtng)"
    rf"|(?P<standard_games>SGm)|(?P<rapid_games>RGm)|(?P<blitz_games>BGm)"
    rf"|(?P<standard_k>SK)|(?P<rapid_k>RK)|(?P<blitz_k>BK)"
    rf"|(?P<rating>{MONTH})|(?P<games>Gms|Games?)|(?P<born>Born|B-day|Birthday)|(?P<flag>Flag)|(?P<k>K)",
    re.IGNORECASE,
)
_NEEDED = frozenset({"id", "name", "fed"})
_TAIL = re.compile(r"^(?P<titles>[^\d]*?)(?P<numbers>(?:\s+\d+)+)\s*(?P<flag>[A-Za-z]{0,3})\s*$")


class Columns(NamedTuple):
    """Where the columns stand. ``month`` and ``only``: of a file of one list."""

    spans: Mapping[str, slice]
    lists: tuple[str, ...]
    month: date | None


def find_header(lines: list[bytes]) -> tuple[int, Columns] | None:
    """The header line among the first lines of a file, and what it says."""
    for place, line in enumerate(lines[:HEADER_WITHIN]):
        text = _text(line).rstrip()
        found = {m.lastgroup or "": m for m in reversed(list(_HEADING.finditer(text)))}
        if found.keys() >= _NEEDED and ("rating" in found or "standard_rating" in found):
            return place, _columns(found)
    return None


def _columns(found: Mapping[str, re.Match[str]]) -> Columns:
    starts = sorted((match.start(), name) for name, match in found.items())
    ends = [start for start, _ in starts[1:]] + [LONGEST_LINE]
    spans = {name: slice(start, end) for (start, name), end in zip(starts, ends, strict=True)}
    if "rating" in spans:
        return Columns(spans, (), month_of(found["rating"][0]))
    return Columns(spans, tuple(each for each in LISTS if f"{each}_rating" in spans), None)


def rows(
    lines: Iterator[bytes], first: int, columns: Columns, lists: tuple[str, ...], wanted: Container[str] | None
) -> Iterator[FideRow | BadRow]:
    """Rows below the header. ``lists``: those the columns hold, as the caller knows a single one's name."""
    spans = columns.spans if columns.lists else _named(columns.spans, lists[0])
    id_span = spans["id"]
    for number, line in enumerate(lines, first):
        key = line[id_span].strip().lstrip(b"0")
        if key.isdigit() and wanted is not None and key.decode("ascii") not in wanted:
            continue
        if line.strip():
            yield _row(number, line, spans, lists)


def _named(spans: Mapping[str, slice], name: str) -> Mapping[str, slice]:
    return {f"{name}_{key}" if key in ("rating", "games", "k") else key: span for key, span in spans.items()}


def _row(number: int, line: bytes, spans: Mapping[str, slice], lists: tuple[str, ...]) -> FideRow | BadRow:
    text = _text(line).rstrip("\r\n")
    cells = _cut(text, spans, str)
    if not _fits(cells, lists) and not line.isascii():
        cells = _cut(line.rstrip(b"\r\n"), spans, _text)
    if not _fits(cells, lists):
        pushed = _from_the_right(text, spans, lists)
        if pushed is None:
            begins = re.match(r"0*(\d{1,12})(?!\d)", text.lstrip())
            return BadRow(number, begins[1] if begins else "", "columns", text.strip()[:120])
        cells = {**cells, **pushed}
    return row_of(number, cells, lists)


def _cut(line: AnyStr, spans: Mapping[str, slice], text: Callable[[AnyStr], str]) -> dict[str, str]:
    return {name: text(line[span]).strip() for name, span in spans.items()}


def _fits(cells: Mapping[str, str], lists: tuple[str, ...]) -> bool:
    """Whether each cell looks like what belongs there; a shifted one does not."""
    federation, sex, born = cells["fed"], cells.get("sex", ""), cells.get("born", "")
    return (
        cells["id"].isdigit()
        and (not federation or (len(federation) == 3 and federation.isalpha()))
        and sex in ("", "M", "F", "m", "f", "w", "W")
        and (not born or len(born) == 4 or not born.isdigit())
        and cells.get("flag", "").isalpha() | (cells.get("flag", "") == "")
        and all(_number(cells.get(f"{each}_{what}", "")) for each in lists for what in ("rating", "games", "k"))
    )


def _number(text: str) -> bool:
    return not text or text.isdigit()


def _from_the_right(text: str, spans: Mapping[str, slice], lists: tuple[str, ...]) -> dict[str, str] | None:
    """A row whose titles are too long for their columns: the numbers, counted from the end of the line.

    A list prints a 0 where there is nothing, so three numbers a list, and the year of birth if known.
    """
    start = spans.get("title")
    found = _TAIL.match(text[start.start :]) if start else None
    if found is None:
        return None
    numbers = found["numbers"].split()
    names = [f"{each}_{what}" for each in lists for what in ("rating", "games", "k") if f"{each}_{what}" in spans]
    if len(numbers) not in (len(names), len(names) + 1):
        return None
    born = numbers[len(names)] if len(numbers) > len(names) else ""
    cells = {**dict(zip(names, numbers, strict=False)), "born": born, "flag": found["flag"]}
    return {**cells, "title": found["titles"].strip(), "wtitle": "", "otitle": "", "foa": ""}


def _text(line: bytes) -> str:
    """UTF-8, else the code page of earlier lists; no byte is refused."""
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")
