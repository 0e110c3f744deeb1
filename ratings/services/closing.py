"""Periods closed for the first time: the log holds nothing of them, so nothing is compared and nothing waits.

Closing a federation's month is this. Whatever is stored of a tail, were it one row, makes it a case for ``Computed``.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from league.models import League
from ratings.facts.calendar import RATING_COLUMNS
from ratings.facts.unstored import unstored
from ratings.kernel.types import PlayerId
from ratings.ledger.of_periods import PeriodWriter
from ratings.ledger.rows import IsoDays, straight_in
from ratings.ledger.standings import Move, shown, standing_rating
from ratings.ledger.tally import Count, Tally

from .collector import collector_paused
from .computed import Computed, same_rating
from .replaying import Replay

PEAK_ON, LOW_ON, ENTERED_ON = (RATING_COLUMNS.index(name) for name in ("peak_on", "low_on", "entered_on"))
Rated = tuple[int | None, tuple[Any, ...]]  # key of the rating row, its values
Changed = tuple[dict[PlayerId, Rated], list[Move]]
_new = tuple.__new__


class Closing(Computed):
    """Rows on their way into a log that has none of their days; the league is locked."""

    def __init__(self, run: Replay) -> None:
        self.run = run
        self.log = PeriodWriter(run.league, run.standings)
        self.tail, self.was = Tally(), Tally()
        with collector_paused():
            if run.straight:
                self._pour(straight_in())
            else:
                self.log.take_all(run.bare_rows(), self.tail)
        self.touched = set(self.tail)

    def ratings(self) -> Changed:
        """As ``Computed`` has it. Nothing of the tail is in the stored totals, so they only go on."""
        run, days, changed, moves = self.run, IsoDays(), dict[PlayerId, Rated](), list[Move]()
        if run.since is None or run.overlay.players:
            return super().ratings()
        point, parameters = days[run.since], run.calendar.rules.sets[-1][1]
        provisional = run.calendar.system.provisional
        for player, count in self.tail.items():
            standing, state = run.standings.get(player), run.states[player]
            if standing is None:
                continue
            old, hidden = standing.rating, standing.merged
            if old is not None and not _ends_before(old, point):
                return super().ratings()
            rating, deviation, volatility, games, peak, last = state
            values = (
                rating, deviation, volatility, rating, None if hidden else shown(rating),
                provisional(state, parameters), games, peak, *_continued(old, point, count, days), last,
            )  # fmt: skip
            if old is None or not same_rating(values, old):
                changed[player] = (None if old is None else old[0], values)
                before, after = standing_rating(old), None if hidden else rating
                if before != after:
                    moves.append(_new(Move, (player, before, after)))
        return changed, moves


def _ends_before(old: tuple[Any, ...], point: str) -> bool:
    """Whether peak and low of a stored rating row lie before a day, as they should."""
    return (old[PEAK_ON] or "") < point and (old[LOW_ON] or "") < point


def _continued(old: tuple[Any, ...] | None, point: str, new: Count, days: IsoDays) -> tuple[Any, ...]:
    """The counters of a stored rating row gone on with: games to last change, in the order of ``standings.COLUMNS``.

    Who had not entered before the day begins anew (with the start rating only).
    """
    played = days[new.last_played] if new.last_played else None
    peak_on, low_on = days[new.peak_on] if new.peak_on else None, days[new.low_on] if new.low_on else None
    if old is None or (old[ENTERED_ON] or point) >= point:
        entered = days[new.entered_on] if new.entered_on else None
        return (
            new.games, new.wins, new.draws, new.losses, new.peak, peak_on, new.low, low_on, entered, played,
            new.last_change,
        )  # fmt: skip
    _, _, _, _, _, _, _, _, _, games, wins, draws, losses, peak, was_on, low, was_low_on, entered, last, change, _ = old
    if new.peak is not None and (peak is None or new.peak > peak):
        peak, was_on = new.peak, peak_on
    if new.low is not None and (low is None or new.low < low):
        low, was_low_on = new.low, low_on
    return (
        games + new.games, wins + new.wins, draws + new.draws, losses + new.losses, peak, was_on, low, was_low_on,
        entered, _later(last, played), change if new.last_change is None else new.last_change,
    )  # fmt: skip


def _later(one: str | None, other: str | None) -> str | None:
    return max(one, other) if one and other else one or other


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
