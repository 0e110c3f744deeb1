"""Games, wins, draws, losses, peak and low of each player, counted from log rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ratings.kernel.corrections import NOT_COUNTED
from ratings.kernel.types import Cause, Change, Day, PlayerId, Reason

# a game of a still unrated player counts: his first rating is made of it
GAME: Final = Cause.GAME.value
PERIOD: Final = Cause.PERIOD.value
CORRECTION: Final = Cause.CORRECTION.value
COUNTED: Final = frozenset((Reason.RATED.value, Reason.UNRATED_PLAYER.value))


@dataclass(slots=True)
class Count:
    """What rows say of one player. Days are kernel days, 0 where there is none."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    peak: float | None = None
    peak_on: Day = 0
    low: float | None = None
    low_on: Day = 0
    entered_on: Day = 0
    last_played: Day = 0
    last_change: float | None = None

    def see(self, row: Change) -> None:
        """Takes the rows of a player in order. Fields by number: this runs for every row of a replay."""
        day, halves, change, closing, reason = row[1], row[6], row[12], row[13], row[21]
        if not self.entered_on and (row[2] is None or row[0] == PERIOD):
            self.entered_on = day  # not that of a period's game, which may be before the period
        if halves is not None and row[0] == GAME and reason in COUNTED:
            self.games += 1
            if day > self.last_played:
                self.last_played = day
            if halves == 2:
                self.wins += 1
            elif halves == 1:
                self.draws += 1
            else:
                self.losses += 1
        if closing is None:
            if row[0] == CORRECTION and reason in COUNTED:
                self._recount(row[20], -1)
                self._recount(halves, 1)
            return
        if change is not None and not reason:
            self.last_change = change
        if self.peak is None or closing > self.peak:
            self.peak, self.peak_on = closing, day
        if self.low is None or closing < self.low:
            self.low, self.low_on = closing, day

    def _recount(self, halves: int | None, by: int) -> None:
        """Counts a corrected game in, or out by its score until then."""
        if halves is None or halves == NOT_COUNTED:
            return
        self.games += by
        if halves == 2:
            self.wins += by
        elif halves == 1:
            self.draws += by
        else:
            self.losses += by

    def with_totals_of(self, other: Count) -> Count:
        """These extremes and days with the other's games, wins, draws and losses."""
        return replace(
            self, games=other.games, wins=other.wins, draws=other.draws, losses=other.losses,
            entered_on=other.entered_on,
        )  # fmt: skip

    def after(self, earlier: Count) -> Count:
        """These rows put behind earlier ones."""
        peaks = [p for p in ((earlier.peak, earlier.peak_on), (self.peak, self.peak_on)) if p[0] is not None]
        lows = [p for p in ((earlier.low, earlier.low_on), (self.low, self.low_on)) if p[0] is not None]
        peak = max(peaks, key=lambda p: (p[0], -p[1]), default=(None, 0))
        low = min(lows, key=lambda p: (p[0], p[1]), default=(None, 0))
        return Count(
            earlier.games + self.games, earlier.wins + self.wins, earlier.draws + self.draws,
            earlier.losses + self.losses, peak[0], peak[1], low[0], low[1],
            earlier.entered_on or self.entered_on, max(earlier.last_played, self.last_played),
            self.last_change if self.last_change is not None else earlier.last_change,
        )  # fmt: skip


class Tally(dict[PlayerId, Count]):
    """A count for each player seen."""

    def see(self, row: Change) -> None:
        count = self.get(row[5])
        if count is None:
            count = self[row[5]] = Count()
        count.see(row)
