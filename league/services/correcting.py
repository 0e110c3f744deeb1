"""The past is corrected: a game changed, voided, taken back, with what that moves shown before."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from datetime import date, time
from typing import Any, TypedDict, Unpack, cast

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from league.formats.outcomes import MIRRORED
from league.models import Event, EventEntry, Game, GameRevision, League, Player
from ratings.facts import Overlay
from ratings.kernel.types import PlayerFacts
from ratings.services import Preview, preview

from .admission import check_game, same_place, set_outcome, taken_message
from .entries import enter_event, enter_events, enter_players, read_players
from .errors import ChangedMeanwhile, Problems, Refused
from .history import keep_change
from .leaving import Pairs, who_leaves
from .limits import check_reason
from .placement import closed_periods_of, need_reason
from .revisions import Values, keep_revision, typed, values
from .writing import Actor, Locked, lock_league, rerate_from


class GameFields(TypedDict, total=False):
    """What can be corrected; what is left out stays."""

    white: Player
    black: Player
    outcome: str
    played_on: date
    played_at: time | None
    event: Event | None
    round: int | None
    board: int | None
    white_points: int | None
    black_points: int | None
    weight: float
    white_k: float | None
    black_k: float | None
    neutral: bool
    status: str


def correct_game(
    *,
    game: Game,
    reason: str,
    actor: Actor = None,
    swap: bool = False,
    expected_version: int | None = None,
    returning: bool = False,
    **fields: Unpack[GameFields],
) -> Game:
    """Change a game and re-rate from the earlier of its old and its new place.

    ``swap`` exchanges the colours: each player keeps the own score; ``fields`` are applied after it.
    ``status="final"`` confirms a pending game. Where nothing would change, nothing happens: no reason is
    asked for, no revision is kept. ``expected_version``: how many revisions the game had when it was
    shown; raises ``ChangedMeanwhile`` if there are more now. ``returning``: players come back who had
    the game before, though they may be archived.
    """
    with transaction.atomic():
        locked = lock_league(game.league)
        before = _read(game, expected_version)
        after = _changed(locked.league, before, swap, fields)
        if values(after) == values(before):
            return before
        players = _admit(locked, before, after, reason, written=True, actor=actor, returning=returning)
        after.save()
        entered = enter_players(locked, players.values())
        if after.event_id is not None:
            enter_events([after.event_id])
        keep_revision(after, GameRevision.Action.CORRECT, values(before), values(after), reason=reason, actor=actor)
        new = values(after) | ({"entered": entered} if entered else {})
        _follow(locked, before, after, "game.correct", (values(before), new), reason, actor)
    return after


def preview_correction(
    *, game: Game, swap: bool = False, entered: Pairs = (), **fields: Unpack[GameFields]
) -> Preview:  # fmt: skip
    """Who would move by how much if the game were corrected so. Refuses what ``correct_game`` refuses.

    ``entered``: who came into leagues with what is undone here, and goes where nothing else of theirs counts.
    """
    before = _read(game, None)
    after = _changed(game.league, before, swap, fields)
    if values(after) == values(before):
        return preview(game.league, since=before.played_on, overlay=Overlay())
    players = _admit(Locked(game.league, []), before, after, "preview", written=False)
    since = min(before.played_on, after.played_on)
    gone = [pair for pair in map(list, entered) if pair[1] not in (after.white_id, after.black_id)]
    leaving = who_leaves(gone, games=[game.pk])
    overlay = Overlay(games={game.pk: after}, players=_newcomers(players), leaving=leaving)
    return preview(game.league, since=since, overlay=overlay)


def void_game(*, game: Game, reason: str, actor: Actor = None, expected_version: int | None = None) -> Game:
    """Take a game out of the ratings; it stays in the records. A void game stays as it is."""
    with transaction.atomic():
        locked = lock_league(game.league)
        before = _read(game, expected_version)
        if before.status == Game.Status.VOID:
            return before
        _need_reason(reason, before, actor)
        return _set_status(locked, before, Game.Status.VOID, GameRevision.Action.VOID, reason, actor)


def preview_void(*, game: Game, entered: Pairs = ()) -> Preview:
    """Who would move by how much if the game were voided. ``entered``: as in ``preview_correction``."""
    overlay = Overlay(games={game.pk: None}, leaving=who_leaves(entered, games=[game.pk]))
    return preview(game.league, since=game.played_on, overlay=overlay)


def restore_game(*, game: Game, reason: str, actor: Actor = None, expected_version: int | None = None) -> Game:
    """Take a voided game back, as it was. Refused where another game has its board meanwhile."""
    with transaction.atomic():
        locked = lock_league(game.league)
        before = _read(game, expected_version)
        if before.status != Game.Status.VOID:
            return before
        _need_reason(reason)
        after = _restored(before)
        check_game(after, {}, before=before, reason=reason, actor=actor)
        _refuse_taken(after)
        entered = _come_back(locked, before)
        return _set_status(locked, before, after.status, GameRevision.Action.RESTORE, reason, actor, entered)


def preview_restore(*, game: Game) -> Preview:
    """Who would move by how much if the void game were taken back."""
    return preview(game.league, since=game.played_on, overlay=Overlay(games={game.pk: _restored(_read(game, None))}))


def undo_revision(*, revision: GameRevision, reason: str, actor: Actor = None) -> Game:
    """Set back what one correction changed, as a correction of its own; every number is as before it."""
    game = revision.game
    if revision.action == GameRevision.Action.VOID:
        return restore_game(game=game, reason=reason, actor=actor)
    if revision.action == GameRevision.Action.RESTORE:
        return void_game(game=game, reason=reason, actor=actor)
    if revision.action == GameRevision.Action.RECORD:
        return void_game(game=game, reason=reason, actor=actor)
    return set_back(game=game, before=revision.old, after=revision.new, reason=reason, actor=actor)


def set_back(
    *, game: Game, before: Mapping[str, Any], after: Mapping[str, Any], reason: str, actor: Actor = None
) -> Game:  # fmt: skip
    """Correct a game to the values it had before a correction; refused if it was corrected again since."""
    with transaction.atomic():
        lock_league(game.league)
        now = values(_read(game, None))
        if any(now[name] != value for name, value in after.items()):
            raise ChangedMeanwhile(_("Game %(game)d was corrected again since: undo that first.") % {"game": game.pk})
        return correct_game(game=game, reason=reason, actor=actor, returning=True, **undone_fields(before))


def undone_fields(before: Mapping[str, Any]) -> GameFields:
    """Kept values as the fields with which ``correct_game`` sets them back."""
    rows: dict[str, type[Player] | type[Event]] = {"white_id": Player, "black_id": Player, "event_id": Event}
    fields: dict[str, Any] = {}
    for name, value in before.items():
        if model := rows.get(name):
            fields[name.removesuffix("_id")] = None if value is None else model._default_manager.get(pk=value)
        else:
            fields[name] = typed(name, value)
    return cast(GameFields, fields)


def _read(game: Game, expected_version: int | None) -> Game:
    """The game as it is now, with what re-rating and messages need."""
    fresh = Game.objects.select_related("league__club", "event", "white", "black").filter(pk=game.pk).first()
    if fresh is None:
        raise Refused(_("This game no longer exists."), field="game")
    if expected_version is not None and fresh.revisions.count() != expected_version:
        raise ChangedMeanwhile(_("Game %(game)d was changed meanwhile: look at it again.") % {"game": fresh.pk})
    return fresh


def _changed(league: League, before: Game, swap: bool, fields: Mapping[str, Any]) -> Game:
    if unknown := set(fields) - set(GameFields.__annotations__):
        raise TypeError(f"no fields of a game: {', '.join(sorted(unknown))}")
    after = copy(before)
    after.league = league
    if swap:
        _swap(after)
    for name, value in fields.items():
        if name == "outcome":
            set_outcome(after, value)
        else:
            setattr(after, name, value)
    return after


def _swap(game: Game) -> None:
    game.white, game.black = game.black, game.white
    game.white_points, game.black_points = game.black_points, game.white_points
    game.white_k, game.black_k = game.black_k, game.white_k
    set_outcome(game, MIRRORED.get(game.outcome, game.outcome))


def _admit(
    locked: Locked, before: Game, after: Game, reason: str, *, written: bool, actor: Actor = None,
    returning: bool = False,
) -> dict[int, Player]:  # fmt: skip
    """The players who are new to the game, after every check."""
    if before.status == Game.Status.VOID:
        raise Refused(_("Game %(game)d is void: restore it first.") % {"game": before.pk}, field="status")
    if after.status == Game.Status.VOID:
        raise ValueError("void_game voids")
    if written:
        _need_reason(reason)
    new = {after.white_id, after.black_id} - {before.white_id, before.black_id}
    players = read_players(locked, new) if new else {}
    if returning:
        for player in players.values():
            player.archived_at = None  # not saved: archived or not, they had the game
    check_game(after, players, before=before, reason=reason, actor=actor)
    _refuse_taken(after)
    return players


def _refuse_taken(game: Game) -> None:
    if (other := same_place(game).first()) is not None:
        raise Refused(taken_message(other), field="board" if game.board is not None else "round")


def _need_reason(reason: str, game: Game | None = None, actor: Actor = None) -> None:
    problems = Problems()
    check_reason(problems, reason)
    if game is not None and not problems:
        need_reason(problems, closed_periods_of(game).first(), reason, actor)
    problems.refuse()


def _restored(void: Game) -> Game:
    for player in (void.white, void.black):
        if player.merged_into_id is not None:
            message = _("%(player)s is part of another record since: a game between the two cannot count.")
            raise Refused(message % {"player": player.label}, field="status")
    last = void.revisions.filter(action=GameRevision.Action.VOID).first()
    after = copy(void)
    after.status = last.old.get("status", Game.Status.FINAL) if last else Game.Status.FINAL
    if after.status == Game.Status.PENDING and closed_periods_of(after).exists():
        raise Refused(_("The period of this game is closed and its result was never confirmed."), field="status")
    return after


def _come_back(locked: Locked, game: Game) -> list[list[int]]:
    """Players and event as they were with the game: an undone entry or event is there again."""
    kept = Exists(EventEntry.objects.filter(event=game.event_id, player=OuterRef("pk")))
    players = read_players(locked, {game.white_id, game.black_id}, kept=kept).values()
    if game.event_id is not None:
        Event.objects.filter(pk=game.event_id).exclude(withdrawn_at=None).update(withdrawn_at=None)
    enter_event(game.event_id, players)
    return enter_players(locked, players)


def _set_status(
    locked: Locked, game: Game, status: str, action: str, reason: str, actor: Actor,
    entered: list[list[int]] | None = None,
) -> Game:  # fmt: skip
    old = {"status": str(game.status)}
    game.status = status
    game.save(update_fields=["status"])
    new: Values = {"status": str(status)}
    keep_revision(game, action, old, new, reason=reason, actor=actor)
    new |= {"entered": entered} if entered else {}
    _follow(locked, game, game, f"game.{action}", (old, new), reason, actor)
    return game


def _follow(
    locked: Locked, before: Game, after: Game, kind: str, said: tuple[Values, Values], reason: str, actor: Actor
) -> None:  # fmt: skip
    players = {before.white_id, before.black_id, after.white_id, after.black_id}
    change = keep_change(
        club=locked.league.club, league=locked.league, kind=kind, subject=after, before=said[0], after=said[1],
        players=players, reason=reason, actor=actor,
    )  # fmt: skip
    since = min(before.played_on, after.played_on)
    rerate_from(locked, since, reason.strip(), actor, players=players, change=change)


def _newcomers(players: Mapping[int, Player]) -> dict[int, PlayerFacts]:
    """Facts of players who are not in the league yet, for a preview."""
    return {
        pk: PlayerFacts(pk, p.birth_year, p.start_rating, games=p.start_games, peak=p.start_peak)
        for pk, p in players.items()
        if not p.entered  # type: ignore[attr-defined]
    }
