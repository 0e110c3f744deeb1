"""What was played: games with what they did to both sides, and events."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from django.db.models import Q
from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema

from league.api.asking import USUAL, After, Id, Limit, Number, Slug, league_of
from league.api.paging import Key, Page, link_next, page_of
from league.api.shapes import EventOut, answers, event_out
from league.models import RatingPeriod
from ratings.boards.events import event_of, game_of, with_counts
from ratings.boards.events import events as all_events
from ratings.boards.log import games as all_games
from ratings.facts import excluded_by_facts
from ratings.views.asked import FIRST_DAY, LAST_DAY

from .boards import LEAGUE
from .players import games_page
from .shapes import RatedGameOut, rated_game_out

router = Router(tags=["games"])
First = Annotated[date, Query(ge=FIRST_DAY, le=LAST_DAY, alias="from", description="Played on this day or later.")]
Last = Annotated[date, Query(ge=FIRST_DAY, le=LAST_DAY, alias="to", description="Played on this day or before.")]


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


@router.get(
    LEAGUE + "/games", response=answers(Page[RatedGameOut]), operation_id="games", summary="Games, newest first"
)
def games(
    request: HttpRequest, club: Slug, league: Slug, first: First | None = None, last: Last | None = None,
    player: Annotated[Number, Query(description="Of this player.")] | None = None,
    event: Annotated[Number, Query(description="Of this event.")] | None = None, after: After = "",
    limit: Limit = USUAL,
) -> Any:  # fmt: skip
    found = league_of(request, club, league)
    rows = all_games(found, first=first, last=last)
    rows = rows.filter(Q(white=player) | Q(black=player)) if player else rows
    rows = rows.filter(event=event) if event else rows
    page = games_page(found, rows, after, limit)
    link_next(request, page)
    return page


@router.get(
    LEAGUE + "/games/{game}", response=answers(GameStoryOut), operation_id="game",
    summary="One game, and what was done to it",
)  # fmt: skip
def game(request: HttpRequest, club: Slug, league: Slug, game: Id) -> Any:
    told = game_of(league_of(request, club, league), game)
    if told is None:
        raise Http404
    revisions = [{"action": r.action, "made_at": r.made_at, "reason": r.reason} for r in told.revisions]
    return {**rated_game_out(told.line, str(excluded_by_facts(told.line.game) or "")), "revisions": revisions}


@router.get(LEAGUE + "/events", response=answers(Page[EventOut]), operation_id="events", summary="Events, newest first")
def events(request: HttpRequest, club: Slug, league: Slug, after: After = "", limit: Limit = USUAL) -> Any:
    rows = all_events(league_of(request, club, league))
    keys = (Key("starts_on", date, falling=True), Key("pk", int, falling=True))
    page = page_of(
        rows, keys, after=after, limit=limit,
        shown=lambda found: [event_out(each.event, each.games) for each in with_counts(found)],
    )  # fmt: skip
    link_next(request, page)
    return page


@router.get(LEAGUE + "/events/{event}", response=answers(EventOut), operation_id="event", summary="One event")
def event(request: HttpRequest, club: Slug, league: Slug, event: Id) -> Any:
    found = event_of(league_of(request, club, league), event)
    if found is None:
        raise Http404
    (counted,) = with_counts([found])
    return event_out(found, counted.games)


@router.get(
    LEAGUE + "/periods", response=answers(Page[PeriodOut]), operation_id="periods",
    summary="Rating periods, newest first",
)  # fmt: skip
def periods(request: HttpRequest, club: Slug, league: Slug, after: After = "", limit: Limit = USUAL) -> Any:
    found = league_of(request, club, league)
    rows = RatingPeriod.objects.filter(league=found).select_related("published_list")
    keys = (Key("starts_on", date, falling=True), Key("pk", int, falling=True))
    page = page_of(rows, keys, after=after, limit=limit, shown=lambda some: map(_period, some))
    link_next(request, page)
    return page


def _period(row: RatingPeriod) -> dict[str, Any]:
    made = getattr(row, "published_list", None)
    return {
        "period": row.name, "starts_on": row.starts_on, "ends_on": row.ends_on, "status": row.status,
        "list": made.dated if made else None,
    }  # fmt: skip
