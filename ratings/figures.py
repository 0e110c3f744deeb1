"""Numbers as people know them: whole ratings, real minus signs, halves, in the reader's language."""

from __future__ import annotations

import math
from typing import Final

from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ratings.ledger import standings

MINUS: Final = "−"
NOTHING: Final = "–"
NO_BREAK: Final = "\u00a0"


def whole(value: float | None) -> int | None:
    """The whole number a rating is shown as, by the same rule as the stored one."""
    return None if value is None or not math.isfinite(value) else standings.shown(value)


def plain(value: float | None, places: int = 0) -> str:
    """A number with so many decimals, in the reader's language, with a real minus sign."""
    if value is None or not math.isfinite(value):
        return NOTHING
    text = number_format(rounded(abs(value), places), decimal_pos=places, use_l10n=True, force_grouping=False)
    return f"{MINUS}{text}" if value < 0 and rounded(abs(value), places) else str(text)


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
        return format_html('<span class="nowrap">{}<span class="arrow"></span></span>', text)
    kind, arrow = ("rise", "▲") if value > 0 else ("fall", "▼")
    return format_html(
        '<span class="{} nowrap">{}<span class="arrow" aria-hidden="true">{}</span></span>', kind, text, arrow
    )


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
