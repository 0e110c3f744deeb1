"""A fast way through a rating period: the very rows that ``outcome`` gives, without the values in between.

Games are gone through twice, each with both its sides: what is expected of them and how many count, then, with the K
that follows, their rows in the order of the games. The rows of the players' sums come behind, by player. What is known
of players lies in columns of plain numbers: half a million players are met in any order, and objects would be looked
for all over the memory. Players whom a clause of a passing kind concerns are left to ``outcome``, which explanations
are made of. A test holds both equal, bit for bit, under all rules.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, NamedTuple

from ..fide_tables import expected_hundredths
from ..games import AFTER_DECISION
from ..kfactor import coefficient, limited_to_700, year_of
from ..rounding import half_away, whole
from ..rows import own_game, players_of
from ..types import Batch, Cause, Change, Day, GameId, PlayerId, RatedGame, Reason, World
from .admission import Standings, not_rated, standing_at
from .columns import BESIDE, SCORES, Columns
from .game import UNITS, period_factor
from .parameters import FideParameters
from .regulations import (
    LARGEST_DIFFERENCE,
    NEVER_CUT,
    ONE_GAME_A_TOURNAMENT,
    REFORM,
    STANDARD,
    difference,
    list_of,
)

GAME, PERIOD, RATED = Cause.GAME.value, Cause.PERIOD.value, Reason.RATED.value
EXPECTED = tuple(expected_hundredths(gap) for gap in range(-LARGEST_DIFFERENCE, LARGEST_DIFFERENCE + 1))
NOT_PLAIN, SPECIAL, LARGEST_PLAIN = -1, 255, 32_000
Side = tuple[int | None, str]  # hundredths expected (None: it is not rated); why not
_new = tuple.__new__


class Sums(NamedTuple):
    """What is left of a period: rows of players' sums with their rated games, the games of those left out."""

    moved: list[tuple[Change, int]]
    left: dict[PlayerId, list[RatedGame]]


