"""A player's changes, games with both changes, results by opponent."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.models import Game, Player
from ratings import figures, wording
from ratings.boards.calculation import period_slug
from ratings.boards.log import GameLine
from ratings.boards.player import Opponent
from ratings.boards.rows import Entry
from ratings.kernel.types import Cause
from ratings.models import RatingChange

from .sheet import Sheet, column, more_column


def day_cell(day: Any) -> str:
    return figures.short_day(day)


class ChangeTable(Sheet):
    """Every change of one player. Per period the period's own row stands above its games."""

    called = gettext_lazy("Every change")
    row_header = "what"
    folds = "folds-changes"
    target = "listing"

    day = column(verbose_name=gettext_lazy("Date"), css="nowrap", fold=True, accessor="row__day")
    player = column(verbose_name=gettext_lazy("Player"), css="name", empty_values=())
    what = column(verbose_name=gettext_lazy("Opponent or reason"), css="name", empty_values=())
    event = column(verbose_name=gettext_lazy("Event"), css="event", fold=True, empty_values=())
    side = column(verbose_name=gettext_lazy("Side"), fold=True, empty_values=())
    result = column(verbose_name=gettext_lazy("Result"), css="mid", fold=True, empty_values=())
    expected = column(verbose_name=gettext_lazy("Expected"), css="num", fold=True, empty_values=())
    k = column(verbose_name=gettext_lazy("K"), css="num", fold=True, empty_values=())
    change = column(verbose_name=pgettext_lazy("of a rating", "Change"), css="num", empty_values=())
    after = column(verbose_name=gettext_lazy("After"), css="num", empty_values=())
    more = more_column()
    why = column(verbose_name=gettext_lazy("Why"), fold=True, empty_values=())

    def __init__(self, *args: Any, places: int = 0, **kwargs: Any) -> None:
        self.places = places
        super().__init__(*args, **kwargs)

    def show(self, asked: QueryDict, *, lazy: bool = False) -> Sheet:
        super().show(asked, lazy=lazy)
        if not any(entry.game and (entry.game.event_id or entry.game.round) for entry in self.records):
            self.columns.hide("event")
        return self

    def row_class(self, record: Entry) -> str:
        if record.cause == Cause.PERIOD:
            return "group sum"
        return "aside" if record.in_period or not record.counted else ""

    def render_day(self, record: Entry) -> str:
        return "" if record.cause == Cause.PERIOD else day_cell(record.row.day)

    def render_player(self, record: Entry) -> SafeString:
        return self.player_link(record.row.player)

    def render_what(self, record: Entry) -> SafeString | str:
        opponent = record.opponent
        if opponent is None:
            return self.sum_cell(record) if record.cause == Cause.PERIOD else wording.what(record)
        rating = record.row.opponent_rating
        number = f' <span class="soft">{figures.plain(rating)}</span>' if rating is not None else ""
        mark = format_html(' <span class="tag">{}</span>', _("corrected")) if record.revised else ""
        if record.cause == Cause.CORRECTION:
            mark = format_html(' <span class="tag">{}</span>', _("correction"))
        return mark_safe(f"{self.player_link(opponent)}{number}{mark}")

    def sum_cell(self, record: Entry) -> SafeString | str:
        """A period, with the way to its calculation where there is one in FIDE's terms."""
        period = record.row.period
        if period is None or self.league.system == self.league.System.GLICKO2:
            return wording.what(record)
        link = self.link("calculation", record.row.player_id, period_slug(period))
        return format_html('<a href="{}">{}</a>', link, wording.what(record))

    def render_event(self, record: Entry) -> SafeString | str:
        return self.event_cell(record.game) if record.game else ""

    def event_cell(self, game: Game) -> SafeString | str:
        number = _("round %(n)d") % {"n": game.round} if game.round else ""
        if game.event is None:
            return number
        name = format_html('<a href="{}">{}</a>', self.link("event", game.event_id), game.event.name)
        return format_html("{} · {}", name, number) if number else name

    def render_side(self, record: Entry) -> str:
        return wording.side(self.league, record.row.side & 1) if record.game else ""

    def render_result(self, record: Entry) -> str:
        """As it was rated: a published list keeps the result it counted, and the correction is a row of its own."""
        game, halves = record.game, record.row.halves
        if game is None:
            return ""
        if halves is not None and halves != (game.white_halves if record.is_white else game.black_halves):
            return figures.score(halves)
        return wording.own_result(game, record.is_white)

    def render_expected(self, record: Entry) -> str:
        expected = record.row.expected
        return "" if expected is None else figures.plain(expected, 2)

    def render_k(self, record: Entry) -> str:
        return "" if record.row.k is None else figures.trimmed(record.row.k, 1)

    def render_change(self, record: Entry) -> SafeString | str:
        """The number itself leads to why: on a phone one taps the −12."""
        link, change = self.link("why", record.row.pk), conditional_escape(change_cell(record.row, self.places))
        return mark_safe(
            f'<a class="quiet-link" href="{link}">{change}<span class="visually-hidden"> {self._why}</span></a>'
        )

    def render_after(self, record: Entry) -> SafeString | str:
        row = record.row
        if row.closing is None:
            return "" if record.in_period or not record.rated else figures.NOTHING
        return mark_safe(f'<span class="main-number">{figures.plain(row.closing, self.places)}</span>')

    def render_more(self, record: Entry) -> SafeString:
        return self.handle(str(record.opponent or day_cell(record.day)))

    def render_why(self, record: Entry) -> SafeString:
        about = record.opponent.label if record.opponent else day_cell(record.day)
        return mark_safe(
            f'<a href="{self.link("why", record.row.pk)}">{self._why}'
            f'<span class="visually-hidden"> ({escape(about)})</span></a>'
        )

    @cached_property
    def _why(self) -> str:
        return escape(_("why"))


