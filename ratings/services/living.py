"""Live ratings: what each would be if the open periods closed now. Nothing of this is logged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Q

from league.models import Game, League
from ratings.facts import log
from ratings.facts.calendar import Calendar, RatedPeriod, Standing, facts_of, read_calendar, read_players
from ratings.facts.closing import events_between
from ratings.facts.counted import Carry, Lists, read_carry
from ratings.facts.games import GameRow, read_games, read_period_games
from ratings.facts.officials import officials_of
from ratings.facts.seeds import seeds_of
from ratings.kernel.replay import Openings, replay
from ratings.kernel.systems import SYSTEMS
from ratings.kernel.types import (
    Adjust,
    Batch,
    Change,
    Correction,
    GameId,
    Period,
    PlayerId,
    RatedGame,
    SeasonTurn,
    Step,
)
from ratings.ledger.standings import write_live

from .concerned import stored_state
from .tail import next_start

_IN_ONE_QUERY = 400
_MOST_SINGLE = 2000  # games looked up one by one; more are found by reading the open periods


@dataclass
class _Open:
    """What an open period has so far."""

    rated: RatedPeriod
    games: list[RatedGame] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)
    again: dict[GameId, int] = field(default_factory=dict)
    marks: list[SeasonTurn | Adjust] = field(default_factory=list)

    @property
    def players(self) -> set[PlayerId]:
        sides = {side for game in self.games for side in (game.white, game.black)}
        set_by_hand = {mark.player for mark in self.marks if isinstance(mark, Adjust)}
        return sides | {correction.player for correction in self.corrections} | set_by_hand

    @property
    def moves(self) -> bool:
        return bool(self.games or self.corrections or self.marks)

    def of(self, only: set[PlayerId]) -> _Open:
        """The part that concerns some players."""
        games = [game for game in self.games if game.white in only or game.black in only]
        corrections = [correction for correction in self.corrections if correction.player in only]
        marks = [mark for mark in self.marks if isinstance(mark, SeasonTurn) or mark.player in only]
        return _Open(self.rated, games, corrections, self.again, marks)


def refresh_live(league: League, *, players: Iterable[PlayerId] | None) -> None:
    """Recompute the live ratings of these players (None: of all) from the open periods' games.

    ``players``: whose games changed; what moves where somebody begins (an adjustment) moves the opponents.
    """
    live, only = _computed_live(league, players)
    write_live(league, live, only=only)


def live_ratings(league: League) -> dict[PlayerId, float | None]:
    """Live ratings that the open periods make other than the rating itself can be; of nobody else."""
    return _computed_live(league, None)[0]


def rows_if_closed(league: League, players: Collection[PlayerId]) -> list[Change]:
    """What each game of these players would get as its row if the open periods closed now.

    Reads their games only, unless they are many or an earlier open period could have games of others that count.
    """
    calendar = read_calendar(league)
    only = set(players)
    theirs = games_in_open_periods(league, calendar, only)
    few = theirs if len(theirs) <= _MOST_SINGLE else None
    found = open_periods(league, calendar, few)
    last = max((each.rated.period.starts for each in found if each.of(only).games), default=None)
    if last is None:
        return []
    if few is not None and found[0].rated.period.starts < last:
        found = open_periods(league, calendar)  # what an earlier one makes of their opponents counts in the next
    periods = [each for each in found if each.moves and each.rated.period.starts <= last]
    if len(periods) == 1:
        periods = [periods[0].of(only)]
    involved = {player for each in periods for player in each.players}
    standings = read_players(league, involved)
    openings = openings_of(league, calendar, periods, standings, few=True)
    made = _replayed(league, calendar, periods, standings, openings)
    return [change for change in made if change.cause == "game" and change.player in only]


def games_in_open_periods(league: League, calendar: Calendar, players: Collection[PlayerId]) -> list[int]:
    """Ids of the players' games on days of open periods, or in events that are rated there."""
    open_ones = [each.period for each in calendar.periods if not each.closed]
    if not open_ones:
        return []
    days = date.fromordinal(open_ones[0].starts), date.fromordinal(open_ones[-1].ends)
    theirs = Game.objects.filter(Q(white__in=players) | Q(black__in=players), league=league.games_from_id or league.pk)
    rated = Q(played_on__range=days) | events_between(league, *days, of="event__")
    return list(theirs.filter(rated).values_list("pk", flat=True))


