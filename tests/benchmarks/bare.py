"""What pages are measured against: the same rows by a view and a template as short as Django lets one write them.

The same middlewares and the same frame of the site around them; a queryset, a slice, a loop. No arrows, no form, no
lines, no words for screen readers, nothing kept; and nothing counted, which alone would cost more than the page.
"""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path

from config.urls import urlpatterns as of_the_site
from league.models import Game, League, Player
from ratings.models import Rating, RatingChange

ROWS = 50


def board(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """The board's rows: rated players who played in the last year, best first."""
    found = get_object_or_404(League.objects.select_related("club"), club__slug=club, slug=league)
    newest = Game.objects.filter(league=found).order_by("-played_on").values_list("played_on", flat=True).first()
    rows = Rating.objects.filter(
        league=found, shown__isnull=False, last_played__gte=newest - timedelta(365), player__archived_at=None
    )
    rows = rows.select_related("player").order_by("-shown", "player_id")
    return _page(request, "bare_board.html", rows, league=found)


def player(request: HttpRequest, club: str, league: str, player: int) -> HttpResponse:
    """A player's rating, the points of its line as numbers, and the newest changes, each with its game and players."""
    found = get_object_or_404(League.objects.select_related("club"), club__slug=club, slug=league)
    person = get_object_or_404(Player, pk=player, club=found.club_id)
    rating = get_object_or_404(Rating, league=found, player=person)
    rows = RatingChange.objects.filter(league=found, player=person).order_by("-day", "-pk")
    rows = rows.select_related("game__white", "game__black", "game__event")
    line = RatingChange.objects.filter(league=found, player=person).order_by("day", "pk").values_list("day", "closing")
    points = [[day.isoformat(), closing] for day, closing in line]
    names = {"league": found, "player": person, "rating": rating, "points": points[:: len(points) // 500 + 1]}
    return _page(request, "bare_player.html", rows, **names)


def _page(request: HttpRequest, template: str, rows, **names) -> HttpResponse:
    number = int(request.GET.get("page", 1))
    above = (number - 1) * ROWS
    shown = rows[above : above + ROWS]
    given = {"rows": shown, "above": above + 1, "number": number, "club": names["league"].club, "section": "board"}
    return render(request, template, given | names)


urlpatterns = [
    path("bare/<slug:club>/<slug:league>/", board),
    path("bare/<slug:club>/<slug:league>/<int:player>/", player),
    *of_the_site,
]
