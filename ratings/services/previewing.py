"""What a change would do before it is made: the same replay over the facts with an overlay, unwritten."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Q

from league.models import League, Player
from ratings import facts
from ratings.facts.games import first_day_of
from ratings.facts.seeds import Seeds
from ratings.kernel.types import Change, PlayerFacts, PlayerId
from ratings.ledger.standings import Move, shown
from ratings.models import Rating

from .computed import Computed
from .replaying import Replay
from .touching import ListsReached

Entering = Mapping[int, Mapping[PlayerId, PlayerFacts]]


class PreviewMove(NamedTuple):
    """One player of a preview: rating and rank now and after."""

    player_id: int
    name: str
    before: float | None
    after: float | None
    rank_before: int | None
    rank_after: int | None

    @property
    def shown_before(self) -> int | None:
        return shown(self.before)

    @property
    def shown_after(self) -> int | None:
        return shown(self.after)

    @property
    def change(self) -> float | None:
        return None if self.before is None or self.after is None else self.after - self.before


class Plan(NamedTuple):
    """Facts of one league as they would be from a day on (``date.min``: from the start).

    ``settings``: fields of the league itself that would say otherwise. ``follows``: nothing is laid over its own
    facts; it is only looked at where a league it depends on differs.
    """

    league: League
    since: date
    overlay: facts.Overlay
    settings: Mapping[str, Any] = {}
    names: Mapping[PlayerId, str] = {}
    follows: bool = False


@dataclass
class Preview:
    """Who moves (largest first), how many only slightly, how much is replayed, which lists differ.

    ``version``: the league's version the preview was made from; if it has risen, make a new one.
    ``live``: nothing that is closed moves, so these are live ratings. ``others``: the same for each league
    that follows from it.
    """

    league: League
    version: int
    games: int = 0
    moves: list[PreviewMove] = field(default_factory=list)
    slightly: int = 0
    lists_touched: list[str] = field(default_factory=list)
    live: bool = False
    others: list[Preview] = field(default_factory=list)

    @property
    def players(self) -> int:
        return len(self.moves) + self.slightly

    @property
    def leagues(self) -> list[str]:
        """Names of the other leagues in which somebody moves."""
        return [other.league.name for other in self.others if other.players]

    def as_data(self) -> dict[str, Any]:
        """For machines; the same of each other league in which somebody moves."""
        data: dict[str, Any] = {
            "version": self.version,
            "games": self.games,
            "players": self.players,
            "slightly": self.slightly,
            "live": self.live,
            "lists_touched": self.lists_touched,
            "moves": [{**move._asdict(), "change": move.change} for move in self.moves],
        }
        if moving := {other.league.path: other.as_data() for other in self.others if other.players}:
            data["others"] = moving
        return data


def preview(
    league: League, *, since: date, overlay: facts.Overlay, settings: Mapping[str, Any] | None = None,
    names: Mapping[PlayerId, str] | None = None, entering: Entering | None = None, alone: bool = False,
) -> Preview:  # fmt: skip
    """Replay from a day on with the overlaid facts. Takes no lock and writes nothing.

    ``names``: of players who are not stored yet. ``entering``: league -> whom it gets with the games of the
    overlay, where a league that rates the same games knows something else of them than this one. ``alone``: the
    games stay as they are for leagues that follow this one.
    """
    dependants = _dependants(league, since, facts.Overlay() if alone else overlay, entering or {}, names or {})
    plans = [Plan(league, since, overlay, settings or {}, names or {}), *dependants]
    made, *others = foresee(plans)
    made.others = sorted(others, key=lambda each: (each.league.name, each.league.pk))
    return made


def as_one(previews: Sequence[Preview]) -> Preview | None:
    """Previews of several leagues as one that has the others beside it (None: there are none)."""
    return replace(previews[0], others=[*previews[1:]]) if previews else None


def foresee(plans: Iterable[Plan]) -> list[Preview]:
    """Several leagues at once, in the order in which they are rated: what one moves seeds the next."""
    plans = list(plans)
    seeding = {plan.league.standard_league_id for plan in plans}
    seeds: dict[int, Seeds] = {}
    found: list[Preview] = []
    for plan in plans:
        if plan.follows and plan.overlay == facts.Overlay() and plan.league.standard_league_id not in seeds:
            continue
        look = _Look(plan, seeds.get(plan.league.standard_league_id or 0))
        if plan.league.pk in seeding and (look.computed.differs or plan.overlay.players or look.leaving):
            seeds[plan.league.pk] = look.as_seeds()
        found.append(look.preview())
    return found


def _dependants(
    league: League, since: date, overlay: facts.Overlay, entering: Entering, names: Mapping[PlayerId, str]
) -> list[Plan]:  # fmt: skip
    """The leagues that rate the same games, and those that are seeded from any of these."""
    followers = list(League.objects.filter(games_from=league, archived_at=None).order_by("pk"))
    same = overlay.players if overlay.games else {}
    shared = facts.Overlay(games=overlay.games, players=same, leaving=overlay.leaving)
    seeded = League.objects.filter(Q(standard_league=league) | Q(standard_league__in=followers), archived_at=None)
    following = bool(overlay.games or overlay.leaving)
    plans = [
        Plan(each, since, replace(shared, players=dict(entering.get(each.pk, same))), names=names, follows=True)
        for each in followers
        if following
    ]
    started = {*overlay.players, *overlay.leaving.get(league.pk, ())}
    return plans + [
        Plan(each, _seeded_since(each, since, started), facts.Overlay(), follows=True) for each in seeded.order_by("pk")
    ]


def _seeded_since(league: League, since: date, started: Collection[PlayerId]) -> date:
    """Who begins with another rating in the standard list may have played here before he played there."""
    first = first_day_of(league, started)
    return since if first is None else min(since, first)


class _Look:
    """One league replayed as it would be."""

    def __init__(self, plan: Plan, seeds: Seeds | None) -> None:
        self.league = League.objects.get(pk=plan.league.pk)
        for name, value in plan.settings.items():
            setattr(self.league, name, value)
        since = plan.since if self.league.stale_since is None else min(plan.since, self.league.stale_since)
        self.first = None if since == date.min else since
        self.overlay, self.names = plan.overlay, plan.names
        self.leaving = plan.overlay.leaving.get(plan.league.pk, set())
        self.rows: list[Change] = []
        run = Replay(self.league, since=self.first, overlay=plan.overlay)
        run.seeded_by = seeds
        point = None if run.since is None else date.fromordinal(run.since)
        self.lists = ListsReached(self.league, point)
        self._keeps = League.objects.filter(standard_league=plan.league).exists()
        self.computed = Computed(run, self._see if self._keeps or self.lists.lists else None)

    def _see(self, key: int, new: Change | None, old: Change | None) -> None:
        if new is not None:
            self.lists.see(new)
            if self._keeps:
                self.rows.append(new)

    def as_seeds(self) -> Seeds:
        """What this list would give those that are seeded from it."""
        start = dict(Player.objects.filter(pk__in=self.leaving).values_list("pk", "start_rating"))
        start |= {player: changed.rating for player, changed in self.overlay.players.items()}
        return Seeds(self.league).changed(self.computed.run.since, self.rows, start)

    def preview(self) -> Preview:
        found = [move for move in self.computed.ratings()[1] if move.player not in self.leaving]
        closed = not all(self._only_comes(move.player) for move in found)
        live = [] if closed or self.league.mode == League.Mode.SEQUENTIAL else self._live_moves()
        moves = [*(found if closed else live), *self._farewells("live" if live else "value")]
        listed = [move for move in moves if move.listed]
        return Preview(
            league=self.league,
            version=self.league.version,
            games=self.computed.run.games,
            moves=_with_ranks(self.league, listed, self.names, live=bool(live)),
            slightly=len(moves) - len(listed),
            lists_touched=self.lists.touched(self.computed.touched),
            live=bool(live),
        )

    def _farewells(self, column: str) -> list[Move]:
        """Who leaves the league leaves its board."""
        ratings = Rating.objects.filter(league=self.league, player__in=self.leaving).exclude(**{column: None})
        return [Move(player, value, None) for player, value in ratings.order_by("pk").values_list("player", column)]

    def _only_comes(self, player: PlayerId) -> bool:
        """Somebody new to the league by a game that nothing closed knows of: moved by the open periods alone."""
        standing = self.computed.run.standings[player]
        return (
            bool(self.overlay.games)
            and standing.rating is None
            and self.computed.run.per_period
            and player not in self.computed.touched
        )

    def _live_moves(self) -> list[Move]:
        """Whom the change moves in the open periods: as if they closed now, with it and without it."""
        still_open = dict(self.league.periods.filter(status="open").values_list("pk", "starts_on"))
        if self.overlay.closed_periods or self.overlay.open_periods or not still_open:
            return []
        first = min(still_open.values())
        rows = Rating.objects.filter(league=self.league).values_list("player", "value", "live", "player__merged_into")
        run = self._as_if_closed(first, replace(self.overlay, closed_periods=set(still_open)))
        after = {player: state.rating for player, state in run.states.items()}
        stored = {
            player: (value, live)
            for player, value, live, merged in rows
            if merged is None or player not in after or run.standings[player].merged  # else it comes back to the board
        }
        # whom nothing in the open periods moves any more goes back to the rating
        after = {player: value for player, (value, live) in stored.items() if live != value} | after
        moves = [Move(player, stored.get(player, (None, None))[1], after[player]) for player in sorted(after)]
        return [move for move in moves if move.before != move.after and move.player not in self.leaving]

    def _as_if_closed(self, since: date, overlay: facts.Overlay) -> Replay:
        """A replay run to its end."""
        run = Replay(self.league, since=since, overlay=overlay)
        run.seeded_by = self.computed.run.seeded_by
        for _row in run.pairs():
            pass
        return run


def _with_ranks(league: League, moves: list[Move], new: Mapping[PlayerId, str], *, live: bool) -> list[PreviewMove]:
    """Ranks are those of the leaderboard: one more than the players shown higher."""
    if not moves:
        return []
    ratings = Rating.objects.filter(league=league, player__merged_into=None)
    column = "live" if live else "value"
    standing = {player: shown(value) for player, value in ratings.values_list("player", column)}
    before = sorted(value for value in standing.values() if value is not None)
    after = {**standing, **{move.player: shown(move.after) for move in moves}}
    now = sorted(value for value in after.values() if value is not None)
    known = {each.pk: each.label for each in Player.objects.filter(pk__in=[move.player for move in moves])}
    names = {**new, **known}
    rows = [
        PreviewMove(
            m.player, names.get(m.player, ""), m.before, m.after, _rank(before, shown(m.before)),
            _rank(now, shown(m.after)),
        )
        for m in moves
    ]  # fmt: skip
    return sorted(rows, key=lambda r: (r.change is not None, -abs(r.change or 0.0), r.name, r.player_id))


def _rank(ascending: Sequence[int], value: int | None) -> int | None:
    if value is None:
        return None
    return len(ascending) - bisect_left(ascending, value + 1) + 1
