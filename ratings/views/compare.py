"""Two players of a league, side by side."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.models import Player, sees_full_names
from ratings import figures, pictures, wording
from ratings.boards import player as boards
from ratings.boards.comparing import Outlook, meetings, outlook
from ratings.boards.log import game_lines
from ratings.boards.player import Point, Profile
from ratings.boards.scope import places_of
from ratings.boards.search import find
from ratings.tables import GameTable, Paged

from . import asked
from .base import LeaguePage

RANGES = {"1y": 366, "5y": 1827, "all": None}
MOST_CANDIDATES = 20


class ComparePage(LeaguePage):
    """``?one=``, ``?other=``: ids, or what names begin with; ``?range=`` of the chart."""

    section = "board"
    template = "ratings/compare.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        sides = [self._side(name) for name in ("one", "other")]
        context: dict[str, Any] = {"sides": sides, "one": sides[0], "other": sides[1]}
        one, other = (side["profile"] for side in sides)
        if one is not None and other is not None:
            if one.rating.player_id == other.rating.player_id:
                context["same"] = True
            else:
                context |= self._compared(one, other)
        return self.page(context)

    def _side(self, name: str) -> dict[str, Any]:
        """The player that a field names, or those who fit what was typed."""
        text = asked.text(self.asked, name)
        number = asked.number(self.asked, name)
        profile = boards.profile(self.league, number) if number is not None else None
        found = None if profile is not None else find(self.league.club, text)
        fitting: list[Player] = []
        if found is not None:
            here = Player.objects.filter(pk__in=found.players, ratings__league=self.league, merged_into=None)
            fitting = list(here.order_by("name_key", "pk")[:MOST_CANDIDATES])
            if len(fitting) == 1:
                profile, fitting = boards.profile(self.league, fitting[0].pk), []
        value = profile.rating.player.label if profile else text
        pk = profile.rating.player_id if profile else None
        return {
            "name": name, "value": value, "pk": pk, "profile": profile, "candidates": fitting,
            "nobody": bool(text) and profile is None and not fitting,
        }  # fmt: skip

    def _compared(self, one: Profile, other: Profile) -> dict[str, Any]:
        players = [each.rating.player for each in (one, other)]
        chosen = asked.choice(self.asked, "range", list(RANGES), "all")
        lines = [
            pictures.Line(player.label, points)
            for player, points in zip(players, self._trails(players, RANGES[chosen]), strict=True)
        ]
        met = meetings(self.league, *players)
        places = places_of(self.league)
        games = Paged(met.games, lambda found: game_lines(self.league, found), lambda: met.total)
        odds = self.league.club.show_odds or sees_full_names(self.league.club_id)
        title = _("Ratings of %(one)s and %(other)s by date") % {"one": lines[0].name, "other": lines[1].name}
        chart = pictures.lines_chart(lines, title=title, width=1040, height=320, most=400, key="wide")
        return {
            "chart": chart,
            "small_chart": pictures.lines_chart(lines, title=title, width=360, height=240, most=120, key="small"),
            "range": chosen,
            "ranges": [("1y", _("1 year")), ("5y", _("5 years")), ("all", _("all"))],
            "meetings": met,
            "names": [line.name for line in lines],
            "lines_table": pictures.together([line.points for line in lines]) if chart else [],
            "table": GameTable(games, league=self.league, places=places).show(self.asked),
            "record": figures.record(met.wins, met.draws, met.losses),
            "outlooks": self._outlooks(players, places) if odds else [],
            "odds": odds,
            "facts": [_facts(each) for each in (one, other)],
        }

    def _trails(self, players: list[Player], days: int | None) -> list[list[Point]]:
        trails = [boards.trail(self.league, player) for player in players]
        last = max((points[-1].day for points in trails if points), default=None)
        if days is None or last is None:
            return trails
        since = last - timedelta(days=days)
        return [[point for point in points if point.day >= since] for points in trails]

    def _outlooks(self, players: list[Player], places: int) -> list[dict[str, Any]]:
        """Both ways round where the first side has an advantage, else once."""
        one, other = players
        there, back = outlook(self.league, one, other), outlook(self.league, other, one)
        if there is None or back is None:
            return []
        turned = Outlook(1 - back.expected, tuple((mine, theirs) for theirs, mine in reversed(back.changes)))
        if abs(turned.expected - there.expected) < 1e-9:
            return [_shown(there, players, "", places)]
        words = _("%(player)s is %(side)s")
        side = wording.side(self.league, 0)
        return [
            _shown(there, players, words % {"player": one.label, "side": side}, places),
            _shown(turned, players, words % {"player": other.label, "side": side}, places),
        ]


def _shown(made: Outlook, players: list[Player], words: str, places: int) -> dict[str, Any]:
    wins = _("%(player)s wins")
    names = (wins % {"player": players[0].label}, _("Draw"), wins % {"player": players[1].label})
    return {
        "words": words, "expected": figures.plain(made.expected, 2), "against": figures.plain(1 - made.expected, 2),
        "rows": [
            {"name": name, "own": figures.arrowed(own, places), "other": figures.arrowed(other, places)}
            for name, (own, other) in zip(names, made.changes, strict=True)
        ],
    }  # fmt: skip


def _facts(profile: Profile) -> dict[str, Any]:
    rating = profile.rating
    return {
        "player": rating.player, "rating": rating, "rank": profile.rank,
        "record": figures.record(rating.wins, rating.draws, rating.losses),
    }  # fmt: skip
