"""What an address asks for. Any text in it is possible; none is an error."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import QueryDict
from django.utils.dateparse import parse_date
from django.utils.formats import get_format

from league.models import Club

FIRST_DAY, LAST_DAY = date(1800, 1, 1), date(2150, 1, 1)
LONGEST_ID = 18  # digits that fit a database's integer


def text(asked: QueryDict, name: str, longest: int = 100) -> str:
    """A text without controls, cut."""
    value = asked.get(name, "")[:longest]
    return "".join(c for c in value if c.isprintable()).strip()


def day(asked: QueryDict, name: str) -> date | None:
    """A day, ISO or as the language writes it; None for anything else."""
    value = text(asked, name, 20)
    found = _iso(value) or _local(value)
    return found if found and FIRST_DAY <= found <= LAST_DAY else None


def number(asked: QueryDict, name: str) -> int | None:
    """A whole number as a program writes it: no sign, no leading zero, small enough for a database."""
    value = text(asked, name, LONGEST_ID + 1)
    known = value.isascii() and value.isdigit() and len(value) <= LONGEST_ID and value == str(int(value))
    return int(value) if known else None


def choice(asked: QueryDict, name: str, allowed: tuple[str, ...] | list[str], usual: str) -> str:
    value = asked.get(name, "")
    return value if value in allowed else usual


def zone(club: Club) -> ZoneInfo:
    """The club's time zone; UTC where its name is unknown to this machine."""
    try:
        return ZoneInfo(club.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def midnight(club: Club, on: date | None, *, after: int = 0) -> datetime | None:
    """The moment a day begins for a club, or a number of days after it."""
    return datetime.combine(on + timedelta(days=after), time.min, zone(club)) if on else None


def _iso(value: str) -> date | None:
    try:
        return parse_date(value)
    except ValueError:
        return None


def _local(value: str) -> date | None:
    for pattern in get_format("DATE_INPUT_FORMATS"):
        try:
            return datetime.strptime(value, pattern).date()
        except ValueError:
            continue
    return None
