"""What a replay begins with: everything of a league from a point on, read and laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from itertools import chain, islice
from typing import Final

from django.conf import settings

from league.models import Game, League
from ratings import facts
from ratings.facts import beside, log
from ratings.facts.calendar import ENTERED, Calendar, RatedPeriod, Standing, read_calendar, read_players
from ratings.facts.counted import Carry, Lists, read_carry
from ratings.facts.games import GameRow, read_games, source_league
from ratings.facts.overlay import overlaid_row
from ratings.facts.played import Played
from ratings.kernel.replay import Openings, state_before
from ratings.kernel.types import Change, Day, PlayerId, RatingState
from ratings.ledger import keys

from .collector import collector_paused
from .concerned import Concerned

FEW: Final = 100  # players whose stored ratings are read at once; of more only of those who move
AT_HAND: Final = 25_000  # games; of a longer tail the stored rows are read in parts while it is computed


class TooLong(Exception):
    """More games than a request should replay."""


class Tail(Concerned):
    """``states``: where each player stood at the point; ``standings``: facts and stored ratings of
    everybody concerned; ``stored``: the stored rows of the tail that no game brings along.

    ``since`` None: from the start. ``limit``: raise TooLong before computing when more games follow.
    ``fresh``: the league has no log yet, nothing to compare with. ``newest``: the only game of the
    tail, already at hand. Where published lists stand (late results in the next list) the tail begins
    after them; ``whole``: it does not, and each is computed again from what it counted.
    """

    def __init__(
        self, league: League, *, since: date | None, overlay: facts.Overlay | None = None, limit: int | None = None,
        fresh: bool = False, newest: Game | None = None, whole: bool = False,
    ) -> None:  # fmt: skip
        self.league = league
        self.per_period = league.mode == League.Mode.PERIOD
        self.overlay = overlay or facts.Overlay()
        self.limit = limit
        self.fresh = fresh
        self.newest = newest
        self.games = 0
        self.progress: Callable[[int], None] = lambda games: None
        self.stored: dict[int, Change] = {}
        self.periods: list[RatedPeriod] = []
        self.calendar = self._read_calendar(since)
        self.lists = Lists(league, self.calendar)
        self.carry = Carry()
        self.whole = whole and bool(self.lists.ids)
        self.everybody = since is None
        self.since = self._point(self._after_lists(since, whole))
        self.standings: dict[PlayerId, Standing] = {}
        self._rows: list[GameRow] | None = None
        self.played: Played | None = None  # the games, where they are read once
        self.at_hand = False  # their stored rows are among ``stored``
        with collector_paused():
            self._open()

    def _read_calendar(self, since: date | None) -> Calendar:
        if self.per_period:
            return self.overlay.over_calendar(read_calendar(self.league))
        return self.overlay.over_calendar(read_calendar(self.league, since=since))

    def _after_lists(self, since: date | None, whole: bool) -> date | None:
        """Nothing is computed anew that a list which stands has published."""
        if not self.lists.ids:
            return since
        if whole:
            assert since is None
            return None
        first = date.fromordinal(self.lists.until + 1)
        return first if since is None else max(since, first)

    def _point(self, since: date | None) -> Day | None:
        """The day from which rows are computed anew: per period, the first day of a period."""
        if since is None:
            return None
        day = since.toordinal()
        if not self.per_period:
            return day
        self._act_at_period_starts()
        return min((p.period.starts for p in self.calendar.periods if p.period.ends >= day), default=day)

    def _act_at_period_starts(self) -> None:
        """Adjustments and season turns act before the first period that starts on or after their day.

        Several adjustments that act together do so in the order in which they were entered, as the log has it.
        """
        starts = sorted(p.period.starts for p in self.calendar.periods)
        dated = self.calendar.adjustments
        acting = [a._replace(day=at) for a in dated if (at := next_start(starts, a.day)) is not None]
        self.calendar.adjustments = sorted(acting, key=lambda a: (a.day, a.adjustment))
        self.calendar.seasons = [
            s._replace(day=at) for s in self.calendar.seasons if (at := next_start(starts, s.day)) is not None
        ]

    def _open(self) -> None:
        if self.since is None and self.per_period:
            self._act_at_period_starts()
        if self.per_period:
            self.periods = [p for p in self.calendar.periods if self._after(p.period.ends)]
            self.calendar.seasons = [s for s in self.calendar.seasons if self._after(s.day)]
            self.calendar.adjustments = [a for a in self.calendar.adjustments if self._after(a.day)]
        firsts = log.Firsts()
        players = self._tail_players(firsts)
        self.brief = self.at_hand and len(players or ()) > FEW
        self.standings = read_players(self.league, players, briefly=self.brief)
        self.overlay.over_standings(self.standings)
        self.guests = {player for player, standing in self.standings.items() if standing.guest}
        self.carry = read_carry(self.lists, guests=self.guests, overlay=self.overlay)
        if self.lists.carrier in self.periods:
            self.stored.update(self.carry.stored)
        self._load_other_rows()
        self.states = {} if self.since is None else self._states(firsts)

    def _after(self, day: Day) -> bool:
        return self.since is None or day >= self.since

    def _tail_players(self, firsts: log.Firsts) -> set[PlayerId] | None:
        """Everybody whom the tail concerns (None: all of the league); fills ``firsts``."""
        if self.per_period:
            self._firsts_of_periods(firsts)
            return None
        everybody = self.since is None or bool(self.calendar.seasons or self.overlay.without_seasons)
        if self.since is not None and everybody:
            self._season_rows(firsts, self.since)
        if self.since is None and self._too_many():
            raise TooLong
        if self._once:
            return self._look_at_played(firsts, everybody)
        rows = self._game_rows()
        if self.newest is not None and self._newest_only:
            rows = iter([overlaid_row(self.league, self.newest.pk, self.newest)])
        if self.since is None and (self.limit is None or self.fresh):
            return None
        limit = self.limit if self.limit is not None else settings.ARPAD_LONG_REPLAY
        head = list(islice(rows, limit + 1))
        if self.limit is not None and len(head) > limit:
            raise TooLong
        if len(head) <= limit:
            self._rows = head
        if everybody and self.since is None:
            return None
        players = {a.player for a in self.calendar.adjustments}
        players.update(change.player for change in log.rows_by_id(self._adjustment_rows()))
        for row in chain(head, rows):
            players.update((row.game.white, row.game.black))
            for change in filter(None, row.stored):
                players.add(change.player)
                firsts.see(change)
        players.update(g.white_id for g in self.overlay.games.values() if g)
        players.update(g.black_id for g in self.overlay.games.values() if g)
        return None if everybody else players

    @property
    def _once(self) -> bool:
        """Whether the games are read once: none is laid over them or at hand already, and a log is there."""
        return not (self.fresh or self.overlay.games or self._newest_only)

    @property
    def _newest_only(self) -> bool:
        return self.newest is not None and self.since == self.newest.played_on.toordinal()

    def _look_at_played(self, firsts: log.Firsts, everybody: bool) -> set[PlayerId] | None:
        """Reads the games ahead, and of a short tail their stored rows, whose players count, too."""
        self.played = played = Played(self.league, self._first_day, few=self.limit is not None)
        if self.since is None:
            return None
        played.read_ahead(None if self.limit is None else self.limit + 1)
        if self.limit is not None and len(played) > self.limit:
            raise TooLong
        players = played.players | {a.player for a in self.calendar.adjustments}
        players.update(change.player for change in log.rows_by_id(self._adjustment_rows()))
        self.at_hand = len(played) <= AT_HAND
        if not self.at_hand:
            firsts.update(beside.firsts_since(self.league, None if everybody else players, self.since))
            return None if everybody else players
        for ids in played.ids():
            self.stored.update(beside.rows_of_games(self.league, ids))
        for change in self.stored.values():
            players.add(change[5])
            firsts.see(change)
        return None if everybody else players

    def _too_many(self) -> bool:
        """Counted before anything is read: all games of a big league are not worth a look."""
        if self.limit is None:
            return False
        return Game.objects.filter(league=source_league(self.league))[: self.limit + 1].count() > self.limit

    def _season_rows(self, firsts: log.Firsts, since: Day) -> None:
        """Where season turns found everybody; those of days on which no season starts any more have to go."""
        days = {season.day for season in self.calendar.seasons}
        for change in log.rows_of_days(self.league, keys.SEASON, since, keys.LAST_DAY):
            firsts.see(change)
            if change.day not in days:
                self._keep(change)

    @property
    def _first_day(self) -> date | None:
        return None if self.since is None else date.fromordinal(self.since)

    def _game_rows(self) -> Iterator[GameRow]:
        return read_games(self.league, first=self._first_day, joined=not self.fresh)

    def _firsts_of_periods(self, firsts: log.Firsts) -> None:
        if self.since is None:
            return
        for kind in (keys.PERIOD, keys.SEASON):
            for change in log.rows_of_days(self.league, kind, self.since, keys.LAST_DAY):
                firsts.see(change)

    def _load_other_rows(self) -> None:
        """Stored entry and adjustment rows of the tail; season and period rows are loaded at their turn."""
        if self.fresh:
            return
        if self.since is None:
            for change in log.rows_of_kind(self.league, keys.OTHER):
                self._keep(change)
            return
        ids = self._adjustment_rows()
        if self.lists.ids:
            for change in log.corrections_in(self.league, [p.period.period for p in self.periods]):
                self._keep(change)
        point = date.fromordinal(self.since).isoformat()
        for player, standing in self.standings.items():
            if standing.rating is not None and (standing.rating[ENTERED] or "9") >= point:
                ids.append(keys.entry_row_id(self.league.pk, player))
        for change in log.rows_by_id(ids) if ids else ():
            self._keep(change)

    def _adjustment_rows(self) -> list[int]:
        """Keys of the rows of adjustments, also of those that are void. The players of the rows may have nothing else
        in the tail: an adjustment went to somebody else with a merge.
        """
        gone = {*self.calendar.voided_adjustments, *self.overlay.without_adjustments}
        made = {adjustment for each in self.calendar.adjustments if (adjustment := each.adjustment) > 0}
        return [keys.adjustment_row_id(self.league.pk, adjustment) for adjustment in sorted(made | gone)]

    def _states(self, firsts: log.Firsts) -> dict[PlayerId, RatingState]:
        """Where each player stood before the point: the opening of the first row after it, else the
        stored rating. Who had not entered yet has no state."""
        assert self.since is not None
        for change in self.stored.values():
            if change[0] == "adjustment":
                firsts.see(change)
        point = date.fromordinal(self.since).isoformat()
        entered = [
            player for player, standing in self.standings.items()
            if (rating := standing.rating) is not None and (rating[ENTERED] or "9") < point
        ]  # fmt: skip
        self.complete(player for player in entered if player not in firsts)
        return {
            player: state_before(Change._make(firsts[player])) if player in firsts else self._stored_state(player)
            for player in entered
        }

    def _openings(self) -> Openings:
        if self.since is None:
            return Openings(self.states, {}, {})
        lists = self.per_period and self.calendar.system.uses_lists
        history = log.history_before(self.league, self.since, self.calendar.ends) if lists else {}
        unrated = [player for player, state in self.states.items() if state.rating is None]
        pools = log.pools_before(self.league, unrated, self.since)
        return Openings(self.states, history, pools)


def next_start(starts: list[Day], day: Day) -> Day | None:
    return next((start for start in starts if start >= day), None)
