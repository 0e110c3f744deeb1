"""How many players stand on each number: ranks and totals of a league, read once for each of its states."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import accumulate

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet

from league.models import League, Player
from ratings.models import Rating

from .scope import active, rated

SECONDS = 3600
MOST_AWAY = 500  # players put away, for whom it is quicker to count all and take them out


@dataclass(frozen=True, slots=True)
class Ladder:
    """The shown ratings of a league, highest first, with the rank of each (1, 2, 2, 4)."""

    ratings: list[int]
    ranks: list[int]
    total: int

    def rank(self, rating: int) -> int | None:
        """The rank that players of this shown rating share; None: nobody of them is ranked."""
        place = bisect_left(self.ratings, -rating, key=lambda number: -number)
        found = place < len(self.ratings) and self.ratings[place] == rating
        return self.ranks[place] if found else None

    def step_at(self, place: int) -> tuple[int, int]:
        """The rating that stands at a place (from 0), and the place of the first who has it."""
        step = max(bisect_right(self.ranks, place + 1) - 1, 0)
        return self.ratings[step], self.ranks[step] - 1


class InOrder(Sequence[Rating]):
    """Rated players, best first. A page far down begins at the rating that stands there, so that the
    database need not count its way past everybody above."""

    def __init__(self, rows: QuerySet[Rating], steps: Ladder) -> None:
        self.rows = rows
        self.steps = steps

    def __len__(self) -> int:
        return self.steps.total

    def __getitem__(self, key):
        first, last, _ = key.indices(len(self))
        if first >= last:
            return []
        rating, place = self.steps.step_at(first)
        return list(self.rows.filter(shown__lte=rating)[first - place : last - place])


def state_of(league: League) -> str:
    """A name for what the league's ratings are now: another after every change."""
    rated_at = league.rated_at.isoformat() if league.rated_at else "never"
    return f"{league.pk}:{league.version}:{rated_at}"


def ladder(
    league: League, since: date | None, *, everybody: bool = False, chosen: Q | None = None, code: str = ""
) -> Ladder:
    """The ladder of those who played on ``since`` or later, or of all rated players; ``chosen``: of those
    among them whom a filter named ``code`` leaves.

    One pass over the league's ratings, kept until the league changes: counting them is one, too.
    """
    key = f"ladder:{state_of(league)}:{'all' if everybody else since}"
    key += f":{sha256(code.encode()).hexdigest()[:32]}" if code else ""
    return cache.get_or_set(key, lambda: _read(league, since, everybody, chosen), SECONDS)


def _read(league: League, since: date | None, everybody: bool, chosen: Q | None) -> Ladder:
    if chosen or everybody:
        players = rated(league) if everybody else rated(league).filter(active(since))
        return _ladder(_counted(players.filter(chosen) if chosen else players))
    played = rated(league).filter(last_played__gte=since or date.min)
    gone = _put_away(league)
    if gone is None:
        return _ladder(_counted(rated(league).filter(active(since))))
    steps = Counter(_counted(played))  # along the index of the board alone, without a look at any player
    steps.subtract(_counted(played.filter(player__in=gone)) if gone else {})
    return _ladder({shown: count for shown, count in steps.items() if count})


def _put_away(league: League) -> list[int] | None:
    """The club's players who are there no more; None: too many to ask for one by one."""
    gone = Player.objects.filter(club=league.club_id, archived_at__isnull=False).order_by()
    ids = list(gone.values_list("pk", flat=True)[: MOST_AWAY + 1])
    return ids if len(ids) <= MOST_AWAY else None


def _counted(players: QuerySet[Rating]) -> dict[int, int]:
    return dict(players.order_by().values_list("shown").annotate(n=Count("*")))


def _ladder(counted: dict[int, int]) -> Ladder:
    steps = sorted(counted.items(), reverse=True)
    above = list(accumulate((n for _, n in steps), initial=0))
    return Ladder([rating for rating, _ in steps], [n + 1 for n in above[:-1]], above[-1])
