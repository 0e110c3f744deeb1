"""Seasons, and the standing at the end of one."""

from __future__ import annotations

from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ratings import figures
from ratings.boards.seasons import SeasonLine, Span

from .sheet import Sheet, column, more_column, number_column


class SeasonsTable(Sheet):
    """Seasons with their days and how many games they have."""

    called = gettext_lazy("Seasons")
    row_header = "name"
    target = "listing"

    name = column(verbose_name=gettext_lazy("Season"), css="name", empty_values=())
    days = column(verbose_name=gettext_lazy("Days"), empty_values=())
    games = column(verbose_name=gettext_lazy("Games"), css="num")

    def render_name(self, record: Span) -> SafeString:
        mark = "" if record.over else format_html(' <span class="tag tag-on">{}</span>', _("running"))
        return format_html('<a href="{}">{}</a>{}', self.link("season", record.season.pk), record.season.name, mark)

    def render_days(self, record: Span) -> str:
        return days_of(record)

    def render_games(self, value: int) -> str:
        return figures.plain(value)


class SeasonTable(Sheet):
    """Where everybody stood at the end, and what the season brought."""

    row_header = "player"
    folds = "folds-board"
    target = "listing"

    rank = column(verbose_name=gettext_lazy("#"), css="rank", accessor="line__rank", orderable=True)
    overall = column(verbose_name=gettext_lazy("Overall"), css="rank overall", fold=True, accessor="line__overall")
    player = column(verbose_name=gettext_lazy("Player"), css="name", accessor="line__player", orderable=True)
    rating = number_column(gettext_lazy("Rating"), accessor="line__rating")
    change = number_column(pgettext_lazy("of a rating", "Change"))
    more = more_column()
    games = number_column(gettext_lazy("Games"), fold=True)
    record = column(verbose_name=gettext_lazy("W–D–L"), css="num", fold=True, empty_values=())
    all_games = column(verbose_name=gettext_lazy("All games until then"), css="num", fold=True, accessor="line__games")
    all_record = column(verbose_name=gettext_lazy("All W–D–L until then"), css="num", fold=True, empty_values=())

    def render_player(self, record: SeasonLine) -> SafeString:
        return self.player_link(record.line.player)

    def render_rating(self, value: int) -> SafeString:
        return format_html('<span class="main-number">{}</span>', figures.plain(value))

    def render_change(self, value: int) -> Any:
        return figures.arrowed(value)

    def render_more(self, record: SeasonLine) -> SafeString:
        return self.handle(record.line.player.label)

    def render_games(self, value: int) -> str:
        return figures.plain(value)

    def render_record(self, record: SeasonLine) -> str:
        return figures.record(record.wins, record.draws, record.losses)

    def render_all_games(self, value: int) -> str:
        return figures.plain(value)

    def render_all_record(self, record: SeasonLine) -> str:
        return figures.record(record.line.wins, record.line.draws, record.line.losses)


def days_of(span: Span) -> str:
    """1 Sep 2025 – 30 Jun 2026; open at the end while it runs."""
    first = date_format(span.season.starts_on, "SHORT_DATE_FORMAT")
    return f"{first} – {date_format(span.last, 'SHORT_DATE_FORMAT')}" if span.last else f"{first} –"
