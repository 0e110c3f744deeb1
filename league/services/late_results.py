"""What late results of closed periods do: restate the lists, or count in the next one; and how long before its date a
list closes. Changing either moves ratings."""

from __future__ import annotations

from copy import copy
from datetime import date, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _

from league.models import Game, League
from ratings.facts import Overlay
from ratings.facts.closing import closing_shift
from ratings.facts.counted import counts_late
from ratings.facts.games import source_league
from ratings.services import Preview, preview

from . import limits
from .errors import Problems
from .placement import closed_period_since, last_standing, need_reason
from .writing import Actor

MOST_CLOSING: Final = 28  # days; a month later an event would miss two lists


def preview_late_results(
    *, league: League, late_results: str | None = None, closing_days: int | None = None
) -> Preview:
    """Who would move by how much under the other treatment, all periods taken together."""
    now = League.objects.select_related("club").get(pk=league.pk)
    wanted = {"late_results": late_results, "closing_days": closing_days}
    settings: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
    fresh = copy(now)
    for name, value in settings.items():
        setattr(fresh, name, value)
    problems = Problems()
    check_late_results(problems, fresh)
    check_closing_days(problems, fresh)
    problems.refuse()
    overlay = Overlay(games=_newly_late(now, fresh))
    return preview(fresh, since=date.min, overlay=overlay, settings=settings, alone=True)


def _newly_late(now: League, then: League) -> dict[int, Game | None]:
    """Games that would belong to a list that stands, and do not so far: the next one would have to carry them."""
    last = last_standing(now) if counts_late(then) else None
    if last is None or closing_shift(then) >= closing_shift(now):
        return {}
    to, over = last.ends_on - timedelta(closing_shift(then)), last.ends_on - timedelta(closing_shift(now))
    games = Game.objects.filter(league=source_league(now), event__rated_by_game=False, event__official=False)
    found = games.filter(event__ends_on__gt=over, event__ends_on__lte=to).select_related("event", "white", "black")
    return {game.pk: game for game in found}


def check_closing_days(problems: Problems, league: League) -> None:
    """Lists close some days before their date, or with their period; game by game there are none to close."""
    limits.check_number(problems, league.closing_days, limits.Range(0, MOST_CLOSING), "closing_days")
    if league.mode != League.Mode.PERIOD and league.closing_days:
        problems.add(_("Game by game no list closes: say 0 days."), "closing_days")


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
