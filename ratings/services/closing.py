"""Periods closed for the first time: the log holds nothing of them, so nothing is compared and nothing waits.

Closing a federation's month is this. Whatever is stored of a tail, were it one row, makes it a case for ``Computed``.
"""

from __future__ import annotations

from datetime import date

from league.models import League
from ratings.facts.unstored import unstored
from ratings.ledger.of_periods import PeriodWriter
from ratings.ledger.rows import straight_in
from ratings.ledger.tally import Tally

from .computed import Computed, collector_paused
from .replaying import Replay


class Closing(Computed):
    """Rows on their way into a log that has none of their days; the league is locked."""

    def __init__(self, run: Replay) -> None:
        self.run = run
        self.log = PeriodWriter(run.league, run.standings)
        self.tail, self.was = Tally(), {}
        with collector_paused():
            if run.straight:
                self._pour(straight_in())
            else:
                self.log.take_all(run.bare_rows(), self.tail)
        self.touched = set(self.tail)


def closing(league: League, since: date | None, point: date | None) -> Closing | None:
    """The periods from ``point`` on, computed for the first time; None where something of them is stored.

    ``since``: as the replay is asked for; ``point``: where it begins (published lists may stand before it).
    """
    if league.mode != League.Mode.PERIOD or since is None or point is None or not _not_rated_yet(league, point):
        return None
    run = Replay(league, since=since, fresh=True)
    return None if run.stored else Closing(run)


def _not_rated_yet(league: League, point: date) -> bool:
    if league.rated_until is not None and league.rated_until >= point:
        return False
    first = league.periods.filter(ends_on__gte=point).order_by("starts_on").values_list("starts_on", flat=True).first()
    return unstored(league, point if first is None else min(first, point))
