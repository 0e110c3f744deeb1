"""Results of a mode as a page shows them: names, numbers in the reader's language, sentences.

``static/js/answer.js`` does the same in the browser, from the same views, formats and words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ratings.figures import NO_BREAK, plain, signed, trimmed

from .wording import WORDS, say

# How each named number is written; names without an entry are texts.
_NAMED: Final = {
    ("trimmed", 2): "own own_then opponent new other_new home_new away_new rating k k_used other_k low high odds"
    " computed limit target average performance perfect",
    ("plain", 0): "gap difference used line count counts most games number percent_whole",
    ("signed_trimmed", 2): "change other_change home_change away_change sum surplus unrounded",
    ("signed", 2): "row_change row_other_change delta",
    ("plain", 2): "row_new row_other_new row_expected expected_sum table row_deviation new_deviation inflated",
    ("signed", 0): "change_whole dp",
    ("percent", 2): "expected other_expected home_expected away_expected higher lower forecast",
    ("points", 1): "score points needed has",
    ("trimmed", 4): "multiplier",
    ("plain", 6): "new_volatility",
    ("plain", 4): "g",
    ("word", 0): "result rule check verdict reason",
}
FORMATS: Final[Mapping[str, tuple[str, int]]] = {
    name: written for written, names in _NAMED.items() for name in names.split()
}


class Table(NamedTuple):
    """Rows of a result under ``key``; ``columns``: names of numbers; ``foot``: the row of sums under ``key_foot``."""

    key: str
    columns: tuple[str, ...]
    foot: str = ""


class View(NamedTuple):
    """What of a result is shown: the headline, then tables. Names that a result lacks are left out."""

    figures: tuple[str, ...]
    tables: tuple[Table, ...] = ()


class Answer(NamedTuple):
    """A result in words. ``figures``: label and text; ``tables``: caption, heads, words (columns), rows, foot."""

    figures: list[tuple[str, str]]
    notes: list[str]
    tables: list[dict[str, Any]]


def show(name: str, value: Any) -> str:
    """One named value as text."""
    if value is None:
        return "–"
    kind, places = FORMATS.get(name, ("text", 0))
    return _SHOWN[kind](value, places)


def _points(value: float, places: int) -> str:
    full = int(value)
    if value == full:
        return plain(value)
    return f"{full or ''}½" if value == full + 0.5 else trimmed(value, places)


def _signed_trimmed(value: float, places: int) -> str:
    text = trimmed(value, places)
    return f"+{text}" if signed(value, places).startswith("+") else text


_SHOWN: Final[Mapping[str, Callable[[Any, int], str]]] = {
    "plain": plain,
    "trimmed": trimmed,
    "signed": signed,
    "signed_trimmed": _signed_trimmed,
    "percent": lambda value, places: f"{plain(100 * value, places)}{NO_BREAK}%",
    "points": _points,
    "word": lambda value, places: say(value) if value else "",
    "text": lambda value, places: str(value),
}


def sentence(code: str, values: Mapping[str, Any]) -> str:
    """A note or message with its values in the reader's manner."""
    return say(code, {name: show(name, value) for name, value in values.items()})


def answer(result: Mapping[str, Any], view: View) -> Answer:
    """A result as its page shows it."""
    figures = [(label(name), show(name, result[name])) for name in view.figures if result.get(name) is not None]
    notes = [sentence(code, values) for code, values in result.get("notes", ())]
    return Answer(figures, notes, [_table(result, table) for table in view.tables if result.get(table.key)])


def label(name: str) -> str:
    return str(WORDS[f"label_{name}"])


def _table(result: Mapping[str, Any], table: Table) -> dict[str, Any]:
    rows = result[table.key]
    columns = [name for name in table.columns if any(row.get(name) is not None for row in rows)]
    foot = result.get(table.foot) if table.foot else None
    return {
        "caption": say(f"table_{table.key}"),
        "heads": [label(name) for name in columns],
        "words": [FORMATS.get(name, ("text", 0))[0] == "word" for name in columns],
        "rows": [_cells(row, columns) for row in rows],
        "foot": _cells(foot, columns) if foot else [],
    }


def _cells(row: Mapping[str, Any], columns: Sequence[str]) -> list[str]:
    return [show(name, row[name]) if name in row else "" for name in columns]
