"""Recalculations and whom they moved."""

from __future__ import annotations

from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.models import Player
from ratings import figures, wording
from ratings.boards.log import Run
from ratings.models import RunImpact

from .sheet import Sheet, column, more_column

NAMED = 3


class RunTable(Sheet):
    """Each recalculation: when, why, from which day, who moved."""

    called = gettext_lazy("Log")
    row_header = "reason"
    folds = "folds-plain"
    target = "listing"

    finished = column(verbose_name=gettext_lazy("When"), fold=True, accessor="run__finished_at", css="nowrap")
    reason = column(verbose_name=gettext_lazy("Why"), css="name", empty_values=())
    since = column(verbose_name=gettext_lazy("From"), fold=True, empty_values=())
    moved = column(verbose_name=gettext_lazy("Who moved"), fold=True, empty_values=())
    players = column(verbose_name=gettext_lazy("Players"), css="num", empty_values=())
    more = more_column()

    def render_finished(self, value: Any) -> str:
        return moment(value)

    def _why(self, record: Run) -> str:
        return wording.run_reason(record.run.reason, record.reason)

    def render_reason(self, record: Run) -> SafeString:
        return format_html('<a href="{}">{}</a>', self.link("run", record.run.pk), self._why(record))

    def render_since(self, record: Run) -> str:
        return date_format(record.run.since, "SHORT_DATE_FORMAT") if record.run.since else _("the start")

    def render_moved(self, record: Run) -> SafeString | str:
        if not record.moved:
            return self._how_many(record)
        named = format_html_join(
            ", ",
            '{} <span class="nowrap">{}</span>',
            ((self.player_link(i.player), wording.moved_by(i.before, i.after)) for i in record.moved[:NAMED]),
        )
        rest = len(record.moved) - NAMED
        if rest <= 0:
            return named
        return format_html("{} {}", named, ngettext("and %(n)d more", "and %(n)d more", rest) % {"n": rest})

    def _how_many(self, record: Run) -> str:
        return "" if record.run.players_moved else _("nobody visibly")

    def render_players(self, record: Run) -> str:
        return figures.plain(record.run.players_moved)

    def render_more(self, record: Run) -> SafeString:
        return self.handle(moment(record.run.finished_at))


class ImpactTable(Sheet):
    """Everybody whom a recalculation moved, largest first."""

    called = gettext_lazy("Who moved")
    row_header = "player"
    folds = "folds-changes"
    target = "listing"

    player = column(verbose_name=gettext_lazy("Player"), css="name")
    before = column(verbose_name=gettext_lazy("Before"), css="num", fold=True, empty_values=())
    after = column(verbose_name=gettext_lazy("After"), css="num", empty_values=())
    change = column(verbose_name=gettext_lazy("Difference"), css="num", empty_values=())
    more = more_column()

    def render_player(self, value: Player) -> SafeString:
        return self.player_link(value)

    def render_before(self, record: RunImpact) -> str:
        return figures.trimmed(record.before, 1) if record.before is not None else _("unrated")

    def render_after(self, record: RunImpact) -> str:
        return figures.trimmed(record.after, 1) if record.after is not None else _("unrated")

    def render_change(self, record: RunImpact) -> SafeString | str:
        if record.before is None or record.after is None:
            return figures.NOTHING
        moved = record.after - record.before
        return figures.arrowed(moved, 0 if moved == int(moved) else 1)

    def render_more(self, record: RunImpact) -> SafeString:
        return self.handle(record.player.label)


def moment(value: Any) -> str:
    return figures.moment(value)
