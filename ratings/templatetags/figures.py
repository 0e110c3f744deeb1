"""Numbers, links and marks in templates."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import Game, League, Player
from ratings import figures, wording
from ratings.boards.board import Line
from ratings.boards.comparing import Outlook
from ratings.models import Rating, WorkerBeat

register = template.Library()

for _name in ("arrowed", "isolated", "moment", "plain", "points", "score", "shown", "signed", "trimmed", "whole"):
    register.filter(_name, getattr(figures, _name))


@register.simple_tag
def league_url(league: League, name: str, *args: Any) -> str:
    """The address of a page of a league."""
    return reverse(f"ratings:{name}", args=[league.club.slug, league.slug, *args])


@register.simple_tag
def shown_of(line: Line) -> str:
    """The rating of a line of a board."""
    return figures.shown(line.rating, line.provisional)


@register.simple_tag
def player_name(league: League, player: Player) -> SafeString | str:
    """A player's name with the way to the page, where the reader finds one."""
    if player.is_hidden:
        return player.label
    return format_html('<a href="{}">{}</a>', league_url(league, "player", player.pk), player.label)


@register.simple_tag
def progress_of(league: League) -> WorkerBeat | None:
    """How far the worker is that recalculates this league; None: none has said so."""
    return WorkerBeat.objects.filter(league=league).order_by("-seen_at").first()


@register.filter
def rated_by(league: League) -> str:
    """By which system and in which mode."""
    return wording.system(league)


@register.filter
def shown_rating(rating: Rating) -> str:
    return figures.shown(rating.shown, rating.provisional)


@register.filter
def places(value: float | None, number: int) -> str:
    """A number with so many decimals."""
    return figures.plain(value, number)


@register.filter
def change_places(value: float | None, number: int) -> str:
    """A change with sign and arrow, with so many decimals."""
    return figures.arrowed(value, number)


@register.filter
def trim_places(value: float | None) -> str:
    """A number with as many decimals as it needs, two at most."""
    return figures.trimmed(value, 2)


@register.filter
def in_words(reason: str) -> str:
    return wording.not_rated(reason)


@register.filter
def in_words_short(reason: str) -> str:
    return wording.not_rated_short(reason)


@register.filter
def without_row(game: Game) -> str:
    return wording.without_row(game)


@register.simple_tag
def stakes_of(outlook: Outlook, places: int) -> str:
    """win +9, draw −1, loss −11."""
    won, drawn, lost = (figures.signed(own, places) for own, _other in outlook.changes)
    return _("win %(won)s, draw %(drawn)s, loss %(lost)s") % {"won": won, "drawn": drawn, "lost": lost}


@register.filter
def result_of(game: Game) -> str:
    """1–0, or the points."""
    return wording.result(game)


@register.filter
def own_score(game: Game, player: Player) -> str:
    """The score of one of the two players."""
    return figures.score(game.white_halves if game.white_id == player.pk else game.black_halves)


@register.simple_tag(takes_context=True)
def export_link(context: dict[str, Any], kind: str) -> str:
    """The address of the same list as a file: the same choice, all rows, in the list's own order."""
    asked = context["request"].GET.copy()
    for name in ("page", "per_page", "sort", "range"):
        asked.pop(name, None)
    asked["_export"] = kind
    return f"?{asked.urlencode()}"


@register.filter
def short_month(day: date) -> str:
    return figures.short_month(day)


@register.filter
def month_name(period: str) -> str:
    return wording.period_name(period)
