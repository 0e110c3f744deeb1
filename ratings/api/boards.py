"""Who stands where: the leaderboard now and on any day, published lists, the rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Path, Query, Schema
from pydantic import Field

from league.api.asking import USUAL, After, Limit, Slug, Text, league_of
from league.api.paging import Key, Page, page_in, page_of
from league.api.root import reading
from league.models import League, discreet_texts, sees_full_names
from league.services.errors import Refused
from ratings import wording
from ratings.boards import as_of, leaderboard
from ratings.boards.board import UNRATED, Board
from ratings.boards.filters import AGES, MOST_GAMES, Filters
from ratings.boards.listed import Listed
from ratings.boards.lists import list_of
from ratings.boards.past import PastBoard, Place
from ratings.models import RatingList
from ratings.views.asked import FIRST_DAY, LAST_DAY
from ratings.views.choosing import shows_ages

from .shapes import LineOut, ListLineOut, ListOut, line_out, list_line_out, list_out

LEAGUE = "/clubs/{club}/leagues/{league}"
Day = Annotated[date, Field(ge=FIRST_DAY, le=LAST_DAY)]
AT = Query(None, description="A day as 2026-11-30.")
Show = Literal["active", "all", "unrated"]
SHOW = Query(
    "active", description="Who played within a year of the league's last game; all who have a rating; who has none."
)


class Choice(Schema):
    """Whom of the players: ``title`` one of them, or any; ``min_games`` at least; ``settled``: nobody provisional.
    ``age`` (u18: the 18th birthday in the year of the board or later; s50: the 50th or before) where the club shows
    birth years. Who goes by a number is in no choice by age, sex, title or affiliation."""

    age: Literal[AGES] | None = None  # type: ignore[valid-type]
    sex: Literal["m", "w"] | None = None
    title: Annotated[Text, Field(max_length=4)] | None = None
    affiliation: Annotated[Text, Field(max_length=120)] | None = None
    min_games: Annotated[int, Field(ge=0, le=MOST_GAMES)] = 0
    settled: bool = False


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
    request: HttpRequest, club: Slug, league: Slug, choice: Query[Choice], at: Day | None = AT, show: Show = SHOW,
    after: After = "", limit: Limit = USUAL,
) -> Any:  # fmt: skip
    found = league_of(request, club, league)
    filters = filters_of(found, choice, (at or timezone.localdate()).year)
    if at:
        return _past(request, as_of(found, at, filters=filters), after, limit)
    return _present(request, leaderboard(found, show=show, filters=filters), after, limit)


def filters_of(league: League, choice: Choice, year: int) -> Filters:
    """What is asked for. Raises ``Refused`` for ages that the club does not show."""
    if choice.age and not shows_ages(league):
        raise Refused(_("This club does not show birth years, so there are no age groups."), field="age")
    return Filters(
        year=year, named=not sees_full_names(league.club_id), age=choice.age or "", sex=choice.sex or "",
        title=choice.title or "", affiliation=choice.affiliation or "", games=choice.min_games, settled=choice.settled,
    )  # fmt: skip


def _present(request: HttpRequest, made: Board, after: str, limit: int) -> dict[str, Any]:
    if made.show == UNRATED:
        unrated: Any = made.rows
        rows, keys = unrated, [Key("player_id")]
    else:
        rows, keys = made.ranked.select_related("player"), [Key("shown", int, falling=True), Key("player_id")]
    return page_of(request, rows, keys, after=after, limit=limit, shown=lambda found: map(line_out, made.lines(found)))


def _past(request: HttpRequest, made: PastBoard, after: str, limit: int) -> dict[str, Any]:
    return page_in(
        request, made.places, behind_place(made.places), lambda place: (place.rating, place.player), (int, int),
        after=after, limit=limit, shown=lambda found: map(line_out, made.lines(found)),
    )  # fmt: skip


def behind_place(places: Sequence[Place]) -> Callable[[list[Any]], int]:
    """The first of these places behind a rating and a player."""
    return lambda keys: bisect_right(places, (-keys[0], keys[1]), key=lambda place: (-place.rating, place.player))


@reading(LEAGUE + "/lists", Page[ListOut], name="lists", tag="ratings", summary="Published lists, newest first")
def lists(request: HttpRequest, club: Slug, league: Slug, after: After = "", limit: Limit = USUAL) -> Any:
    rows = RatingList.objects.filter(league=league_of(request, club, league)).select_related("period")
    keys = (Key("dated", date, falling=True), Key("pk", int, falling=True))
    return page_of(request, rows, keys, after=after, limit=limit, shown=lambda found: map(list_out, found))


@reading(
    LEAGUE + "/lists/{dated}", Page[ListLineOut], name="list", tag="ratings",
    summary="A published list, as it was published",
    description="`min_games`: in the period of the list. `here`: the rank among those whom a choice leaves.",
)  # fmt: skip
def one_list(
    request: HttpRequest, club: Slug, league: Slug,
    dated: Annotated[date, Path(ge=FIRST_DAY, le=LAST_DAY)], choice: Query[Choice], after: After = "",
    limit: Limit = USUAL,
) -> Any:  # fmt: skip
    owner = league_of(request, club, league)
    made = list_of(owner, dated)
    if made is None:
        raise Http404
    made.league = owner
    chosen = Listed(made, filters=filters_of(owner, choice, dated.year))
    return page_of(
        request, chosen.rows, (Key("rank"), Key("pk")), after=after, limit=limit,
        shown=lambda found: [list_line_out(entry, chosen.here(entry)) for entry in found],
    )  # fmt: skip


@reading(
    LEAGUE + "/rules", list[RulesOut], name="rules", tag="ratings",
    summary="The rules of a league, newest first",
)  # fmt: skip
def rules(request: HttpRequest, club: Slug, league: Slug) -> Any:
    found = league_of(request, club, league)
    sets = list(found.rules.order_by("-valid_from", "-pk"))
    today = timezone.localdate()
    valid = next((each for each in sets if each.valid_from <= today), sets[-1] if sets else None)
    reasons = discreet_texts(found.club_id, [each.reason for each in sets])
    return [
        {
            "valid_from": each.valid_from, "parameters": each.parameters, "reason": reason,
            "in_force": each is valid,
            "clauses": [{"about": str(c.about), "says": str(c.says)} for c in wording.clauses(found, each.parameters)],
        }
        for each, reason in zip(sets, reasons, strict=True)
    ]  # fmt: skip
