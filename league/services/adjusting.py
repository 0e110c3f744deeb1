"""A rating set or moved by hand: on a day, with a reason, as a row of its own in the log."""

from __future__ import annotations

import math
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Adjustment, League, Player
from ratings.facts import Overlay
from ratings.kernel.types import Adjust, PlayerFacts
from ratings.services import Preview, preview

from . import limits
from .entries import check_player, enter_players, read_players
from .errors import Problems, Refused
from .history import keep_change
from .leaving import Pairs, who_leaves
from .placement import refuse_before_list
from .writing import Actor, Locked, lock_league, rerate_from

_UNSAVED = 1 << 40  # behind every adjustment of the same day, as a new one would be


def adjust(
    *,
    league: League,
    player: Player,
    on: date,
    to: float | None = None,
    by: float | None = None,
    reason: str,
    actor: Actor = None,
) -> Adjustment:
    """Set a player's rating ``to`` a value, or move it ``by`` so many points, before the games of that day.

    Per period it acts before the first period that starts on or after the day. The same adjustment
    again (player, day, value and reason) returns the one that is there.
    """
    with transaction.atomic():
        locked = lock_league(league)
        fresh = _check(locked, player, on, to, by, reason)
        same = Adjustment.objects.filter(
            league=league, player=player, on=on, to=to, by=by, reason=reason.strip(), voided_at=None
        )
        if (known := same.first()) is not None:
            return known
        entered = enter_players(locked, [fresh])
        made = Adjustment.objects.create(
            league=locked.league, player=fresh, on=on, to=to, by=by, reason=reason.strip(), actor=actor
        )
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="adjustment.make", subject=made, before={},
            after={"on": on, "to": to, "by": by, "entered": entered}, players=[fresh.pk], reason=reason, actor=actor,
        )  # fmt: skip
        rerate_from(locked, on, reason.strip(), actor, change=change)
    return made


def preview_adjust(
    *, league: League, player: Player, on: date, to: float | None = None, by: float | None = None
) -> Preview:
    """Who would move by how much."""
    fresh = _check(Locked(league, []), player, on, to, by, "preview")
    step = Adjust(on.toordinal(), _UNSAVED, fresh.pk, to, by)
    new = PlayerFacts(fresh.pk, fresh.birth_year, fresh.start_rating, games=fresh.start_games, peak=fresh.start_peak)
    entered: bool = bool(fresh.entered)  # type: ignore[attr-defined]
    overlay = Overlay(adjustments=[step], players={} if entered else {fresh.pk: new})
    return preview(league, since=on, overlay=overlay)


def void_adjustment(*, adjustment: Adjustment, reason: str, actor: Actor = None) -> Adjustment:
    """Take an adjustment back; the row stays in the records. A void one stays as it is."""
    with transaction.atomic():
        locked = lock_league(adjustment.league)
        fresh = Adjustment.objects.select_related("player").get(pk=adjustment.pk)
        if fresh.voided_at is not None:
            return fresh
        problems = Problems()
        limits.check_reason(problems, reason)
        refuse_before_list(problems, locked.league, fresh.on, "on", at_start=True)
        problems.refuse()
        fresh.voided_at = timezone.now()
        fresh.save(update_fields=["voided_at"])
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="adjustment.void", subject=fresh,
            before={"on": fresh.on, "to": fresh.to, "by": fresh.by}, after={"void": True}, players=[fresh.player_id],
            reason=reason, actor=actor,
        )  # fmt: skip
        rerate_from(locked, fresh.on, reason.strip(), actor, change=change)
    return fresh


def preview_void_adjustment(*, adjustment: Adjustment, entered: Pairs = ()) -> Preview:
    """Who would move by how much without the adjustment. ``entered``: who came into the league with it, and goes
    where nothing else of theirs counts."""
    leaving = who_leaves(entered, adjustments=[adjustment.pk])
    overlay = Overlay(without_adjustments={adjustment.pk}, leaving=leaving)
    return preview(adjustment.league, since=adjustment.on, overlay=overlay)


def _check(locked: Locked, player: Player, on: date, to: float | None, by: float | None, reason: str) -> Player:
    if (to is None) == (by is None):
        raise Refused(_("Give a rating to set or points to move by: one of the two."), field="to")
    problems = Problems()
    fresh = read_players(locked, [player.pk]).get(player.pk)
    check_player(problems, fresh, locked.league, "player")
    limits.check_day(problems, on, locked.league.club, "on")
    refuse_before_list(problems, locked.league, on, "on", at_start=True)
    limits.check_number(problems, to, limits.RATING, "to")
    limits.check_number(problems, by, limits.MOVE, "by")
    if by == 0:
        problems.add(_("Moving by 0 changes nothing."), "by")
    _check_whole(problems, locked.league, to, by)
    limits.check_reason(problems, reason)
    problems.refuse()
    assert fresh is not None
    return fresh


def _check_whole(problems: Problems, league: League, to: float | None, by: float | None) -> None:
    """FIDE lists carry whole numbers, FIDE rules applied game by game hundredths."""
    value = to if to is not None else by
    if league.system != League.System.FIDE or value is None or not math.isfinite(value):
        return
    unit = 1 if league.mode == League.Mode.PERIOD else 100
    if round(value * unit, 6) % 1:
        message = _("FIDE ratings are whole numbers.") if unit == 1 else _("At most two decimals.")
        problems.add(message, "to" if to is not None else "by")
