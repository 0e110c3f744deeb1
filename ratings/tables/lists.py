"""Rating periods and published lists."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.models import RatingPeriod
from league.services.period_states import READY, PeriodState
from ratings import figures
from ratings.boards.lists import ListLine
from ratings.models import RatingList

from .board import moved
from .sheet import Sheet, column, more_column, number_column


class PeriodLine(NamedTuple):
    """A period and where it stands today."""

    period: RatingPeriod
    state: PeriodState

    @property
    def made(self) -> RatingList | None:
        return getattr(self.period, "published_list", None)


class PeriodTable(Sheet):
    """Periods with their status and list."""

    called = gettext_lazy("Periods and lists")
    row_header = "name"
    folds = "folds-plain"
    target = "listing"

    name = column(verbose_name=gettext_lazy("Period"), css="name", empty_values=())
    days = column(verbose_name=gettext_lazy("Days"), fold=True, empty_values=())
    status = column(verbose_name=gettext_lazy("Status"), empty_values=())
    more = more_column()
    closed = column(verbose_name=gettext_lazy("Closed"), fold=True, accessor="period__closed_at")
    list = column(verbose_name=gettext_lazy("List"), fold=True, empty_values=())
    players = column(verbose_name=gettext_lazy("Players"), css="num", fold=True, empty_values=())

    def render_name(self, record: PeriodLine) -> SafeString | str:
        if record.made is None:
            return record.period.label
        return format_html('<a href="{}">{}</a>', self.link("list", record.made.dated.isoformat()), record.period.label)

    def render_days(self, record: PeriodLine) -> str:
        return f"{_day(record.period.starts_on)} – {_day(record.period.ends_on)}"

    def render_status(self, record: PeriodLine) -> SafeString:
        """Open, ready to be closed, closed, published."""
        still_open = record.period.status == RatingPeriod.Status.OPEN
        words = _("ready") if record.state.code == READY else record.period.get_status_display()
        kind = "tag tag-on" if still_open else "tag"
        return format_html('<span class="{}">{}</span>', kind, words)

    def render_closed(self, value: Any) -> str:
        return _day(value)

    def render_list(self, record: PeriodLine) -> SafeString | str:
        if record.made is None:
            return ""
        link = self.link("list", record.made.dated.isoformat())
        return format_html('<a href="{}">{}</a>', link, _("list of %(day)s") % {"day": _day(record.made.dated)})

    def render_players(self, record: PeriodLine) -> str:
        return figures.plain(record.made.players) if record.made else ""

    def render_more(self, record: PeriodLine) -> SafeString:
        return self.handle(record.period.label)


class ListTable(Sheet):
    """A published list as it was published, corrected numbers beside it."""

    row_header = "player"
    folds = "folds-board"
    target = "listing"

    here = column(verbose_name=gettext_lazy("Here"), css="rank", orderable=True)
    rank = column(verbose_name=gettext_lazy("#"), css="rank", accessor="entry__rank", orderable=True)
    overall = column(verbose_name=gettext_lazy("Overall"), css="rank overall", fold=True, accessor="entry__rank")
    move = column(verbose_name=gettext_lazy("Move"), fold=True, empty_values=())
    player = column(verbose_name=gettext_lazy("Player"), css="name", accessor="entry__label", orderable=True)
    rating = number_column(gettext_lazy("Rating"), accessor="entry__rating")
    corrected = column(verbose_name=gettext_lazy("Corrected"), css="num", fold=True, accessor="entry__corrected")
    change = number_column(pgettext_lazy("of a rating", "Change"), accessor="entry__change")
    more = more_column()
    games = number_column(gettext_lazy("Games"), fold=True, accessor="entry__games")
    k = column(verbose_name=gettext_lazy("K"), css="num", fold=True, accessor="entry__k")
    deviation = column(verbose_name=gettext_lazy("Deviation"), css="num", fold=True, accessor="entry__deviation")

    def __init__(self, *args: Any, period: str = "", **kwargs: Any) -> None:
        self.period = period  # as calculations are addressed by; "" where there are none
        if "change" in kwargs.get("exclude", ()):
            self.folds = "folds-board folds-first"  # a column less on phones
        super().__init__(*args, **kwargs)

    def render_move(self, record: ListLine) -> SafeString | str:
        return moved(record.moved, record.new, record.returned)

    def render_player(self, record: ListLine) -> SafeString:
        link = self.player_link(record.entry.player, record.entry.label)
        return format_html('{} <span class="tag">{}</span>', link, _("inactive")) if record.inactive else link

    def render_rating(self, record: ListLine) -> SafeString:
        number = figures.shown(record.entry.rating, record.entry.provisional)
        return format_html('<span class="main-number">{}</span>', number)

    def render_corrected(self, record: ListLine, value: int) -> SafeString:
        difference = value - record.entry.rating
        return format_html('{} <span class="soft">({})</span>', figures.plain(value), figures.signed(difference))

    def render_change(self, record: ListLine, value: int) -> SafeString | str:
        """The change; where its games were calculated together, the way to that."""
        shown = figures.arrowed(value)
        if not self.period or not record.entry.games or record.entry.player.is_hidden:
            return shown
        link = self.link("calculation", record.entry.player_id, self.period)
        return format_html('<a class="quiet-link" href="{}">{}</a>', link, shown)

    def render_k(self, value: float) -> str:
        return figures.trimmed(value, 1)

    def render_deviation(self, value: float) -> str:
        return f"±{figures.plain(value)}"

    def render_more(self, record: ListLine) -> SafeString:
        return self.handle(record.entry.label)


def _day(value: Any) -> str:
    return date_format(value, "SHORT_DATE_FORMAT")
