"""Events: the table with its tie-breaks, and each round with its boards."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Path, Schema

from league.api.asking import Id, Slug, league_of
from league.api.root import reading
from league.models import Event
from league.services.errors import Refused
from ratings.boards.events import event_of
from ratings.boards.gains import event_gains
from ratings.boards.rounds import Board, Round, round_numbers, round_of
from ratings.boards.standings import Cell, Place, Standings, is_table, standings
from ratings.wording import standings as words

from .boards import LEAGUE
from .shapes import Person, person

EVENT = LEAGUE + "/events/{event}"
RoundNumber = Annotated[int, Path(ge=1, le=32_767)]


class TieBreakOut(Schema):
    """``code``: as FIDE has it (C.07): BH:C1 is Buchholz cut 1."""

    code: str
    name: str


class CellOut(Schema):
    """A round of a player. ``opponent``: the place in the table; ``result``: 1, ½, 0, + and − for a game that was not
    played, empty for one still to come; ``bye``: what kind, in words."""

    round: int
    opponent: int | None
    result: str
    black: bool
    game: int | None
    bye: str


class PlaceOut(Schema):
    """``tie_breaks``: their values, in the order of the table. ``cancelled``: left a round robin before half of it, so
    that the results count for nobody."""

    place: int
    rank: int | None
    player: Person
    rating: int | None
    points: float
    tie_breaks: list[float | None]
    cancelled: bool
    withdrawn_from: int | None
    rounds: list[CellOut]


class StandingsOut(Schema):
    """``rounds``: those that have begun; ``pending``: results that wait for their confirmation; ``order``: by what the
    players stand, in words."""

    rounds: int
    pending: int
    order: str
    unplayed: str
    tie_breaks: list[TieBreakOut]
    places: list[PlaceOut]


class BoardOut(Schema):
    """``result`` empty: still to be played, or to be confirmed (``pending``). Points are those before the round."""

    board: int | None
    white: Person
    black: Person
    white_points: float
    black_points: float
    result: str
    pending: bool
    game: int | None


class ByeOut(Schema):
    player: Person
    points: float
    kind: str


class RoundOut(Schema):
    """``without``: who is in the event and has neither an opponent nor a bye."""

    round: int
    day: date | None
    boards: list[BoardOut]
    byes: list[ByeOut]
    without: list[Person]


@reading(
    EVENT + "/standings", StandingsOut, name="standings", tag="games",
    summary="The table of an event, best first, with every round",
)  # fmt: skip
def table(request: HttpRequest, club: Slug, league: Slug, event: Id) -> Any:
    owner = league_of(request, club, league)
    found = _event(event_of(owner, event))
    if not is_table(found):
        raise Refused(_("This event has too many games for one table."))
    own = {line.player.pk: line.own[0] for line in event_gains(owner, found).lines if line.own}
    return _standings(standings(found, own))


@reading(EVENT + "/rounds", list[int], name="rounds", tag="games", summary="The numbers of an event's rounds")
def rounds(request: HttpRequest, club: Slug, league: Slug, event: Id) -> Any:
    return round_numbers(_event(event_of(league_of(request, club, league), event)))


@reading(
    EVENT + "/rounds/{round}", RoundOut, name="round", tag="games",
    summary="A round: pairings, results, byes",
)  # fmt: skip
def one_round(request: HttpRequest, club: Slug, league: Slug, event: Id, round: RoundNumber) -> Any:
    found = round_of(_event(event_of(league_of(request, club, league), event)), round)
    if not (found.boards or found.byes or found.day):
        raise Http404
    return _round(found)


def _event(found: Event | None) -> Event:
    if found is None:
        raise Http404
    return found


def _standings(made: Standings) -> dict[str, Any]:
    return {
        "rounds": made.rounds, "pending": made.pending, "order": words.order_of(made),
        "unplayed": words.unplayed(made),
        "tie_breaks": [{"code": each.code, "name": words.tie_break(each)} for each in made.tie_breaks],
        "places": [_place(line, len(made.tie_breaks)) for line in made.lines],
    }  # fmt: skip


def _place(line: Place, tie_breaks: int) -> dict[str, Any]:
    return {
        "place": line.place, "rank": None if line.cancelled else line.rank,
        "player": person(line.player, title=line.title), "rating": line.rating, "points": line.halves / 2,
        "tie_breaks": list(line.values) or [None] * tie_breaks, "cancelled": line.cancelled,
        "withdrawn_from": line.withdrawn_from, "rounds": list(map(_cell, line.cells)),
    }  # fmt: skip


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "round": cell.round, "opponent": cell.opponent, "result": cell.code, "black": cell.black, "game": cell.game,
        "bye": str(cell.bye),
    }  # fmt: skip


def _round(found: Round) -> dict[str, Any]:
    return {
        "round": found.number, "day": found.day, "boards": list(map(_board, found.boards)),
        "byes": [
            {"player": person(bye.player), "points": bye.halves / 2, "kind": bye.get_kind_display()}
            for bye in found.byes
        ],
        "without": [person(entry.player, title=entry.shown_title) for entry in found.unpaired],
    }  # fmt: skip


def _board(board: Board) -> dict[str, Any]:
    game = None if board.pending else board.game
    return {
        "board": board.number, "white": person(board.white), "black": person(board.black),
        "white_points": (board.white_halves or 0) / 2, "black_points": (board.black_halves or 0) / 2,
        "result": game.outcome if game else "", "pending": board.pending,
        "game": board.game.pk if board.game else None,
    }  # fmt: skip
