"""Events."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ratings import figures
from ratings.boards.events import Counted

from .sheet import Sheet, column, more_column


class EventTable(Sheet):
    """Events with their days and how many games they have."""

    called = gettext_lazy("Events")
    row_header = "name"
    folds = "folds-plain"
    target = "listing"

    name = column(verbose_name=gettext_lazy("Event"), css="name", empty_values=())
    days = column(verbose_name=gettext_lazy("Days"), fold=True, empty_values=())
    site = column(verbose_name=gettext_lazy("Place"), fold=True, accessor="event__site")
    rounds = column(verbose_name=gettext_lazy("Rounds"), css="num", fold=True)
    games = column(verbose_name=gettext_lazy("Games"), css="num")
    more = more_column()

    def render_name(self, record: Counted) -> SafeString:
        mark = "" if record.event.rated else format_html(' <span class="tag">{}</span>', _("not rated"))
        return format_html('<a href="{}">{}</a>{}', self.link("event", record.event.pk), record.event.name, mark)

    def render_days(self, record: Counted) -> str:
        first, last = record.event.starts_on, record.event.ends_on
        days = dict.fromkeys(date_format(day, "SHORT_DATE_FORMAT") for day in (first, last))
        return " – ".join(days)

    def render_rounds(self, value: int) -> str:
        return figures.plain(value) if value else ""

    def render_games(self, value: int) -> str:
        return figures.plain(value)

    def render_more(self, record: Counted) -> SafeString:
        return self.handle(record.event.name)
