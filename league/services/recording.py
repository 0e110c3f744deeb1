"""A result comes in."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from league.models import Event, EventEntry, FactChange, Game, GameRevision, League, Player
from league.models.statements import insert
from ratings.facts.newest import Newest, look
from ratings.services.newest import rate_newest

from .admission import check_game, check_words, same_place, same_reference, set_outcome, taken_message
from .correcting import correct_game
from .entries import enter_event, enter_players, read_players
from .errors import Problems, Refused
from .history import keep_change
from .placement import closed_periods_of
from .revisions import CONTENT, as_first_recorded, keep_revision, values
from .writing import Actor, Locked, lock_league, rerate_from, take_results

WHY = "result recorded"
RATED_BY = (  # what ratings and periods look at of an event
    "starts_on", "ends_on", "rated", "rated_by_game", "official", "base_minutes", "increment_seconds",
    "first_control_moves", "approved_fast", "kind", "rounds", "rated_after_decision",
)  # fmt: skip


def record_game(
    *,
    league: League,
    white: Player,
    black: Player,
    outcome: str,
    played_on: date,
    played_at: time | None = None,
    event: Event | None = None,
    round: int | None = None,
    board: int | None = None,
    white_points: int | None = None,
    black_points: int | None = None,
    weight: float = 1.0,
    white_k: float | None = None,
    black_k: float | None = None,
    neutral: bool = False,
    status: str = Game.Status.FINAL,
    reason: str = "",
    reference: str = "",
    actor: Actor = None,
) -> Game:
    """Record one game and re-rate from its day; players new to the league are entered.

    Recording the same game again (same ``reference``, or same event, round and board) returns the game
    that is there, unchanged. ``played_on`` and ``played_at`` are the club's local date and time. A game
    for a closed period needs a ``reason``. Raises ``Refused`` naming every field in error.
    """
    if status not in (Game.Status.FINAL, Game.Status.PENDING):
        raise ValueError("a game is recorded as final or pending")
    with transaction.atomic():
        locked = lock_league(league)
        take_results(locked.league)
        game = Game(
            league=locked.league, white_id=white.pk, black_id=black.pk, played_on=played_on, played_at=played_at,
            event=event, round=round, board=board, white_points=white_points, black_points=black_points,
            weight=weight, white_k=white_k, black_k=black_k, neutral=neutral, status=status,
            reference=reference.strip(), entered_by=actor,
        )  # fmt: skip
        set_outcome(game, outcome)
        on_top = None if locked.dependants or reason.strip() else look(locked.league, game)
        if on_top is not None:
            return _record_on_top(locked, game, on_top, actor)
        players, seen = _look(locked, game)
        if seen.repeated and (known := already_there(game)) is not None:
            return known if status == Game.Status.PENDING else confirm_reported(game=known, actor=actor)
        check_game(game, players, before=None, reason=reason, maybe_closed=seen.closed, actor=actor)
        insert(game)
        entered = enter_players(locked, players.values())
        enter_event(game.event_id, players.values())
        if reason.strip():
            keep_revision(game, GameRevision.Action.RECORD, {}, values(game), reason=reason, actor=actor)
        newest = None if seen.later else game
        change = None
        if entered or seen.later or reason.strip():  # else the game's own row says it all
            change = _keep_record(locked, game, entered, players, reason, actor)
        why = reason.strip() or WHY
        rerate_from(locked, played_on, why, actor, players=players, newest=newest, change=change)
    return game


def _record_on_top(locked: Locked, game: Game, found: Newest, actor: Actor) -> Game:
    """The short way of a game of which ``look`` says that nothing stands in its way; what it says itself is checked."""
    problems = Problems()
    check_words(problems, game, "")
    problems.refuse()
    insert(game)
    run = rate_newest(locked.league, game, found, reason=WHY, actor=actor)
    if found.later:
        _keep_record(locked, game, [], found.standings, "", actor, run)
    return game


def _keep_record(
    locked: Locked, game: Game, entered: list[list[int]], players: Iterable[int], reason: str, actor: Actor,
    run: int | None = None,
) -> FactChange:  # fmt: skip
    """The row of the history for a result that brought more than its own row says."""
    return keep_change(
        club=locked.league.club, league=locked.league, kind="game.record", subject=game, before={},
        after={**values(game), "entered": entered}, players=players, reason=reason, actor=actor,
        run=run,
    )  # fmt: skip


def confirm_reported(*, game: Game, actor: Actor = None) -> Game:
    """A result that a player reported is final when it is entered at the desk, too. Others stay as they are."""
    if game.status != Game.Status.PENDING:
        return game
    return correct_game(game=game, reason=_("entered at the desk, too"), actor=actor, status=Game.Status.FINAL)


class Seen(NamedTuple):
    """What the one look at the database said; True where it has to be asked more closely."""

    closed: bool
    repeated: bool
    later: bool  # other games on the day, or after it


def _look(locked: Locked, game: Game) -> tuple[dict[int, Player], Seen]:
    """Both players as they are now, and in the same query whether anything stands in the game's way."""
    event = game.event
    later = Game.objects.filter(league=game.league_id, played_on__gte=game.played_on)
    asked = {"closed": Exists(closed_periods_of(game)), "later": Exists(later)}
    if game.reference:
        asked["referred"] = Exists(same_reference(game))
    if event is not None and game.round is not None:
        asked["taken"] = Exists(same_place(game))
    if event is not None:
        asked["kept"] = Exists(EventEntry.objects.filter(event=event, player=OuterRef("pk")))
        told = {name: getattr(event, name) for name in RATED_BY}
        same = Event.objects.filter(pk=event.pk, league=event.league_id, withdrawn_at=None, **told)
        asked["event_same"] = Exists(same)
    players = read_players(locked, {game.white_id, game.black_id}, **asked)
    first = next(iter(players.values()), None)
    if first is None:
        return players, Seen(True, True, True)
    said: dict[str, bool] = {name: getattr(first, name) for name in asked}
    changed = event is not None and not said["event_same"]
    if event is not None and changed:
        game.event = Event.objects.get(pk=event.pk)
    repeated = said.get("referred", False) or said.get("taken", False)
    return players, Seen(said["closed"] or changed, repeated, said["later"])


def already_there(game: Game) -> Game | None:
    """The game recorded before that this one repeats; refused where that one says something else."""
    found = same_reference(game).first() or same_place(game).first()
    if found is None:
        return None
    content = values(game, CONTENT)
    if content in (values(found, CONTENT), as_first_recorded(found)):
        return found
    if found.reference and found.reference == game.reference:
        message = _("The reference %(reference)s belongs to another result, game %(game)d.")
        raise Refused(message % {"reference": game.reference, "game": found.pk}, field="reference")
    raise Refused(taken_message(found), field="board" if found.board is not None else "round")
