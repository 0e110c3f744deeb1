"""One replay of a league from a point on, compared with the stored log as it goes. Writes nothing.

Re-rating, preview and verification are this, with different ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from ratings.facts import beside, log
from ratings.facts.calendar import RatedPeriod, facts_of
from ratings.facts.counted import Inputs
from ratings.facts.first import read_first
from ratings.facts.games import GameRow, read_period_games
from ratings.facts.officials import officials_of
from ratings.facts.played import Played
from ratings.facts.seeds import seeds_of
from ratings.kernel.replay import replay
from ratings.kernel.types import NO_GAMES, Adjust, Batch, Change, Period, RatedGame, RatingUsed, SeasonTurn, Step
from ratings.ledger import keys

from .elsewhere import Elsewhere
from .tail import Tail

Pair = tuple[int, Change | None, Change | None]  # key, computed row, stored row


class Replay(Tail):
    """``pairs()`` yields every log row from the point on; then ``states`` holds where each player of
    the tail stands, ``games`` how many games were read."""

    seeded_by: RatingUsed | None = None  # instead of what the standard league says now
    before_reading: Callable[[], None] = staticmethod(lambda: None)  # of games, where rows go into the log meanwhile
    captured: list[tuple[RatedPeriod, Inputs]] | None = None  # a list: takes what each closed period counts

    def pairs(self, *, bare: bool = False) -> Iterator[Pair]:
        """Computed rows beside stored ones; at the end stored rows that are no more (computed None).

        ``bare``: computed rows are to be read by place only: most of them are plain tuples, which cost less.
        """
        league = self.league.pk
        base, take = keys.game_base(league), self.stored.pop
        for change in self._changes(bare):
            key = base + change[3] * 2 + change[4] if change[0] == "game" else keys.row_id(league, change)
            old = take(key, None)
            yield key, change, old if bare or old is None else Change._make(old)
        self._load_strays()
        for key, stale in self.stored.items():
            yield key, None, stale if bare else Change._make(stale)
        self.stored = {}

    def first_rows(self) -> Iterator[Change]:
        """The rows of a league that has no log yet: nothing stored, so nothing to pair them with."""
        return self._changes()

    def bare_rows(self) -> Iterator[Change]:
        """The same to be unpacked or read by place only."""
        return self._changes(bare=True)

    def steps(self) -> Iterator[Step]:
        """What the rows are made of."""
        self._ask()
        return self._steps()

    def _ask(self) -> None:
        """Who plays, and what other lists say."""
        self._facts = facts_of(self.standings)
        self._elsewhere = Elsewhere(
            self.seeded_by or seeds_of(self.league),
            officials_of(self.league, self.calendar.rules, self.overlay.officials),
        )

    def _changes(self, bare: bool = False) -> Iterator[Change]:
        self._ask()
        return replay(
            self.calendar.system, self._steps(), players=self._facts, rules=self.calendar.rules,
            openings=self._openings(), calendar=self.calendar.ends, seeds=self._elsewhere.seeds,
            official=self._elsewhere.officials, bare=bare,
        )  # fmt: skip

    @property
    def straight(self) -> bool:
        """Whether its rows can go into the log as they come: read first to last, asking nobody else meanwhile."""
        listed = any(getattr(parameters, "external", False) for _, parameters in self.calendar.rules.sets)
        alone = not (listed or self.league.standard_league_id or self.overlay.games)
        return alone and self.fresh and (self.per_period or self._first)

    @property
    def _first(self) -> bool:
        return self.fresh and not self.overlay.games and self._rows is None and self.since is None

    def _steps(self) -> Iterator[Step]:
        if self.per_period:
            return self._period_steps()
        if self._first:
            return self._plain_steps(read_first(self.league, self._between_reads))
        if self.played is not None:
            return self._plain_steps(self._parts(self.played))
        return self._sequential_steps()

    def _parts(self, played: Played) -> Iterator[tuple[int, list[RatedGame]]]:
        """How many games were read, and those to rate, their stored rows beside."""
        for ids, games in played.parts():
            if not self.at_hand:
                stored = beside.rows_of_games(self.league, ids)
                self.stored.update(stored)
                self.take_in({row[5] for row in stored.values()} - self.standings.keys())
            self.progress(self.games + len(ids))
            yield len(ids), games

    def _plain_steps(self, parts: Iterable[tuple[int, list[RatedGame]]]) -> Iterator[Step]:
        """Games as they lie in the database, nothing laid over them."""
        marks = iter(self._marks())
        mark, guests = next(marks, None), self.guests
        new, nothing = tuple.__new__, ((), NO_GAMES)
        for read, games in parts:
            self.games += read
            for game in games:
                while mark is not None and mark.day <= game[1]:
                    yield self._mark(mark)
                    mark = next(marks, None)
                if not (guests and (game[3] in guests or game[4] in guests)):
                    yield new(Batch, (game[1], (game,), None, *nothing))
        while mark is not None:
            yield self._mark(mark)
            mark = next(marks, None)

    def _between_reads(self) -> None:
        self.before_reading()
        self.progress(self.games)

    def _marks(self) -> list[SeasonTurn | Adjust]:
        """Season turns, then adjustments, by day."""
        marks: list[SeasonTurn | Adjust] = [*self.calendar.seasons, *self.calendar.adjustments]
        return sorted(marks, key=lambda m: m.day)

    def _sequential_steps(self) -> Iterator[Step]:
        rows: Iterable[GameRow] = self._rows if self._rows is not None else self._game_rows()
        marks = iter(self._marks())
        mark = next(marks, None)
        base, stored, guests = keys.game_base(self.league.pk), self.stored, self.guests
        laid, twice = self.overlay.games, set[int]()  # in their old place and in the new one
        for game, rateable, _, _, (white, black) in self.overlay.over_games(self.league, rows):
            while mark is not None and mark.day <= game.day:
                yield self._mark(mark)
                mark = next(marks, None)
            if white is not None:
                stored[base + game.game * 2] = white
            if black is not None:
                stored[base + game.game * 2 + 1] = black
            if game.game not in twice:
                self.games += 1
            if game.game in laid:
                twice.add(game.game)
            if self.games % 10_000 == 0:
                self.progress(self.games)
            if rateable and not (guests and (game.white in guests or game.black in guests)):
                yield Batch(game.day, (game,))
        while mark is not None:
            yield self._mark(mark)
            mark = next(marks, None)

    def _mark(self, mark: SeasonTurn | Adjust) -> SeasonTurn | Adjust:
        if isinstance(mark, SeasonTurn) and not self.fresh and not self.per_period:
            for change in log.rows_of_days(self.league, keys.SEASON, mark.day, mark.day):
                self._keep(change)
        return mark

    def _period_steps(self) -> Iterator[Step]:
        marks = iter(self._marks())
        mark = next(marks, None)
        for rated in self.periods:
            counted = self._as_counted(rated)
            self._load_period_rows(rated.period)
            while mark is not None and mark.day <= rated.period.starts:
                if rated.closed:
                    yield self._mark(mark)
                mark = next(marks, None)
            batch = self._counted_batch(rated, counted) if counted else self._batch(rated)
            if not rated.closed:
                continue
            yield batch
            if self.captured is not None:
                self.captured.append((rated, self._inputs(batch)))
            self._elsewhere.forget()

    def _as_counted(self, rated: RatedPeriod) -> Inputs | None:
        """A published period that stands, computed again: players and ratings from elsewhere as they were then."""
        standing = self.whole and rated.period.period in self.lists.ids
        counted = self.lists.inputs(rated.period.period) if standing else None
        self._elsewhere.fixed = counted
        if self.whole:
            self._facts.update(counted.players if counted else facts_of(self.standings))
        return counted

    def _inputs(self, batch: Batch) -> Inputs:
        """What a period is computed from, to be kept."""
        assert batch.period is not None
        players = {side for game in batch.games for side in (game.white, game.black)}
        players |= {a.player for a in self.calendar.adjustments if a.day == batch.period.starts}
        elsewhere = self._elsewhere
        return Inputs(
            list(batch.games), {player: self._facts[player] for player in sorted(players)}, elsewhere.told_seeds,
            elsewhere.told_officials, list(batch.corrections), dict(batch.again),
        )  # fmt: skip

    def _counted_batch(self, rated: RatedPeriod, counted: Inputs) -> Batch:
        league, period = self.league.pk, rated.period
        games = [game.game for game in counted.games if game.game not in counted.again]
        for change in log.rows_by_id([keys.game_row_id(league, game, side) for game in games for side in (0, 1)]):
            self._keep(change)
        self.games += len(counted.games)
        return Batch(period.ends, counted.games, period, counted.corrections, counted.again)

    def _batch(self, rated: RatedPeriod) -> Batch:
        games = self._period_games(rated)
        if rated != self.lists.carrier:
            return Batch(rated.period.ends, games, rated.period)
        carry = self.carry
        return Batch(rated.period.ends, [*games, *carry.games], rated.period, carry.corrections, carry.again)

    def _load_period_rows(self, period: Period) -> None:
        """Stored rows of a period that are about no game: its sums, season turns, what a federation's list said."""
        if self.fresh:
            return
        for change in log.rows_of_days(self.league, keys.PERIOD, period.ends, period.ends):
            self._keep(change)
        for change in log.rows_of_days(self.league, keys.SEASON, period.starts, period.starts):
            self._keep(change)

    def _period_games(self, rated: RatedPeriod) -> list[RatedGame]:
        """The games of a period; puts the stored rows of all of them beside the computation."""
        self.before_reading()
        period = rated.period
        rows = read_period_games(
            self.league, date.fromordinal(period.starts), date.fromordinal(period.ends), joined=not self.fresh
        )
        if self.fresh and not self.overlay.games:
            return self._took(self._unstored_games(rows))
        base, games = keys.game_base(self.league.pk), []
        for row in self._with_overlay(rows, period):
            if self.lists.ids and self._counted_already(row):
                continue
            for side, stored in enumerate(row.stored):
                if stored is not None:
                    self.stored[base + row.game.game * 2 + side] = stored
            if row.rateable and row.game.white not in self.guests and row.game.black not in self.guests:
                games.append(row.game)
        return self._took(games)

    def _unstored_games(self, rows: Iterable[GameRow]) -> list[RatedGame]:
        """Games of which nothing is stored, in the order in which their rows lie in the log."""
        guests, counted = self.guests, self.carry.counted
        games = [
            game
            for game, rateable, _, _, _ in rows
            if rateable and game[0] not in counted and not (guests and (game[3] in guests or game[4] in guests))
        ]
        return sorted(games)

    def _took(self, games: list[RatedGame]) -> list[RatedGame]:
        self.games += len(games)
        self.progress(self.games)
        return games

    def _counted_already(self, row: GameRow) -> bool:
        """Has a published list counted the game? Then it is carried, if anything, and not rated twice."""
        game, lists = row.game.game, self.lists
        return game in self.carry.counted or any(c is not None and c.period in lists.ids for c in row.stored)

    def _with_overlay(self, rows: Iterable[GameRow], period: Period) -> Iterator[GameRow]:
        yield from (self.overlay.at_old_place(self.league, row) for row in rows)
        for key, game in self.overlay.games.items():
            if game is not None:
                row = self.overlay.row(self.league, key, game)
                if period.starts <= row.rated_on <= period.ends:
                    yield row

    def _load_strays(self) -> None:
        """Period and season rows of days that no longer are a period's last or a season's first."""
        if self.fresh or not (self.per_period or self.since is None):
            return
        first = self.since if self.since is not None else keys.DAY_ZERO
        known = {
            keys.PERIOD: {p.period.ends for p in self.periods},
            keys.SEASON: {s.day for s in self.calendar.seasons} | {p.period.starts for p in self.periods},
        }
        for kind, days in known.items():
            for change in log.rows_of_days(self.league, kind, first, keys.LAST_DAY):
                if change.day not in days:
                    self._keep(change)
