"""The way back, beside what was just done."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import League
from league.services import undoing


def with_undo(words: str, league: League) -> SafeString:
    """A sentence on what was done with a link that undoes it, where it can be undone."""
    url = undo_url(league)
    return format_html('{} <a href="{}">{}</a>', words, url, _("Undo")) if url else format_html("{}", words)


def undo_url(league: League) -> str:
    """Where the newest action of a league can be undone; "" where there is none."""
    target = undoing.newest_of(league)
    if target is None or undoing.why_not(target, league):
        return ""
    return reverse("league:undo_action", args=[league.club.slug, league.slug, target.code])
