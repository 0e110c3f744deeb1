"""A leaderboard, a player's card, a player's line, as frames."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.models import League, Player
from ratings import charts, figures
from ratings.boards import player as players
from ratings.boards.board import leaderboard
from ratings.boards.form import NO_FORM, form_of
from ratings.boards.played import last_game
from ratings.boards.player import Point, Profile
from ratings.views import asked

from .base import Frame, kept

FEWEST, USUAL, MOST = 3, 10, 50  # lines of a leaderboard
SCRIPT_SECONDS = 3600
RANGES = {"3m": 92, "1y": 366, "all": None}
# name, width, height, points: as wide as the frame allows; frame.css shows one of them
SIZES = (("wide", 720, 280, 300), ("small", 360, 230, 150), ("tiny", 230, 190, 60))


def public_league(club: str, league: str) -> League:
    """A league that strangers see. Raises ``Http404``."""
    open_to_all = League.objects.filter(archived_at=None, club__archived_at=None, club__members_only=False)
    found = open_to_all.select_related("club", "games_from").filter(club__slug=club, slug=league).first()
    if found is None:
        raise Http404
    return found


def public_profile(league: League, player: int) -> Profile:
    """A player's standing that strangers see. Raises ``Http404``."""
    found = players.profile(league, player)
    if found is None or found.rating.player.is_hidden or found.rating.player.anonymised_at:
        raise Http404
    return found


class LeagueFrame(Frame):
    """Something of one league, in its club's own time."""

    league: League

    def context(self, club: str, league: str, **kwargs: Any) -> dict[str, Any] | HttpResponseBase:
        self.league = public_league(club, league)
        with timezone.override(asked.zone(self.league.club)):
            made = self.of_league(**kwargs)
        return made if isinstance(made, HttpResponseBase) else {"league": self.league, "club": self.league.club} | made

    def of_league(self, **kwargs: Any) -> dict[str, Any] | HttpResponseBase:
        raise NotImplementedError


class BoardFrame(LeagueFrame):
    """The best of a league. ``?rows=``: how many."""

    template = "embed/board.html"

    def of_league(self) -> dict[str, Any]:
        board = leaderboard(self.league)
        rows = asked_rows(asked.number(self.request.GET, "rows"))
        ratings = [rating for rating in board.rows[:rows] if not rating.player.is_hidden]
        lines = board.lines(ratings)
        return {
            "lines": lines,
            "changes": any(line.change for line in lines),
            "total": board.count(),
            "calculated": self.league.rated_at,
        }


def asked_rows(wanted: int | None) -> int:
    return min(max(wanted, FEWEST), MOST) if wanted else USUAL


class PlayerFrame(LeagueFrame):
    """Something of one player of a league."""

    address = ""

    def of_league(self, player: int) -> dict[str, Any] | HttpResponseBase:
        found = players.profile(self.league, player)
        if found is None and (kept_record := self._merged_into(player)):
            path = reverse(f"embed:{self.address}", args=[self.league.club.slug, self.league.slug, kept_record])
            return HttpResponseRedirect(f"{path}?{self.request.GET.urlencode()}")
        profile = public_profile(self.league, player)
        return {"profile": profile, "rating": profile.rating, "player": profile.rating.player} | self.of_player(profile)

    def of_player(self, profile: Profile) -> dict[str, Any]:
        raise NotImplementedError

    def _merged_into(self, player: int) -> int | None:
        return Player.objects.filter(pk=player, club=self.league.club).values_list("merged_into", flat=True).first()


class CardFrame(PlayerFrame):
    """A player in a few numbers."""

    template = "embed/card.html"
    address = "card"

    def of_player(self, profile: Profile) -> dict[str, Any]:
        rating = profile.rating
        form = form_of(self.league, [rating.player_id]).get(rating.player_id, NO_FORM)
        return {
            "record": figures.record(rating.wins, rating.draws, rating.losses),
            "last_game": last_game(self.league, rating),
            "spark": charts.sparkline(form.ratings),
        }


class ChartFrame(PlayerFrame):
    """A player's rating over time. ``?range=`` 3m, 1y, all."""

    template = "embed/chart.html"
    address = "chart"

    def of_player(self, profile: Profile) -> dict[str, Any]:
        person = profile.rating.player
        days = RANGES[asked.choice(self.request.GET, "range", list(RANGES), "all")]
        points = latest(players.trail(self.league, person), days)
        if len(points) < 2:
            return {"charts": []}
        drawn = [
            (key, charts.rating_chart(points, name=person.label, width=width, height=height, most=most, key=key))
            for key, width, height, most in SIZES
        ]
        return {"charts": drawn, "words": charts.in_words(points)}


def latest(points: list[Point], days: int | None) -> list[Point]:
    """The points of the last so many days, with the one before them, where the line comes from."""
    if days is None or not points:
        return points
    since = points[-1].day - timedelta(days=days)
    first = next(n for n, point in enumerate(points) if point.day >= since)
    return points[max(first - 1, 0) :]


@require_safe
def fit_script(request: HttpRequest) -> HttpResponseBase:
    """The script that a club's page loads so that frames are as high as what is in them. Its address never changes."""
    return kept(request, HttpResponse(_fit_script(), content_type="text/javascript; charset=utf-8"), SCRIPT_SECONDS)


@cache
def _fit_script() -> bytes:
    return (settings.BASE_DIR / "static" / "js" / "embed" / "fit.js").read_bytes()
