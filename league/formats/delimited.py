"""Text -> rows of cells: the delimiter found, quotes read, lines counted."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from .faults import Unreadable
from .text import TextFile

DELIMITERS = (";", "\t", "|", ",")
ONE_COLUMN = "\x1f"  # a separator that no file holds: the line is the cell
_HINT = re.compile(r"sep=(.)\s*", re.IGNORECASE)  # spreadsheets write it as the first line
_SAMPLE = 40
_IN_A_BLOCK = 1000
_new = tuple.__new__  # by the million: a third of the cost of calling the class
_LINES_OF_A_CELL = 20  # more of them: a quote that nobody closed


class Line(NamedTuple):
    """One row of a table; ``number`` is the line of the file on which it begins, from 1."""

    number: int
    cells: list[str]


def find_delimiter(file: TextFile) -> str:
    """The delimiter that cuts the lines most evenly; ``ONE_COLUMN`` where none cuts two of them alike.

    Only real separators are tried, never letters, and a separator inside quotes does not count.
    """
    scores = {delimiter: _evenness(first_lines(file, delimiter)) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=lambda delimiter: scores[delimiter])
    return best if scores[best][0] else ONE_COLUMN


def _evenness(lines: Iterable[Line]) -> tuple[int, int]:
    """How many rows share the commonest number of cells above one, and that number."""
    widths = Counter(width for line in lines if (width := len(line.cells)) > 1)
    if not widths:
        return (0, 0)
    width, rows = max(widths.items(), key=lambda item: (item[1], item[0]))
    return (rows, width)


def delimiter_hint(file: TextFile) -> str:
    """What somebody said of the file, or its first line ``sep=;`` says; else nothing."""
    if file.delimiter:
        return file.delimiter
    hint = _HINT.fullmatch(file.open().readline())
    return hint.group(1) if hint else ""


def first_lines(file: TextFile, delimiter: str) -> list[Line]:
    """The first rows cut by a delimiter, up to where its quotes make no sense."""
    lines: list[Line] = []
    try:
        for line in islice(read_lines(file, delimiter), _SAMPLE):
            lines.append(line)
    except Unreadable:
        pass
    return lines


def read_blocks(file: TextFile, delimiter: str) -> Iterator[tuple[Sequence[int], list[list[str]]]]:
    """The rows by the thousand, empty ones too: the lines on which they begin, and their cells.

    Raises as ``read_lines``, and is many times as fast where no cell has a line break; from the first one that has,
    ``read_lines`` takes over.
    """
    stream = file.open()
    offset = 1 if _HINT.fullmatch(stream.readline()) else 0
    if not offset:
        stream.seek(0)
    reader = csv.reader(stream, delimiter=delimiter, skipinitialspace=True)
    last = 0
    while True:
        try:
            block = list(islice(reader, _IN_A_BLOCK))
        except csv.Error:
            break
        if reader.line_num != last + len(block):
            break
        if not block:
            return
        yield range(last + 1 + offset, last + 1 + offset + len(block)), block
        last += len(block)
    lines = (line for line in read_lines(file, delimiter) if line.number > last + offset)
    while rest := list(islice(lines, _IN_A_BLOCK)):
        yield [line.number for line in rest], [line.cells for line in rest]


def read_lines(file: TextFile, delimiter: str) -> Iterator[Line]:
    """Rows with something in them, cells as they are. Raises ``Unreadable``: ``open_quote`` (line)."""
    stream = file.open()
    offset = 1 if _HINT.fullmatch(stream.readline()) else 0
    if not offset:
        stream.seek(0)
    reader = csv.reader(stream, delimiter=delimiter, skipinitialspace=True)
    begins, last, cells = 1, 1, [""]
    try:
        for cells in reader:
            if reader.line_num - begins >= _LINES_OF_A_CELL:
                raise csv.Error
            if "".join(cells).strip():
                yield _new(Line, (begins + offset, cells))
            last, begins = begins, reader.line_num + 1
        if cells and "\n" in cells[-1] and not file.data.rstrip().endswith(b'"'):
            begins = last
            raise csv.Error
    except csv.Error:
        raise Unreadable("open_quote", line=begins + offset) from None
