"""What a change would do before it is made: the same replay over the facts with an overlay, unwritten."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from league.models import League, Player
from ratings import facts
from ratings.facts.seeds import Seeds
from ratings.kernel.types import Change
from ratings.ledger.standings import Move, shown
from ratings.models import Rating, RatingList

from .computed import Computed
from .replaying import Replay


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


@dataclass
class Preview:
    """Who moves (largest first), how many only slightly, how much is replayed, which lists differ.

    ``version``: the league's version the preview was made from; if it has risen, make a new one.
    ``live``: nothing that is closed moves, so these are live ratings. ``leagues``: others that follow from it.
    """

    version: int
    games: int = 0
    moves: list[PreviewMove] = field(default_factory=list)
    slightly: int = 0
    lists_touched: list[str] = field(default_factory=list)
    live: bool = False
    leagues: list[str] = field(default_factory=list)

    @property
    def players(self) -> int:
        return len(self.moves) + self.slightly


def preview(league: League, *, since: date, overlay: facts.Overlay) -> Preview:
    """Replay from a day on with the overlaid facts. Takes no lock and writes nothing."""
    league = League.objects.get(pk=league.pk)
    if league.stale_since is not None:
        since = min(since, league.stale_since)
    first = None if since == date.min else since
    rows: list[Change] = []
    seeded = list(League.objects.filter(standard_league=league, archived_at=None))
    watch = (lambda key, new, old: rows.append(new) if new is not None else None) if seeded else None
    computed = Computed(Replay(league, since=first, overlay=overlay), watch)
    _, moves = computed.ratings()
    live = [] if moves or league.mode == League.Mode.SEQUENTIAL else _live_moves(league, first, overlay)
    moves = moves or live
    listed = [move for move in moves if move.listed]
    return Preview(
        version=league.version,
        games=computed.run.games,
        moves=_with_ranks(league, listed),
        slightly=len(moves) - len(listed),
        lists_touched=[] if live else _lists(league, _from_day(computed.run, since), moves),
        live=bool(live),
        leagues=[*_following(league, first, overlay), *_seeded(seeded, computed, first, rows)],
    )


def _following(league: League, since: date | None, overlay: facts.Overlay) -> list[str]:
    """Names of the leagues that rate the same games, where somebody would move."""
    if not overlay.games:
        return []
    followers = League.objects.filter(games_from=league, archived_at=None).order_by("name", "pk")
    shared = facts.Overlay(games=overlay.games, players=overlay.players)
    return [each.name for each in followers if Computed(Replay(each, since=since, overlay=shared)).ratings()[1]]


def _seeded(leagues: list[League], computed: Computed, since: date | None, rows: list[Change]) -> list[str]:
    """Names of the rapid and blitz lists that the change of their standard list would move."""
    if not leagues or not computed.differs:
        return []
    seeds = Seeds(computed.run.league).changed(computed.run.since, rows)
    moved = []
    for league in sorted(leagues, key=lambda each: (each.name, each.pk)):
        run = Replay(league, since=since)
        run.seeded_by = seeds
        if Computed(run).ratings()[1]:
            moved.append(league.name)
    return moved


def _live_moves(league: League, since: date | None, overlay: facts.Overlay) -> list[Move]:
    """Whom the change moves in the open periods: as if they closed now, with it and without it."""
    still_open = set(league.periods.filter(status="open").values_list("pk", flat=True))
    if overlay.closed_periods or overlay.open_periods or not still_open:
        return []
    before = _as_if_closed(league, since, facts.Overlay(closed_periods=still_open))
    after = _as_if_closed(league, since, replace(overlay, closed_periods=still_open))
    players = before.keys() | after.keys()
    moves = [Move(player, before.get(player), after.get(player)) for player in sorted(players)]
    return [move for move in moves if move.before != move.after]


def _as_if_closed(league: League, since: date | None, overlay: facts.Overlay) -> dict[int, float | None]:
    run = Replay(league, since=since, overlay=overlay)
    for _row in run.pairs():
        pass
    return {player: state.rating for player, state in run.states.items()}


def _from_day(run: Replay, since: date) -> date:
    """Lists that stand are not touched."""
    return max(since, date.fromordinal(run.since)) if run.lists.ids and run.since is not None else since


def _with_ranks(league: League, moves: list[Move]) -> list[PreviewMove]:
    """Ranks are those of the leaderboard: one more than the players shown higher."""
    if not moves:
        return []
    ratings = Rating.objects.filter(league=league, shown__isnull=False)
    before = sorted(v for v in ratings.values_list("shown", flat=True) if v is not None)
    after = {m.player: shown(m.after) for m in moves}
    staying = ratings.exclude(player__in=list(after)).values_list("shown", flat=True)
    now = sorted(value for value in (*staying, *after.values()) if value is not None)
    names = dict(Player.objects.filter(pk__in=list(after)).values_list("pk", "name"))
    rows = [
        PreviewMove(
            m.player,
            names.get(m.player, ""),
            m.before,
            m.after,
            _rank(before, shown(m.before)),
            _rank(now, shown(m.after)),
        )
        for m in moves
    ]
    return sorted(rows, key=lambda r: (r.change is not None, -abs(r.change or 0.0), r.name, r.player_id))


def _rank(ascending: Sequence[int], value: int | None) -> int | None:
    if value is None:
        return None
    return len(ascending) - bisect_left(ascending, value + 1) + 1


def _lists(league: League, since: date, moves: list[Move]) -> list[str]:
    """Dates of published lists whose numbers the change reaches: those after the day, if anybody moves."""
    if not moves:
        return []
    dated = RatingList.objects.filter(league=league, dated__gt=since).order_by("dated")
    return [day.isoformat() for day in dated.values_list("dated", flat=True)]
