"""The board of a league as it stood at the end of any day, read back from the log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.core.cache import cache
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.utils.functional import cached_property

from league.models import League, Player
from ratings.kernel.types import Cause
from ratings.ledger.standings import shown
from ratings.ledger.tally import COUNTED
from ratings.models import Rating, RatingChange, RatingList

from .board import Line
from .filters import EVERYBODY, Filters
from .form import NO_FORM, Form, form_of
from .ladder import state_of
from .order import newest_first
from .search import Found, find

SECONDS = 600


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place on a past day."""

    player: int
    rank: int
    rating: int
    overall: int | None = None


class Places(Sequence[Place]):
    """A standing as places, each made when it is looked at. ``everybody``: the ratings among which the overall
    rank is counted, where filters leave some of them."""

    def __init__(self, players: list[int], ratings: list[int], everybody: list[int] | None = None) -> None:
        self.players = players
        self.ratings = ratings
        self.everybody = everybody

    def __len__(self) -> int:
        return len(self.players)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return [self[n] for n in range(*key.indices(len(self)))]
        rating = self.ratings[key]
        overall = _rank(self.everybody, rating) if self.everybody is not None else None
        return Place(self.players[key], _rank(self.ratings, rating), rating, overall)


def _rank(ratings: list[int], rating: int) -> int:
    return bisect_left(ratings, -rating, key=lambda number: -number) + 1


class PastBoard:
    """Everybody who had a rating at the end of ``day``, best first.

    Unlike the present board this one reads the whole league: each player's last row up to that day is
    one step along the index (player, league, day), and ranks need them all. The places are kept for
    a while under the league's version.
    """

    def __init__(self, league: League, day: date, *, search: str | None = None, filters: Filters = EVERYBODY) -> None:
        self.league = league
        self.filters = filters
        self.day = day
        self.found: Found | None = find(league.club, search)

    @cached_property
    def standing(self) -> tuple[list[int], list[int]]:
        """Players and their ratings then, best first."""
        key = f"past:{state_of(self.league)}:{self.day}"
        return cache.get_or_set(key, self._read, SECONDS)

    @cached_property
    def places(self) -> Sequence[Place]:
        """Everybody, or those whom a search finds, with the rank among everybody."""
        players, ratings = self.standing
        everybody = self._filtered(players, ratings) if self.filters else Places(players, ratings)
        if self.found is None:
            return everybody
        wanted = set(self.found.players)
        return [everybody[n] for n, player in enumerate(everybody.players) if player in wanted]

    def _filtered(self, players: list[int], ratings: list[int]) -> Places:
        """Those whom the filters leave. Which ratings were provisional then is not kept."""
        left = set(players)
        if self.filters.of_player:
            own = Player.objects.filter(club=self.league.club_id)
            left &= set(own.filter(self.filters.players()).values_list("pk", flat=True))
        if self.filters.games:
            counted = (
                self._games_to_filter_by().values("player").annotate(n=Count("pk")).filter(n__gte=self.filters.games)
            )
            left &= set(counted.order_by().values_list("player", flat=True))
        kept = [n for n, player in enumerate(players) if player in left]
        return Places([players[n] for n in kept], [ratings[n] for n in kept], ratings)

    def _read(self) -> tuple[list[int], list[int]]:
        rows = RatingChange.objects.filter(player=OuterRef("player"), league=self.league, day__lte=self.day)
        last = newest_first(
            rows.exclude(cause__in=(Cause.GAME, Cause.CORRECTION), opening__isnull=True, closing__isnull=True)
        )
        standing = Rating.objects.filter(league=self.league, player__merged_into=None)
        then = standing.annotate(then=Subquery(last.values("closing")[:1]))
        known = [(-shown(value), player) for player, value in then.values_list("player", "then") if value is not None]
        known.sort()
        return [player for _, player in known], [-rating for rating, _ in known]

    @cached_property
    def list_in_force(self) -> RatingList | None:
        """The newest list published for this day or before."""
        lists = RatingList.objects.filter(league=self.league, dated__lte=self.day)
        return lists.select_related("period").order_by("-dated").first()

    def count(self) -> int:
        return len(self.places)

    def lines(self, places: Sequence[Place]) -> list[Line]:
        """The lines of one page, every number as of that day."""
        ids = [p.player for p in places]
        players = Player.objects.in_bulk(ids)
        counts = self._counts(ids)
        forms = form_of(self.league, ids, self.day)
        return [
            self._line(p, players[p.player], counts.get(p.player, {}), forms.get(p.player, NO_FORM)) for p in places
        ]

    def every_line(self) -> Iterator[Line]:
        for start in range(0, len(self.places), 500):
            yield from self.lines(self.places[start : start + 500])

    def _line(self, place: Place, player: Player, counts: dict, form: Form) -> Line:
        return Line(
            player, place.rank, place.rating, games=counts.get("games", 0), wins=counts.get("wins", 0),
            draws=counts.get("draws", 0), losses=counts.get("losses", 0), last_played=counts.get("played"), form=form,
            overall=place.overall,
        )  # fmt: skip

    def _games(self) -> QuerySet[RatingChange]:
        """The games that count up to the day."""
        own = RatingChange.objects.filter(league=self.league, day__lte=self.day)
        return own.filter(cause=Cause.GAME, reason__in=COUNTED)

    def _games_to_filter_by(self) -> QuerySet[RatingChange]:
        return self._games()

    def _counts(self, players: Sequence[int]) -> dict[int, dict]:
        counted = (
            self._games()
            .filter(player__in=players)
            .values("player")
            .annotate(
                games=Count("pk"),
                wins=Count("pk", filter=Q(halves=2)),
                draws=Count("pk", filter=Q(halves=1)),
                losses=Count("pk", filter=Q(halves=0)),
                played=Max("day"),
            )
        )
        return {row["player"]: row for row in counted}


def as_of(league: League, day: date, *, search: str | None = None, filters: Filters = EVERYBODY) -> PastBoard:
    """The board of a league at the end of a day."""
    return PastBoard(league, day, search=search, filters=filters)
