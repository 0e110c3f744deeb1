"""A published list as a page asks for it: all of it, or those whom filters and a search leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from itertools import accumulate
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.functional import cached_property

from ratings.kernel.fide.activity import year_before
from ratings.models import RatingList, RatingListEntry

from .filters import EVERYBODY, Filters
from .ladder import SECONDS, Ladder, state_of
from .lists import ListLine, list_lines, list_rows
from .order import by_name
from .search import Found, find

ALL, ACTIVE = "all", "active"
SHOWS = (ALL, ACTIVE)


class Listed:
    """The lines of a list, in its order.

    ``show``: everybody on it, or who was active when it came out; ``filters``: whom of them, by what is known of the
    players today and by the numbers of the list itself: games are those of its period. The rank among those whom
    these leave counts all of them, so that a search changes no rank.
    """

    def __init__(
        self, made: RatingList, *, show: str = ALL, search: str | None = None, filters: Filters = EVERYBODY
    ) -> None:
        self.made = made
        self.show = show if show in SHOWS else ALL
        self.filters = filters
        self.found: Found | None = find(made.league.club, search)

    @property
    def is_part(self) -> bool:
        """Ranks on the list and among those shown are two different things."""
        return bool(self.filters) or self.show == ACTIVE

    @cached_property
    def chosen(self) -> QuerySet[RatingListEntry]:
        """Those whom the choice leaves, before the search."""
        rows = list_rows(self.made)
        rows = rows.filter(self.filters.players("player__")) if self.filters.of_player else rows
        rows = rows.filter(games__gte=self.filters.games) if self.filters.games else rows
        rows = rows.filter(provisional=False) if self.filters.settled else rows
        return rows.filter(was_active(self.made)) if self.show == ACTIVE else rows

    @cached_property
    def rows(self) -> QuerySet[RatingListEntry]:
        return self.chosen.filter(player__in=self.found.players) if self.found else self.chosen

    @property
    def usual(self) -> str:
        """The column by which the list stands in its own order."""
        return "here" if self.is_part else "rank"

    @property
    def sorts(self) -> dict[str, Any]:
        """Columns to sort by. The ranks shown are those of the list, in whatever order it is read."""
        return {
            self.usual: F("rank"), "player": by_name(self.made.league), "rating": F("rating"), "change": F("change"),
            "games": F("games"),
        }  # fmt: skip

    def pages(self, sort: str = "") -> Sequence[RatingListEntry] | QuerySet[RatingListEntry]:
        """The rows to page through, by a column (``-``: descending). Another order than its own reads the list."""
        if sort in ("", self.usual):
            return self.rows if self.found or self.is_part else ByRank(self.rows, self.made.players)
        expression = self.sorts[sort.removeprefix("-")]
        order = expression.desc(nulls_last=True) if sort.startswith("-") else expression.asc(nulls_last=True)
        return self.rows.order_by(order, "rank", "pk")

    def count(self) -> int:
        if self.found:
            return self.rows.count()
        return self.ladder.total if self.is_part else self.made.players

    @cached_property
    def ladder(self) -> Ladder:
        """The ratings of those whom the choice leaves; counted once for each state of the league."""
        made = self.made
        code = sha256(f"{self.show}:{self.filters.code}".encode()).hexdigest()[:32]
        key = f"listed:{state_of(made.league)}:{made.pk}:{made.published_at.timestamp()}:{code}"
        found: Ladder = cache.get_or_set(key, self._read, SECONDS)
        return found

    def _read(self) -> Ladder:
        steps = list(self.chosen.order_by().values_list("rating").annotate(n=Count("pk")).order_by("-rating"))
        above = list(accumulate((n for _, n in steps), initial=0))
        return Ladder([rating for rating, _ in steps], [n + 1 for n in above[:-1]], above[-1])

    def here(self, entry: RatingListEntry) -> int | None:
        """The rank among those shown; None where that is the rank on the list."""
        return self.ladder.rank(entry.rating) if self.is_part else None

    def lines(self, entries: Sequence[RatingListEntry], before: RatingList | None) -> list[ListLine]:
        """The lines of one page."""
        return [replace(line, here=self.here(line.entry)) for line in list_lines(self.made, entries, before)]


class ByRank(Sequence[RatingListEntry]):
    """A whole list. A rank says how many stand above it, so a page far down begins at the rank that stands there."""

    def __init__(self, rows: QuerySet[RatingListEntry], total: int) -> None:
        self.rows = rows
        self.total = total

    def __len__(self) -> int:
        return self.total

    def __getitem__(self, key):
        first, last, _ = key.indices(self.total)
        there = self.rows.filter(rank__lte=first + 1).order_by("-rank").values_list("rank", flat=True)
        rank = there.first() if first else 1
        above = (rank or 1) - 1
        return list(self.rows.filter(rank__gt=above)[first - above : last - above])


def was_active(made: RatingList) -> Q:
    """Who was active when the list came out (FIDE B.02 7.2.2), by the lists themselves: as ``inactive_on`` says."""
    own = RatingListEntry.objects.filter(
        player=OuterRef("player"), list__league=made.league_id, list__dated__lte=made.dated
    ).order_by()
    played = own.filter(games__gt=0)
    since = date.fromordinal(year_before(made.dated.toordinal()) + 1)  # a list is dated the day after its period
    came_since = ~Exists(played) & ~Exists(own.filter(list__dated__lt=since))
    return Q(Exists(played.filter(list__dated__gte=since)) | came_since)
