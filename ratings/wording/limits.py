"""What an arbiter has to look at in an event, in words (FIDE B.02 3, 4; rapid and blitz)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Event, League
from ratings import figures
from ratings.boards.limits import FullDay, full_days, is_late_report
from ratings.kernel.fide.days import LONGEST_REPORT, MOST_HOURS, MOST_ROUNDS

MOST_TOLD = 20


def to_look_at(league: League, event: Event) -> Iterator[str]:
    """A sentence for each thing that the regulations do not allow; whether games count, it does not change."""
    if league.system == League.System.FIDE and is_late_report(event):
        yield _(
            "It is over more than %(days)d days. Such an event is to be reported month by month (B.02, 4), and here it"
            " is rated as a whole: “rated month by month” in its form changes that."
        ) % {"days": LONGEST_REPORT}
    found = full_days(league, event)
    yield from map(_full_day, found[:MOST_TOLD])
    if (more := len(found) - MOST_TOLD) > 0:
        yield ngettext("And %(n)d day more like this.", "And %(n)d days more like these.", more) % {"n": more}


def _full_day(found: FullDay) -> str:
    said = {
        "day": date_format(found.day), "player": figures.isolated(found.player.label), "games": found.games,
        "hours": figures.trimmed(found.hours or 0.0, 1), "most": MOST_ROUNDS.get(found.list, 0),
        "most_hours": int(MOST_HOURS),
    }  # fmt: skip
    if found.hours is not None:
        return (
            _(
                "%(day)s: %(player)s had %(games)d games, which is up to %(hours)s hours of play. The regulations allow"
                " %(most_hours)d a day (B.02, 3)."
            )
            % said
        )
    return _("%(day)s: %(player)s had %(games)d games. The regulations allow %(most)d rounds a day.") % said
