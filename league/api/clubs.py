"""Clubs, their leagues and their people, for reading."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Query

from league.models import Club, League, Player, sees_full_names
from ratings.boards.search import find

from .asking import USUAL, After, Id, Limit, Slug, Text, club_of, league_of, player_of
from .paging import Key, Page, page_of
from .root import reading
from .shapes import ClubOut, LeagueOut, PlayerOut, club_out, league_out, player_out

BY_NAME = (Key("name", str), Key("pk"))


@reading("/clubs", Page[ClubOut], name="clubs", tag="clubs", summary="All clubs, by name")
def clubs(request: HttpRequest, after: After = "", limit: Limit = USUAL) -> Any:
    found = Club.objects.filter(archived_at=None, members_only=False)
    return page_of(request, found, BY_NAME, after=after, limit=limit, shown=lambda rows: map(club_out, rows))


@reading("/clubs/{club}", ClubOut, name="club", tag="clubs", summary="One club")
def club(request: HttpRequest, club: Slug) -> Any:
    return club_out(club_of(club))


@reading(
    "/clubs/{club}/leagues", Page[LeagueOut], name="leagues", tag="clubs",
    summary="The leagues of a club, by name",
)  # fmt: skip
def leagues(request: HttpRequest, club: Slug, after: After = "", limit: Limit = USUAL) -> Any:
    found = League.objects.filter(club=club_of(club)).select_related("club", "games_from", "standard_league")
    return page_of(request, found, BY_NAME, after=after, limit=limit, shown=lambda rows: map(league_out, rows))


@reading("/clubs/{club}/leagues/{league}", LeagueOut, name="league", tag="clubs", summary="One league")
def league(request: HttpRequest, club: Slug, league: Slug) -> Any:
    return league_out(league_of(request, club, league))


SEARCH = Query("", max_length=100, description="The beginnings of any words of a name; accents do not matter.")


@reading(
    "/clubs/{club}/players", Page[PlayerOut], name="players", tag="clubs",
    summary="The people of a club, in the order in which they came",
)  # fmt: skip
def players(request: HttpRequest, club: Slug, q: Text = SEARCH, after: After = "", limit: Limit = USUAL) -> Any:
    owner = club_of(club)
    found = seen_players(owner)
    if (asked := find(owner, q)) is not None:
        found = found.filter(pk__in=asked.players)
    return page_of(
        request, found, (Key("pk"),), after=after, limit=limit, shown=lambda rows: [player_out(p, owner) for p in rows]
    )


@reading("/clubs/{club}/players/{player}", PlayerOut, name="player", tag="clubs", summary="One player")
def player(request: HttpRequest, club: Slug, player: Id) -> Any:
    owner = club_of(club)
    return player_out(player_of(owner, player), owner)


def seen_players(club: Club) -> Any:
    """The people of a club whom the reader may see: records of their own, not those merged into another."""
    rows = Player.objects.filter(club=club, merged_into=None)
    return rows if sees_full_names(club.pk) else rows.filter(listed=True)
