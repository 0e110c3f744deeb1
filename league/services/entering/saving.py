"""An evening or a round at once: all boards in one transaction with one re-rating, each told apart by its row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Event, FactChange, Game, GameRevision, League, Player

from .. import people
from ..admission import (
    check_game,
    reported,
    reported_message,
    same_place,
    same_reference,
    set_outcome,
    taken_message,
)
from ..entries import enter_events, enter_players, read_players
from ..errors import Problem, Refused
from ..revisions import keep_revision, values
from ..writing import Actor, Locked, lock_club, lock_league, take_results
from .following import MOST_ROWS, REFERENCE, follow, kept, with_revisions


class Newcomer(NamedTuple):
    """A player whom the club does not know yet; ``namesake``: another person of a name that is there."""

    name: str
    namesake: bool = False


class Entry(NamedTuple):
    """One board as it was typed. ``game``: the stored game it stands for (None: a new one), as it was shown with
    ``version`` revisions. ``outcome`` empty: the stored result was taken out. ``repeat``: they did play twice."""

    row: int
    white: Player | Newcomer
    black: Player | Newcomer
    outcome: str
    played_on: date
    round: int | None = None
    board: int | None = None
    white_points: int | None = None
    black_points: int | None = None
    game: int | None = None
    version: int = 0
    repeat: bool = False


@dataclass
class Entered:
    """What was done: ``games`` are new, ``revisions`` those of games that were corrected or voided."""

    games: list[Game] = field(default_factory=list)
    known: list[Game] = field(default_factory=list)
    revisions: list[GameRevision] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        return bool(self.games or self.revisions)


class RowsRefused(Refused):
    """Nothing was saved; ``row`` of each problem is the row it is about, ``column`` the field."""


def enter_results(
    *, league: League, entries: Sequence[Entry], token: str, event: Event | None = None, corrections: bool = True,
    reason: str = "", actor: Actor = None,
) -> Entered:  # fmt: skip
    """Save boards: new games, and games whose result or players are other now. All or nothing.

    ``token`` belongs to the form: sent again it finds what it saved. A game that somebody changed after it
    was shown, or a place that somebody filled meanwhile, is a problem of its row. ``corrections``: whether the
    actor may change what is stored. Raises ``RowsRefused`` with the problems of all rows.
    """
    with transaction.atomic():
        if any(isinstance(side, Newcomer) for entry in entries for side in (entry.white, entry.black)):
            lock_club(league.club)
        locked = lock_league(league)
        take_results(locked.league)
        return _Entering(locked, event, token, corrections, reason, actor).run(entries[:MOST_ROWS])


class _Entering:
    def __init__(
        self, locked: Locked, event: Event | None, token: str, corrections: bool, reason: str, actor: Actor
    ) -> None:
        self._locked, self._token, self._corrections = locked, token, corrections
        self._reason, self._actor = reason, actor
        self._event = Event.objects.get(pk=event.pk) if event else None
        self._problems: list[Problem] = []
        self._done = Entered()
        self._changes: list[FactChange] = []
        self._players: dict[str, Player] = {}
        self._days: list[date] = []

    def run(self, entries: Sequence[Entry]) -> Entered:
        stored = stored_games(self._locked.league, [entry.game for entry in entries if entry.game is not None])
        for entry in entries:
            try:
                with transaction.atomic():
                    self._enter(entry, stored)
            except Refused as refused:
                self._problems += [Problem(entry.row, each.column, each.message) for each in refused.problems]
        if self._problems:
            raise RowsRefused(problems=self._problems)
        if self._done.changed:
            self._follow()
        return self._done

    def _enter(self, entry: Entry, stored: Mapping[int, Game]) -> None:
        if entry.game is None:
            if entry.outcome:
                self._record(entry)
            return
        game = stored.get(entry.game)
        if game is None:
            raise Refused(_("This game no longer exists."), field="result")
        self._change(entry, game)

    # -- new games ---------------------------------------------------------------------------------

    def _record(self, entry: Entry) -> None:
        white, black = self._player(entry.white, "white"), self._player(entry.black, "black")
        game = Game(
            league=self._locked.league, white=white, black=black, played_on=entry.played_on, event=self._event,
            round=entry.round, board=entry.board, white_points=entry.white_points, black_points=entry.black_points,
            reference=f"{REFERENCE}{self._token}:{entry.row}", entered_by=self._actor,
        )  # fmt: skip
        set_outcome(game, entry.outcome)
        if self._there(entry, game):
            return
        players = read_players(self._locked, {white.pk, black.pk})
        check_game(game, players, before=None, reason=self._reason, actor=self._actor)
        game.save(force_insert=True)
        entered = enter_players(self._locked, players.values())
        if self._reason.strip():
            action = GameRevision.Action.RECORD
            keep_revision(game, action, {}, values(game), reason=self._reason, actor=self._actor)
        self._keep("game.record", game, {}, {**values(game), "entered": entered})
        self._done.games.append(game)
        self._days.append(game.played_on)

    def _there(self, entry: Entry, game: Game) -> bool:
        """Whether this game is there already: by this form, at this board, or entered by somebody else."""
        if (own := same_reference(game).first()) is not None:
            if not _same(own, game):
                raise Refused(_said_otherwise(own), field="result")
            self._done.known.append(own)
            return True
        if (other := same_place(game).first()) is not None:
            if not _same(other, game) and not (other.status == Game.Status.PENDING and _agree(other, game)):
                raise Refused(taken_message(other), field="result")
            self._known(other)
            return True
        if not entry.repeat and (waits := reported(game)) is not None:
            if _agree(waits, game):
                self._known(waits)
                return True
            raise Refused(reported_message(waits), field="repeat")
        if not entry.repeat and (twin := self._twin(game)) is not None:
            message = _(
                "%(game)s of this day is there already (entered %(time)s). Tick “once more” if they played again."
            )
            time = timezone.localtime(twin.entered_at).strftime("%H:%M")
            raise Refused(message % {"game": twin, "time": time}, field="repeat")
        return False

    def _known(self, game: Game) -> None:
        """A game that is there already. One that players reported is confirmed by being entered."""
        if game.status == Game.Status.PENDING:
            after = copy(game)
            after.status = Game.Status.FINAL
            self._correct(game, after)
            self._days.append(game.played_on)
        else:
            self._done.known.append(game)

    def _twin(self, game: Game) -> Game | None:
        """The same pairing with the same result in the same round, or outside of any: perhaps entered twice."""
        same = Game.objects.filter(
            league=game.league, played_on=game.played_on, event=game.event, round=game.round, white=game.white,
            black=game.black, outcome=game.outcome,
        )  # fmt: skip
        mine = {each.pk for each in self._done.games}
        others = same.exclude(status=Game.Status.VOID).exclude(pk__in=mine)
        return others.select_related("white", "black").first()

    def _player(self, who: Player | Newcomer, field: str) -> Player:
        if isinstance(who, Player):
            return who
        if who.name not in self._players:
            added = people.add_player(
                club=self._locked.league.club, name=who.name, namesake=who.namesake, actor=self._actor
            )
            self._players[who.name] = added.player
        return self._players[who.name]

    # -- games that are there ----------------------------------------------------------------------

    def _change(self, entry: Entry, before: Game) -> None:
        after = copy(before)
        after.league = self._locked.league
        after.white, after.black = self._player(entry.white, "white"), self._player(entry.black, "black")
        after.white_points, after.black_points = entry.white_points, entry.black_points
        if entry.outcome:
            set_outcome(after, entry.outcome)
        void, waits = not entry.outcome, before.status == Game.Status.PENDING
        if values(after) == values(before) and (waits or not void):
            if waits and not void:  # typed again: confirmed. Where nothing was typed, a report goes on waiting
                self._known(before)
            return
        if before.revisions_then != entry.version:  # type: ignore[attr-defined]
            raise Refused(_("Somebody changed this board meanwhile: it says %(game)s now.") % {"game": before},
                          field="changed")  # fmt: skip
        if not self._corrections:
            raise Refused(_("Your role in this club does not include changing a result that is there."), field="result")
        if void:
            self._void(before)
        else:
            after.status = Game.Status.FINAL
            self._correct(before, after)
        self._days += [before.played_on, after.played_on]

    def _void(self, game: Game) -> None:
        check_game(game, {}, before=game, reason=self._why(), actor=self._actor)
        old = {"status": str(game.status)}
        game.status = Game.Status.VOID
        game.save(update_fields=["status"])
        new = {"status": str(game.status)}
        action = GameRevision.Action.VOID
        revision = keep_revision(game, action, old, new, reason=self._why(), actor=self._actor)
        self._done.revisions.append(revision)
        self._keep("game.void", game, old, new)

    def _correct(self, before: Game, after: Game) -> None:
        new = {after.white_id, after.black_id} - {before.white_id, before.black_id}
        players = read_players(self._locked, new) if new else {}
        check_game(after, players, before=before, reason=self._why(), actor=self._actor)
        after.save()
        entered = enter_players(self._locked, players.values())
        action = GameRevision.Action.CORRECT
        revision = keep_revision(after, action, values(before), values(after), reason=self._why(), actor=self._actor)
        self._done.revisions.append(revision)
        said = {**values(after), "entered": entered} if entered else values(after)
        self._keep("game.correct", after, values(before), said)

    def _why(self) -> str:
        return self._reason.strip() or _("corrected while entering")

    # -- after all ---------------------------------------------------------------------------------

    def _keep(self, kind: str, game: Game, before: Mapping[str, object], after: Mapping[str, object]) -> None:
        self._changes.append(kept(self._locked, kind, game, before, after, self._reason, self._actor))

    def _follow(self) -> None:
        if self._event is not None:
            enter_events([self._event.pk])
        why = self._reason.strip() or _("results entered")
        follow(self._locked, self._days, why, self._actor, self._changes)


def stored_games(league: League, ids: Sequence[int]) -> dict[int, Game]:
    """The games that rows stand for, void ones left out."""
    games = Game.objects.filter(league=league, pk__in=ids).exclude(status=Game.Status.VOID)
    return {game.pk: game for game in with_revisions(games).select_related("white", "black", "event")}


def _same(one: Game, other: Game) -> bool:
    names = ("white_id", "black_id", "outcome", "played_on", "round", "white_points", "black_points")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _agree(one: Game, other: Game) -> bool:
    names = ("white_id", "black_id", "outcome", "white_points", "black_points")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _said_otherwise(game: Game) -> str:
    return _("This form saved another result here before: %(game)s. Open the page anew to change it.") % {"game": game}
