"""Dates of a report. TRF16 named no format, so every order is met; the event's own span tells them apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from itertools import pairwise

from ..days import DayOrder, Undated, find_day_order, read_day
from .columns import FIRST_ROUND, ROUND_WIDTH

_THREE = re.compile(r"(\d{1,4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,4})")
_ORDERS = ("ymd", "ydm", "dmy", "mdy")


def find_order(texts: Iterable[str]) -> DayOrder:
    """Whether the dates of the head have the day first; both orders in one file: none is certain."""
    try:
        return find_day_order(list(texts))
    except Undated:
        return DayOrder(day_first=True, certain=False)


def read_span_day(text: str, order: DayOrder) -> str:
    """First or last day of the event as ISO text; nothing written is nothing. Raises ``Undated``."""
    text = " ".join(text.split())
    if not text.strip("0-/. "):
        return ""
    return read_day(text, order).isoformat()


def split_round_days(line: str) -> list[str]:
    """What record 132 has for each round; dates a few columns aside still belong to the nearest round."""
    texts: dict[int, str] = {}
    for found in _THREE.finditer(line, 4):
        texts[max(0, (found.start() - FIRST_ROUND + 1 + ROUND_WIDTH // 2) // ROUND_WIDTH)] = found[0]
    return [texts.get(number, "") for number in range(max(texts, default=-1) + 1)]


def read_round_days(texts: list[str], starts_on: str, ends_on: str) -> tuple[str, ...] | None:
    """Days of the rounds (record 132: YY/MM/DD) in the order of numbers that fits the event.

    The days must rise and lie in the event's span, where it is known. A wrong year beside right days
    gives way to the event's. None: no reading fits, or nothing is written.
    """
    found = [_THREE.fullmatch(text.strip()) for text in texts]
    if not any(found) or any(text.strip() and not match for text, match in zip(texts, found, strict=True)):
        return None
    parts = [(match[1], match[2], match[3]) if match else None for match in found]
    years: list[int | None] = [None, int(starts_on[:4])] if starts_on else [None]
    for year in years:
        for order in _ORDERS:
            days = _read(parts, order, year)
            if days and _fits([day for day in days if day], starts_on, ends_on):
                return days
    return None


def _read(parts: list[tuple[str, str, str] | None], order: str, year: int | None) -> tuple[str, ...] | None:
    days = []
    for each in parts:
        if each is None:
            days.append("")
            continue
        by_letter = dict(zip(order, each, strict=True))
        if len(by_letter["m"]) > 2 or len(by_letter["d"]) > 2:
            return None
        try:
            day = date(year or _whole_year(by_letter["y"]), int(by_letter["m"]), int(by_letter["d"]))
        except ValueError:
            return None
        days.append(day.isoformat())
    return tuple(days)


def _whole_year(digits: str) -> int:
    year = int(digits)
    if len(digits) > 2:
        return year
    return year + (2000 if year < 70 else 1900)


def _fits(days: list[str], starts_on: str, ends_on: str) -> bool:
    rising = all(one <= other for one, other in pairwise(days))
    return rising and (not starts_on or starts_on <= days[0]) and (not ends_on or days[-1] <= ends_on)
