"""What a program may write: the token's scope, the same services and the same refusals as the pages; once each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Header, Schema
from ninja.responses import Status

from league.models import Game, League
from league.permissions import Access, Scope, access_of_token
from league.services.access.answers import LONGEST_KEY, once
from league.services.errors import Refused
from ratings.services import Preview

from .frame import token_of

IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key", max_length=LONGEST_KEY,
        description="Any text of your own. Sent again with the same request, it gives the same answer and does"
        " nothing twice; with another request it is refused (409).",
    ),
]  # fmt: skip


class MoveOut(Schema):
    """A player who would move."""

    name: str
    before: float | None
    after: float | None
    change: float | None
    rank_before: int | None
    rank_after: int | None


class PreviewOut(Schema):
    """What would happen; nothing was written. ``slightly``: players who move by less than 0.05. ``others``: the same
    of each other league in which somebody moves, by its address."""

    games: int
    players: int
    slightly: int
    lists_touched: list[str]
    moves: list[MoveOut]
    others: dict[str, PreviewOut] = {}


def access_to(request: HttpRequest, club: str, league: str, *scopes: Scope) -> tuple[League, Access]:
    """The league and what the token may do there. 404 in any other club, 403 without one of the scopes."""
    token = token_of(request)
    if token is None or token.club.slug != club:
        raise Http404
    found = get_object_or_404(League.objects.select_related("club"), club=token.club, slug=league)
    access = access_of_token(token, found.club)
    for scope in scopes:
        if scope not in access.scopes:
            raise PermissionDenied(_("This token does not include “%(scope)s”.") % {"scope": scope})
    return found, access


def need(access: Access, scope: Scope, field: str) -> None:
    """Refuse what asks for another scope besides."""
    if scope not in access.scopes:
        raise Refused(_("This token does not include “%(scope)s”.") % {"scope": scope}, field=field)


def game_to(request: HttpRequest, club: str, league: str, game: int, *scopes: Scope) -> tuple[Game, Access]:
    """The same for a game of the league."""
    found, access = access_to(request, club, league, *scopes)
    games = Game.objects.select_related("league__club", "event", "white", "black")
    return get_object_or_404(games, league=found, pk=game), access


def carried_out(
    request: HttpRequest, response: HttpResponse, key: str, given: Any, act: Callable[[], tuple[int, dict[str, Any]]]
) -> Status[Any]:
    """Do it, or say again what was done when the same was asked with the same key."""
    token = token_of(request)
    assert token is not None
    asked = {"method": request.method, "path": request.path, "given": given}
    answer = once(token=token, key=key, asked=asked, act=act)
    if answer.repeated:
        response["Idempotency-Replayed"] = "true"
    return Status(answer.status, answer.body)


def preview_out(made: Preview) -> dict[str, Any]:
    moves = [
        {
            "name": move.name, "before": move.before, "after": move.after, "change": move.change,
            "rank_before": move.rank_before, "rank_after": move.rank_after,
        }
        for move in made.moves
    ]  # fmt: skip
    return {
        "games": made.games, "players": made.players, "slightly": made.slightly,
        "lists_touched": list(made.lists_touched), "moves": moves,
        "others": {other.league.path: preview_out(other) for other in made.others if other.players},
    }  # fmt: skip
