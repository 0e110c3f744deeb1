"""One replay of a league from a point on, compared with the stored log as it goes. Writes nothing.

Re-rating, preview and verification are this, with different ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from ratings.facts import log
from ratings.facts.calendar import RatedPeriod, facts_of
from ratings.facts.games import GameRow, read_period_games
from ratings.facts.overlay import overlaid_row
from ratings.facts.seeds import seeds_of
from ratings.kernel.replay import replay
from ratings.kernel.types import Adjust, Batch, Change, Period, RatedGame, SeasonTurn, Step
from ratings.ledger import keys

from .tail import Tail

Pair = tuple[int, Change | None, Change | None]  # key, computed row, stored row


class Replay(Tail):
    """``pairs()`` yields every log row from the point on; then ``states`` holds where each player of
    the tail stands, ``games`` how many games were read."""

    def pairs(self) -> Iterator[Pair]:
        """Computed rows beside stored ones; at the end stored rows that are no more (computed None)."""
        league = self.league.pk
        base, take = keys.game_base(league), self.stored.pop
        changes = replay(
            self.calendar.system, self._steps(), players=facts_of(self.standings), rules=self.calendar.rules,
            openings=self._openings(), calendar=self.calendar.ends, seeds=seeds_of(self.league),
        )  # fmt: skip
        for change in changes:
            key = base + change[3] * 2 + change[4] if change[0] == "game" else keys.row_id(league, change)
            yield key, change, take(key, None)
        self._load_strays()
        for key, stale in self.stored.items():
            yield key, None, stale
        self.stored = {}

    def _steps(self) -> Iterator[Step]:
        return self._period_steps() if self.per_period else self._sequential_steps()

    def _marks(self) -> list[SeasonTurn | Adjust]:
        """Season turns, then adjustments, by day."""
        marks: list[SeasonTurn | Adjust] = [*self.calendar.seasons, *self.calendar.adjustments]
        return sorted(marks, key=lambda m: m.day)

    def _sequential_steps(self) -> Iterator[Step]:
        rows: Iterable[GameRow] = self._rows if self._rows is not None else self._game_rows()
        marks = iter(self._marks())
        mark = next(marks, None)
        base, stored, guests = keys.game_base(self.league.pk), self.stored, self.guests
        for game, rateable, _, _, (white, black) in self.overlay.over_games(rows):
            while mark is not None and mark.day <= game.day:
                yield self._mark(mark)
                mark = next(marks, None)
            if white is not None:
                stored[base + game.game * 2] = white
            if black is not None:
                stored[base + game.game * 2 + 1] = black
            self.games += 1
            if self.games % 10_000 == 0:
                self.progress(self.games)
            if rateable and not (guests and (game.white in guests or game.black in guests)):
                yield Batch(game.day, (game,))
        while mark is not None:
            yield self._mark(mark)
            mark = next(marks, None)

    def _mark(self, mark: SeasonTurn | Adjust) -> SeasonTurn | Adjust:
        if isinstance(mark, SeasonTurn) and not self.fresh:
            for change in log.rows_of_days(self.league, keys.SEASON, mark.day, mark.day):
                self._keep(change)
        return mark

    def _period_steps(self) -> Iterator[Step]:
        marks = iter(self._marks())
        mark = next(marks, None)
        for rated in self.periods:
            while mark is not None and mark.day <= rated.period.starts:
                if rated.closed:
                    yield self._mark(mark)
                mark = next(marks, None)
            games = self._period_games(rated)
            if rated.closed:
                yield Batch(rated.period.ends, games, rated.period)

    def _period_games(self, rated: RatedPeriod) -> list[RatedGame]:
        """The games of a period; puts the stored rows of all of them beside the computation."""
        period = rated.period
        if not self.fresh:
            for change in log.rows_of_days(self.league, keys.PERIOD, period.ends, period.ends):
                self._keep(change)
        rows = read_period_games(
            self.league, date.fromordinal(period.starts), date.fromordinal(period.ends), joined=not self.fresh
        )
        base, games = keys.game_base(self.league.pk), []
        for row in self._with_overlay(rows, period):
            for side, stored in enumerate(row.stored):
                if stored is not None:
                    self.stored[base + row.game.game * 2 + side] = stored
            if row.rateable and row.game.white not in self.guests and row.game.black not in self.guests:
                games.append(row.game)
        self.games += len(games)
        self.progress(self.games)
        return games

    def _with_overlay(self, rows: Iterable[GameRow], period: Period) -> Iterator[GameRow]:
        for row in rows:
            if row.game.game not in self.overlay.games:
                yield row
        for key, game in self.overlay.games.items():
            if game is not None:
                row = overlaid_row(key, game)
                if period.starts <= row.rated_on <= period.ends:
                    yield row

    def _load_strays(self) -> None:
        """Period and season rows of days that no longer are a period's last or a season's first."""
        if self.fresh or not (self.per_period or self.since is None):
            return
        first = self.since if self.since is not None else keys.DAY_ZERO
        known = {
            keys.PERIOD: {p.period.ends for p in self.periods},
            keys.SEASON: {s.day for s in self.calendar.seasons},
        }
        for kind, days in known.items():
            for change in log.rows_of_days(self.league, kind, first, keys.LAST_DAY):
                if change.day not in days:
                    self._keep(change)