def _computed_live(
    league: League, players: Iterable[PlayerId] | None
) -> tuple[dict[PlayerId, float | None], set[PlayerId] | None]:  # fmt: skip
    """Live ratings, and for whom that is all there is (None: for everybody)."""
    calendar = read_calendar(league)
    every = open_periods(league, calendar)
    periods = [each for each in every if each.moves]
    # what an earlier open period makes of a player, or made until now, counts in those after it
    apart = not periods or periods == every[:1]
    only = set(players) if players is not None and apart else None
    if only is not None and periods:
        periods = [periods[0].of(only)]
    turning = any(isinstance(mark, SeasonTurn) for each in periods for mark in each.marks)
    involved = {player for each in periods for player in each.players} | (only or set())
    everybody = turning or (bool(periods) and any(getattr(p, "external", False) for _, p in calendar.rules.sets))
    standings = read_players(league, None if everybody and only is None else involved)
    live = _live(league, calendar, periods, standings)
    wanted = only if only is not None else live.keys()
    return {p: v for p, v in live.items() if p in wanted}, only


def open_periods(league: League, calendar: Calendar, only: list[GameId] | None = None) -> list[_Open]:
    """The open periods in order, each with its rateable games (or some of them) and with what acts before them."""
    periods = {p.period.period: _Open(p) for p in calendar.periods if not p.closed}
    if not periods:
        return []
    rated = [each.rated.period for each in periods.values()]
    lists = Lists(league, calendar)
    carry = read_carry(lists)
    for row in _rows_of(league, rated, only):
        period = calendar.period_of(row.rated_on)
        if row.rateable and period is not None and not period.closed and row.game.game not in carry.counted:
            periods[period.period.period].games.append(row.game)
    _take_over(periods, lists, carry)
    starts = sorted(p.period.starts for p in calendar.periods)
    entered = sorted(calendar.adjustments, key=lambda a: a.adjustment)  # the order in which those of a period act
    marks: list[SeasonTurn | Adjust] = [*calendar.seasons, *entered]
    for mark in marks:
        acting = next((p for p in rated if p.starts == next_start(starts, mark.day)), None)
        if acting is not None:
            periods[acting.period].marks.append(mark._replace(day=acting.starts))
    return list(periods.values())


def _rows_of(league: League, rated: list[Period], only: list[GameId] | None) -> Iterator[GameRow]:
    if only is None:
        first, last = date.fromordinal(rated[0].starts), date.fromordinal(rated[-1].ends)
        yield from read_period_games(league, first, last, joined=False)
        return
    for start in range(0, len(only), _IN_ONE_QUERY):
        yield from read_games(league, ids=only[start : start + _IN_ONE_QUERY], joined=False)


def _take_over(periods: dict[int, _Open], lists: Lists, carry: Carry) -> None:
    """What the first period that is not published carries of those that are."""
    if lists.carrier is not None and lists.carrier.period.period in periods:
        first = periods[lists.carrier.period.period]
        first.games += carry.games
        first.corrections, first.again = carry.corrections, carry.again


def _live(
    league: League, calendar: Calendar, periods: list[_Open], standings: dict[PlayerId, Standing]
) -> dict[PlayerId, float | None]:  # fmt: skip
    if not periods:
        return {}
    openings = openings_of(league, calendar, periods, standings)
    for _ in _replayed(league, calendar, periods, standings, openings):
        pass
    return {player: state.rating for player, state in openings.states.items()}


def openings_of(
    league: League, calendar: Calendar, periods: list[_Open], standings: dict[PlayerId, Standing], *, few: bool = False
) -> Openings:
    states = {p: stored_state(s) for p, s in standings.items() if s.rating is not None and s.rating[17]}
    since = periods[0].rated.period.starts
    history = {}
    if SYSTEMS[league.system].uses_lists:
        ends = calendar.ends
        history = log.history_of(league, standings, since, ends) if few else log.history_before(league, since, ends)
    unrated = [p for p in standings if p not in states or states[p].rating is None]
    pools = log.pools_before(league, unrated, since) if unrated else {}
    return Openings(states, history, pools)


def _replayed(
    league: League, calendar: Calendar, periods: list[_Open], standings: dict[PlayerId, Standing], openings: Openings
) -> Iterator[Change]:
    guests = {p for p, s in standings.items() if s.guest}
    return replay(
        calendar.system, steps_of(periods, guests), players=facts_of(standings), rules=calendar.rules,
        openings=openings, calendar=calendar.ends, seeds=seeds_of(league),
        official=officials_of(league, calendar.rules),
    )  # fmt: skip


def steps_of(periods: list[_Open], guests: set[PlayerId]) -> Iterator[Step]:
    for each in periods:
        yield from each.marks
        games = [g for g in each.games if g.white not in guests and g.black not in guests]
        period = each.rated.period
        yield Batch(period.ends, games, period, each.corrections, each.again)
