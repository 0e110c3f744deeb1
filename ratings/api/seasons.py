"""Seasons: which there are, and where everybody stood at the end of each."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Query, Schema

from league.api.asking import USUAL, After, Id, Limit, Slug, league_of
from league.api.paging import Page, page_in
from league.api.root import reading
from ratings.boards.seasons import SeasonBoard, SeasonLine, Span, spans

from .boards import LEAGUE, Choice, behind_place, filters_of
from .shapes import Person, person

SHOW = Query("played", description="Who played in it, with ranks among them; all who had a rating then.")


class SeasonOut(Schema):
    """``until``: the day up to which its numbers go; ``over``: false while it runs."""

    id: int
    name: str
    starts_on: date
    ends_on: date | None
    until: date
    over: bool


class SeasonLineOut(Schema):
    """Games are those of the season. ``change``: what they brought, without the turn into the season. ``overall``: the
    rank without filters, where there are some."""

    rank: int
    overall: int | None
    player: Person
    rating: int
    change: int | None
    games: int
    wins: int
    draws: int
    losses: int


@reading(LEAGUE + "/seasons", list[SeasonOut], name="seasons", tag="ratings", summary="Seasons, newest first")
def seasons(request: HttpRequest, club: Slug, league: Slug) -> Any:
    return [_season(each) for each in spans(league_of(request, club, league), timezone.localdate())]


@reading(
    LEAGUE + "/seasons/{season}", Page[SeasonLineOut], name="season", tag="ratings",
    summary="The board at the end of a season",
)  # fmt: skip
def season(
    request: HttpRequest, club: Slug, league: Slug, season: Id, choice: Query[Choice],
    show: Literal["played", "all"] = SHOW, after: After = "", limit: Limit = USUAL,
) -> Any:  # fmt: skip
    found = league_of(request, club, league)
    span = next((each for each in spans(found, timezone.localdate()) if each.season.pk == season), None)
    if span is None:
        raise Http404
    made = SeasonBoard(found, span, show=show, filters=filters_of(found, choice, span.until.year))
    return page_in(
        request, made.places, behind_place(made.places), lambda place: (place.rating, place.player), (int, int),
        after=after, limit=limit, shown=lambda some: map(_line, made.season_lines(some)),
    )  # fmt: skip


def _season(span: Span) -> dict[str, Any]:
    row = span.season
    return {
        "id": row.pk, "name": row.name, "starts_on": row.starts_on, "ends_on": span.last, "until": span.until,
        "over": span.over,
    }  # fmt: skip


def _line(each: SeasonLine) -> dict[str, Any]:
    names = ("change", "games", "wins", "draws", "losses")
    return {
        "rank": each.line.rank, "overall": each.line.overall, "player": person(each.line.player),
        "rating": each.line.rating, **{name: getattr(each, name) for name in names},
    }  # fmt: skip
