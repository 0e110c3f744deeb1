"""A replay done and compared: what differs in the log, where each player stands, who moves."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ratings.facts import log
from ratings.kernel.types import Change, Day, PlayerId, RatingState
from ratings.ledger import rows, standings
from ratings.ledger.standings import Move
from ratings.ledger.tally import Count, Tally

from .replaying import Replay

Watch = Callable[[int, Change | None, Change | None], None]
NOTHING = Count()


@contextmanager
def collector_paused() -> Iterator[None]:
    """A replay makes millions of tuples and no cycles: the collector would only look at them in vain."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Computed:
    """A replay done, its differences from the stored log at hand, nothing written yet.

    ``straight``: the league is locked and without a log, so the rows may go there while they are computed.
    ``beside``: where all rows of the league wait, and the database compares.
    """

    def __init__(
        self, run: Replay, watch: Watch | None = None, *, straight: bool = False, beside: rows.Beside | None = None
    ) -> None:  # fmt: skip
        self.run = run
        self.log = rows.LogWriter(run.league)
        self.tail = Tally()  # computed rows of the tail
        self.was: dict[PlayerId, Count] = {}  # stored rows of the tail
        self.touched: set[PlayerId] = set()
        with collector_paused():
            if beside is not None:
                self._pour(beside)
            elif straight and watch is None and run.straight:
                self._pour(rows.straight_in())
            elif run.fresh and watch is None:
                self.log.take_all(run.bare_rows(), self.tail)
            else:
                self._compare(watch)

    def _pour(self, into: rows.Straight | rows.Beside) -> None:
        """The rows into a table as they come, in parts: the connection is free while games are read."""
        with into:
            self.run.before_reading = into.pause
            self.log.write_all(self.run.bare_rows(), self.tail, into)

    def _compare(self, watch: Watch | None) -> None:
        take, see, touch = self.log.take, self.tail.see, self.touched.add
        for key, new, old in self.run.pairs():
            if watch is not None:
                watch(key, new, old)
            if new is not None:
                see(new)
            if old is not None:
                self._forget(old)
            if take(key, new, old):
                touch((new or old)[5])  # type: ignore[index]
                if old is not None:
                    touch(old[5])

    def _forget(self, old: Change) -> None:
        """Counts a stored row of the tail: it is inside the stored totals and comes off them."""
        self.was.setdefault(old.player, Count()).see(old)

    @property
    def differs(self) -> bool:
        return any(self.log.counts)

    def ratings(self) -> tuple[dict[PlayerId, tuple[int | None, tuple[Any, ...]]], list[Move]]:
        """Rating rows to write by player, and who moves."""
        players = set(self.run.standings) if self.run.everybody else self.touched | self.run.overlay.players.keys()
        before = self._before(players)
        changed: dict[PlayerId, tuple[int | None, tuple[Any, ...]]] = {}
        moves = []
        for player in players:
            standing = self.run.standings.get(player)
            if standing is None:
                continue
            state = self.run.states.get(player) or self._initial(player)
            count = self.tail.get(player, NOTHING).after(before.get(player, NOTHING))
            values = standings.rating_values(state, count, provisional=self._provisional(state), hidden=standing.merged)
            old = standing.rating
            if old is None or not same_rating(values, old):
                changed[player] = (old[0] if old else None, values)
                move = Move(player, standings.standing_rating(old), None if standing.merged else state.rating)
                if move.before != move.after:
                    moves.append(move)
        return changed, moves

    def _initial(self, player: PlayerId) -> RatingState:
        calendar = self.run.calendar
        return calendar.system.initial(self.run.standings[player].facts, calendar.rules.sets[-1][1])

    def _provisional(self, state: RatingState) -> bool:
        calendar = self.run.calendar
        return calendar.system.provisional(state, calendar.rules.sets[-1][1])

    def _before(self, players: Iterable[PlayerId]) -> dict[PlayerId, Count]:
        """The counters before the point of these players."""
        since = self.run.since
        if since is None:
            return {}
        stored = {
            player: count
            for player in players
            if player in self.run.standings
            and 0 < (count := standings.stored_count(self.run.standings[player].rating)).entered_on < since
        }
        before = {player: self._less_tail(player, count, since) for player, count in stored.items()}
        lost = [player for player, count in stored.items() if self._has_lost(player, count, since)]
        tail_periods = [p.period.period for p in self.run.periods]
        for player, found in log.extremes_before(self.run.league, lost, since, tail_periods).items():
            before[player] = found.with_totals_of(before[player])
        return before

    def _less_tail(self, player: PlayerId, stored: Count, since: Day) -> Count:
        """The stored totals less the stored rows of the tail; peak and low only where they lie before it."""
        was = self.was.get(player, NOTHING)
        peak_before, low_before = stored.peak_on < since, stored.low_on < since
        return Count(
            stored.games - was.games, stored.wins - was.wins, stored.draws - was.draws, stored.losses - was.losses,
            stored.peak if peak_before else None, stored.peak_on if peak_before else 0,
            stored.low if low_before else None, stored.low_on if low_before else 0,
            stored.entered_on, stored.last_played if was.last_played < stored.last_played else 0, stored.last_change,
        )  # fmt: skip

    def _has_lost(self, player: PlayerId, stored: Count, since: Day) -> bool:
        """Whether the log must be asked: the stored peak or low lies in the tail, and the new tail does
        not reach it (before the tail nothing is beyond it), or the tail has no game or no change left."""
        tail, was = self.tail.get(player, NOTHING), self.was.get(player, NOTHING)
        peak_lost = stored.peak_on >= since and (tail.peak is None or tail.peak < (stored.peak or 0.0))
        low_lost = stored.low_on >= since and (tail.low is None or tail.low > (stored.low or 0.0))
        played_lost = tail.last_played < stored.last_played <= was.last_played
        change_lost = was.last_change is not None and tail.last_change is None
        return peak_lost or low_lost or played_lost or change_lost


def same_rating(values: tuple[Any, ...], old: tuple[Any, ...]) -> bool:
    """Whether a rating row says the same; the live rating is looked after by itself."""
    return values[:3] == old[1:4] and values[4:] == (old[5], bool(old[6]), *old[7:])
