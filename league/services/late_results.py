"""What late results of closed periods do: restate the lists, or count in the next one. Changing that moves ratings."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _

from league.models import League
from ratings.facts import Overlay
from ratings.services import Preview, preview

from .errors import Problems
from .placement import closed_period_since, need_reason
from .writing import Actor


def preview_late_results(*, league: League, late_results: str) -> Preview:
    """Who would move by how much under the other treatment, all periods taken together."""
    fresh = League.objects.select_related("club").get(pk=league.pk)
    fresh.late_results = late_results
    problems = Problems()
    check_late_results(problems, fresh)
    problems.refuse()
    return preview(fresh, since=date.min, overlay=Overlay(), settings={"late_results": late_results})


def check_late_results(problems: Problems, league: League) -> None:
    """Corrections in the next list need lists, and a K to count with."""
    if league.late_results != League.LateResults.NEXT_LIST:
        return
    if league.mode != League.Mode.PERIOD:
        problems.add(_("Game by game there is no next list: results are restated."), "late_results")
    elif league.system == League.System.GLICKO2:
        problems.add(_("Glicko-2 has no K to count a correction with: results are restated."), "late_results")


def check_change(problems: Problems, league: League, reason: str, actor: Actor) -> None:
    """What is closed is computed otherwise from then on: not without a word."""
    need_reason(problems, closed_period_since(league, date.min), reason, actor)
