"""The self-check of a league: asked for on a page, done at once or by the worker, kept with what it found."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from league.models import League
from ratings.kernel import KERNEL_VERSION
from ratings.models import RatingCheck
from ratings.services import Difference, repair, rerate, verify
from ratings.services.alive import beat, claim

from . import limits
from .errors import Problems
from .history import keep_change, keep_runs
from .writing import Actor, lock_league

KEPT = 20  # checks of a league
MOST = 200  # differences that are kept of one
REASON = "self-check"


def is_long(league: League) -> bool:
    """Whether a check of this league is left to the worker rather than to a request."""
    games = (league.games_from or league).games
    return bool(games.count() > settings.ARPAD_LONG_REPLAY)


def ask(*, league: League, mends: bool = False, reason: str = "", actor: Actor = None) -> RatingCheck:
    """Check a league, or mend what a check found. A long league's check waits for the worker.

    One that waits already is given back instead of a second.
    """
    problems = Problems()
    limits.check_length(problems, reason, 300, "reason")
    problems.refuse()
    waiting = RatingCheck.objects.filter(league=league, mends=mends, finished_at=None).first()
    if waiting is not None:
        return waiting
    check = RatingCheck.objects.create(
        league=league, asked_at=timezone.now(), actor=actor, mends=mends, reason=reason.strip()
    )
    return check if is_long(league) else perform(check)


def check_now(*, league: League, mends: bool = False, reason: str = "", actor: Actor = None) -> list[Difference]:
    """Check at once, however long it takes, and keep what was found. Gives what is not mended."""
    check = RatingCheck(league=league, asked_at=timezone.now(), actor=actor, mends=mends, reason=reason.strip()[:300])
    return _mend(check) if mends else _look(check)


def perform(check: RatingCheck) -> RatingCheck:
    """Do what was asked for."""
    if check.mends:
        _mend(check)
    else:
        _look(check)
    return check


def check_next() -> bool:
    """For the worker: do the oldest check that waits; False where none does."""
    for check in RatingCheck.objects.filter(finished_at=None).select_related("league__club", "actor").order_by("pk"):
        if claim(check.league):
            beat(league=check.league)
            perform(check)
            beat()
            return True
    return False


def latest(league: League) -> RatingCheck | None:
    """The newest check or repair that is done."""
    done = RatingCheck.objects.filter(league=league, finished_at__isnull=False)
    return done.select_related("actor", "run").order_by("-pk").first()


def _look(check: RatingCheck) -> list[Difference]:
    league = League.objects.get(pk=check.league_id)
    found = verify(league)
    _keep(check, league, found)
    return found


def _mend(check: RatingCheck) -> list[Difference]:
    with transaction.atomic():
        locked = lock_league(check.league)
        reason = check.reason or REASON
        mended = repair(locked.league, reason=reason, actor=check.actor)
        check.run = mended.run
        if mended.found:
            change = keep_change(
                club=locked.league.club, league=locked.league, kind="self.repair", subject=check if check.pk else None,
                before={"differences": len(mended.found)}, after={"differences": len(mended.left)},
                players={each.player for each in mended.found if each.player}, reason=reason, actor=check.actor,
            )  # fmt: skip
            reached = [(locked.league, mended.run)]
            for each in locked.seeded:  # its ratings were the first of theirs
                reached.append((each, rerate(each, since=None, reason=reason, actor=check.actor, locked=True)))
            keep_runs(change, reached)
        _keep(check, locked.league, mended.left if mended.left else mended.found, left=len(mended.left))
    return mended.left


def _keep(check: RatingCheck, league: League, found: list[Difference], *, left: int | None = None) -> None:
    """``differences``: those that are there now; ``found``: those that were."""
    league.refresh_from_db(fields=["version"])
    check.finished_at, check.league_version, check.kernel_version = timezone.now(), league.version, KERNEL_VERSION
    check.differences = len(found) if left is None else left
    check.found = [_plain(each) for each in found[:MOST]]
    check.save()
    old = RatingCheck.objects.filter(league=league, finished_at__isnull=False).order_by("-pk")[KEPT:]
    RatingCheck.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()


def _plain(difference: Difference) -> dict[str, Any]:
    """A difference as JSON: numbers and codes stay, days become text."""
    given = difference._asdict()
    given.pop("league")
    for name in ("stored", "computed"):
        value = given[name]
        given[name] = value if value is None or isinstance(value, bool | int | float | str) else str(value)
    return given
