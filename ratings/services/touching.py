"""Which published lists a replay would touch: those on which a corrected number would come or go."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta

from league.models import League
from ratings.kernel.types import Cause, Change, Day, PlayerId
from ratings.ledger.standings import shown
from ratings.models import RatingList, RatingListEntry

from .publishing import standings_at

IN_ONE_QUERY = 500


class ListsReached:
    """Sees the rows of a replay and keeps where each of them leaves its player on each published list."""

    def __init__(self, league: League, since: date | None) -> None:
        lists = RatingList.objects.filter(league=league).select_related("period").order_by("dated")
        self.lists: Sequence[RatingList] = list(lists if since is None else lists.filter(dated__gt=since))
        self._since = since
        self._league = league
        self._ends: list[Day] = [made.period.ends_on.toordinal() for made in self.lists]
        self._last: list[dict[PlayerId, float | None]] = [{} for _list in self.lists]

    def see(self, row: Change) -> None:
        """A row that says where its player stands (``standings_at`` reads the same of the log)."""
        moves = row.closing is not None or row.cause == Cause.PERIOD
        if moves and (row.reason == "" or row.opening is None or row.closing != row.opening):
            place = bisect_left(self._ends, row.day)
            if place < len(self._last):
                self._last[place][row.player] = row.closing

    def touched(self, players: Collection[PlayerId]) -> list[str]:
        """Dates of the lists on which another number would stand for one of these players."""
        if not self.lists or not players:
            return []
        standing = self._before(players)
        found = []
        for made, last in zip(self.lists, self._last, strict=True):
            standing |= {player: last[player] for player in players & last.keys()}
            if any(_differs(entry, standing) for entry in _entries(made, players)):
                found.append(made.dated.isoformat())
        return found

    def _before(self, players: Collection[PlayerId]) -> dict[PlayerId, float | None]:
        if self._since is None:
            return {}
        known = standings_at(self._league, self._since - timedelta(days=1), players)
        return {player: rating for player, (_name, rating, _deviation) in known.items()}


def _entries(made: RatingList, players: Collection[PlayerId]) -> Iterator[RatingListEntry]:
    wanted = sorted(players)
    for start in range(0, len(wanted), IN_ONE_QUERY):
        yield from made.entries.filter(player__in=wanted[start : start + IN_ONE_QUERY]).order_by()


def _differs(entry: RatingListEntry, standing: dict[PlayerId, float | None]) -> bool:
    if entry.player_id not in standing:
        return False
    value = shown(standing[entry.player_id])
    return (None if value == entry.rating else value) != entry.corrected
