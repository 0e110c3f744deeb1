"""What rows of a file of players cannot say, whoever they are about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.formats.players import PlayerRow
from league.models import League

from ..ages import impossible_age
from ..errors import Problems
from ..limits import today
from ..standing import BROUGHT, refuse_used_start_of
from .problems import about

if TYPE_CHECKING:
    from .players import PlayersPlan, Update


def check_rows(plan: PlayersPlan, rows: Iterable[PlayerRow]) -> None:
    this_year = today(plan.club).year
    for row in rows:
        if row.birth_year and row.birth_year > this_year:
            message = _("%(name)s would be born in %(year)d, in the future.")
            values = {"name": row.name, "year": row.birth_year}
            plan.problems.append(about(message % values, column="birth_year", rows=[row.line]))
        elif words := impossible_age(row.name, row.birth_year or None, row.title, today(plan.club)):
            plan.problems.append(about(words, column="birth_year", rows=[row.line]))
        if row.federation and not (len(row.federation) == 3 and row.federation.isascii() and row.federation.isalpha()):
            message = _("“%(text)s”: a federation is three letters, like POL.") % {"text": row.federation}
            plan.problems.append(about(message, column="federation", rows=[row.line]))


def check_used(plan: PlayersPlan, standing: Iterable[League], row: PlayerRow, update: Update) -> None:
    """Start values that published lists have used, and that would change nothing."""
    problems = Problems()
    if set(BROUGHT) & set(update.changes):
        refuse_used_start_of(problems, standing, update.id, set(update.changes))
    for problem in problems.found:
        plan.problems.append(about(f"{row.name}: {problem.message}", column="rating", rows=[row.line]))
