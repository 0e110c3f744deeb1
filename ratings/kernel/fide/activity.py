"""Who is active (FIDE B.02 7.2.2)."""

from __future__ import annotations

from datetime import date

from ..types import Day


def inactive(last_rated: Day | None, day: Day) -> bool:
    """B.02 7.2.2: no rated game in one year. One rated game makes a player active again on the next list.

    ``last_rated``: day of the last rated game, None where there is none yet; forfeits and byes are not
    rated and do not count, nor do games that the rules left out. ``day``: of the list, or today. A year
    ends with the same date: who last played on 1 March is active up to the next 1 March. The rating
    does not decay.
    """
    return last_rated is None or last_rated < year_before(day)


def year_before(day: Day) -> Day:
    """The same date a year earlier; 29 February counts as the 28th."""
    on = date.fromordinal(day)
    try:
        return on.replace(year=on.year - 1).toordinal()
    except ValueError:
        return on.replace(year=on.year - 1, day=28).toordinal()
