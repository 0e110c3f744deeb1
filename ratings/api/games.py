"""What was played: games with what they did to both sides, and events."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from ninja import Query, Schema
from pydantic import Field

from league.api.asking import USUAL, After, Id, Limit, Number, Slug, league_of
from league.api.paging import Key, Page, page_of
from league.api.root import reading
from league.api.shapes import EventOut, event_out
from league.models import Game, League, Player, RatingPeriod
from ratings.boards.events import event_of, game_of, with_counts
from ratings.boards.events import events as all_events
from ratings.boards.log import games as all_games
from ratings.facts import excluded_by_facts
from ratings.views.asked import FIRST_DAY, LAST_DAY

from .boards import LEAGUE
from .players import games_page
from .shapes import RatedGameOut, rated_game_out

Day = Annotated[date, Field(ge=FIRST_DAY, le=LAST_DAY)]
FIRST = Query(None, alias="from", description="Played on this day or later.")
LAST = Query(None, alias="to", description="Played on this day or before.")
PLAYER = Query(None, description="Of this player.")
EVENT = Query(None, description="Of this event.")


class RevisionOut(Schema):
    """``action``: record, correct, void, restore."""

    action: str
    made_at: datetime
    reason: str


class GameStoryOut(RatedGameOut):
    revisions: list[RevisionOut]


class PeriodOut(Schema):
    """``status``: open, closed, published; ``list``: the day of its published list."""

    period: str
    starts_on: date
    ends_on: date
    status: str
    list: date | None


@reading(LEAGUE + "/games", Page[RatedGameOut], name="games", tag="games", summary="Games, newest first")
def games(
    request: HttpRequest, club: Slug, league: Slug, first: Day | None = FIRST, last: Day | None = LAST,
    player: Number | None = PLAYER, event: Number | None = EVENT, after: After = "",
    limit: Limit = USUAL,
) -> Any:  # fmt: skip
    found = league_of(request, club, league)
    rows = all_games(found, first=first, last=last)
    rows = _of_player(found, rows, player) if player else rows
    rows = rows.filter(event=event) if event else rows
    return games_page(request, found, rows, after, limit)


def _of_player(league: League, games: QuerySet[Game], player: int) -> QuerySet[Game]:
    """Nobody finds the games of who is found by nothing."""
    known = Player.objects.filter(club=league.club_id, pk=player).first()
    return games.none() if known is None or known.is_hidden else games.filter(Q(white=player) | Q(black=player))


@reading(
    LEAGUE + "/games/{game}", GameStoryOut, name="game", tag="games",
    summary="One game, and what was done to it",
)  # fmt: skip
def game(request: HttpRequest, club: Slug, league: Slug, game: Id) -> Any:
    told = game_of(league_of(request, club, league), game)
    if told is None:
        raise Http404
    revisions = [
        {"action": r.action, "made_at": r.made_at, "reason": reason}
        for r, reason in zip(told.revisions, told.reasons, strict=True)
    ]
    return {**rated_game_out(told.line, str(excluded_by_facts(told.line.game) or "")), "revisions": revisions}


@reading(LEAGUE + "/events", Page[EventOut], name="events", tag="games", summary="Events, newest first")
def events(request: HttpRequest, club: Slug, league: Slug, after: After = "", limit: Limit = USUAL) -> Any:
    rows = all_events(league_of(request, club, league))
    keys = (Key("starts_on", date, falling=True), Key("pk", int, falling=True))
    return page_of(
        request,
        rows, keys, after=after, limit=limit,
        shown=lambda found: [event_out(each.event, each.games) for each in with_counts(found)],
    )  # fmt: skip


@reading(LEAGUE + "/events/{event}", EventOut, name="event", tag="games", summary="One event")
def event(request: HttpRequest, club: Slug, league: Slug, event: Id) -> Any:
    found = event_of(league_of(request, club, league), event)
    if found is None:
        raise Http404
    (counted,) = with_counts([found])
    return event_out(found, counted.games)


@reading(
    LEAGUE + "/periods", Page[PeriodOut], name="periods", tag="games",
    summary="Rating periods, newest first",
)  # fmt: skip
def periods(request: HttpRequest, club: Slug, league: Slug, after: After = "", limit: Limit = USUAL) -> Any:
    found = league_of(request, club, league)
    rows = RatingPeriod.objects.filter(league=found).select_related("published_list")
    keys = (Key("starts_on", date, falling=True), Key("pk", int, falling=True))
    return page_of(request, rows, keys, after=after, limit=limit, shown=lambda some: map(_period, some))


def _period(row: RatingPeriod) -> dict[str, Any]:
    made = getattr(row, "published_list", None)
    return {
        "period": row.name, "starts_on": row.starts_on, "ends_on": row.ends_on, "status": row.status,
        "list": made.dated if made else None,
    }  # fmt: skip
