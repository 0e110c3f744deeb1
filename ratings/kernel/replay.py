"""The replay: steps in canonical order go in, the rows of the log come out.

It lets players in, hands each batch to the system, and carries states, lists and pools from one
batch to the next. Every row carries the state before it, so a replay can begin anywhere: give it
the ``Openings`` of that point and it yields the same rows, bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from .corrections import again_row, corrected_pool, games_more
from .horizon import HORIZON_DAYS
from .horizon import horizon as horizon
from .rows import moved_row, players_of
from .systems import System
from .types import (
    Adjust,
    Batch,
    Cause,
    Change,
    Day,
    OfficialRating,
    PlayerFacts,
    PlayerId,
    PooledResult,
    RatedGame,
    RatingState,
    RatingUsed,
    Reason,
    Rules,
    SeasonTurn,
    Step,
    World,
    unlisted,
    unseeded,
)

# enum members cost a call each, and these are compared for every row
ENTRY, GAME, PERIOD = Cause.ENTRY.value, Cause.GAME.value, Cause.PERIOD.value
CORRECTION = Cause.CORRECTION.value
_new = tuple.__new__
UNRATED_PLAYER = Reason.UNRATED_PLAYER.value


class Listed(NamedTuple):
    """One change of the rating in force: from ``from_day`` on it is ``after``, until then ``before``."""

    from_day: Day
    before: float | None
    after: float | None


class Openings(NamedTuple):
    """Where a replay begins. The replay owns the dicts and leaves the final states in them.

    ``states``: the players who had entered before the point. ``history``: what changed in the lists
    since the ``horizon`` before it (systems that use lists), oldest first. ``pools``: results of
    players still unrated since they last had a rating, of the last 26 months.
    """

    states: dict[PlayerId, RatingState]
    history: dict[PlayerId, list[Listed]]
    pools: dict[PlayerId, list[PooledResult]]


def no_openings() -> Openings:
    """The openings of a replay from the start."""
    return Openings({}, {}, {})


def state_before(row: Change) -> RatingState:
    """The state a row opened with: a player's first row after a point is the checkpoint.

    Not for the game rows of a period (``opening`` is None there; take the period's own row), nor
    for entry rows (the player had not entered before).
    """
    return RatingState(row.opening, row.deviation, row.volatility, row.games, row.peak, row.last)


def listed(row: Change) -> Listed | None:
    """What a row changed in the lists; None where it left them as they were.

    A period's rating is in force from the day after the period; one set by hand or by a season
    turn from its own day; the rating a player enters with was always in force.
    """
    cause, opening, closing = row[0], row[11], row[13]  # by number: this runs for every player of a period
    if cause in (ENTRY, GAME, CORRECTION) or opening == closing:
        return None
    return _new(Listed, (row[1] + 1 if cause == PERIOD else row[1], opening, closing))


def pooled(row: Change, game: RatedGame, batch_day: Day) -> PooledResult | None:
    """The result that a row adds to an unrated player's pool; None for other rows."""
    if row.reason != UNRATED_PLAYER or row.opponent_rating is None or row.halves is None:
        return None
    return PooledResult(batch_day, game.event, game.game, row.opponent_rating, row.halves, game.start)


def replay(
    system: System,
    steps: Iterable[Step],
    *,
    players: Mapping[PlayerId, PlayerFacts],
    rules: Rules,
    openings: Openings,
    calendar: tuple[Day, ...] = (),
    seeds: RatingUsed = unseeded,
    official: OfficialRating = unlisted,
    bare: bool = False,
) -> Iterator[Change]:
    """The changes of all steps, in order. ``players`` holds everybody who appears in a step. ``bare``: some of them
    as plain tuples. Memory grows with players, not with games: a step is read at a time, a row forgotten when yielded.
    """
    return Replaying(system, players, rules, openings, calendar, seeds, official, bare).rows(iter(steps))


class Replaying:
    """The states, lists and pools of a replay, moved on by each step."""

    def __init__(
        self, system: System, players: Mapping[PlayerId, PlayerFacts], rules: Rules, openings: Openings,
        calendar: tuple[Day, ...], seeds: RatingUsed, official: OfficialRating, bare: bool = False,
    ) -> None:  # fmt: skip
        self.system, self.players, self.rules = system, players, rules
        self.states, self.history, self.pools = openings
        self.bare = bare
        self.tracks_peak = system.tracks_peak(rules)
        if not self.tracks_peak:
            self.forget_peaks()
        self.own_period = getattr(system, "period", None)  # a system's own way through a period, all players at once
        self.earliest: Day = 0  # before this day the lists are not looked at any more
        self.world = World(self.states, players, rules, self.rating_used, self.pools, calendar, seeds, official)
        self.by_hand: dict[PlayerId, Day] = {}  # last adjustment

    def forget_peaks(self) -> None:
        for player, state in self.states.items():
            if state.peak is not None:
                self.states[player] = state._replace(peak=None)

    def rows(self, steps: Iterator[Step]) -> Iterator[Change]:
        run = getattr(self.system, "run", None)  # a system's own loop over single games
        step = next(steps, None)
        while step is not None:
            if run is not None and isinstance(step, Batch) and step.period is None:
                step = yield from run(step, steps, self.world, self.states, self.enter, self.bare)
                continue
            yield from self.step(step)
            step = next(steps, None)

    def step(self, step: Step) -> Iterator[Change]:
        if isinstance(step, Batch):
            return self.batch(step)
        return self.season(step) if isinstance(step, SeasonTurn) else self.adjust(step)

    def enter(self, player: PlayerId, day: Day) -> Iterator[Change]:
        """Let a player in who is not in yet, with a row if that gives a rating."""
        if player in self.states:
            return
        state = self.system.initial(self.players[player], self.rules.at(day))
        if not self.tracks_peak:
            state = state._replace(peak=None)
        self.states[player] = state
        if state.rating is not None:
            before = _new(RatingState, (None, None, None, state[3], state[4], 0))
            yield moved_row(Cause.ENTRY, day, 0, player, before, state)

    def prepare(self, batch: Batch) -> Iterator[Change]:
        """All that goes before a batch: newcomers enter, a federation's list is taken, pools are corrected."""
        first = batch.day if batch.period is None else batch.period.starts
        for player in self.newcomers(batch):
            yield from self.enter(player, first)
        self.earliest = first - HORIZON_DAYS if batch.period is None else horizon(first, self.world.calendar)
        if batch.period is not None and getattr(self.rules.at(first), "external", False):
            yield from self.take_list(first)
        for correction in batch.corrections:
            if correction.player in self.pools:
                pool = self.pools[correction.player]
                self.pools[correction.player] = corrected_pool(pool, correction.game, correction.now)

    def newcomers(self, batch: Batch) -> Iterable[PlayerId]:
        """Who plays in a batch and is not in yet; of a period by player, as their rows lie."""
        if batch.period is not None:
            return sorted(players_of(batch.games) - self.states.keys())
        return [player for player in batch.games[0][3:5] if player not in self.states]

    def batch(self, batch: Batch) -> Iterator[Change]:
        yield from self.prepare(batch)
        moved: list[tuple[Change, int]] = []  # rows with a closing, and the rated games behind them
        waiting: list[Change] = []
        rated, whole_period, again = 0, batch.period is not None, batch.again
        if whole_period and self.own_period is not None:
            moved, rows = yield from self.own_period(batch, self.world, self.bare)
        else:
            rows = self.system.rate(batch, self.world)
        for row in rows:
            cause, reason = row[0], row[21]  # by number: this runs for every row of a period
            yield again_row(row, again[row.ref]) if again and cause == GAME and row.ref in again else row
            if cause == GAME:
                if not reason:
                    rated += 1
                elif reason == UNRATED_PLAYER:
                    waiting.append(row)
                if whole_period:
                    continue
            elif cause == CORRECTION:
                rated += games_more(row)
                continue
            moved.append((row, rated))
            rated = 0
        self.carry(batch, moved, waiting)

    def carry(self, batch: Batch, moved: list[tuple[Change, int]], waiting: list[Change]) -> None:
        """Take the closings of a batch as the openings of the next."""
        state_after, world, states, pools = self.system.after, self.world, self.states, self.pools
        alone = self.alone(batch, waiting) if waiting else {}
        after = [(row, state_after(row, rated, alone.get(row[5], batch), world)) for row, rated in moved]
        uses_lists = self.system.uses_lists and batch.period is not None
        for row, state in after:
            states[row[5]] = state
            if uses_lists:
                self.enlist(row)
            if pools and state[0] is not None:
                pools.pop(row[5], None)
        for row in waiting:
            self.wait(batch, row, alone[row.player])

    def alone(self, batch: Batch, waiting: list[Change]) -> dict[PlayerId, Batch]:
        """The batch as it is to each of the still unrated: with their own waiting results only."""
        refs, theirs = {row.ref for row in waiting}, dict[PlayerId, list[RatedGame]]()
        games = {game[0]: game for game in batch.games if game[0] in refs}
        for row in waiting:
            theirs.setdefault(row.player, []).append(games[row.ref])
        return {player: batch._replace(games=own) for player, own in theirs.items()}

    def wait(self, batch: Batch, row: Change, alone: Batch) -> None:
        """Keep a result of a player who is still unrated."""
        result = pooled(row, next(game for game in alone.games if game.game == row.ref), batch.day)
        if result is not None and self.states[row.player].rating is None:
            self.pools.setdefault(row.player, []).append(result)

    def season(self, step: SeasonTurn) -> Iterator[Change]:
        parameters = self.rules.at(step.day)
        for player, state in sorted(self.states.items()):
            rating = None if state.rating is None else self.system.season(state, parameters)
            if rating is not None:
                closing = self.system.settle(rating, parameters, step.day)
                yield self.set(Cause.SEASON, step.day, step.season, player, closing)

    def take_list(self, day: Day) -> Iterator[Change]:
        """External openings: everybody starts a period from the federation's list, unless set by hand for it."""
        for player, state in sorted(self.states.items()):
            official = self.world.official(player, day)
            rating = None if official is None else official.rating
            if rating is not None and rating != state.rating and self.by_hand.get(player) != day:
                yield self.set(Cause.LIST, day, 0, player, rating)

    def adjust(self, step: Adjust) -> Iterator[Change]:
        yield from self.enter(step.player, step.day)
        rating = self.states[step.player].rating
        if step.to is not None:
            rating = step.to
        elif rating is not None:
            rating += step.by or 0.0
        if rating is not None:
            rating = self.system.settle(rating, self.rules.at(step.day), step.day)
        self.by_hand[step.player] = step.day
        yield self.set(Cause.ADJUSTMENT, step.day, step.adjustment, step.player, rating)

    def set(self, cause: Cause, day: Day, ref: int, player: PlayerId, rating: float | None) -> Change:
        """Set a rating outside any game."""
        before = self.states[player]
        peak = before.peak if rating is None or not self.tracks_peak else max(before.peak or rating, rating)
        after = self.states[player] = before._replace(rating=rating, peak=peak)
        row = moved_row(cause, day, ref, player, before, after)
        self.enlist(row)
        if rating is not None:
            self.pools.pop(player, None)
        return row

    def enlist(self, row: Change) -> None:
        change = listed(row) if self.system.uses_lists else None
        if change is not None:
            earlier = self.history.get(row[5], ())
            self.history[row[5]] = (
                [*(old for old in earlier if old[0] > self.earliest), change] if earlier else [change]
            )

    def rating_used(self, player: PlayerId, start: Day) -> float | None:
        """The rating in force on a day (looked up no further back than the ``horizon``)."""
        day = max(start, self.earliest)
        changes = self.history.get(player)
        if not changes:
            return self.states[player].rating
        for change in reversed(changes):
            if change.from_day <= day:
                return change.after
        return changes[0].before
