"""Numbers as people know them: whole ratings, real minus signs, halves, in the reader's language."""

from __future__ import annotations

import math
from datetime import date, datetime
from functools import lru_cache
from typing import Final
from unicodedata import bidirectional

from django.utils import timezone
from django.utils.formats import date_format, get_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ratings.ledger import standings

MINUS: Final = "−"
NOTHING: Final = "–"
EXACT: Final = 1e15  # beyond it a float has digits that mean nothing
NO_BREAK: Final = "\u00a0"
RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})


def short_month(day: date) -> str:
    """Nov 2026; in languages that write months small, ноя 2026."""
    return date_format(day, "M Y" if (get_language() or "en").startswith("en") else "b Y")


def whole(value: float | None) -> int | None:
    """The whole number a rating is shown as, by the same rule as the stored one."""
    return None if value is None or not math.isfinite(value) else standings.shown(value)


def plain(value: float | None, places: int = 0) -> str:
    """A number with so many decimals, in the reader's language, with a real minus sign."""
    if value is None or not math.isfinite(value):
        return NOTHING
    size = rounded(abs(value), places)
    text = f"{size:.{places}f}" if size < EXACT else str(number_format(size, decimal_pos=places, force_grouping=False))
    if places:
        text = text.replace(".", get_format("DECIMAL_SEPARATOR"))
    return f"{MINUS}{text}" if value < 0 and size else text


def rounded(value: float, places: int) -> float:
    """Halves away from zero; 2.675 is taken as the decimal that people see, not as its binary neighbour."""
    scale = 10**places
    return math.copysign(math.floor(abs(value) * scale + 0.5 + 1e-9), value) / scale


def trimmed(value: float | None, places: int = 2) -> str:
    """At most so many decimals: 20 for 20.0, 2.5 for 2.50."""
    if value is None or not math.isfinite(value):
        return NOTHING
    needed = next((n for n in range(places) if rounded(value, n) == rounded(value, places)), places)
    return plain(value, needed)


def signed(value: float | None, places: int = 0) -> str:
    """A change: +12, −7, 0."""
    if value is None or not math.isfinite(value):
        return NOTHING
    text = plain(value, places)
    return f"+{text}" if rounded(value, places) > 0 else text


def arrowed(value: float | None, places: int = 0) -> SafeString | str:
    """A change with its sign, arrow and colour; the sign alone says everything."""
    if value is None or not math.isfinite(value):
        return NOTHING
    text = signed(value, places)
    if not rounded(value, places):
        return mark_safe(f'<span class="nowrap">{text}<span class="arrow"></span></span>')  # digits and a sign
    kind, arrow = ("rise", "▲") if value > 0 else ("fall", "▼")
    return mark_safe(f'<span class="{kind} nowrap">{text}<span class="arrow" aria-hidden="true">{arrow}</span></span>')


def shown(value: float | None, provisional: bool = False) -> SafeString | str:
    """1834, or 1834? while the rating is provisional."""
    number = whole(value)
    if number is None:
        return NOTHING
    if not provisional:
        return plain(number)
    return format_html(
        '{}<span class="unsure" aria-hidden="true">?</span><span class="visually-hidden"> {}</span>',
        plain(number),
        _("provisional"),
    )


def moment(value: datetime | None) -> str:
    """A moment in the time zone of the page, which it names: readers may live in another."""
    if value is None:
        return ""
    local = timezone.localtime(value)
    zone = local.tzname() or ""
    return f"{date_format(local, 'SHORT_DATETIME_FORMAT')} {'UTC' if zone[:1] in '+-' else ''}{zone}".rstrip()


def isolated(name: object) -> str:
    """A name that stands in a line with others. One written from right to left would carry the numbers and names
    around it along, so that results changed sides: it is set apart by Unicode's own marks."""
    text = str(name)
    turns = any(bidirectional(letter) in RIGHT_TO_LEFT for letter in text)
    return f"\u2068{text}\u2069" if turns else text


def score(halves: int | None) -> str:
    """1, ½ or 0 points of one game."""
    return {2: "1", 1: "½", 0: "0"}.get(halves, NOTHING) if halves is not None else NOTHING


def points(halves: int | None) -> str:
    """Points of several games: 7½."""
    if halves is None:
        return NOTHING
    full, half = divmod(halves, 2)
    return f"{full or ''}½" if half else str(full)


def record(wins: int, draws: int, losses: int) -> str:
    """Wins, draws, losses: 20–12–9."""
    return f"{wins}–{draws}–{losses}"


def short_day(day: date) -> str:
    """A date in figures, as the reader's language writes it. Tables say the same few hundred again and again."""
    return _short_day(day, get_language())


@lru_cache(maxsize=4096)
def _short_day(day: date, language: str | None) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")
