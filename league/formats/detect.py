"""Which format and which layout a file has, by its content; and the one way to read any file of an event."""

from __future__ import annotations

import re
from datetime import tzinfo
from typing import NamedTuple

from .event_file import EventFile
from .event_tables import READERS, find_kind
from .event_tables.grid import read_grid
from .faults import Faults, Unreadable
from .headings import PLAYER_HEADINGS, RESULT_HEADINGS, find_layout
from .pgn import read_pgn
from .pgn.splitting import is_pgn
from .players import PLAYER_NEEDS
from .results import RESULT_NEEDS
from .text import TextFile, decode
from .trf import read_trf
from .trf.lines import is_report
from .xlsx import is_xlsx, read_sheet

FORMATS = ("csv", "xlsx", "trf", "pgn")
# layouts of tables that are rows of games or of players: those have readers of their own
RESULTS, PLAYERS = "results", "players"
_LOOKED_AT = 400  # rows by which a table is known
_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html|head|table)\b", re.IGNORECASE)


class Detected(NamedTuple):
    """``format`` of ``FORMATS``; ``layout``: ``trf``, ``pgn``, a key of ``event_tables.READERS``, ``results`` or
    ``players``. ``text``: the file as text, a sheet too. ``warnings``: what the reading of the bytes has to say."""

    format: str
    layout: str
    text: TextFile
    warnings: Faults


def detect(
    data: bytes, *, format: str = "auto", encoding: str | None = None, sheet: str = "", rows: str = "",
    delimiter: str = "", header_row: int = 0,
) -> Detected:  # fmt: skip
    """Find out what a file is. ``format``: what somebody says it is, and then it must be that. ``rows``: what
    rows of a plain table are taken for (``RESULTS``, ``PLAYERS``; empty: their headings say it). ``delimiter``,
    ``header_row``: of a table, where somebody says them.

    Raises ``Unreadable``: what cannot be read or is not known, and files that are no results of single
    games (``not_individual``).
    """
    if format not in ("auto", *FORMATS):
        raise Unreadable("format", format=format)
    warnings = Faults()
    if is_xlsx(data) and format in ("auto", "xlsx"):
        book = read_sheet(data, sheet)
        if book.others:
            warnings.add(1, "", ", ".join(book.others), "other_sheets", sheet=book.name)
        sheet_text = book.text._replace(header_row=header_row)
        return Detected("xlsx", _layout_of_table(sheet_text, rows), sheet_text, warnings)
    text = decode(_without_end_mark(data), encoding)._replace(delimiter=delimiter, header_row=header_row)
    if format == "xlsx":
        raise Unreadable("not_format", format="xlsx")
    head = text.open().read(100_000)
    if _HTML.match(head):
        raise Unreadable("not_text", kind="HTML")
    found = _format_of_text(head) if format == "auto" else format
    if found in ("trf", "pgn"):
        return Detected(found, found, text, warnings)
    return Detected("csv", _layout_of_table(text, rows), text, warnings)


def read_event(found: Detected, *, zone: tzinfo | None = None) -> EventFile:
    """Read what was detected. Not for the layouts ``results`` and ``players``. Raises ``Unreadable``."""
    if found.layout == "trf":
        event = read_trf(found.text)
    elif found.layout == "pgn":
        event = read_pgn(found.text, zone=zone)
    else:
        event = READERS[found.layout](found.text, read_grid(found.text))
    event.warnings.extend(found.warnings)
    return event._replace(format=found.format)


def _format_of_text(head: str) -> str:
    if is_report(head):
        return "trf"
    return "pgn" if is_pgn(head) else "csv"


def _layout_of_table(text: TextFile, rows: str) -> str:
    """Tables of an event show themselves by their shape; else the headings say results or players."""
    kind = find_kind(read_grid(text, most=_LOOKED_AT))
    if kind and kind != "start list":
        return kind
    if rows:
        return kind if kind and rows == PLAYERS and not _says_more(text) else rows
    try:
        find_layout(text, RESULT_HEADINGS, RESULT_NEEDS)
    except Unreadable as unreadable:
        if kind:
            return kind
        if _are_players(text) and "result" not in str(unreadable.values.get("found", "")):
            return PLAYERS
        if unreadable.code == "no_columns" and unreadable.values["missing"] == [["date"]]:
            return RESULTS  # the day can be given
        raise
    return RESULTS


def _says_more(text: TextFile) -> bool:
    """Whether a list of players has columns that a starting list has not."""
    try:
        columns = find_layout(text, PLAYER_HEADINGS, PLAYER_NEEDS).header.columns
    except Unreadable:
        return False
    return bool({"id", "games", "peak", "deviation", "volatility", "k", "guest"} & set(columns))


def _are_players(text: TextFile) -> bool:
    try:
        find_layout(text, PLAYER_HEADINGS, PLAYER_NEEDS)
    except Unreadable:
        return False
    return True


def _without_end_mark(data: bytes) -> bytes:
    """Old programs close a file with Ctrl-Z."""
    return data.rstrip(b"\x1a") if data.endswith(b"\x1a") else data
