"""Bars side by side, and how well expected scores foretold results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ratings import figures

WIDTH, HEIGHT, BASE, TOP = 720, 220, 190, 14
SIDE, PAD = 360, 40
MOST_LABELS = 12


class Bar(NamedTuple):
    """``mark``: the bar that is pointed at."""

    label: str
    value: float
    mark: bool = False


def histogram(bars: Sequence[Bar], *, title: str, key: str) -> SafeString | str:
    """Bars with a label under every so many of them; a table beneath says the same."""
    if not bars:
        return ""
    highest = max(bar.value for bar in bars) or 1
    step = WIDTH / len(bars)
    every = -(-len(bars) // MOST_LABELS)
    shapes = format_html_join("", '<rect class="bar{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>', (
        (
            " here" if bar.mark else "", _number(n * step + 1), _number(BASE - (BASE - TOP) * bar.value / highest),
            _number(max(step - 2, 1)), _number((BASE - TOP) * bar.value / highest),
            f"{bar.label}: {figures.plain(bar.value)}",
        )
        for n, bar in enumerate(bars)
    ))  # fmt: skip
    labels = format_html_join("", '<text x="{}" y="{}" text-anchor="middle">{}</text>', (
        (_number((n + 0.5) * step), BASE + 18, bar.label) for n, bar in enumerate(bars) if n % every == 0
    ))  # fmt: skip
    return format_html(
        '<svg class="bars" viewBox="0 0 {} {}" role="img" aria-labelledby="bars-{}"><title id="bars-{}">{}</title>'
        '<line class="axis" x1="0" x2="{}" y1="{}" y2="{}"/>{}{}</svg>',
        WIDTH, HEIGHT, key, key, title, WIDTH, BASE, BASE, shapes, labels,
    )  # fmt: skip


class Bin(NamedTuple):
    """Games of like expectation: how many, what was expected of them, what came."""

    games: int
    expected: float
    score: float


def calibration_picture(bins: Sequence[Bin]) -> SafeString | str:
    """Expected score to the right, score upwards; on the diagonal the ratings are right. Larger dots: more games."""
    if not bins:
        return ""
    most = max(each.games for each in bins)
    ticks = format_html_join("", '<text x="{}" y="{}" text-anchor="middle">{}</text><text x="{}" y="{}" '
        'text-anchor="end">{}</text>', (
        (_place(n / 4), SIDE - PAD + 18, f"{25 * n} %", PAD - 8, _number(SIDE - _place(n / 4) + 4), f"{25 * n} %")
        for n in range(5)
    ))  # fmt: skip
    dots = format_html_join("", '<circle class="point" cx="{}" cy="{}" r="{}"><title>{}</title></circle>', (
        (
            _place(each.expected), _number(SIDE - _place(each.score)), _number(3 + 6 * (each.games / most) ** 0.5),
            _("expected %(expected)s %%, scored %(score)s %% in %(games)s games") % {
                "expected": figures.plain(100 * each.expected, 1), "score": figures.plain(100 * each.score, 1),
                "games": figures.plain(each.games),
            },
        )
        for each in bins
    ))  # fmt: skip
    low, high = _place(0), _place(1)
    return format_html(
        '<svg class="calibration" viewBox="0 0 {} {}" role="img" aria-labelledby="calibration-title">'
        '<title id="calibration-title">{}</title><line class="axis" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<line class="axis" x1="{}" x2="{}" y1="{}" y2="{}"/><line class="diagonal" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        "{}{}</svg>",
        SIDE, SIDE, _("Expected score against score"), low, high, SIDE - low, SIDE - low, low, low, SIDE - low,
        SIDE - high, low, high, SIDE - low, SIDE - high, ticks, dots,
    )  # fmt: skip


def _place(share: float) -> float:
    return round(PAD + (SIDE - 2 * PAD) * share, 1)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
