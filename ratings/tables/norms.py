"""Norms of an event: each player, each title."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings import figures
from ratings.boards.norms import NormLine

from .sheet import Sheet, column, more_column


class NormTable(Sheet):
    """One player a row; a title held already is left blank."""

    called = gettext_lazy("Title norms")
    row_header = "player"
    folds = "folds-plain"
    target = "listing"

    player = column(verbose_name=gettext_lazy("Player"), css="name", empty_values=())
    federation = column(verbose_name=gettext_lazy("Federation"), fold=True)
    games = column(verbose_name=gettext_lazy("Games"), css="num", fold=True)
    points = column(verbose_name=gettext_lazy("Points"), css="num", accessor="halves")
    gm = column(verbose_name="GM", fold=True, empty_values=())
    im = column(verbose_name="IM", fold=True, empty_values=())
    wgm = column(verbose_name="WGM", fold=True, empty_values=())
    wim = column(verbose_name="WIM", fold=True, empty_values=())
    more = more_column()
    why = column(verbose_name=gettext_lazy("Why"), fold=True, empty_values=())

    def __init__(self, *args: Any, event: int = 0, **kwargs: Any) -> None:
        self.event = event
        super().__init__(*args, **kwargs)

    def show(self, asked: QueryDict, *, lazy: bool = False) -> Sheet:
        super().show(asked, lazy=lazy)
        for name in ("gm", "im", "wgm", "wim"):
            if not any(each.title == name.upper() for line in self.records for each in line.tried):
                self.columns.hide(name)
        if not any(line.tried for line in self.records):
            self.columns.hide("why")
        return self

    def render_player(self, record: NormLine) -> SafeString:
        return self.player_link(record.player, title=record.title)

    def render_points(self, value: int) -> str:
        return figures.points(value)

    def render_gm(self, record: NormLine) -> SafeString | str:
        return _verdict(record, "GM")

    def render_im(self, record: NormLine) -> SafeString | str:
        return _verdict(record, "IM")

    def render_wgm(self, record: NormLine) -> SafeString | str:
        return _verdict(record, "WGM")

    def render_wim(self, record: NormLine) -> SafeString | str:
        return _verdict(record, "WIM")

    def render_more(self, record: NormLine) -> SafeString:
        return self.handle(record.player.label)

    def render_why(self, record: NormLine) -> SafeString | str:
        if not record.tried:
            return ""
        return format_html(
            '<a href="{}">{}<span class="visually-hidden"> ({})</span></a>',
            self.link("player_norms", self.event, record.player.pk), _("why"), record.player.label,
        )  # fmt: skip


def _verdict(line: NormLine, title: str) -> SafeString | str:
    """Reached, or how many requirements are not met."""
    tried = next((each for each in line.tried if each.title == title), None)
    if tried is None:
        return ""
    if tried.check.reached:
        return format_html('<strong class="tag tag-on">{}</strong>', _("norm"))
    missed = sum(not check.met for check in tried.check.checks)
    words = ngettext("%(n)d not met", "%(n)d not met", missed) % {"n": missed}
    return format_html('<span class="soft small">{}</span>', words)