class Period:
    """One period under way."""

    def __init__(self, batch: Batch, world: World, standing: Standings) -> None:
        assert batch.period is not None
        self.games, self.day, self.number, self.first = batch.games, batch.day, batch.period.period, batch.period.starts
        self.world, self.standing = world, standing
        self.parameters: FideParameters = world.rules.at(self.first)
        everybody = players_of(batch.games)
        self.columns = Columns(everybody)
        self.ratings: dict[Day, Any] = {}  # a column for each day on which events begin
        self.specials: dict[GameId, tuple[Side | None, Side | None]] = {}
        apart = self._apart(batch) if batch.corrections or batch.again or self._by_old_rules() else frozenset[int]()
        self.left: dict[PlayerId, list[RatedGame]] = {
            player: [] for player in sorted(everybody | apart) if player in apart or world.states[player][0] is None
        }
        self.players = sorted(everybody - self.left.keys())

    def _by_old_rules(self) -> bool:
        return self.parameters.external or any(map(self._special, {game[2] for game in self.games}))

    def _special(self, start: Day) -> bool:
        return self.world.rules.at(start).external or ONE_GAME_A_TOURNAMENT <= start < REFORM

    def _apart(self, batch: Batch) -> set[PlayerId]:
        """Players whom corrections, a federation's list or the rules of 2022 to 2024 concern."""
        everybody, days = self.parameters.external, {day for day in {g[2] for g in batch.games} if self._special(day)}
        concerned = [game for game in batch.games if everybody or game[2] in days or game[0] in batch.again]
        return players_of(concerned) | {correction.player for correction in batch.corrections}

    def rows(self, bare: bool) -> Generator[Change, None, Sums]:
        """The rows of the games, then of the sums. ``bare``: those of games as plain tuples."""
        states = self.world.states
        for player in self.players:
            self.columns.seat(player, states[player])
        marks = self._marks()
        self._choose_k()
        yield from self._games(marks, bare)
        moved = list(self._sums())
        for row, _ in moved:
            yield row
        return Sums(moved, self.left)

    def _begun(self, start: Day) -> tuple[Any, Callable[[PlayerId], int]]:
        """Ratings used in the events that begin on a day, as plain whole numbers (NOT_PLAIN; 0: not asked for yet)."""
        if start not in self.ratings:
            self.ratings[start] = self.columns.column("h")
        column, world, left, base = self.ratings[start], self.world, self.left, self.columns.base

        def find(player: PlayerId) -> int:
            own, seen = standing_at(player, start, world)
            plain = own is not None and own == seen and player not in left and own == int(own)
            rating = int(own) if plain and own is not None and 0 < own <= LARGEST_PLAIN else NOT_PLAIN
            column[player - base] = rating
            return rating

        return column, find

    def _marks(self) -> bytearray:
        """Of each game what White is expected to score, in hundredths, or SPECIAL; sides that count are counted."""
        marks, table, most, columns = bytearray(), EXPECTED, LARGEST_DIFFERENCE, self.columns
        mark, beside_of = marks.append, BESIDE
        counted, scores, beside, against = columns.counted, columns.expected, columns.beside, columns.against
        base, known, expected = columns.base, None, 0
        for game in self.games:
            _, _, start, white, black, _, _, _, _, _, _, _, _, control, match = game
            if start != known:
                known, list_name = start, self.world.rules.at(start).list
                here, find = self._begun(start)
            w, b = white - base, black - base
            rating, other = here[w] or find(white), here[b] or find(black)
            if (
                rating < 0 or other < 0 or match == AFTER_DECISION
                or (control is not None and list_of(control, rating, other) != list_name)
            ):  # fmt: skip
                mark(self._sides(game))
                continue
            gap = rating - other
            if -most <= gap <= most:
                expected = table[gap + most]
            elif list_name == STANDARD and rating < NEVER_CUT and other < NEVER_CUT:
                expected = table[-1] if gap > 0 else table[0]
            else:
                mark(self._sides(game))
                continue
            mark(expected)
            counted[w] += 1
            scores[w] += expected
            beside[w] += beside_of[expected]
            against[w] += other
            expected = 100 - expected
            counted[b] += 1
            scores[b] += expected
            beside[b] += beside_of[expected]
            against[b] += rating
        return marks

    def _sides(self, game: RatedGame) -> int:
        """A game that is no plain case, side by side."""
        self.specials[game.game] = (
            self._side(game, game.white, game.black),
            self._side(game, game.black, game.white),
        )
        return SPECIAL

    def _side(self, game: RatedGame, player: PlayerId, opponent: PlayerId) -> Side | None:
        """One side, counted if it counts; None: left to ``outcome``."""
        if player in self.left:
            self.left[player].append(game)
            return None
        (own, mine), (_, theirs) = self.standing[player, game.start], self.standing[opponent, game.start]
        parameters: FideParameters = self.world.rules.at(game.start)
        reason = not_rated(game, own, mine, theirs, parameters)
        if reason or own is None or theirs is None:
            return None, reason
        gap = difference(whole(own), whole(theirs), game.start, parameters.list, False)
        expected = expected_hundredths(gap.used)
        self.columns.count(player, expected, theirs)
        return expected, RATED

    def _choose_k(self) -> None:
        counted, factors, hundredths = self.columns.counted, self.columns.factor, self.columns.k
        states, facts_of, year = self.world.states, self.world.players, year_of(self.first)
        by_date, base = self.parameters.k is None and not self.parameters.external, self.columns.base
        for player in self.players:
            facts, games = facts_of[player], counted[player - base]
            if by_date and facts.k is None:
                _, _, _, before, peak, _ = states[player]
                k = limited_to_700(coefficient(peak, before, facts.birth_year, year), games).k
            else:
                k = period_factor(player, self.world, self.first, games).k
            factors[player - base] = k
            hundredths[player - base] = round(100 * k)

    def _games(self, marks: bytearray, bare: bool) -> Generator[Change, None, None]:
        """Both rows of each game; its parts are added up."""
        new, row_class, number, columns, scores = _new, Change, self.number, self.columns, SCORES
        hundredths, units, games, peaks, lasts = columns.k, columns.units, columns.games, columns.peak, columns.last
        base, known = columns.base, None
        row: Any
        for game, mark in zip(self.games, marks, strict=True):
            key, day, start, white, black, halves, weight, k_white, k_black, _, _, _, _, _, _ = game
            if mark == SPECIAL or weight != 1.0 or k_white is not None or k_black is not None:
                for row in self._game(game, mark):
                    yield row if bare else new(row_class, row)
                continue
            if start != known:
                known, here = start, self.ratings[start]
            w, b = white - base, black - base
            rating, other, over = float(here[w]), float(here[b]), 50 * halves - mark
            k, peak = hundredths[w], peaks[w]
            made = k * over
            units[w] += made
            row = (
                GAME, day, number, key, 0, white, halves, scores[mark], k / 100, rating, other,
                None, made / UNITS, None, None, None, None, None,
                games[w], peak if peak == peak else None, lasts[w], RATED,
            )  # fmt: skip
            yield row if bare else new(row_class, row)
            k, peak = hundredths[b], peaks[b]
            made = -k * over
            units[b] += made
            row = (
                GAME, day, number, key, 1, black, 2 - halves, scores[100 - mark], k / 100, other, rating,
                None, made / UNITS, None, None, None, None, None,
                games[b], peak if peak == peak else None, lasts[b], RATED,
            )  # fmt: skip
            yield row if bare else new(row_class, row)

    def _game(self, game: RatedGame, mark: int) -> Iterator[tuple[Any, ...]]:
        """The rows of a game that has a weight or a K of its own, or that is special."""
        plain = (mark, RATED), (100 - mark, RATED)
        for side, told in enumerate(self.specials[game.game] if mark == SPECIAL else plain):
            if told is None:
                continue
            own, (expected, reason) = own_game(game, side), told
            player, state, score, k, change = own.player, self.world.states[own.player], None, None, 0.0
            if expected is not None:
                factor = self.columns.factor[player - self.columns.base] if own.k is None else own.k
                hundredths = round(100 * factor * game.weight)
                made = hundredths * (50 * own.halves - expected)
                self.columns.units[player - self.columns.base] += made
                score, k, change = SCORES[expected], hundredths / 100, made / UNITS
            used, theirs = self.standing[player, game.start].own, self.standing[own.opponent, game.start].seen
            yield (
                GAME, game.day, self.number, game.game, side, player, own.halves, score, k, used, theirs,
                None, change, None, None, None, None, None, state.games, state.peak, state.last, reason,
            )  # fmt: skip

    def _sums(self) -> Iterator[tuple[Change, int]]:
        """Everybody's period, and how many games count in it."""
        new, row_class, columns, states = _new, Change, self.columns, self.world.states
        counted, units, factors, against = columns.counted, columns.units, columns.factor, columns.against
        floor, base = self.parameters.floor_on(self.first), columns.base
        for player in self.players:
            opening, _, _, games, peak, last = states[player]
            at = player - base
            assert opening is not None
            closing: float | None = opening
            expected = average = k = None
            change, rated = 0.0, counted[at]
            if rated:
                k, expected = factors[at], columns.expected_sum(player)
                average = (columns.opponents_sum(player) if player in columns.uneven else against[at]) / rated
                number = int(opening)
                if number == opening:
                    change = float(half_away(units[at], UNITS))
                    computed = number + change
                else:
                    computed = float(whole(opening) + half_away(units[at], UNITS))
                    change = (round(100 * computed) - round(100 * opening)) / 100
                closing = None if floor is not None and computed < floor else computed
            row = new(row_class, (
                PERIOD, self.day, self.number, 0, 0, player, None, expected, k, None, average,
                opening, change, closing, None, None, None, None, games, peak, last, RATED,
            ))  # fmt: skip
            yield row, rated
