"""Everybody moved by a formula: one action, a row of the log for each player, undone as one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Adjustment, Compensation, League
from ratings.facts import Overlay
from ratings.kernel.rounding import nearest
from ratings.kernel.types import Adjust
from ratings.models import Rating
from ratings.services import Preview, preview, standings_at

from . import limits
from .errors import Problems
from .history import keep_change
from .placement import closed_period_since, need_reason, refuse_before_list
from .writing import Actor, lock_league, rerate_from

FACTOR: Final = limits.Range(-10, 10)
_STEPS: Final = {Compensation.Rounding.INTEGER: 1, Compensation.Rounding.TENTH: 10}
_UNSAVED: Final = 1 << 40


@dataclass(frozen=True)
class Formula:
    """``factor`` x (``target`` - rating), for those below or above the target, or for everybody.

    A factor of 0.4 brings everybody 40 per cent nearer to the target. ``rounding``: of the points added, halves
    away from zero; a FIDE league has whole points (game by game: hundredths).
    """

    factor: float
    target: float
    side: str = Compensation.Side.BOTH
    rounding: str = Compensation.Rounding.NONE

    def takes(self, rating: float) -> bool:
        if self.side == Compensation.Side.BELOW:
            return rating < self.target
        return rating > self.target if self.side == Compensation.Side.ABOVE else True

    def points(self, rating: float, steps: int) -> float:
        """What is added; ``steps``: the finest grid of the league (0: any number)."""
        wanted = self.factor * (self.target - rating)
        steps = _STEPS.get(Compensation.Rounding(self.rounding), steps)
        return nearest(wanted * steps) / steps if steps else wanted


def compensate(
    *, league: League, formula: Formula, on: date, reason: str, actor: Actor = None
) -> Compensation:  # fmt: skip
    """Move everybody whom the formula takes, from the rating before the day. The same again is the one that is there.

    Each row keeps its points: later corrections of older games move the rating under them, not the points.
    """
    with transaction.atomic():
        locked = lock_league(league)
        same = Compensation.objects.filter(league=league, on=on, reason=reason.strip(), voided_at=None, **vars(formula))
        if (known := same.first()) is not None:
            return known
        points = _points(locked.league, formula, on, reason)
        made = Compensation.objects.create(
            league=locked.league, on=on, reason=reason.strip(), actor=actor, **vars(formula)
        )
        rows = [
            Adjustment(
                league=locked.league, player_id=player, on=on, by=by, reason=made.reason, actor=actor, compensation=made
            )
            for player, by in points.items()
        ]
        Adjustment.objects.bulk_create(rows, batch_size=500)
        change = _keep(made, "compensation.make", {}, vars(formula) | {"on": on}, points, reason, actor)
        rerate_from(locked, on, reason.strip(), actor, change=change)
    return made


def preview_compensate(*, league: League, formula: Formula, on: date) -> Preview:
    """Who would be moved by how much."""
    points = _points(league, formula, on, "preview")
    day = on.toordinal()
    steps = [Adjust(day, _UNSAVED + place, player, by=by) for place, (player, by) in enumerate(points.items())]
    return preview(league, since=on, overlay=Overlay(adjustments=steps))


def void_compensation(*, compensation: Compensation, reason: str, actor: Actor = None) -> Compensation:
    """Take the whole action back, every row of it. A void one stays as it is."""
    with transaction.atomic():
        locked = lock_league(compensation.league)
        fresh = Compensation.objects.get(pk=compensation.pk)
        if fresh.voided_at is not None:
            return fresh
        fresh.league = locked.league
        _check_void(fresh, reason)
        fresh.voided_at = timezone.now()
        fresh.save(update_fields=["voided_at"])
        points = dict(fresh.rows.filter(voided_at=None).order_by("pk").values_list("player", "by"))
        fresh.rows.filter(voided_at=None).update(voided_at=fresh.voided_at)
        before = {"on": fresh.on, "factor": fresh.factor, "target": fresh.target, "side": fresh.side}
        change = _keep(fresh, "compensation.void", before, {"void": True}, points, reason, actor)
        rerate_from(locked, fresh.on, reason.strip(), actor, change=change)
    return fresh


def preview_void_compensation(*, compensation: Compensation) -> Preview:
    """Who would move by how much without the whole action."""
    _check_void(compensation, "preview")
    rows = set(compensation.rows.filter(voided_at=None).values_list("pk", flat=True))
    return preview(compensation.league, since=compensation.on, overlay=Overlay(without_adjustments=rows))


def _keep(
    made: Compensation, kind: str, before: Mapping[str, Any], after: Mapping[str, Any], points: Mapping[int, Any],
    reason: str, actor: Actor,
) -> Any:  # fmt: skip
    league = made.league
    return keep_change(
        club=league.club, league=league, kind=kind, subject=made, before=before, after=after, players=points,
        reason=reason, actor=actor,
    )  # fmt: skip


def _check_void(compensation: Compensation, reason: str) -> None:
    problems = Problems()
    limits.check_reason(problems, reason)
    refuse_before_list(problems, compensation.league, compensation.on, "on", at_start=True)
    problems.refuse()


def _points(league: League, formula: Formula, on: date, reason: str) -> dict[int, float]:
    """Player -> points, after every check. Nobody is moved by nothing."""
    problems = Problems()
    limits.check_day(problems, on, league.club, "on")
    limits.check_number(problems, formula.factor, FACTOR, "factor")
    limits.check_number(problems, formula.target, limits.RATING, "target")
    limits.check_reason(problems, reason)
    if formula.side not in Compensation.Side.values:
        problems.add(_("“%(side)s” is unknown here. Known: %(known)s.") % _known(formula.side), "side")
    need_reason(problems, closed_period_since(league, on), reason)
    refuse_before_list(problems, league, on, "on", at_start=True)
    problems.refuse()
    steps = _grid(league)
    moved = {p: formula.points(rating, steps) for p, rating in _standing(league, on).items() if formula.takes(rating)}
    found = {player: by for player, by in sorted(moved.items()) if by}
    if not found:
        problems.add(_("Nobody would be moved by this formula."), "factor")
        problems.refuse()
    return found


def _standing(league: League, on: date) -> dict[int, float]:
    """Everybody's rating before the day; of who has not played yet, the start rating. Records that are part of
    another have none."""
    waiting = Rating.objects.filter(
        league=league, entered_on=None, value__isnull=False, player__guest=False, player__merged_into=None
    )
    before = standings_at(league, on - timedelta(days=1))
    known = {**dict(waiting.values_list("player", "value")), **{p: r for p, (_name, r, _d) in before.items()}}
    return {player: rating for player, rating in known.items() if rating is not None}


def _grid(league: League) -> int:
    """Steps in a point that the league's ratings can carry; 0: any."""
    if league.system != League.System.FIDE:
        return 0
    return 1 if league.mode == League.Mode.PERIOD else 100


def _known(side: str) -> dict[str, str]:
    return {"side": side, "known": ", ".join(Compensation.Side.values)}
