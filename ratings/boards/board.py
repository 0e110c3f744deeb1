"""The leaderboard of a league as it stands now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from django.core.cache import cache
from django.db.models import Count, F, QuerySet
from django.db.models.expressions import CombinedExpression
from django.utils.functional import cached_property

from league.models import League, Player
from ratings.ledger.standings import shown
from ratings.models import Rating, RatingListEntry

from .form import NO_FORM, Form, form_of
from .scope import Lists, active, active_since, last_day, lists_of, rated
from .search import Found, find

ACTIVE, ALL, UNRATED = "active", "all", "unrated"
SHOWS = (ACTIVE, ALL, UNRATED)
COUNT_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a board. ``moved``: places gained since the reference list (None: nothing to
    compare with); ``new``: not on that list. ``change`` is the difference of two shown numbers."""

    player: Player
    rank: int | None
    rating: int | None
    provisional: bool = False
    live: int | None = None
    change: int | None = None
    moved: int | None = None
    new: bool = False
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    last_played: date | None = None
    active: bool = True
    form: Form = NO_FORM


class Board:
    """A league's players, best first, and what each line of a page says.

    ``show``: active, all, unrated. Ranks count the players of the same choice, so that a search or
    another order never changes a rank.
    """

    def __init__(self, league: League, *, show: str = ACTIVE, search: str | None = None) -> None:
        self.league = league
        self.show = show if show in SHOWS else ACTIVE
        self.newest = last_day(league)
        self.since = active_since(league, self.newest)
        self.found: Found | None = find(league.club, search)

    @cached_property
    def lists(self) -> Lists:
        return lists_of(self.league, self.newest)

    @cached_property
    def per_period(self) -> bool:
        return self.league.mode == League.Mode.PERIOD

    @property
    def shows_live(self) -> bool:
        return self.per_period and self.lists.live

    @property
    def compares(self) -> bool:
        """There is an older list to compare places with."""
        return self.lists.reference is not None

    @cached_property
    def ranked(self) -> QuerySet[Rating]:
        """Everybody who has a rank under this choice."""
        players = rated(self.league)
        return players if self.show == ALL else players.filter(active(self.since))

    @cached_property
    def rows(self) -> QuerySet[Rating]:
        """The rows to page through, in the board's own order."""
        if self.show == UNRATED:
            nobody_yet = Rating.objects.filter(league=self.league, shown__isnull=True)
            rows = nobody_yet.order_by("player__name_key", "player_id")
        else:
            rows = self.ranked
        if self.found is not None:
            rows = rows.filter(player__in=self.found.players)
        return rows.select_related("player")

    def sorted_by(self, column: str) -> QuerySet[Rating]:
        """The rows by another column (``-``: descending). No index serves it: the whole league is read."""
        expression = self.sorts[column.removeprefix("-")]
        order = expression.desc(nulls_last=True) if column.startswith("-") else expression.asc(nulls_last=True)
        return self.rows.order_by(order, F("shown").desc(nulls_last=True), "player_id")

    @property
    def sorts(self) -> dict[str, F | CombinedExpression]:
        """Columns to sort by. The change on the newest list lies elsewhere and is none of them."""
        sorts: dict[str, F | CombinedExpression] = {
            "player": F("player__name_key"), "games": F("games"), "last_played": F("last_played"),
        }  # fmt: skip
        if self.show != UNRATED:
            sorts["rating"] = F("shown")
        if self.change_means == "live":
            sorts["live"] = F("live")
            sorts["change"] = F("live") - F("value")
        elif self.change_means == "since":
            sorts["change"] = F("shown") - F("published")
        elif self.change_means == "last":
            sorts["change"] = F("last_change")
        return sorts

    def count(self) -> int:
        """How many rows; counted once for each state of the league, for the count reads them all."""
        if self.found is not None:
            return self.rows.count()
        league = self.league
        key = f"board:{league.pk}:{league.version}:{league.rated_at}:{self.show}:{self.since}".replace(" ", "")
        return cache.get_or_set(key, self.rows.count, COUNT_SECONDS)

    # -- lines ---------------------------------------------------------------------------------

    def lines(self, ratings: Sequence[Rating], offset: int | None = None) -> list[Line]:
        """The lines of one page. ``offset``: place of the first one where the rows are in the board's
        own order and nobody is left out; None: any rows, in any order."""
        if not ratings:
            return []
        ranks = self._ranks(ratings, offset)
        players = [r.player_id for r in ratings]
        places = self._reference_places(players)
        changes = self._list_changes(players)
        forms = form_of(self.league, players)
        return [
            self._line(r, ranks.get(r.player_id), places, changes, forms.get(r.player_id, NO_FORM)) for r in ratings
        ]

    def every_line(self) -> Iterator[Line]:
        """All lines in order without form, streamed (for exports)."""
        rank = 0
        last = None
        for place, rating in enumerate(self.rows.iterator(chunk_size=2000), 1):
            if rating.shown != last or last is None:
                rank, last = place, rating.shown
            ranked = rating.shown is not None and self.found is None
            yield self._line(rating, rank if ranked else None, {}, {}, NO_FORM)

    def _line(self, r: Rating, rank: int | None, places: dict, changes: dict, form: Form) -> Line:
        live = shown(r.live) if self.shows_live else None
        place = places.get(r.player_id)
        rank_known = rank is not None and self.compares
        return Line(
            r.player, rank, r.shown, r.provisional, live, self._change(r, live, changes),
            place - rank if rank_known and place is not None and rank is not None else None,
            rank_known and place is None,
            r.games, r.wins, r.draws, r.losses, r.last_played, self._is_active(r), form,
        )  # fmt: skip

    @cached_property
    def change_means(self) -> str:
        """What the column of changes compares: ``live`` with the rating, the rating with the newest
        list (``since``), the newest list with the one before (``list``), or the ``last`` change."""
        if self.shows_live:
            return "live"
        if self.lists.current is None:
            return "last"
        return "since" if self.lists.reference is self.lists.current else "list"

    def _change(self, r: Rating, live: int | None, changes: dict[int, int | None]) -> int | None:
        if r.shown is None:
            return None
        if self.change_means == "live":
            return live - r.shown if live is not None else None
        if self.change_means == "since":
            return r.shown - r.published if r.published is not None else None
        if self.change_means == "list":
            return changes.get(r.player_id)
        before = shown(r.value - r.last_change) if r.value is not None and r.last_change is not None else None
        return r.shown - before if before is not None else None

    def _is_active(self, r: Rating) -> bool:
        return r.last_played is not None and (self.since is None or r.last_played >= self.since)

    # -- ranks ---------------------------------------------------------------------------------

    def _ranks(self, ratings: Sequence[Rating], offset: int | None) -> dict[int, int]:
        numbers = [r.shown for r in ratings if r.shown is not None]
        if not numbers:
            return {}
        if offset is None:
            return self._scattered_ranks(ratings, min(numbers))
        rank = self.ranked.filter(shown__gt=numbers[0]).order_by().count() + 1
        ranks, last = {}, numbers[0]
        for place, r in enumerate(ratings, offset + 1):
            if r.shown != last:
                rank, last = place, r.shown
            ranks[r.player_id] = rank
        return ranks

    def _scattered_ranks(self, ratings: Iterable[Rating], lowest: int) -> dict[int, int]:
        """Ranks of rows from anywhere: how many players stand on each number down to the lowest."""
        steps = self.ranked.filter(shown__gte=lowest).values_list("shown").annotate(n=Count("pk")).order_by("-shown")
        pairs = list(steps)
        above = accumulate((n for _, n in pairs), initial=0)
        rank_of = {number: before + 1 for (number, _), before in zip(pairs, above, strict=False)}
        return {r.player_id: rank_of[r.shown] for r in ratings if r.shown in rank_of}

    def _reference_places(self, players: Sequence[int]) -> dict[int, int]:
        """The rank each player had on the reference list, among those whom this board shows."""
        reference = self.lists.reference
        if reference is None or self.show == UNRATED:
            return {}
        entries = RatingListEntry.objects.filter(list=reference)
        places = dict(entries.filter(player__in=players).values_list("player", "rank"))
        if self.show == ALL or not places or self.since is None:
            return places
        return self._without_inactive(entries, places)

    def _without_inactive(self, entries: QuerySet[RatingListEntry], places: dict[int, int]) -> dict[int, int]:
        gone = entries.filter(
            rank__lt=max(places.values()),
            player__ratings__league=self.league,
            player__ratings__last_played__lt=self.since,
        )
        left_out = sorted(gone.values_list("rank", flat=True))
        return {player: rank - sum(1 for r in left_out if r < rank) for player, rank in places.items()}

    def _list_changes(self, players: Sequence[int]) -> dict[int, int | None]:
        """The change each player had on the newest list, where nothing newer is shown."""
        if self.change_means != "list":
            return {}
        entries = RatingListEntry.objects.filter(list=self.lists.current, player__in=players)
        return dict(entries.values_list("player", "change"))


def leaderboard(league: League, *, show: str = ACTIVE, search: str | None = None) -> Board:
    """The board of a league now."""
    return Board(league, show=show, search=search)
