"""Searching for players, events and leagues, in one club or in all that may be seen."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase

from league.models import Club
from league.permissions import clubs_seen_by
from ratings.boards import finding as boards

from . import asked
from .base import Page, club_or_404, refused

KINDS = ("players", "events", "leagues")
FEW, PAGE = 10, 25


class SearchPage(Page):
    """``?q=`` the beginnings of names; ``?kind=`` one kind of thing, page by page."""

    template = "ratings/search.html"

    def get(self, request: HttpRequest, club: str = "") -> HttpResponseBase:
        owner = club_or_404(club) if club else None
        if owner is not None and (refusal := refused(request, owner)):
            return refusal
        text = asked.text(request.GET, "q")
        words = boards.words_of(text)
        context: dict[str, Any] = {"club": owner, "text": text, "asked": bool(words), "kind": self._kind()}
        if words:
            context |= self._found(owner, words)
        response = self.page(context)
        response["X-Robots-Tag"] = "noindex"
        return response

    def _kind(self) -> str:
        return asked.choice(self.request.GET, "kind", KINDS, "")

    def _found(self, owner: Club | None, words: list[str]) -> dict[str, Any]:
        clubs = [owner] if owner else list(clubs_seen_by(self.request.user).filter(archived_at=None))
        players = self._page(boards.players_found(clubs, words), "players")
        people = list(players)
        ratings = boards.ratings_of(people)
        events = self._page(boards.events_found(clubs, words), "events")
        leagues = self._page(boards.leagues_found(clubs, words), "leagues")
        return {
            "players": players, "people": [(player, ratings[player.pk]) for player in people], "events": events,
            "meetings": boards.events_at(events), "leagues": leagues,
            "nothing": not (people or len(events) or len(leagues)),
        }  # fmt: skip

    def _page(self, rows: Any, kind: str) -> Any:
        """A few of each kind, or a page of the one kind that is asked for."""
        only = self._kind()
        if only and kind != only:
            return Paginator([], 1).page(1)
        return Paginator(rows, PAGE if only else FEW).get_page(self.request.GET.get("page") if only else 1)
