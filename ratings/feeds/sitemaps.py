"""The map for search engines: pages of those who want to be found, in parts small enough to be read."""

from __future__ import annotations

from typing import Any

from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from league.models import Club, Event, League
from ratings.calculator.modes import MODES
from ratings.models import Rating, RatingList

PART = 10_000  # addresses of one file; 50,000 are allowed


class OfClubs(Sitemap):
    """Pages of clubs that may be found. The order ends in the key, so that parts do not overlap."""

    limit = PART

    def get_latest_lastmod(self) -> None:
        """Not asked of every row for the index alone."""

    @staticmethod
    def open(path: str = "") -> dict[str, Any]:
        """What makes a club's pages findable, seen along a path to the club."""
        return {f"{path}archived_at": None, f"{path}members_only": False, f"{path}search_engines": True}


class Site(Sitemap):
    def items(self) -> list[str]:
        pages = [reverse("ratings:home"), reverse("calculator:index"), reverse("learn:index")]
        return pages + [reverse("calculator:mode", args=[slug]) for slug in MODES]

    def location(self, item: str) -> str:
        return item


class Clubs(OfClubs):
    def items(self) -> QuerySet[Club]:
        return Club.objects.filter(**self.open()).order_by("pk")

    def location(self, item: Club) -> str:
        return reverse("ratings:club", args=[item.slug])


class Leagues(OfClubs):
    def items(self) -> QuerySet[League]:
        leagues = League.objects.filter(archived_at=None, **self.open("club__"))
        return leagues.select_related("club").order_by("pk")

    def location(self, item: League) -> str:
        return reverse("ratings:board", args=[item.club.slug, item.slug])

    def lastmod(self, item: League) -> Any:
        return item.rated_at


class Events(OfClubs):
    def items(self) -> QuerySet[Event]:
        events = Event.objects.filter(league__archived_at=None, withdrawn_at=None, **self.open("league__club__"))
        return events.select_related("league__club").order_by("pk")

    def location(self, item: Event) -> str:
        return reverse("ratings:event", args=[item.league.club.slug, item.league.slug, item.pk])


class Lists(OfClubs):
    def items(self) -> QuerySet[RatingList]:
        lists = RatingList.objects.filter(league__archived_at=None, **self.open("league__club__"))
        return lists.select_related("league__club").order_by("pk")

    def location(self, item: RatingList) -> str:
        return reverse("ratings:list", args=[item.league.club.slug, item.league.slug, item.dated.isoformat()])

    def lastmod(self, item: RatingList) -> Any:
        return item.published_at


class Players(OfClubs):
    """Who is on public pages under the own name, and did not ask to be left out."""

    def items(self) -> QuerySet[Rating]:
        found = {"player__listed": True, "player__search_engines": True, "player__merged_into": None}
        ratings = Rating.objects.filter(
            league__archived_at=None, player__anonymised_at=None, player__archived_at=None, **found,
            **self.open("league__club__"),
        )  # fmt: skip
        return ratings.select_related("league__club").order_by("pk")

    def location(self, item: Rating) -> str:
        return reverse("ratings:player", args=[item.league.club.slug, item.league.slug, item.player_id])


SITEMAPS: dict[str, type[Sitemap]] = {
    "site": Site, "clubs": Clubs, "leagues": Leagues, "events": Events, "lists": Lists, "players": Players,
}  # fmt: skip

ROBOTS = """\
User-agent: *
Disallow: /admin/
Disallow: /accounts/
Disallow: /api/
Disallow: /join/
Disallow: /score/
Disallow: /*/desk/
Disallow: /*?*sort=
Disallow: /*?*_export=

Sitemap: {sitemap}
"""


def robots(request: HttpRequest) -> HttpResponse:
    """What search engines need not look at; who may not be found is told by each page itself."""
    sitemap = request.build_absolute_uri(reverse("feeds:sitemap"))
    return HttpResponse(ROBOTS.format(sitemap=sitemap), content_type="text/plain; charset=utf-8")
