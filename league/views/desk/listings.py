"""Lists of what can be changed at the desk: players, events, seasons."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponseBase

from league.models import Bye, Event, Game, LeagueEntry, Player, Season
from league.permissions import Action
from league.services import people

from .base import DeskView

PAGE = 50


class Listing(DeskView):
    """One list with what can be done to each line of it."""

    template = ""

    def rows(self, text: str) -> QuerySet[Any]:
        raise NotImplementedError

    def get(self, request: HttpRequest) -> HttpResponseBase:
        text = request.GET.get("q", "").replace("\x00", "")[:200]
        page = Paginator(self.rows(text), PAGE).get_page(request.GET.get("page"))
        kept = request.GET.copy()
        kept.pop("page", None)
        return self.page(self.template, {"page": page, "kept": kept.urlencode(), "q": text})


class Players(Listing):
    """The club's players, each with what this league knows of them."""

    action = Action.PEOPLE
    template = "edit_players.html"

    def rows(self, text: str) -> QuerySet[Player]:
        known = Player.objects.filter(club=self.club, merged_into=None)
        found = people.find_players(club=self.club, text=text) if text.strip() else known
        own = LeagueEntry.objects.filter(league=self.league, player=OuterRef("pk"))
        start, k = (Subquery(own.values(name)[:1]) for name in ("start_rating", "k"))
        return found.annotate(start_here=start, k_here=k).order_by("name_key", "pk")


class Events(Listing):
    """The league's events, latest first."""

    action = Action.EVENTS
    template = "edit_events.html"

    def rows(self, text: str) -> QuerySet[Event]:
        games = Game.objects.filter(event=OuterRef("pk")).exclude(status=Game.Status.VOID)
        used = Exists(games) | Exists(Bye.objects.filter(event=OuterRef("pk")))
        events = Event.objects.filter(league=self.league, withdrawn_at=None).annotate(used=used)
        return events.filter(name__icontains=text).order_by("-starts_on", "-pk")


class Seasons(Listing):
    """The league's seasons, latest first."""

    action = Action.LEAGUES
    template = "edit_seasons.html"

    def rows(self, text: str) -> QuerySet[Season]:
        return Season.objects.filter(league=self.league).order_by("-starts_on", "-pk")
