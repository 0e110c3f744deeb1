"""The month that a list says it is of: ``AUG25`` in its header, ``aug25frl`` in its name."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = rf"(?:{'|'.join(_MONTHS)})\d\d"
_IN_NAME = re.compile(rf"(?<![a-z])({MONTH})(?!\d)", re.IGNORECASE)
_LIST_IN_NAME = re.compile(r"(?<![a-z])(standard|rapid|blitz)(?![a-z])", re.IGNORECASE)


def month_of(text: str) -> date:
    """``AUG25`` is the first of August 2025; years from 90 on are of the last century."""
    year = int(text[3:])
    return date(1900 + year if year >= 90 else 2000 + year, _MONTHS.index(text[:3].casefold()) + 1, 1)


def month_in_name(name: str) -> date | None:
    """``standard_aug25frl.txt`` is of August 2025."""
    found = _IN_NAME.search(name)
    return month_of(found[1]) if found else None


def list_in_name(name: str) -> str | None:
    """Which of the three lists a file of one list holds, by its name."""
    found = {each.casefold() for each in _LIST_IN_NAME.findall(name)}
    return found.pop() if len(found) == 1 else None


def short_month(day: date) -> str:
    """``AUG25`` for August 2025."""
    return f"{_MONTHS[day.month - 1].upper()}{day.year % 100:02d}"