def change_cell(row: RatingChange, places: int) -> SafeString | str:
    """The change of a row; a game that was not rated says so instead."""
    if row.reason:
        return format_html('<span class="soft small">{}</span>', wording.not_rated_short(row.reason))
    if row.opening is None and row.closing is not None:
        return format_html('<span class="soft">{}</span>', _("first"))
    if row.change is None:
        return figures.NOTHING
    if row.cause == Cause.GAME and row.closing is None:  # a part of a period's sum
        return format_html('<span class="soft">{}</span>', figures.signed(row.change, max(places, 2)))
    return figures.arrowed(row.change, places)


class GameTable(Sheet):
    """Games, one a row, with the change of both sides."""

    called = gettext_lazy("Games")
    row_header = "white"
    folds = "folds-games"
    target = "listing"

    day = column(verbose_name=gettext_lazy("Date"), css="nowrap", fold=True, accessor="game__played_on")
    round = column(verbose_name=gettext_lazy("Round"), css="num", fold=True, empty_values=())
    event = column(verbose_name=gettext_lazy("Event"), css="event", fold=True, empty_values=())
    white = column(verbose_name=gettext_lazy("White"), css="name", empty_values=())
    white_change = column(verbose_name=pgettext_lazy("of a rating", "Change"), css="num", fold=True, empty_values=())
    result = column(verbose_name=gettext_lazy("Result"), css="mid", empty_values=())
    black = column(verbose_name=gettext_lazy("Black"), css="name", empty_values=())
    black_change = column(verbose_name=pgettext_lazy("of a rating", "Change"), css="num", fold=True, empty_values=())
    more = more_column()

    def __init__(self, *args: Any, places: int = 0, **kwargs: Any) -> None:
        self.places = places
        super().__init__(*args, **kwargs)
        for number, name in enumerate(("white", "black")):
            self.columns[name].column.verbose_name = wording.side(self.league, number)

    def show(self, asked: QueryDict, *, lazy: bool = False) -> Sheet:
        super().show(asked, lazy=lazy)
        games = [line.game for line in self.records]
        for name, known in (("event", any(g.event_id for g in games)), ("round", any(g.round for g in games))):
            if not known:
                self.columns.hide(name)
        return self

    def render_day(self, record: GameLine) -> str:
        return day_cell(record.game.played_on)

    def render_round(self, record: GameLine) -> str:
        game = record.game
        if game.round is None:
            return ""
        return f"{game.round}.{game.board}" if game.board else str(game.round)

    def render_event(self, record: GameLine) -> SafeString | str:
        event = record.game.event
        return format_html('<a href="{}">{}</a>', self.link("event", event.pk), event.name) if event else ""

    def render_white(self, record: GameLine) -> SafeString:
        return self.player_link(record.game.white)

    def render_black(self, record: GameLine) -> SafeString:
        return self.player_link(record.game.black)

    def render_result(self, record: GameLine) -> SafeString:
        mark = format_html(' <span class="tag">{}</span>', _("corrected")) if record.revised else ""
        link = self.link("game", record.game.pk)
        return format_html('<a href="{}">{}</a>{}', link, wording.result(record.game), mark)

    def render_white_change(self, record: GameLine) -> SafeString | str:
        return self._change(record, record.white)

    def render_black_change(self, record: GameLine) -> SafeString | str:
        return self._change(record, record.black)

    def _change(self, record: GameLine, row: RatingChange | None) -> SafeString | str:
        if row is None:
            return format_html('<span class="soft small">{}</span>', wording.without_row(record.game))
        change = conditional_escape(change_cell(row, self.places))
        return mark_safe(f'<a class="plain-link" href="{self.link("why", row.pk)}">{change}</a>')

    def render_more(self, record: GameLine) -> SafeString:
        return self.handle(" – ".join(figures.isolated(each.label) for each in (record.game.white, record.game.black)))


