"""Atom feeds of a club, a league, a player: what was played and published, newest first, with ids that stay."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.http import quote_etag
from django.utils.translation import gettext as _

from league.models import Game, League, Player
from ratings.boards.board import leaderboard
from ratings.boards.log import game_lines, games
from ratings.boards.player import history, profile
from ratings.boards.rows import described
from ratings.models import RatingList
from ratings.views.asked import zone
from ratings.views.base import club_or_404, for_robots, refused

from .entries import Entry, change_entry, game_entry, list_entry

NEWEST = 30
LISTS = 5
FIRST = 10  # players of a board that its feed names


def readable(text: str) -> str:
    """Without what XML cannot hold."""
    return "".join(c for c in text if c.isprintable())


class ClubAtom(Feed):
    """Of the leagues of a club."""

    feed_type = Atom1Feed
    request: HttpRequest
    about: Player | None = None

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        self_ = self.__class__()  # Django keeps one for all requests
        self_.request = request
        club = club_or_404(kwargs["club"])
        if refusal := refused(request, club):
            return refusal
        with timezone.override(zone(club)):
            answer = Feed.__call__(self_, request, *args, **kwargs)
        answer["ETag"] = quote_etag(hashlib.sha256(answer.content).hexdigest()[:32])
        answer = get_conditional_response(request, answer["ETag"], response=answer) or answer
        return for_robots(answer, club, self_.about)

    def get_object(self, request: HttpRequest, club: str) -> Any:
        return club_or_404(club)

    def leagues(self, obj: Any) -> list[League]:
        return list(League.objects.filter(club=obj, archived_at=None).select_related("club").order_by("name", "pk"))

    def title(self, obj: Any) -> str:
        return readable(obj.name)

    def subtitle(self, obj: Any) -> str:
        return _("Results and published lists.")

    def link(self, obj: Any) -> str:
        return reverse("ratings:club", args=[obj.slug])

    def feed_guid(self, obj: Any) -> str:
        return self._tag(self.link(obj))

    def items(self, obj: Any) -> list[Entry]:
        found = [entry for league in self.leagues(obj)[:20] for entry in self._of_league(league)]
        return sorted(found, key=lambda entry: (entry.at, entry.link), reverse=True)[:NEWEST]

    def _of_league(self, league: League) -> Iterable[Entry]:
        newest = games(league).filter(status=Game.Status.FINAL)[:NEWEST]
        yield from (game_entry(league, line) for line in game_lines(league, list(newest)))
        lists = RatingList.objects.filter(league=league).select_related("period").order_by("-dated", "-pk")
        yield from (list_entry(league, made) for made in lists[:LISTS])

    # -- an entry, as Django asks for it ------------------------------------------------------------------

    def item_title(self, item: Entry) -> str:
        return readable(item.title)

    def item_description(self, item: Entry) -> str:
        return escape(readable(item.text))  # readers take it as HTML

    def item_link(self, item: Entry) -> str:
        return item.link

    def item_guid(self, item: Entry) -> str:
        return self._tag(item.link)

    def item_pubdate(self, item: Entry) -> datetime:
        return item.at

    def item_updateddate(self, item: Entry) -> datetime:
        return item.at

    def _tag(self, path: str) -> str:
        """The same under every address of the site that leads here (RFC 4151)."""
        return f"tag:{self.request.get_host().partition(':')[0]},2026:{path}"


class LeagueAtom(ClubAtom):
    """Of one league: its first players, results, lists."""

    def get_object(self, request: HttpRequest, club: str, league: str) -> Any:  # type: ignore[override]
        leagues = League.objects.select_related("club", "games_from")
        return get_object_or_404(leagues, club__slug=club, slug=league)

    def leagues(self, obj: Any) -> list[League]:
        return [obj]

    def title(self, obj: Any) -> str:
        return readable(f"{obj.name} · {obj.club.name}")

    def subtitle(self, obj: Any) -> str:
        """1. Anna Kowalska 2104, 2. Иван Петров 2098 ..."""
        board = leaderboard(obj)
        lines = board.lines(list(board.rows[:FIRST]))
        return readable(", ".join(f"{line.rank}. {line.player.label} {line.rating}" for line in lines))

    def link(self, obj: Any) -> str:
        return reverse("ratings:board", args=[obj.club.slug, obj.slug])


class PlayerAtom(ClubAtom):
    """Of one player in a league: every change of the rating."""

    def get_object(self, request: HttpRequest, club: str, league: str, player: int) -> Any:  # type: ignore[override]
        leagues = League.objects.select_related("club", "games_from")
        found = get_object_or_404(leagues, club__slug=club, slug=league)
        known = profile(found, player)
        if known is None or known.rating.player.is_hidden:
            raise Http404
        known.rating.league = found
        self.about = known.rating.player
        return known

    def title(self, obj: Any) -> str:
        return readable(f"{obj.rating.player.label} · {obj.rating.league.name}")

    def subtitle(self, obj: Any) -> str:
        if obj.rating.shown is None:
            return _("No rating yet.")
        said = {"rating": obj.rating.shown, "rank": obj.rank, "of": obj.ranked}
        if obj.rank is None:
            return _("Rating %(rating)d, not ranked.") % said
        return _("Rating %(rating)d, rank %(rank)d of %(of)d.") % said

    def link(self, obj: Any) -> str:
        league = obj.rating.league
        return reverse("ratings:player", args=[league.club.slug, league.slug, obj.rating.player_id])

    def items(self, obj: Any) -> list[Entry]:
        rows = described(list(history(obj.rating.league, obj.rating.player)[:NEWEST]))
        return [change_entry(obj.rating.league, entry) for entry in rows]
