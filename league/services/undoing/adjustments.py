"""Ratings moved by hand, taken back or made to count again."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from league.models import Adjustment, Compensation, League

from ..errors import Problems
from ..history import keep_change
from ..placement import refuse_before_list
from ..writing import Actor, lock_league, rerate_from


def restore_adjustment(*, adjustment: Adjustment, reason: str, actor: Actor = None) -> Adjustment:
    """A void adjustment counts again."""
    with transaction.atomic():
        locked = lock_league(adjustment.league)
        fresh = Adjustment.objects.get(pk=adjustment.pk)
        if fresh.voided_at is None:
            return fresh
        problems = Problems()
        refuse_before_list(problems, locked.league, fresh.on, "on", at_start=True)
        problems.refuse()
        fresh.voided_at = None
        fresh.save(update_fields=["voided_at"])
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="adjustment.restore", subject=fresh,
            before={"void": True}, after={"on": fresh.on, "to": fresh.to, "by": fresh.by}, players=[fresh.player_id],
            reason=reason, actor=actor,
        )  # fmt: skip
        rerate_from(locked, fresh.on, reason, actor, change=change)
    return fresh


def restore_compensation(*, compensation: Compensation, reason: str, actor: Actor = None) -> Compensation:
    """A void action on everybody counts again, with the rows that were voided with it."""
    with transaction.atomic():
        locked = lock_league(compensation.league)
        fresh = Compensation.objects.get(pk=compensation.pk)
        if fresh.voided_at is None:
            return fresh
        problems = Problems()
        refuse_before_list(problems, locked.league, fresh.on, "on", at_start=True)
        problems.refuse()
        rows = fresh.rows.filter(voided_at=fresh.voided_at)
        players = list(rows.values_list("player_id", flat=True))
        rows.update(voided_at=None)
        fresh.voided_at = None
        fresh.save(update_fields=["voided_at"])
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="compensation.restore", subject=fresh,
            before={"void": True}, after={"on": fresh.on, "factor": fresh.factor, "target": fresh.target},
            players=players, reason=reason, actor=actor,
        )  # fmt: skip
        rerate_from(locked, fresh.on, reason, actor, change=change)
    return fresh


def void_all(*, league: League, adjustments: Collection[int], reason: str, actor: Actor = None) -> None:
    """Take back every adjustment of one action."""
    with transaction.atomic():
        locked = lock_league(league)
        rows = Adjustment.objects.filter(league=league, pk__in=adjustments, voided_at=None).order_by("on", "pk")
        standing = list(rows)
        if not standing:
            return
        problems = Problems()
        refuse_before_list(problems, locked.league, standing[0].on, "on", at_start=True)
        problems.refuse()
        rows.update(voided_at=timezone.now())
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="adjustment.void_all", subject=None,
            before={"on": standing[0].on, "adjustments": [each.pk for each in standing]}, after={},
            players=[each.player_id for each in standing], reason=reason, actor=actor,
        )  # fmt: skip
        rerate_from(locked, standing[0].on, reason, actor, change=change)
