"""When a game was played, as much as its tags say."""

from __future__ import annotations

import re
from datetime import date, tzinfo
from typing import NamedTuple

from ..days import DayOrder, Undated, read_day, read_moment, read_time
from ..faults import Faults
from .splitting import RawGame

_DATE = re.compile(r"(\d{4}|\?{4})[./-](\d{1,2}|\?{1,2})[./-](\d{1,2}|\?{1,2})")
_ORDER = DayOrder(day_first=True, certain=True)


class Day(NamedTuple):
    """ISO text of what is known (``1984``, ``1984-05``, ``1984-05-03``), and the time of day."""

    day: str
    time: str | None


def read_days(raw: RawGame, zone: tzinfo | None, warnings: Faults) -> Day:
    """The local date of the tag ``Date``; where it is not whole, the moment in UTC, moved to the zone."""
    day = _partial(raw, "Date", warnings)
    if len(day) == 10:
        return Day(day, _clock(raw, "Time"))
    utc = _partial(raw, "UTCDate", warnings)
    if len(utc) < 10:
        return Day(max(day, utc, key=len), None)
    clock = _clock(raw, "UTCTime")
    if clock is None:
        return Day(utc, None)
    try:
        return Day(*read_moment(f"{utc}T{clock}Z", _ORDER, zone))
    except (ValueError, OverflowError):
        return Day(utc, None)


def _partial(raw: RawGame, tag: str, warnings: Faults) -> str:
    text = raw.tags.get(tag, "").strip()
    if not text.strip("?.-/ "):
        return ""
    found = _DATE.fullmatch(text)
    if not found:
        try:
            return read_day(text, _ORDER).isoformat()
        except Undated as undated:
            alone = re.fullmatch(r"(\d{4})\.?", text)
            if not alone:
                warnings.add(raw.line, tag, text, undated.code)
            return alone[1] if alone else ""
    year, month, day = (part if part.isdigit() else "" for part in found.groups())
    known = year if year and int(year) else ""
    if known and month and 1 <= int(month) <= 12:
        known += f"-{int(month):02}"
        if day and int(day):
            try:
                return date(int(year), int(month), int(day)).isoformat()
            except ValueError:
                warnings.add(raw.line, tag, text, "day_impossible")
    return known


def _clock(raw: RawGame, tag: str) -> str | None:
    try:
        return read_time(raw.tags.get(tag, ""))
    except ValueError:
        return None
