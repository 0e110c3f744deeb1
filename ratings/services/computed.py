"""A replay done and compared: what differs in the log, where each player stands, who moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ratings.facts import extremes
from ratings.kernel.types import Change, Day, PlayerId, RatingState
from ratings.ledger import rows, standings
from ratings.ledger.standings import Move
from ratings.ledger.tally import GAME, Count, Tally

from .collector import collector_paused
from .replaying import Replay

Watch = Callable[[int, Change | None, Change | None], None]
NOTHING = Count()


class Computed:
    """A replay done, its differences from the stored log at hand, nothing written yet.

    ``straight``: the league is locked and without a log, so the rows may go there while they are computed.
    ``beside``: where all rows of the league wait, and the database compares.
    """

    passed = False  # rows of the same result before and now count neither in ``tail`` nor in ``was``

    def __init__(
        self, run: Replay, watch: Watch | None = None, *, straight: bool = False, beside: rows.Beside | None = None
    ) -> None:  # fmt: skip
        self.run = run
        self.log = rows.LogWriter(run.league)
        self.tail = Tally()  # computed rows of the tail
        self.was = Tally()  # stored rows of the tail: they are inside the stored totals and come off them
        self.touched: set[PlayerId] = set()
        with collector_paused():
            if beside is not None:
                self._pour(beside)
            elif straight and watch is None and run.straight:
                self._pour(rows.straight_in())
            elif run.fresh and watch is None:
                self.log.take_all(run.bare_rows(), self.tail)
            elif run.at_hand and watch is None:
                self._compare_short()
            elif run.played is not None and run.since is not None and watch is None:
                self._compare_long()
            else:
                self._compare(watch)

    def _pour(self, into: rows.Straight | rows.Beside) -> None:
        """The rows into a table as they come, in parts: the connection is free while games are read."""
        with into:
            self.run.before_reading = into.pause
            self.log.write_all(self.run.bare_rows(), self.tail, into)

    def _compare(self, watch: Watch | None) -> None:
        take, touch, see, forget = self.log.take, self.touched.add, self.tail.see, self.was.see
        for key, new, old in self.run.pairs(bare=watch is None):
            if watch is not None:
                watch(key, new, old)
            if new is not None:
                see(new)
            if old is not None:
                forget(old)
            if new != old and take(key, new, old):
                touch((new or old)[5])  # type: ignore[index]
                if old is not None:
                    touch(old[5])

    def _compare_short(self) -> None:
        """The same of a short tail: only the rows of players who are touched are counted, after all are compared."""
        take, touch = self.log.take, self.touched.add
        now: list[Change] = []
        then: list[Change] = []
        for key, new, old in self.run.pairs(bare=True):
            if new is not None:
                now.append(new)
            if old is not None:
                then.append(old)
            if new != old and take(key, new, old):
                touch((new or old)[5])  # type: ignore[index]
                if old is not None:
                    touch(old[5])
        touched = self.touched | self.run.overlay.players.keys()
        for seen, tally in ((now, self.tail), (then, self.was)):
            for row in seen:
                if row[5] in touched:
                    tally.see(row)

    def _compare_long(self) -> None:
        """The same of a long tail of single games.

        A game with the result it had is in the stored totals already: it counts in neither ``tail`` nor ``was``, but
        for its rating and its day.
        """
        self.passed = True
        take, touch, see, forget = self.log.take, self.touched.add, self.tail.see, self.was.see
        known = self.tail.get
        for key, new, old in self.run.pairs(bare=True):
            player = None
            if new is not None and old is not None and new[1] == old[1] and new[5:7] == old[5:7]:
                closing, day = new[13], new[1]
                if new[0] == GAME and closing is not None and old[13] is not None and not new[21] and not old[21]:
                    player = new[5]
                    count = known(player)
                    if count is None or count.peak is None or count.low is None:
                        count = self._pass_first(new)
                    count.last_played, count.last_change = day, new[12]
                    if closing > count.peak:  # type: ignore[operator]
                        count.peak, count.peak_on = closing, day
                    elif closing < count.low:  # type: ignore[operator]
                        count.low, count.low_on = closing, day
            if new == old:
                if player is None and new is not None and old is not None:
                    see(new)
                    forget(old)
                continue
            if player is None:
                if new is not None:
                    see(new)
                if old is not None:
                    forget(old)
            take(key, new, old)
            if new is not None:
                touch(new[5])
            if old is not None:
                touch(old[5])

    def _pass_first(self, row: Change) -> Count:
        """The count of a player who has none yet, or none with a rating: of this row all but the totals."""
        count = self.tail.get(row[5]) or Count()
        games, wins, draws, losses = count.games, count.wins, count.draws, count.losses
        count.see(row)
        count.games, count.wins, count.draws, count.losses = games, wins, draws, losses
        self.tail[row[5]] = count
        return count

    @property
    def differs(self) -> bool:
        return any(self.log.counts)

    def ratings(self) -> tuple[dict[PlayerId, tuple[int | None, tuple[Any, ...]]], list[Move]]:
        """Rating rows to write by player, and who moves."""
        players = set(self.run.standings) if self.run.everybody else self.touched | self.run.overlay.players.keys()
        self.run.complete(players & self.run.standings.keys())
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
        before = self._entered_since(players, since) if self.passed else {}
        before |= {player: self._less_tail(player, count, since) for player, count in stored.items()}
        tail_periods = [p.period.period for p in self.run.periods]
        lost = [player for player, count in stored.items() if self._has_lost(player, count)]
        beyond = [player for player, count in stored.items() if self._falls_short(player, count, since)]
        reached = extremes.reached_before(self.run.league, beyond, since, tail_periods)
        lost += [player for player, found in reached.items() if self._is_reached(player, stored[player], since, *found)]
        for player, found in extremes.extremes_before(self.run.league, set(lost), since, tail_periods).items():
            before[player] = found.with_totals_of(before[player])
        return before

    def _entered_since(self, players: Iterable[PlayerId], since: Day) -> dict[PlayerId, Count]:
        """Of those who entered in the tail the totals of rows that count neither in ``tail`` nor in ``was``."""
        found = {}
        for player in players:
            standing, was = self.run.standings.get(player), self.was.get(player, NOTHING)
            count = standings.stored_count(standing.rating) if standing is not None else NOTHING
            if count.entered_on >= since:
                found[player] = Count(
                    count.games - was.games, count.wins - was.wins, count.draws - was.draws, count.losses - was.losses
                )  # fmt: skip
        return found

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

    def _has_lost(self, player: PlayerId, stored: Count) -> bool:
        """Whether the log must be asked: the tail has no game or no change left."""
        tail, was = self.tail.get(player, NOTHING), self.was.get(player, NOTHING)
        played_lost = tail.last_played < stored.last_played <= was.last_played
        return played_lost or (was.last_change is not None and tail.last_change is None)

    def _falls_short(self, player: PlayerId, stored: Count, since: Day) -> bool:
        """Whether the stored peak or low lies in the tail and the new tail does not reach it.

        Where it does, nothing before the tail is beyond it.
        """
        tail = self.tail.get(player, NOTHING)
        peak_lost = stored.peak_on >= since and (tail.peak is None or tail.peak < (stored.peak or 0.0))
        low_lost = stored.low_on >= since and (tail.low is None or tail.low > (stored.low or 0.0))
        return peak_lost or low_lost

    def _is_reached(
        self, player: PlayerId, stored: Count, since: Day, peak: float | None, low: float | None
    ) -> bool:  # fmt: skip
        """Whether a rating before the tail goes as far as a lost peak or low of the tail, so that its day counts."""
        tail = self.tail.get(player, NOTHING)
        high = stored.peak_on >= since and peak is not None and (tail.peak is None or peak >= tail.peak)
        return high or (stored.low_on >= since and low is not None and (tail.low is None or low <= tail.low))


def same_rating(values: tuple[Any, ...], old: tuple[Any, ...]) -> bool:
    """Whether a rating row says the same; the live rating is looked after by itself."""
    return values[:3] == old[1:4] and values[4:] == (old[5], bool(old[6]), *old[7:])
