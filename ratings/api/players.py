"""One player in one league: standing, every change, opponents, head-to-head; why a number is what it is."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Case, IntegerField, Q, Value, When
from django.http import Http404, HttpRequest
from ninja import Schema

from league.api.asking import USUAL, After, Id, Limit, Slug, league_of, player_of
from league.api.paging import Key, Page, page_in, page_of
from league.api.root import reading
from league.models import PLAYED, Game, League, Player, sees_full_names
from ratings import boards, services, wording
from ratings.boards import comparing
from ratings.boards.log import game_lines
from ratings.boards.order import PLACES
from ratings.boards.played import last_game
from ratings.boards.player import Opponent
from ratings.boards.player import opponents as all_opponents
from ratings.boards.rows import described
from ratings.boards.scope import games_with
from ratings.facts import excluded_by_facts
from ratings.models import RatingChange
from ratings.views.why import lines_of

from .boards import LEAGUE
from .shapes import (
    ChangeOut,
    OpponentOut,
    RatedGameOut,
    StandingOut,
    change_out,
    opponent_out,
    rated_game_out,
    standing_out,
)

PLAYER = LEAGUE + "/players/{player}"


class StepOut(Schema):
    """A step of a calculation: its code in the rating kernel, and in words."""

    code: str
    text: str


class WhyOut(Schema):
    """``lines``: the kernel's own steps, whose result is the change. ``outcomes``: what each result would have brought,
    everything else alike. ``games``: in a period's row, its games."""

    change: ChangeOut
    lines: list[StepOut]
    outcomes: dict[str, float]
    not_rated: str
    games: list[ChangeOut]


class StakesOut(Schema):
    """What a result would bring the first player and the second; null where a side would not be rated."""

    own: float | None
    opponent: float | None


class OutlookOut(Schema):
    """A game between the two today, the first player with White or at home. ``expected``: in [0, 1]."""

    expected: float
    win: StakesOut
    draw: StakesOut
    loss: StakesOut


class MeetingsOut(Page[RatedGameOut]):
    """``score``: of the first player against the second, and their games with each other, newest first. ``outlook``:
    null where a side is not rated or the club does not show chances."""

    score: OpponentOut
    outlook: OutlookOut | None


@reading(PLAYER, StandingOut, name="standing", tag="ratings", summary="Where a player stands")
def standing(request: HttpRequest, club: Slug, league: Slug, player: Id) -> Any:
    found, person = _both(request, club, league, player)
    profile = boards.profile(found, person.pk)
    if profile is None:
        raise Http404
    return standing_out(profile, last_game(found, profile.rating))


@reading(
    PLAYER + "/changes", Page[ChangeOut], name="changes", tag="ratings",
    summary="Every change of a player's rating, newest first",
)  # fmt: skip
def changes(request: HttpRequest, club: Slug, league: Slug, player: Id, after: After = "", limit: Limit = USUAL) -> Any:
    found, person = _both(request, club, league, player)
    whens = [When(cause=cause, then=Value(place)) for cause, place in PLACES.items()]
    rows = RatingChange.objects.filter(league=found, player=person).select_related("period").annotate(
        place=Case(*whens, default=Value(9), output_field=IntegerField())
    )  # fmt: skip
    keys = (Key("day", date, True), Key("place", int, True), Key("games", int, True), Key("pk", int, True))
    return page_of(request, rows, keys, after=after, limit=limit, shown=lambda some: map(change_out, described(some)))


@reading(
    LEAGUE + "/changes/{change}", WhyOut, name="why", tag="ratings",
    summary="Why a number is what it is: one change with every step",
)  # fmt: skip
def why(request: HttpRequest, club: Slug, league: Slug, change: Id) -> Any:
    found = league_of(request, club, league)
    row = RatingChange.objects.filter(pk=change, league=found).select_related("player", "period").first()
    if row is None or row.player.is_hidden:
        raise Http404
    row.league = found
    made = services.explain(row)
    games = [game_row for _game, game_row in made.games] if row.cause == "period" else []
    for each in games:
        each.period = row.period
    entry, *rest = described([row, *games])
    names = {2: "win", 1: "draw", 0: "loss"}
    return {
        "change": change_out(entry, whose=True),
        "lines": [{"code": line.code, "text": wording.sentence(line, made.parameters)} for line in lines_of(made)],
        "outcomes": {names[halves]: value for halves, value in made.outcomes.items()},
        "not_rated": str(wording.not_rated(row.reason)) if row.reason else "",
        "games": [change_out(each) for each in rest],
    }


@reading(
    PLAYER + "/opponents", Page[OpponentOut], name="opponents", tag="ratings",
    summary="Results by opponent, most games first",
)  # fmt: skip
def opponents(
    request: HttpRequest, club: Slug, league: Slug, player: Id, after: After = "", limit: Limit = USUAL
) -> Any:
    found, person = _both(request, club, league, player)
    met = sorted(all_opponents(found, person), key=lambda each: (-each.games, each.player.pk))

    def behind(keys: list[Any]) -> int:
        return sum((-each.games, each.player.pk) <= (-keys[0], keys[1]) for each in met)

    return page_in(
        request, met, behind, lambda each: (each.games, each.player.pk), (int, int), after=after, limit=limit,
        shown=lambda some: map(opponent_out, some),
    )  # fmt: skip


@reading(
    PLAYER + "/against/{opponent}", MeetingsOut, name="head_to_head", tag="ratings",
    summary="Two players against each other",
)  # fmt: skip
def head_to_head(
    request: HttpRequest, club: Slug, league: Slug, player: Id, opponent: Id, after: After = "", limit: Limit = USUAL
) -> Any:
    found, person = _both(request, club, league, player)
    other = player_of(found.club, opponent)
    met = next((each for each in all_opponents(found, person) if each.player.pk == other.pk), None)
    both = Q(white=person, black=other) | Q(white=other, black=person)
    rows = games_with(found, person.pk).filter(both, status=Game.Status.FINAL, outcome__in=PLAYED)
    page = games_page(request, found, rows, after, limit)
    return {"score": opponent_out(met or Opponent(other)), "outlook": _outlook(found, person, other), **page}


def _outlook(league: League, one: Player, other: Player) -> dict[str, Any] | None:
    shown = league.club.show_odds or sees_full_names(league.club_id)
    made = comparing.outlook(league, one, other) if shown and one.pk != other.pk else None
    if made is None:
        return None
    sides = ({"own": own, "opponent": theirs} for own, theirs in made.changes)
    return {"expected": made.expected, **dict(zip(("win", "draw", "loss"), sides, strict=True))}


def games_page(request: HttpRequest, league: League, rows: Any, after: str, limit: int) -> dict[str, Any]:
    """Games of a league with what they did to both sides, newest first."""
    rows = rows.select_related("event", "white", "black")
    keys = (Key("played_on", date, falling=True), Key("pk", int, falling=True))

    def shown(games: list[Game]) -> list[dict[str, Any]]:
        return [rated_game_out(line, str(excluded_by_facts(line.game) or "")) for line in game_lines(league, games)]

    return page_of(request, rows, keys, after=after, limit=limit, shown=shown)


def _both(request: HttpRequest, club: str, league: str, player: int) -> tuple[League, Player]:
    found = league_of(request, club, league)
    return found, player_of(found.club, player)
