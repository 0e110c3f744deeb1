"""What a form saved is taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import FactChange, Game, GameRevision, League

from ..admission import check_game, same_place, set_outcome, taken_message
from ..errors import Refused
from ..revisions import keep_revision, typed, values
from ..writing import Actor, Locked, lock_league
from .following import MOST_ROWS, REFERENCE, follow, kept, with_revisions

UNDO_MINUTES = 60  # so long whoever saved boards can take them back, without the right to correct


def undo_entering(*, league: League, token: str, revisions: Iterable[int] = (), corrections: bool = True,
                  actor: Actor = None) -> int:  # fmt: skip
    """Take back what a form saved: its new games are voided, games it corrected are set back; how many.

    Without the right to correct only the own saving of the last hour. Refused for games changed again since.
    """
    with transaction.atomic():
        locked = lock_league(league)
        return _Undoing(locked, token, list(revisions), corrections, actor).run()


class _Undoing:
    def __init__(self, locked: Locked, token: str, revisions: list[int], corrections: bool, actor: Actor) -> None:
        self._locked, self._corrections, self._actor = locked, corrections, actor
        self._games = list(
            with_revisions(Game.objects.filter(league=locked.league, reference__startswith=f"{REFERENCE}{token}:"))
            .exclude(status=Game.Status.VOID).order_by("pk")
        )  # fmt: skip
        mine = GameRevision.objects.filter(pk__in=revisions[:MOST_ROWS], game__league=locked.league, actor=actor)
        self._revisions = list(mine.select_related("game__event").order_by("-pk"))
        self._changes: list[FactChange] = []
        self._days: list[date] = []

    def run(self) -> int:
        self._may()
        for game in self._games:
            self._set(game, {"status": str(Game.Status.VOID)}, GameRevision.Action.VOID, "game.void")
        for revision in self._revisions:
            later = GameRevision.objects.filter(game=revision.game_id, pk__gt=revision.pk).exists()
            if later:
                message = _("Game %(game)d was corrected again since: undo that first.")
                raise Refused(message % {"game": revision.game_id})
            restored = revision.action == GameRevision.Action.VOID
            action = GameRevision.Action.RESTORE if restored else GameRevision.Action.CORRECT
            self._set(revision.game, revision.old, action, "game.restore" if restored else "game.correct")
        if self._changes:
            follow(self._locked, self._days, _("entry undone"), self._actor, self._changes)
        return len(self._changes)

    def _may(self) -> None:
        since = timezone.now() - timedelta(minutes=UNDO_MINUTES)
        fresh = all(
            game.entered_by_id == getattr(self._actor, "pk", None) and game.entered_at >= since for game in self._games
        )
        if not self._corrections and (self._revisions or not fresh):
            raise Refused(_("This can no longer be undone here: ask an arbiter of the club."))
        changed = [str(game.pk) for game in self._games if game.revisions_then > self._expected(game)]
        if changed:
            message = _("Results were corrected since: game %(games)s. Undo that first.")
            raise Refused(message % {"games": ", ".join(changed)})

    def _expected(self, game: Game) -> int:
        return game.revisions.filter(action=GameRevision.Action.RECORD).count()

    def _set(self, game: Game, said: Mapping[str, object], action: str, kind: str) -> None:
        before = values(game)
        game.league = self._locked.league
        self._days.append(game.played_on)
        for name, value in said.items():
            setattr(game, name, typed(name, value))
        set_outcome(game, game.outcome)
        check_game(game, {}, before=game, reason=_("entry undone"), actor=self._actor)
        if game.status != Game.Status.VOID and (other := same_place(game).first()) is not None:
            raise Refused(taken_message(other))
        game.save()
        self._days.append(game.played_on)
        keep_revision(game, action, before, values(game), reason=_("entry undone"), actor=self._actor)
        self._changes.append(kept(self._locked, kind, game, before, values(game), _("entry undone"), self._actor))
