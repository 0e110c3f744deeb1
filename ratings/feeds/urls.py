"""Addresses of feeds, of the map for search engines, of what they may look at."""

from django.contrib.sitemaps import views as sitemaps
from django.urls import path

from ratings import urls as pages  # noqa: F401 (knows how a number is written in an address)

from . import atom
from .sitemaps import SITEMAPS, robots

app_name = "feeds"
urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemaps.index, {"sitemaps": SITEMAPS, "sitemap_url_name": "feeds:part"}, name="sitemap"),
    path("sitemap-<slug:section>.xml", sitemaps.sitemap, {"sitemaps": SITEMAPS}, name="part"),
    path("<slug:club>/feeds/", atom.ClubAtom(), name="club"),
    path("<slug:club>/<slug:league>/feed/", atom.LeagueAtom(), name="league"),
    path("<slug:club>/<slug:league>/players/<id:player>/feed/", atom.PlayerAtom(), name="player"),
]