class OpponentTable(Sheet):
    """Results of one player, ``own``, by opponent; each result leads to the comparison of both."""

    called = gettext_lazy("Opponents")
    row_header = "player"
    folds = "folds-changes"
    target = "opponents"

    player = column(verbose_name=gettext_lazy("Opponent"), css="name")
    rating = column(verbose_name=gettext_lazy("Rating now"), css="num", fold=True, empty_values=())
    games = column(verbose_name=gettext_lazy("Games"), css="num")
    record = column(verbose_name=gettext_lazy("W–D–L"), css="num", empty_values=())
    more = more_column()
    points = column(verbose_name=gettext_lazy("Points"), css="num", fold=True, empty_values=())
    last = column(verbose_name=gettext_lazy("Last game"), css="num", fold=True)

    def __init__(self, *args: Any, own: int, **kwargs: Any) -> None:
        self.own = own
        super().__init__(*args, **kwargs)

    def render_player(self, value: Player, record: Opponent) -> SafeString | str:
        return self.player_link(value) if record.rating else value.label

    def render_rating(self, record: Opponent) -> SafeString | str:
        rating = record.rating
        return figures.NOTHING if rating is None else figures.shown(rating.value, rating.provisional)

    def render_record(self, record: Opponent) -> SafeString | str:
        results = figures.record(record.wins, record.draws, record.losses)
        if record.rating is None or record.player.is_hidden:
            return results
        return format_html(
            '<a class="plain-link nowrap" rel="nofollow" href="{}?one={}&amp;other={}">{}'
            '<span class="visually-hidden"> {}</span></a>',
            self.link("compare"), self.own, record.player.pk, results, _("Compare"),
        )  # fmt: skip

    def render_points(self, record: Opponent) -> str:
        return figures.points(record.halves)

    def render_last(self, value: Any) -> str:
        return day_cell(value)

    def render_more(self, record: Opponent) -> SafeString:
        return self.handle(record.player.label)
