"""The leaderboard."""

from __future__ import annotations

from typing import Any

from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from league.models import ExternalRating
from ratings import charts, figures
from ratings.boards.board import Line

from .sheet import Sheet, column, more_column

LETTERS = {2: ("w", gettext_lazy("W")), 1: ("d", gettext_lazy("D")), 0: ("l", gettext_lazy("L"))}


class BoardTable(Sheet):
    """Rank, place gained, player, rating, change; the rest folds on phones."""

    row_header = "player"
    folds = "folds-board"
    target = "listing"

    rank = column(verbose_name=gettext_lazy("#"), css="rank")
    overall = column(verbose_name=gettext_lazy("Overall"), css="rank overall", fold=True)
    move = column(verbose_name=gettext_lazy("Move"), css="fold-tight", fold=True, empty_values=())
    player = column(verbose_name=gettext_lazy("Player"), css="name", orderable=True)
    rating = column(verbose_name=gettext_lazy("Rating"), css="num", orderable=True, initial_sort_descending=True)
    published = column(verbose_name=gettext_lazy("Published"), css="num", fold=True)
    official = column(verbose_name=pgettext_lazy("rating of a federation", "Official"), css="num", fold=True)
    live = column(verbose_name=gettext_lazy("Live"), css="num", fold=True, orderable=True, initial_sort_descending=True)
    change = column(
        verbose_name=pgettext_lazy("of a rating", "Change"), css="num", orderable=True, initial_sort_descending=True
    )
    more = more_column()
    games = column(
        verbose_name=gettext_lazy("Games"), css="num", fold=True, orderable=True, initial_sort_descending=True
    )
    record = column(verbose_name=gettext_lazy("W–D–L"), css="num", fold=True, empty_values=())
    form = column(verbose_name=gettext_lazy("Form"), fold=True, empty_values=())
    trend = column(verbose_name=gettext_lazy("Trend"), css="trend", fold=True, empty_values=())
    last_played = column(
        verbose_name=gettext_lazy("Last game"), css="num", fold=True, orderable=True, initial_sort_descending=True
    )

    def __init__(self, *args: Any, running: str = "", **kwargs: Any) -> None:
        self.running = running  # the open period, as calculations are addressed by; "" where there are none
        super().__init__(*args, **kwargs)

    def render_rank(self, value: int) -> str:
        return str(value)

    def render_overall(self, value: int) -> str:
        return str(value)

    def render_move(self, record: Line) -> SafeString | str:
        return moved(record.moved, record.new)

    def render_player(self, record: Line) -> SafeString:
        new = record.rating is None and record.last_played is None
        link = self.player_link(record.player)
        return link if record.active or new else format_html('{} <span class="tag">{}</span>', link, _("inactive"))

    def render_rating(self, record: Line) -> SafeString:
        number = figures.shown(record.rating, record.provisional)
        return mark_safe(f'<span class="main-number">{number}</span>')

    def render_published(self, value: int) -> str:
        return figures.plain(value)

    def render_official(self, value: ExternalRating) -> SafeString | str:
        if value.rating is None:
            return ""
        words = _("%(list)s, list of %(day)s") % {"list": value.get_list_display(), "day": date_format(value.date)}
        return format_html('<abbr title="{}">{}</abbr>', words, figures.plain(value.rating))

    def render_live(self, record: Line) -> Any:
        """The live rating; where games made it another, the way to the calculation."""
        number = figures.shown(record.live, record.provisional)
        if not self.running or record.live == record.rating or record.player.is_hidden:
            return number
        link = self.link("calculation", record.player.pk, self.running)
        return format_html('<a class="quiet-link" href="{}">{}</a>', link, number)

    def render_change(self, value: int) -> Any:
        return figures.arrowed(value)

    def render_more(self, record: Line) -> SafeString:
        return self.handle(record.player.label)

    def render_games(self, value: int) -> str:
        return figures.plain(value)

    def render_record(self, record: Line) -> str:
        return figures.record(record.wins, record.draws, record.losses)

    def render_form(self, record: Line) -> SafeString | str:
        if not record.form.results:
            return ""
        return mark_safe(f'<span class="form">{"".join(map(self._letters.__getitem__, record.form.results))}</span>')

    @cached_property
    def _letters(self) -> dict[int, str]:
        return {halves: f'<b class="{kind}">{escape(letter)}</b>' for halves, (kind, letter) in LETTERS.items()}

    def render_trend(self, record: Line) -> SafeString | str:
        return charts.sparkline(record.form.ratings)

    def render_last_played(self, record: Line) -> str:
        assert record.last_played is not None
        return figures.short_day(record.last_played)


class UnratedTable(BoardTable):
    """Players without a rating here: name and official rating, where there is one; the rest folds on phones."""

    folds = "folds-people"

    official = column(verbose_name=pgettext_lazy("rating of a federation", "Official"), css="num")


def moved(places: int | None, new: bool, returned: bool = False) -> SafeString | str:
    """▲2, ▼1, –, new, returned; nothing where there is nothing to compare with."""
    if returned:
        return format_html('<span class="move">{}</span>', _("back"))
    if new:
        return format_html('<span class="move">{}</span>', pgettext("player", "new"))
    if places is None:
        return ""
    if places == 0:
        return format_html('<span class="move"><span aria-hidden="true">–</span>{}</span>', _hidden(_("no change")))
    many = abs(places)
    if places > 0:
        words = ngettext("%(n)d place up", "%(n)d places up", many) % {"n": many}
        kind, arrow = "rise", "▲"
    else:
        words = ngettext("%(n)d place down", "%(n)d places down", many) % {"n": many}
        kind, arrow = "fall", "▼"
    return format_html(
        '<span class="move {}"><span aria-hidden="true">{}{}</span>{}</span>', kind, arrow, many, _hidden(words)
    )


def _hidden(words: str) -> SafeString:
    return format_html('<span class="visually-hidden">{}</span>', words)
