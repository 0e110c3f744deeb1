"""The one-time increase of 1 March 2024: every rating below 2000 came 40 per cent nearer to it (FIDE COMP)."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Adjustment, League, RatingPeriod
from ratings.facts import Overlay
from ratings.kernel.fide import raised_in_2024
from ratings.kernel.rounding import whole
from ratings.kernel.types import Adjust
from ratings.services import Preview, preview, standings_at

from .errors import Problems, Refused
from .history import keep_change
from .placement import closed_period_since, need_reason, refuse_before_list
from .writing import Actor, Locked, lock_league, rerate_from

ON: Final = date(2024, 3, 1)
LAST_LIST: Final = date(2024, 2, 29)  # the ratings that were increased
REASON: Final = "FIDE: one-time increase of 1 March 2024"
_UNSAVED: Final = 1 << 40


def increase_march_2024(*, league: League, reason: str = "", actor: Actor = None) -> list[Adjustment]:
    """Raise everybody who is rated below 2000 before 1 March 2024: new = R + 0.4 x (2000 - R), to the nearest.

    An adjustment for each player, set to the new rating. Once for a league: the second time is refused, as is
    a league that is not FIDE, and one whose periods before March are still open.
    """
    with transaction.atomic():
        locked = lock_league(league)
        wanted = _raised(locked, reason, written=True)
        made = Adjustment.objects.bulk_create(
            [Adjustment(league=locked.league, player_id=p, on=ON, to=to, reason=REASON, actor=actor)
             for p, to in wanted.items()],
            batch_size=500,
        )  # fmt: skip
        change = keep_change(
            club=locked.league.club, league=locked.league, kind="adjustment.increase", subject=None, before={},
            after={"on": ON, "adjustments": [each.pk for each in made]}, players=wanted, reason=reason or REASON,
            actor=actor,
        )  # fmt: skip
        rerate_from(locked, ON, reason.strip() or REASON, actor, change=change)
    return made


def preview_increase(*, league: League) -> Preview:
    """Who would be raised to what."""
    wanted = _raised(Locked(league, []), "preview", written=False)
    steps = [Adjust(ON.toordinal(), _UNSAVED + place, player, to) for place, (player, to) in enumerate(wanted.items())]
    return preview(league, since=ON, overlay=Overlay(adjustments=steps))


def _raised(locked: Locked, reason: str, *, written: bool) -> dict[int, float]:
    """Player -> the new rating, after every check."""
    league = locked.league
    if league.system != League.System.FIDE:
        message = _("The increase of March 2024 is FIDE's: %(league)s is rated otherwise.")
        raise Refused(message % {"league": league.name})
    if Adjustment.objects.filter(league=league, on=ON, reason=REASON, voided_at=None).exists():
        raise Refused(_("The increase of March 2024 was made in this league already."), field="on")
    problems = Problems()
    still_open = league.periods.filter(status=RatingPeriod.Status.OPEN, starts_on__lt=ON).order_by("starts_on").first()
    if still_open is not None:
        message = _("The period %(period)s is open: the increase starts from the list after it.")
        problems.add(message % {"period": still_open.label}, "period")
    if written:
        need_reason(problems, closed_period_since(league, ON), reason)
    refuse_before_list(problems, league, ON, "on", at_start=True)
    problems.refuse()
    standing = {player: rating for player, (_name, rating, _d) in standings_at(league, LAST_LIST).items()}
    rated = {player: rating for player, rating in sorted(standing.items()) if rating is not None}
    raised = {player: float(raised_in_2024(whole(rating))) for player, rating in rated.items() if rating < 2000}
    if not raised:
        raise Refused(_("Nobody was rated below 2000 before 1 March 2024."), field="on")
    return raised
