"""What can be true at all: ranges of days and numbers that a person can have meant."""

from __future__ import annotations

import math
import re
from datetime import date, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Club

from .errors import Problems


class Range(NamedTuple):
    low: float
    high: float


EARLIEST_DAY = date(1800, 1, 1)
LAST_PLANNED_DAY = date(2149, 12, 31)  # periods can be opened far ahead
DAYS_AHEAD = 366  # a fixture of next season can be entered, a slip of the year cannot
RATING = Range(-10_000, 100_000)
MOVE = Range(-10_000, 10_000)  # an adjustment by so many points
K = Range(0, 1_000)
WEIGHT = Range(0, 100)
POINTS = Range(0, 1_000_000)
NUMBER = Range(1, 32_767)  # rounds, boards, starting numbers
GAMES = Range(0, 1_000_000)
DEVIATION = Range(0, 10_000)
VOLATILITY = Range(0, 10)
REASON_LENGTH = 300
_SLUG = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
# first words of addresses of the site itself; "desk", "new" and the like are pages inside a club or league
RESERVED_SLUGS = frozenset(
    {"admin", "api", "accounts", "calculator", "calculators", "clubs", "desk", "embed", "feeds", "i18n", "join",
     "learn", "login", "logout", "media", "new", "score", "search", "static", "healthz", "readyz"}
)  # fmt: skip


def today(club: Club) -> date:
    """The date on the club's wall."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()


def check_day(problems: Problems, day: date, club: Club, field: str) -> None:
    """A day between 1800 and a year from now."""
    if day < EARLIEST_DAY:
        problems.add(_("%(day)s is impossible: the first possible day is 1800-01-01.") % {"day": day}, field)
    elif day > today(club) + timedelta(days=DAYS_AHEAD):
        problems.add(_("%(day)s is impossible: it is more than a year from now.") % {"day": day}, field)


def check_number(problems: Problems, value: float | None, allowed: Range, field: str) -> None:
    """A finite number in the range, or none at all."""
    if value is None or (math.isfinite(value) and allowed.low <= value <= allowed.high):
        return
    problems.add(
        _("%(value)s is out of range: it must be between %(low)s and %(high)s.")
        % {"value": value, "low": allowed.low, "high": allowed.high},
        field,
    )


def check_reason(problems: Problems, reason: str) -> None:
    """A correction says why."""
    if not reason.strip():
        problems.add(_("Say why: a reason is needed."), "reason")
    elif len(reason) > REASON_LENGTH:
        problems.add(_("The reason is too long: the limit is %(most)d characters.") % {"most": REASON_LENGTH}, "reason")


def check_length(problems: Problems, text: str, most: int, field: str) -> None:
    if len(text) > most:
        problems.add(_("This is too long: the limit is %(most)d characters.") % {"most": most}, field)


def check_slug(problems: Problems, slug: str, field: str = "slug") -> None:
    """A word in an address: small Latin letters, digits, single hyphens or underscores between them."""
    if not _SLUG.fullmatch(slug):
        message = _("“%(slug)s” cannot be part of an address: use a–z, 0–9 and hyphens between them.")
        problems.add(message % {"slug": slug}, field)
    elif slug in RESERVED_SLUGS:
        problems.add(_("“%(slug)s” is the address of a page of this site: choose another.") % {"slug": slug}, field)
    check_length(problems, slug, 60, field)
