"""Dates and times as files write them, read by the whole column: the order of day and month is one for all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, time, tzinfo
from typing import NamedTuple

from .names import name_key

_YEAR_FIRST = re.compile(r"(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})\.?")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?:\s?г\.?|\s?r\.?)?")
_DAY_NAME = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:of )?([^\W\d]+)\.?,?[\s-]+(\d{4}|\d{2})(?:\s?г\.?|\s?r\.?)?"
)
_NAME_DAY = re.compile(r"([^\W\d]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_TIME = re.compile(r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s?([ap]m)?", re.IGNORECASE)
_SPLIT = re.compile(r"(?<=\d)(?:T|,?\s+)(?=\d{1,2}[:.]\d{2})")
_ZONE = re.compile(r"\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})", re.IGNORECASE)
_MONTHS = (
    "january jan январь января янв styczen stycznia sty",
    "february feb февраль февраля фев февр luty lutego lut",
    "march mar март марта мар marzec marca",
    "april apr апрель апреля апр kwiecien kwietnia kwi",
    "may май мая maj maja",
    "june jun июнь июня июн czerwiec czerwca cze",
    "july jul июль июля июл lipiec lipca lip",
    "august aug август августа авг sierpien sierpnia sie",
    "september sep sept сентябрь сентября сен сент wrzesien wrzesnia wrz",
    "october oct октябрь октября окт pazdziernik pazdziernika paz",
    "november nov ноябрь ноября ноя нояб listopad listopada lis",
    "december dec декабрь декабря дек grudzien grudnia gru",
)
_MONTH = {name_key(word): number for number, words in enumerate(_MONTHS, 1) for word in words.split()}


class Moment(NamedTuple):
    """What a cell of a date column says: ISO text, and the time where one stands beside it."""

    day: str
    time: str | None


class DayOrder(NamedTuple):
    """How ``03/04/2026`` is read in a column, and whether the column itself shows it."""

    day_first: bool
    certain: bool
    example: str = ""


class Undated(ValueError):
    """No day can be read: ``day_impossible``, ``day_partial`` or ``day_unknown``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def find_day_order(texts: Iterable[str]) -> DayOrder:
    """Day or month first, by the numbers above 12 among the dates of a column.

    Dates with dots are day first everywhere. Where nothing shows the order, day first is taken and
    ``certain`` is false. Raises ``Undated`` ``day_order`` when both orders occur.
    """
    seen: dict[bool, str] = {}
    open_example = ""
    for text in texts:
        found = _YEAR_LAST.fullmatch(_SPLIT.split(text.strip())[0])
        if not found or found[2] == ".":
            continue
        first, second = int(found[1]), int(found[3])
        if first > 12 or second > 12:
            seen[first > 12] = text
        elif first != second:
            open_example = open_example or text
    if len(seen) == 2:
        raise Undated("day_order")
    if seen:
        return DayOrder(day_first=True in seen, certain=True)
    return DayOrder(day_first=True, certain=not open_example, example=open_example)


def read_moment(text: str, order: DayOrder, zone: tzinfo | None = None) -> Moment:
    """A date, perhaps with its time. A time with an offset is moved to ``zone``. Raises ``Undated``."""
    parts = _SPLIT.split(text.strip(), maxsplit=1)
    day = read_day(parts[0], order)
    if len(parts) == 1:
        return Moment(day.isoformat(), None)
    offset = re.search(_ZONE.pattern + "$", parts[1], re.IGNORECASE)
    clock = read_time(parts[1][: offset.start()] if offset else parts[1])
    if clock is None:
        raise Undated("day_unknown")
    if clock == "00:00:00":  # midnight sharp is how programs write a date without a time
        return Moment(day.isoformat(), None)
    if offset and zone:
        iso = offset[1].upper().replace("UTC", "Z").replace("GMT", "Z")
        moment = datetime.fromisoformat(f"{day}T{clock}{iso}").astimezone(zone)
        return Moment(moment.date().isoformat(), moment.time().isoformat())
    return Moment(day.isoformat(), clock)


def read_day(text: str, order: DayOrder) -> date:
    """One date. Raises ``Undated``."""
    text = text.strip()
    if found := _YEAR_FIRST.fullmatch(text):
        return _day(int(found[1]), int(found[3]), int(found[4]))
    if found := _COMPACT.fullmatch(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _YEAR_LAST.fullmatch(text):
        first, second = int(found[1]), int(found[3])
        day, month = (first, second) if order.day_first or found[2] == "." else (second, first)
        return _day(_year(found[4]), month, day)
    if found := _DAY_NAME.fullmatch(text):
        return _day(_year(found[3]), _month(found[2]), int(found[1]))
    if found := _NAME_DAY.fullmatch(text):
        return _day(int(found[3]), _month(found[1]), int(found[2]))
    raise Undated("day_partial" if re.fullmatch(r"\d{4}([-/.][\d?]{1,2}){0,2}", text) else "day_unknown")


def read_time(text: str) -> str | None:
    """A time of day as ISO text, ``None`` for an empty cell. Raises ``ValueError``."""
    text = text.strip()
    if not text:
        return None
    found = _TIME.fullmatch(text)
    if not found:
        raise ValueError(text)
    hour = int(found[1])
    if half := (found[4] or "").lower():
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour, int(found[2]), int(found[3] or 0)).isoformat()


def _year(digits: str) -> int:
    year = int(digits)
    if len(digits) == 4:
        return year
    return year + (2000 if year < 70 else 1900)


def _month(word: str) -> int:
    number = _MONTH.get(name_key(word))
    if number is None:
        raise Undated("day_unknown")
    return number


def _day(year: int, month: int, day: int) -> date:
    if not month or not day:
        raise Undated("day_partial")
    try:
        return date(year, month, day)
    except ValueError:
        raise Undated("day_impossible") from None
