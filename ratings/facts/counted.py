"""What published lists counted, and what the facts say otherwise since (late results count in the next list).

The games of a published period are kept as they were rated. A game that came later, or says something else
now, is carried by the first period that is not published: late ones as games of its sum, changed ones as
corrections. A game changed in its players or terms is taken out and counted anew.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from league.models import League
from ratings.kernel.corrections import AGAIN, MOST_TIMES, TIMES
from ratings.kernel.games import NOT_TOLD
from ratings.kernel.types import (
    Change,
    Correction,
    Day,
    GameId,
    Official,
    PlayerFacts,
    PlayerId,
    RatedGame,
    TimeControl,
)
from ratings.ledger import keys
from ratings.models import CarriedGame, CountedPeriod

from .calendar import IN_ONE_QUERY, Calendar, RatedPeriod
from .games import GameRow, read_games
from .log import rows_by_id
from .overlay import Overlay

LISTS_FOR_A_REPORT = 3  # the list of its own period and two more (FIDE B.02 9.1)


class Counted(NamedTuple):
    """What lists have counted of a game so far.

    ``basis``: the game as it was rated; ``halves``: White's score as it counts (None: taken out);
    ``rows``: keys of the log rows of both sides that hold K and expectation; ``times``: corrections published.
    """

    basis: RatedGame
    halves: int | None
    rows: tuple[int, int]
    times: int

    @classmethod
    def from_json(cls, stored: Any) -> Counted | None:
        return None if stored is None else cls(_game(stored[0]), stored[1], tuple(stored[2]), stored[3])


class Inputs(NamedTuple):
    """All that a published period was computed from, besides the lists before it."""

    games: list[RatedGame]
    players: dict[PlayerId, PlayerFacts]
    seeds: dict[tuple[PlayerId, Day], float | None]
    officials: dict[tuple[PlayerId, Day], Official | None]
    corrections: list[Correction]
    again: dict[GameId, int]

    def packed(self) -> bytes:
        seeds = [[*key, value] for key, value in self.seeds.items()]
        officials = [[*key, value] for key, value in self.officials.items()]
        plain = [
            self.games, list(self.players.values()), seeds, officials, self.corrections, list(self.again.items())
        ]  # fmt: skip
        return zlib.compress(json.dumps(plain, separators=(",", ":")).encode())

    @classmethod
    def unpacked(cls, stored: bytes | memoryview) -> Inputs:
        games, players, seeds, officials, corrections, again = json.loads(zlib.decompress(bytes(stored)))
        return cls(
            [_game(values) for values in games],
            {values[0]: PlayerFacts(*values) for values in players},
            {(player, day): value for player, day, value in seeds},
            {(player, day): None if value is None else Official(*value) for player, day, value in officials},
            [Correction(*values) for values in corrections],
            dict(again),
        )


def _game(values: list[Any]) -> RatedGame:
    """A game as it was kept; one of before matches were told apart says nothing of them."""
    game = RatedGame(*[*values, NOT_TOLD][: len(RatedGame._fields)])
    return game if game.control is None else game._replace(control=TimeControl(*game.control))


def counts_late(league: League) -> bool:
    """Do late results of this league count in the next list?"""
    return league.late_results == League.LateResults.NEXT_LIST and league.mode == League.Mode.PERIOD


class Lists:
    """Which periods are published and stand (none, where late results are restated)."""

    def __init__(self, league: League, calendar: Calendar) -> None:
        self.league, self.periods = league, calendar.periods
        self.rules = calendar.rules
        stored = set(league.counted_periods.values_list("period_id", flat=True)) if counts_late(league) else set()
        self.ids: set[int] = stored
        self.until: Day = max((p.period.ends for p in self.periods if p.period.period in stored), default=0)
        self.carrier = next((p for p in self.periods if p.period.ends > self.until), None) if stored else None
        self._ends = calendar.ends
        self._places = {p.period.period: place for place, p in enumerate(self.periods)}
        self._of_day: dict[Day, RatedPeriod | None] = {}
        self._calendar = calendar

    def period_of(self, day: Day) -> RatedPeriod | None:
        if day not in self._of_day:
            self._of_day[day] = self._calendar.period_of(day)
        return self._of_day[day]

    def takes_late(self, row: GameRow) -> bool:
        """A game of a published period that no list counted: in time for the third list?"""
        own = self.period_of(row.rated_on)
        if not row.rateable or own is None or own.period.period not in self.ids:
            return False
        return self.list_of_report(own) <= LISTS_FOR_A_REPORT

    def list_of_report(self, own: RatedPeriod) -> int:
        """On which list after its end a period's game would count now: 1 its own, 2 the next ..."""
        here = self._places[own.period.period]
        there = len(self.periods) if self.carrier is None else self._places[self.carrier.period.period]
        return there - here + 1 if there > here else 1

    def alike(self, old: RatedGame, new: RatedGame) -> bool:
        """Do two versions of a game differ in nothing but their score (and in what moves no rating)?"""
        plain = getattr(self.rules.at(old.start), "margin", "none") == "none"
        return (
            old[3:5] == new[3:5] and old[6:9] == new[6:9] and old.neutral == new.neutral and old.control == new.control
            and (plain or old[9:11] == new[9:11]) and old.match in (NOT_TOLD, new.match)
            and bisect_left(self._ends, old.start) == bisect_left(self._ends, new.start)
        )  # fmt: skip

    def differs(self, counted: Counted | None, row: GameRow | None) -> bool:
        """Is there something for the next list to carry?"""
        if counted is None:
            return row is not None and self.takes_late(row)
        if row is not None and row.rated_on > self.until:
            return True  # its period must not count it a second time
        if row is None or not row.rateable:
            return counted.halves is not None
        return counted.halves != row.game.halves or not self.alike(counted.basis, row.game)

    def inputs(self, period: int) -> Inputs:
        """What a published period counted."""
        return Inputs.unpacked(CountedPeriod.objects.values_list("inputs", flat=True).get(period=period))

    def counted_since(self, first: Day) -> dict[GameId, Counted]:
        """What lists have counted so far of the games played since a day (and of some played before)."""
        found: dict[GameId, Counted] = {}
        for rated in self.periods:
            if rated.period.period in self.ids and rated.period.ends >= first:
                self._count(found, self.inputs(rated.period.period))
        return found

    def _count(self, found: dict[GameId, Counted], inputs: Inputs) -> None:
        league = self.league.pk
        for correction in inputs.corrections:
            old = found.get(correction.game)
            if old is not None and correction.side & 1 == 0:
                found[correction.game] = old._replace(halves=correction.now, times=correction.side // TIMES + 1)
        for game in inputs.games:
            added = inputs.again.get(game.game)
            if added is None:
                rows = (keys.game_row_id(league, game.game, 0), keys.game_row_id(league, game.game, 1))
                found[game.game] = Counted(game, game.halves, rows, 0)
            else:
                rows = (
                    keys.correction_row_id(league, game.game, added),
                    keys.correction_row_id(league, game.game, added + 1),
                )
                found[game.game] = Counted(game, game.halves, rows, added // TIMES + 1)


@dataclass
class Carry:
    """What the first unpublished period takes over.

    ``games``: late ones, and those counted anew; ``again``: what is added to the side of the latter's rows;
    ``stored``: log rows of carried games outside of published periods, to compare with;
    ``counted``: games that some list has counted: no other period may.
    """

    games: list[RatedGame] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)
    again: dict[GameId, int] = field(default_factory=dict)
    stored: dict[int, Change] = field(default_factory=dict)
    counted: set[GameId] = field(default_factory=set)

    @property
    def players(self) -> set[PlayerId]:
        sides = {side for game in self.games for side in (game.white, game.black)}
        return sides | {correction.player for correction in self.corrections}


def read_carry(lists: Lists, *, guests: Iterable[PlayerId] = (), overlay: Overlay | None = None) -> Carry:
    """What there is to carry now, or would be with the overlaid games."""
    carry = Carry()
    if not lists.ids:
        return carry
    carried = {
        game: Counted.from_json(counted)
        for game, counted in CarriedGame.objects.filter(league=lists.league).values_list("game_id", "counted")
    }
    overlay = overlay or Overlay()
    laid, beside = overlay.games, overlay.places(lists.league)
    stored = {row.game.game: row for row in _rows(lists.league, {g for g in (*carried, *laid, *beside) if g > 0})}
    carried |= _counted_of(lists, [row for game, row in stored.items() if game not in carried])
    rows: dict[GameId, GameRow | None] = {game: stored.get(game) for game in carried}
    for game in {*laid, *beside}:
        row = overlay.as_laid(lists.league, game, stored.get(game))
        if game in rows or (row is not None and lists.takes_late(row)):
            rows[game] = row
    _judge(lists, carry, carried, rows, stored, set(guests))
    return carry


def _rows(league: League, games: Iterable[GameId]) -> Iterator[GameRow]:
    wanted = sorted(games)
    for start in range(0, len(wanted), IN_ONE_QUERY):
        yield from read_games(league, ids=wanted[start : start + IN_ONE_QUERY])


def _counted_of(lists: Lists, rows: list[GameRow]) -> dict[GameId, Counted | None]:
    """What lists counted of games that no period carries yet; games of periods still open are left out."""
    published = [row for row in rows if _counted_by(row, lists.ids)]
    if not published:
        return {}
    counted = lists.counted_since(min(row.game.day for row in published))
    return {row.game.game: counted.get(row.game.game) for row in published}


def _counted_by(row: GameRow, periods: set[int]) -> bool:
    return any(change is not None and change.period in periods for change in row.stored)


def _judge(
    lists: Lists, carry: Carry, carried: Mapping[GameId, Counted | None], rows: Mapping[GameId, GameRow | None],
    stored: Mapping[GameId, GameRow], guests: set[PlayerId],
) -> None:  # fmt: skip
    log = _log_rows(carried.values())
    for game, row in sorted(rows.items()):
        counted = carried.get(game)
        if counted is not None:
            carry.counted.add(game)
            if counted.times <= MOST_TIMES:
                _correct(lists, carry, counted, row, log)
            continue
        for side, change in enumerate(stored[game].stored if game in stored else ()):
            if change is not None and change.period not in lists.ids:
                carry.stored[keys.game_row_id(lists.league.pk, game, side)] = change
        if row is not None and lists.takes_late(row) and not guests & {row.game.white, row.game.black}:
            carry.games.append(row.game)


def _log_rows(carried: Iterable[Counted | None]) -> dict[int, Change]:
    wanted = [key for counted in carried if counted is not None for key in counted.rows]
    league = None if not wanted else wanted[0] >> keys.LEAGUE_SHIFT
    return {} if league is None else {keys.row_id(league, change): change for change in rows_by_id(wanted)}


def _correct(lists: Lists, carry: Carry, counted: Counted, row: GameRow | None, log: Mapping[int, Change]) -> None:
    """Both sides of a game that counts otherwise now."""
    new = row.game if row is not None and row.rateable else None
    alike = new is None or lists.alike(counted.basis, new)
    now = new.halves if new is not None and alike else None
    if counted.halves != now:
        for side in (0, 1):
            carry.corrections.append(_correction(counted, side, now, log[counted.rows[side]]))
    if new is not None and not alike:
        carry.games.append(new)
        carry.again[new.game] = AGAIN + TIMES * counted.times


def _correction(counted: Counted, side: int, now: int | None, base: Change) -> Correction:
    return Correction(
        counted.basis.game, side + TIMES * counted.times, base.player, _own(counted.halves, side), _own(now, side),
        base.expected, base.k, base.own_rating, base.opponent_rating, base.reason,
    )  # fmt: skip


def _own(halves: int | None, side: int) -> int | None:
    """A score from one side's view."""
    return None if halves is None else halves if side == 0 else 2 - halves
