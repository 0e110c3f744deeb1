"""Whether players report results, how long opponents have, and what becomes of what is not answered."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import League

from .. import limits
from ..errors import Problems
from ..history import keep_change
from ..writing import Actor, lock_league, raise_versions

FIELDS = ("player_reports", "report_days", "report_overdue")
MOST_DAYS = 365


def set_reporting(
    *, league: League, player_reports: bool, report_days: int, report_overdue: str, reason: str = "",
    actor: Actor = None,
) -> League:  # fmt: skip
    """``report_days`` 0: a report waits for ever. Nothing changed: nothing happens."""
    with transaction.atomic():
        fresh = lock_league(league).league
        problems = Problems()
        limits.check_number(problems, report_days, limits.Range(0, MOST_DAYS), "report_days")
        if report_overdue not in League.ReportOverdue.values:
            problems.add(_("“%(value)s” is unknown here.") % {"value": report_overdue}, "report_overdue")
        problems.refuse()
        wanted: dict[str, Any] = {
            "player_reports": player_reports, "report_days": report_days, "report_overdue": report_overdue,
        }  # fmt: skip
        before = {name: getattr(fresh, name) for name in FIELDS}
        if before == wanted:
            return fresh
        for name, value in wanted.items():
            setattr(fresh, name, value)
        fresh.save(update_fields=list(FIELDS))
        keep_change(
            club=fresh.club, league=fresh, kind="league.reports", subject=fresh, before=before, after=wanted,
            reason=reason, actor=actor,
        )  # fmt: skip
        raise_versions([fresh])
    return fresh
