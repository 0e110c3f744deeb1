"""Clubs, their leagues and their people, for reading."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router

from league.models import Club, League, Player, sees_full_names
from ratings.boards.search import find

from .asking import USUAL, After, Id, Limit, Slug, Text, club_of, league_of, player_of
from .paging import Key, Page, link_next, page_of
from .shapes import ClubOut, LeagueOut, PlayerOut, answers, club_out, league_out, player_out

router = Router(tags=["clubs"])
BY_NAME = (Key("name", str), Key("pk"))


@router.get("/clubs", response=answers(Page[ClubOut]), operation_id="clubs", summary="All clubs, by name")
def clubs(request: HttpRequest, after: After = "", limit: Limit = USUAL) -> Any:
    found = Club.objects.filter(archived_at=None, members_only=False)
    page = page_of(found, BY_NAME, after=after, limit=limit, shown=lambda rows: map(club_out, rows))
    link_next(request, page)
    return page


@router.get("/clubs/{club}", response=answers(ClubOut), operation_id="club", summary="One club")
def club(request: HttpRequest, club: Slug) -> Any:
    return club_out(club_of(club))


@router.get(
    "/clubs/{club}/leagues", response=answers(Page[LeagueOut]), operation_id="leagues",
    summary="The leagues of a club, by name",
)  # fmt: skip
def leagues(request: HttpRequest, club: Slug, after: After = "", limit: Limit = USUAL) -> Any:
    found = League.objects.filter(club=club_of(club)).select_related("club", "games_from", "standard_league")
    page = page_of(found, BY_NAME, after=after, limit=limit, shown=lambda rows: map(league_out, rows))
    link_next(request, page)
    return page


@router.get("/clubs/{club}/leagues/{league}", response=answers(LeagueOut), operation_id="league", summary="One league")
def league(request: HttpRequest, club: Slug, league: Slug) -> Any:
    return league_out(league_of(request, club, league))


Search = Annotated[
    Text, Query(max_length=100, description="The beginnings of any words of a name; accents do not matter.")
]


@router.get(
    "/clubs/{club}/players", response=answers(Page[PlayerOut]), operation_id="players",
    summary="The people of a club, in the order in which they came",
)  # fmt: skip
def players(request: HttpRequest, club: Slug, q: Search = "", after: After = "", limit: Limit = USUAL) -> Any:
    owner = club_of(club)
    found = seen_players(owner)
    if (asked := find(owner, q)) is not None:
        found = found.filter(pk__in=asked.players)
    page = page_of(
        found, (Key("pk"),), after=after, limit=limit, shown=lambda rows: [player_out(p, owner) for p in rows]
    )
    link_next(request, page)
    return page


@router.get("/clubs/{club}/players/{player}", response=answers(PlayerOut), operation_id="player", summary="One player")
def player(request: HttpRequest, club: Slug, player: Id) -> Any:
    owner = club_of(club)
    return player_out(player_of(owner, player), owner)


def seen_players(club: Club) -> Any:
    """The people of a club whom the reader may see: records of their own, not those merged into another."""
    rows = Player.objects.filter(club=club, merged_into=None)
    return rows if sees_full_names(club.pk) else rows.filter(listed=True)
