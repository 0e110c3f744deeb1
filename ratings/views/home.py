"""The way in: clubs, their leagues, their players."""

from __future__ import annotations

from collections import defaultdict

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from league.models import Club, League, Player
from league.permissions import clubs_seen_by
from ratings.boards.search import find
from ratings.models import Rating

from . import asked
from .base import Page, club_or_404, for_robots, refused


class Home(Page):
    """All clubs with their leagues."""

    template = "ratings/home.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        leagues = League.objects.filter(archived_at=None).order_by("name", "pk")
        clubs = (
            clubs_seen_by(request.user)
            .filter(archived_at=None)
            .prefetch_related(Prefetch("leagues", leagues, to_attr="shown"))
        )
        return self.page({"clubs": clubs})


class ClubPage(Page):
    """A club: its leagues, and its players by any word of their names."""

    template = "ratings/club.html"

    def get(self, request: HttpRequest, club: str) -> HttpResponseBase:
        owner = club_or_404(club)
        if refusal := refused(request, owner):
            return refusal
        leagues = list(League.objects.filter(club=owner).order_by("name", "pk"))
        text = asked.text(request.GET, "q")
        found = find(owner, text)
        context = {
            "club": owner,
            "leagues": [league for league in leagues if league.archived_at is None],
            "archived": [league for league in leagues if league.archived_at is not None],
            "text": text,
            "found": found,
            "players": _with_ratings(owner, leagues, found.players) if found else [],
        }
        return for_robots(self.page(context), owner)


def _with_ratings(club: Club, leagues: list[League], ids: list[int]) -> list[tuple[Player, list[Rating]]]:
    """Players by name, each with the ratings of the club's leagues."""
    of_league = {league.pk: league for league in leagues}
    ratings: dict[int, list[Rating]] = defaultdict(list)
    for rating in Rating.objects.filter(player__in=ids, league__in=leagues).order_by("league__name", "pk"):
        rating.league = of_league[rating.league_id]
        rating.league.club = club
        ratings[rating.player_id].append(rating)
    players = Player.objects.filter(club=club, pk__in=ids, merged_into=None).order_by("name_key", "pk")
    return [(player, ratings[player.pk]) for player in players]
