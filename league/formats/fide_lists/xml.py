"""The XML layout ``players_list_xml``: one ``player`` element each.

The file is cut into its players, and each that is wanted is parsed by itself: a damaged one is one bad
row, a long list takes no memory, and a whole-file parser's minutes become seconds.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import IO, Any, Final
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from ..faults import Unreadable
from .rows import BLITZ, LISTS, RAPID, STANDARD, BadRow, FideRow, row_of

_TAGS: Final = {
    "fideid": "id", "name": "name", "country": "fed", "sex": "sex", "title": "title", "w_title": "wtitle",
    "o_title": "otitle", "birthday": "born", "flag": "flag",
    "rating": "standard_rating", "games": "standard_games", "k": "standard_k",
    **{f"{each}_{what}": f"{each}_{what}" for each in (RAPID, BLITZ) for what in ("rating", "games", "k")},
}  # fmt: skip
_CHUNK: Final = 1 << 18
_LONGEST: Final = 1 << 16  # bytes of one player
_END: Final = b"</player>"
_ID = re.compile(rb"<fideid>\s*0*(\d{1,12})\s*</fideid>")
_PLAYER = re.compile(rb"<player[\s>]")
_LAST = re.compile(rb"</[\w:.-]+>\s*\Z")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_BARE_AMPERSAND = re.compile(r"&(?!(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);)")


def is_xml(head: bytes) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def has_players(head: bytes) -> bool:
    """Whether these are players of a list, and not another XML file."""
    return _PLAYER.search(head) is not None and b"<fideid" in head


def lists_of(head: bytes) -> tuple[str, ...]:
    """All three where the file knows rapid and blitz ratings; else none: the caller knows which one it is."""
    return LISTS if b"<rapid_rating" in head or b"<blitz_rating" in head else ()


def rows(
    stream: IO[bytes], lists: tuple[str, ...], single: bool, wanted: Container[str] | None
) -> Iterator[FideRow | BadRow]:
    """The players of a file; their places count from 1.

    Raises ``Unreadable``: ``xml_broken`` (the file breaks off after player ``row``), ``xml_entities``.
    """
    for number, data in enumerate(_players(stream), 1):
        found = _ID.search(data)
        fide_id = found[1].decode("ascii") if found else ""
        if wanted is None or not fide_id or fide_id in wanted:
            yield _row(number, fide_id, data, lists, single)


def _players(stream: IO[bytes]) -> Iterator[bytes]:
    """The file cut after each ``</player>``."""
    rest, count = b"", 0
    while chunk := stream.read(_CHUNK):
        *whole, rest = (rest + chunk).split(_END)
        if whole and not count and b"<!" in whole[0].partition(b"<player")[0]:
            raise Unreadable("xml_entities")  # a list has no document type
        yield from whole
        count += len(whole)
        if len(rest) > _LONGEST:
            break
    if not _LAST.search(rest):
        raise Unreadable("xml_broken", row=count)


def _row(number: int, fide_id: str, data: bytes, lists: tuple[str, ...], single: bool) -> FideRow | BadRow:
    begins = _PLAYER.search(data)
    text = _text(data[begins.start() :] if begins else data)
    try:
        element = fromstring(text + _END.decode(), forbid_dtd=True)
    except (ParseError, DefusedXmlException):
        return BadRow(number, fide_id, "columns", " ".join(text.split())[:120])
    return row_of(number, _cells(element, lists, single), lists)


def _cells(element: Any, lists: tuple[str, ...], single: bool) -> dict[str, str]:
    cells = {_TAGS[child.tag]: (child.text or "").strip() for child in element if child.tag in _TAGS}
    if single and lists[0] != STANDARD:
        for what in ("rating", "games", "k"):
            cells[f"{lists[0]}_{what}"] = cells.pop(f"{STANDARD}_{what}", "")
    return cells


def _text(data: bytes) -> str:
    """UTF-8, else the code page of earlier lists; ampersands and controls that stood bare in names made good."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    return _BARE_AMPERSAND.sub("&amp;", _CONTROLS.sub("", text))
