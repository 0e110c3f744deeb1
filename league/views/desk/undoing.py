"""The way back, beside what was just done."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import Club, League
from league.services import undoing


class WayBack:
    """Made before something is done; knows afterwards which new action that was, and where it is undone.

    What a player is told to be may belong to the league that is looked at, or to the club alone.
    """

    def __init__(self, club: Club, league: League | None = None) -> None:
        self._club, self._league = club, league
        self._before = {target.code for target in self._newest() if target}

    def beside(self, words: str) -> SafeString:
        """A sentence on what was done with a link that undoes it, where it can be undone."""
        url = next(filter(None, map(self._url, self._newest(), (self._league, None))), "")
        return format_html('{} <a href="{}">{}</a>', words, url, _("Undo")) if url else format_html("{}", words)

    def _newest(self) -> list[undoing.Target | None]:
        of_league = undoing.newest_of(self._league) if self._league is not None else None
        return [of_league, undoing.newest_of_club(self._club)]

    def _url(self, target: undoing.Target | None, league: League | None) -> str:
        if target is None or target.code in self._before or undoing.why_not(target, league):
            return ""
        if league is not None:
            return reverse("league:undo_action", args=[self._club.slug, league.slug, target.code])
        return reverse("league:undo_club_action", args=[self._club.slug, target.code])
