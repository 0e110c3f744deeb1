"""Who stands where: the leaderboard now and on any day, published lists, the rules."""

from __future__ import annotations

from bisect import bisect_right
from datetime import date
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Path, Query, Schema
from pydantic import Field

from league.api.asking import USUAL, After, Limit, Slug, league_of
from league.api.paging import Key, Page, page_in, page_of
from league.api.root import reading
from league.models import League
from ratings import wording
from ratings.boards import as_of, leaderboard
from ratings.boards.board import UNRATED
from ratings.boards.lists import list_of, list_rows
from ratings.models import RatingList
from ratings.views.asked import FIRST_DAY, LAST_DAY

from .shapes import LineOut, ListLineOut, ListOut, line_out, list_line_out, list_out

LEAGUE = "/clubs/{club}/leagues/{league}"
Day = Annotated[date, Field(ge=FIRST_DAY, le=LAST_DAY)]
AT = Query(None, description="A day as 2026-11-30.")
Show = Literal["active", "all", "unrated"]
SHOW = Query(
    "active", description="Who played within a year of the league's last game; all who have a rating; who has none."
)


class ClauseOut(Schema):
    about: str
    says: str


class RulesOut(Schema):
    """One set of rules: parameters as they are set, and in words, defaults included."""

    valid_from: date
    parameters: dict[str, Any]
    reason: str
    in_force: bool
    clauses: list[ClauseOut]


@reading(
    LEAGUE + "/leaderboard", Page[LineOut], name="leaderboard", tag="ratings",
    summary="The leaderboard, now or at the end of a day",
    description="`at`: everybody who had a rating then, with every number as of that day, recalculated with all"
    " corrections made since. Ranks do not depend on pages.",
)  # fmt: skip
def board(
    request: HttpRequest, club: Slug, league: Slug, at: Day | None = AT, show: Show = SHOW, after: After = "",
    limit: Limit = USUAL,
) -> Any:  # fmt: skip
    found = league_of(request, club, league)
    return _past(request, found, at, after, limit) if at else _present(request, found, show, after, limit)


def _present(request: HttpRequest, league: League, show: str, after: str, limit: int) -> dict[str, Any]:
    made = leaderboard(league, show=show)
    if show == UNRATED:
        unrated: Any = made.rows
        rows, keys = unrated, [Key("player_id")]
    else:
        rows, keys = made.ranked.select_related("player"), [Key("shown", int, falling=True), Key("player_id")]
    return page_of(request, rows, keys, after=after, limit=limit, shown=lambda found: map(line_out, made.lines(found)))


def _past(request: HttpRequest, league: League, at: date, after: str, limit: int) -> dict[str, Any]:
    made = as_of(league, at)
    places = made.places

    def behind(keys: list[Any]) -> int:
        return bisect_right(places, (-keys[0], keys[1]), key=lambda place: (-place.rating, place.player))

    return page_in(
        request, places, behind, lambda place: (place.rating, place.player), (int, int), after=after, limit=limit,
        shown=lambda found: map(line_out, made.lines(found)),
    )  # fmt: skip


@reading(LEAGUE + "/lists", Page[ListOut], name="lists", tag="ratings", summary="Published lists, newest first")
def lists(request: HttpRequest, club: Slug, league: Slug, after: After = "", limit: Limit = USUAL) -> Any:
    rows = RatingList.objects.filter(league=league_of(request, club, league)).select_related("period")
    keys = (Key("dated", date, falling=True), Key("pk", int, falling=True))
    return page_of(request, rows, keys, after=after, limit=limit, shown=lambda found: map(list_out, found))


@reading(
    LEAGUE + "/lists/{dated}", Page[ListLineOut], name="list", tag="ratings",
    summary="A published list, as it was published",
)  # fmt: skip
def one_list(
    request: HttpRequest, club: Slug, league: Slug,
    dated: Annotated[date, Path(ge=FIRST_DAY, le=LAST_DAY)], after: After = "", limit: Limit = USUAL,
) -> Any:  # fmt: skip
    made = list_of(league_of(request, club, league), dated)
    if made is None:
        raise Http404
    keys = (Key("rank"), Key("pk"))
    rows = list_rows(made)
    return page_of(request, rows, keys, after=after, limit=limit, shown=lambda found: map(list_line_out, found))


@reading(
    LEAGUE + "/rules", list[RulesOut], name="rules", tag="ratings",
    summary="The rules of a league, newest first",
)  # fmt: skip
def rules(request: HttpRequest, club: Slug, league: Slug) -> Any:
    found = league_of(request, club, league)
    sets = list(found.rules.order_by("-valid_from", "-pk"))
    today = timezone.localdate()
    valid = next((each for each in sets if each.valid_from <= today), sets[-1] if sets else None)
    return [
        {
            "valid_from": each.valid_from, "parameters": each.parameters, "reason": each.reason,
            "in_force": each is valid,
            "clauses": [{"about": str(c.about), "says": str(c.says)} for c in wording.clauses(found, each.parameters)],
        }
        for each in sets
    ]  # fmt: skip
