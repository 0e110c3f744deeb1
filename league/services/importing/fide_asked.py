"""What is asked of a FIDE list against what it says of itself: its month, its lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.formats.fide_lists import LISTS, FideList
from league.models import Club

from .. import limits
from ..errors import Problems, Refused


def day_of(club: Club, source: FideList, dated: date | None) -> date:
    """The day of the list; refused where the file is of another month."""
    if dated is None:
        if source.month is None:
            raise Refused(
                _("The file does not say of which month it is: give the date of the list."), field="list_date"
            )
        return source.month
    problems = Problems()
    limits.check_day(problems, dated, club, "list_date")
    if dated.day != 1:
        problems.add(_("%(day)s: FIDE's lists are dated the first of a month.") % {"day": dated}, "list_date")
    elif source.month is not None and source.month != dated:
        said = {"header": _("its header"), "name": _("its name")}[source.said_in]
        message = _("This is the list of another month: %(where)s says %(month)s, you say %(day)s.")
        month = date_format(source.month, "YEAR_MONTH_FORMAT")
        problems.add(message % {"where": said, "month": month, "day": dated}, "list_date")
    problems.refuse()
    return dated


def lists_of(source: FideList, asked: Sequence[str]) -> tuple[str, ...]:
    """Which lists are taken: of a file of one list that does not say which, the one that was asked for."""
    if not source.lists and len(asked) != 1:
        message = _("The file holds one list and does not say which: give one of %(known)s.")
        raise Refused(message % {"known": ", ".join(LISTS)}, field="list")
    held = source.lists or tuple(asked)
    if missing := [each for each in asked if each not in held]:
        message = _("The file has no %(list)s ratings. It holds: %(held)s.")
        raise Refused(message % {"list": ", ".join(missing), "held": ", ".join(held)}, field="list")
    return tuple(each for each in held if not asked or each in asked)
