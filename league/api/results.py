"""Results come in, are corrected, voided, restored: the same services as the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.formats.outcomes import MIRRORED, SPELLINGS, Reading, Unclear, read_result, winner
from league.models import PLAYED, Event, Game, League, Player
from league.permissions import Access, Scope
from league.services.correcting import (
    GameFields,
    correct_game,
    preview_correction,
    preview_restore,
    preview_void,
    restore_game,
    void_game,
)
from league.services.errors import Problems, Refused
from league.services.events import create_event, edit_event, find_event
from league.services.people import add_player, player_named, players_named
from league.services.placement import within
from league.services.recording import record_game
from league.services.writing import lock_club
from ratings.facts import excluded_by_facts
from ratings.ledger.keys import game_row_id
from ratings.models import RatingChange
from ratings.services import Preview

from .asking import Id, Slug
from .given import NOTHING, ChangedOut, Correction, GameIn, Reasoned, RecordedOut
from .root import writing
from .shapes import game_out
from .writing import IdempotencyKey, access_to, carried_out, game_to, need, preview_out


@writing("POST", "/clubs/{club}/leagues/{league}/games", RecordedOut, name="record_game",
    summary="Record a game (scope record)", status=201,)  # fmt: skip
def record(
    request: HttpRequest, response: HttpResponse, club: Slug, league: Slug, given: GameIn, key: IdempotencyKey = ""
) -> Any:
    found, access = access_to(request, club, league, Scope.RECORD)
    return carried_out(request, response, key, given.dict(), lambda: _record(found, access, given))


@writing("PATCH", "/clubs/{club}/leagues/{league}/games/{game}", ChangedOut, name="correct_game",
    summary="Correct a game (scope correct)",)  # fmt: skip
def correct(
    request: HttpRequest, response: HttpResponse, club: Slug, league: Slug, game: Id, given: Correction,
    key: IdempotencyKey = "",
) -> Any:  # fmt: skip
    row, access = game_to(request, club, league, game, Scope.CORRECT)
    return carried_out(request, response, key, given.dict(), lambda: _correct(row, access, given))


@writing("POST", "/clubs/{club}/leagues/{league}/games/{game}/void", ChangedOut, name="void_game",
    summary="Take a game out of the ratings (scope void)",)  # fmt: skip
def void(
    request: HttpRequest, response: HttpResponse, club: Slug, league: Slug, game: Id,
    given: Reasoned = NOTHING, key: IdempotencyKey = "",
) -> Any:  # fmt: skip
    row, access = game_to(request, club, league, game, Scope.VOID)
    act = lambda: void_game(game=row, reason=given.reason, actor=access.actor)  # noqa: E731
    return carried_out(request, response, key, given.dict(), lambda: _switch(row, given, act, preview_void))


@writing("POST", "/clubs/{club}/leagues/{league}/games/{game}/restore", ChangedOut, name="restore_game",
    summary="Take a voided game back (scope correct)",)  # fmt: skip
def restore(
    request: HttpRequest, response: HttpResponse, club: Slug, league: Slug, game: Id,
    given: Reasoned = NOTHING, key: IdempotencyKey = "",
) -> Any:  # fmt: skip
    row, access = game_to(request, club, league, game, Scope.CORRECT)
    act = lambda: restore_game(game=row, reason=given.reason, actor=access.actor)  # noqa: E731
    return carried_out(request, response, key, given.dict(), lambda: _switch(row, given, act, preview_restore))


def _record(league: League, access: Access, given: GameIn) -> tuple[int, dict[str, Any]]:
    reading = _result(given.result)
    white, black = _sides(league, access, given)
    event = _event(league, access, given)
    latest = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    game = record_game(
        league=league, white=white, black=black, outcome=reading.outcome or "", played_on=given.date,
        played_at=given.time, event=event, round=given.round, board=given.board,
        white_points=reading.white_points, black_points=reading.black_points, weight=given.weight,
        white_k=given.white_k, black_k=given.black_k, neutral=given.neutral, reason=given.reason,
        status=Game.Status.PENDING if given.pending else Game.Status.FINAL, reference=given.reference,
        actor=access.actor,
    )  # fmt: skip
    rows = RatingChange.objects.in_bulk([game_row_id(league.pk, game.pk, side) for side in (0, 1)])
    sides = {row.side: _side(row) for row in rows.values()}
    new = game.pk > latest
    reason = str(excluded_by_facts(game) or next((row.reason for row in rows.values() if row.reason), ""))
    told = {"game": game_out(game), "new": new, "reason": reason, "white": sides.get(0), "black": sides.get(1)}
    return (201 if new else 200), told


def _side(row: RatingChange) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("opening", "change", "closing", "expected", "k", "reason")}


def _sides(league: League, access: Access, given: GameIn) -> tuple[Player, Player]:
    """Both players; what is wrong with either is said of both."""
    problems, found = Problems(), []
    for field in ("white", "black"):
        text = _named(getattr(given, field))
        try:
            if given.create_players and not players_named(club=league.club, text=text):
                need(access, Scope.CREATE, "create_players")
                found.append(_newcomer(league, access, text))
            else:
                found.append(player_named(club=league.club, text=text, field=field))
        except Refused as refused:
            problems.found += refused.problems
    problems.refuse()
    return found[0], found[1]


def _newcomer(league: League, access: Access, name: str) -> Player:
    """A new player, unless another request made the same one while this waited for the club."""
    club = lock_club(league.club)
    known = players_named(club=club, text=name)
    return known[0] if known else add_player(club=club, name=name, actor=access.actor).player


def _named(said: int | str) -> str:
    return f"#{said}" if isinstance(said, int) else said


def _event(league: League, access: Access, given: GameIn) -> Event | None:
    if given.event is None:
        return None
    if isinstance(given.event, int):
        found = Event.objects.filter(league=league, pk=given.event).first()
        if found is None:
            raise Refused(_("This league has no event %(id)d.") % {"id": given.event}, field="event")
    else:
        found = find_event(league=league, name=given.event, day=given.date)
    if found is None:
        need(access, Scope.CREATE, "event")
        return create_event(league=league, name=str(given.event), starts_on=given.date, actor=access.actor)
    if within(found, given.date) or not given.extend_event:
        return found  # outside of its days: the service refuses
    need(access, Scope.CREATE, "extend_event")
    first, last = min(found.starts_on, given.date), max(found.ends_on, given.date)
    return edit_event(event=found, starts_on=first, ends_on=last, reason=given.reason, actor=access.actor)


def _result(text: str) -> Reading:
    try:
        reading = read_result(text)
    except Unclear:
        reading = Reading(None)
    if reading.outcome is None:
        message = _("“%(text)s” is no result: write one of %(known)s.")
        raise Refused(message % {"text": text, "known": SPELLINGS}, field="result")
    return reading


def _correct(game: Game, access: Access, given: Correction) -> tuple[int, dict[str, Any]]:
    fields = _fields(game, given)
    if given.dry_run:
        made = preview_correction(game=game, swap=given.swap, **fields)
        return 200, {"game": game_out(game), "changed": False, "preview": preview_out(made)}
    before = game.revisions.count()
    after = correct_game(
        game=game, reason=given.reason, actor=access.actor, swap=given.swap, expected_version=given.revisions, **fields
    )
    return 200, {"game": game_out(after), "changed": after.revisions.count() > before, "preview": None}


def _fields(game: Game, given: Correction) -> GameFields:
    fields: GameFields = {}
    if given.result is not None:
        reading = _result(given.result)
        fields["outcome"] = reading.outcome or ""
        if reading.white_points is not None or _contradicted(game, reading.outcome, swap=given.swap):
            fields["white_points"], fields["black_points"] = reading.white_points, reading.black_points
    for field in ("white", "black"):
        if (said := getattr(given, field)) is not None:
            fields[field] = player_named(club=game.league.club, text=_named(said), field=field)  # type: ignore[literal-required]
    if given.date is not None:
        fields["played_on"] = given.date
    if given.time is not None:
        fields["played_at"] = given.time
    if given.round is not None:
        fields["round"] = given.round
    if given.board is not None:
        fields["board"] = given.board
    if given.confirm:
        fields["status"] = Game.Status.FINAL
    return fields


def _contradicted(game: Game, outcome: str | None, *, swap: bool) -> bool:
    """Whether the points on record say another result: a bare result then replaces them."""
    if game.white_points is None or game.black_points is None or outcome not in PLAYED:
        return False
    said = winner(game.white_points, game.black_points)
    return (MIRRORED.get(said, said) if swap else said) != outcome


def _switch(
    game: Game, given: Reasoned, act: Callable[[], Game], look: Callable[..., Preview]
) -> tuple[int, dict[str, Any]]:
    preview = preview_out(look(game=game)) if given.dry_run else None
    after = game if given.dry_run else act()
    return 200, {"game": game_out(after), "changed": after.status != game.status, "preview": preview}
