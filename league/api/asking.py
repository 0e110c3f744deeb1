"""What an address of the API names: a club, a league, a player; and how an unchanged answer is not made again."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language
from ninja import Path, Query
from pydantic import AfterValidator, Field

from league.models import Club, League, Player, sees_full_names

from .frame import etag_of, matches, token_of

LONGEST_SLUG = 60
LARGEST_ID = 10**18 - 1  # fits a database's integer
USUAL, MOST = 50, 200  # items of a page
SHAPE = 1  # raise it when answers look different though nothing was played


class NotModified(Exception):
    """The reader has this answer already."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        super().__init__(tag)


def readable(text: str) -> str:
    """Text that every database can hold."""
    if "\x00" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise ValueError("characters that are no text")
    return text


Text = Annotated[str, AfterValidator(readable)]
Slug = Annotated[str, Path(pattern="^[-a-zA-Z0-9_]{1,60}$", description="The short name in addresses.")]
Id = Annotated[int, Path(ge=1, le=LARGEST_ID)]
Limit = Annotated[int, Query(ge=1, le=MOST, description="Items of a page.")]
After = Annotated[str, Query(max_length=400, description="Where to go on: `next` of the page before.")]
Number = Annotated[int, Field(ge=1, le=LARGEST_ID)]


def club_of(slug: str) -> Club:
    """A club that the reader may see."""
    return _open(get_object_or_404(Club, slug=slug))


def league_of(request: HttpRequest, club: str, league: str) -> League:
    """A league that the reader may see. Raises ``NotModified`` where its state is the one the reader knows."""
    leagues = League.objects.select_related("club", "games_from")
    found = get_object_or_404(leagues, club__slug=club, slug=league)
    _open(found.club)
    if request.method in ("GET", "HEAD"):
        tag = etag_of(*_state(request, found))
        if matches(request, tag):
            raise NotModified(tag)
        request.api_etag = tag  # type: ignore[attr-defined]
    return found


def player_of(club: Club, player: int) -> Player:
    """A player of the club whom the reader may see. A merged record is its successor."""
    known = Player.objects.select_related("merged_into")
    found: Player = get_object_or_404(known, club=club, pk=player)
    found = found.merged_into or found
    if found.is_hidden:
        raise Http404
    return found


def _open(club: Club) -> Club:
    if club.members_only and not sees_full_names(club.pk):
        raise Http404
    return club


def _state(request: HttpRequest, league: League) -> list[Any]:
    """Everything on which answers about a league depend: its facts and settings, the day, reader and language."""
    rows = [getattr(row, f.attname) for row in (league, league.club) for f in row._meta.concrete_fields]
    source = league.games_from.version if league.games_from else 0
    token = token_of(request)
    return [SHAPE, request.get_full_path(), get_language(), timezone.localdate(), token and token.pk, source, *rows]
