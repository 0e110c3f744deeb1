"""A result that should not have been entered."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Game, GameRevision

from ..errors import Problems, Refused
from ..history import keep_change
from ..leaving import Pairs, leave_event, take_out
from ..placement import closed_periods_of, need_reason
from ..revisions import keep_revision
from ..writing import Actor, lock_league, rerate_from


def unrecord_game(*, game: Game, entered: Pairs = (), reason: str, actor: Actor = None) -> Game:
    """Void a game as if it had not been recorded: who was ``entered`` with it leaves the league again."""
    with transaction.atomic():
        locked = lock_league(game.league)
        fresh = Game.objects.select_related("event", "league").get(pk=game.pk)
        if fresh.status == Game.Status.VOID:
            raise Refused(_("Game %(game)d is void already.") % {"game": fresh.pk}, field="status")
        problems = Problems()
        need_reason(problems, closed_periods_of(fresh).first(), reason, actor)
        problems.refuse()
        old, new = {"status": str(fresh.status)}, {"status": str(Game.Status.VOID)}
        fresh.status = Game.Status.VOID
        fresh.save(update_fields=["status"])
        keep_revision(fresh, GameRevision.Action.VOID, old, new, reason=reason, actor=actor)
        players = {fresh.white_id, fresh.black_id}
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="game.unrecord", subject=fresh, before=old, after=new,
            players=players, reason=reason, actor=actor,
        )  # fmt: skip
        rerate_from(locked, fresh.played_on, reason, actor, players=players, change=change)
        leave_event(fresh)
        take_out(entered)
    return fresh
