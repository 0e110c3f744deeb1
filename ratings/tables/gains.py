"""What an event brings to each who played in it."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings import figures
from ratings.boards.gains import Gain

from .sheet import Sheet, column, more_column


class GainTable(Sheet):
    """One player a row: rating used, games, points, expected points, K, the unrounded sum."""

    called = gettext_lazy("What it brought")
    row_header = "player"
    folds = "folds-plain"
    target = "gains"
    prefix = "gains-"

    player = column(verbose_name=gettext_lazy("Player"), css="name", empty_values=())
    own = column(verbose_name=gettext_lazy("Rating"), css="num", fold=True)
    games = column(verbose_name=gettext_lazy("Games"), css="num", fold=True)
    halves = column(verbose_name=gettext_lazy("Points"), css="num", fold=True, empty_values=())
    expected = column(verbose_name=gettext_lazy("Expected"), css="num", fold=True, empty_values=())
    k = column(verbose_name="K", css="num", fold=True)
    change = column(verbose_name=gettext_lazy("Adds"), css="num", empty_values=())
    more = more_column()

    def show(self, asked: QueryDict, *, lazy: bool = False) -> Sheet:
        super().show(asked, lazy=lazy)
        for name in ("own", "k"):
            if not any(getattr(line, name) for line in self.records):
                self.columns.hide(name)
        return self

    def render_player(self, record: Gain) -> SafeString:
        return self.player_link(record.player)

    def render_own(self, value: list[float]) -> str:
        return _each(value)

    def render_k(self, value: list[float]) -> str:
        return _each(value)

    def render_games(self, record: Gain) -> SafeString | str:
        """Rated games; beside them those that are not."""
        left_out = record.waiting + record.left_out
        if not left_out:
            return figures.plain(record.games)
        words = ngettext("%(n)d not rated", "%(n)d not rated", left_out) % {"n": left_out}
        return format_html('{} <span class="soft small">+ {}</span>', figures.plain(record.games), words)

    def render_halves(self, record: Gain) -> str:
        return figures.points(record.halves) if record.games else ""

    def render_expected(self, record: Gain) -> str:
        return figures.plain(record.expected, 2) if record.games else ""

    def render_change(self, record: Gain) -> SafeString | str:
        if record.change is not None:
            return figures.signed(record.change, 2)
        words = _("towards the first rating") if record.waiting else _("not rated")
        return format_html('<span class="soft small">{}</span>', words)

    def render_more(self, record: Gain) -> SafeString:
        return self.handle(record.player.label)


def _each(values: list[Any]) -> str:
    return " / ".join(figures.trimmed(value) for value in values)
