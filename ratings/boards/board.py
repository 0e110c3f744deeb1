"""The leaderboard of a league as it stands now."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.functional import cached_property

from league.models import ExternalRating, League, Player
from ratings.ledger.standings import shown
from ratings.models import Rating, RatingList, RatingListEntry

from .filters import EVERYBODY, Filters
from .form import NO_FORM, Form, form_of
from .gains import official_ratings
from .ladder import InOrder, Ladder, ladder
from .lists import entries_of
from .measure import measure_of
from .order import by_name
from .played import ByLastGame, last_played, waiting_days
from .scope import Lists, active, active_since, is_active, rated
from .search import Found, find

ACTIVE, ALL, UNRATED = "active", "all", "unrated"
SHOWS = (ACTIVE, ALL, UNRATED)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a board. ``moved``: places gained since the reference list (None: nothing to
    compare with); ``new``: not on that list. ``change`` is the difference of two shown numbers.
    ``published``: the number on the newest list where a correction has made it another since. ``overall``:
    the rank without filters, where ``rank`` is the one among those whom they leave. ``official``: the newest line
    of the federation."""

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
    published: int | None = None
    overall: int | None = None
    official: ExternalRating | None = None


class Board:
    """A league's players, best first, and what each line of a page says.

    ``show``: active, all, unrated; ``filters``: whom of them. Ranks count the players of the same choice and never
    the lines of a page, so that a search, another order or another page changes no rank.
    """

    def __init__(
        self, league: League, *, show: str = ACTIVE, search: str | None = None, filters: Filters = EVERYBODY
    ) -> None:
        self.league = league
        self.filters = filters
        self.show = show if show in SHOWS else ACTIVE
        self.measure = measure_of(league)
        self.newest = self.measure.newest
        self.since = active_since(league, self.newest)
        self.found: Found | None = find(league.club, search)

    @property
    def lists(self) -> Lists:
        return self.measure.lists

    @cached_property
    def waiting(self) -> Mapping[int, date]:
        """The newest days on which players have games that no log has yet."""
        return waiting_days(self.league, self.lists)

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
        players = rated(self.league).filter(self.filters.ratings)
        return players if self.show == ALL else players.filter(active(self.since))

    @cached_property
    def rows(self) -> Sequence[Rating] | QuerySet[Rating]:
        """The rows to page through, in the board's own order."""
        if self.show == UNRATED:
            return self._chosen().order_by(by_name(self.league), "player_id")
        return InOrder(self.ranked.select_related("player"), self.ladder)

    def sorted_by(self, column: str) -> Sequence[Rating] | QuerySet[Rating]:
        """The rows by a column (``-``: descending). No index serves it: the whole league is read."""
        name = column.removeprefix("-")
        if name == "last_played" and self.waiting:
            return ByLastGame(self._chosen(), self.waiting, falling=column.startswith("-"))
        expression = self.sorts[name]
        order = expression.desc(nulls_last=True) if column.startswith("-") else expression.asc(nulls_last=True)
        return self._chosen().order_by(order, F("shown").desc(nulls_last=True), "player_id")

    def found_rows(self, column: str) -> list[Rating]:
        """The rows of the players whom the search found, by a column. They are few, and looked up one by
        one: asked for the league's players among them, a database may go through the league instead."""
        assert self.found is not None
        own = Rating.objects.filter(league=self.league, player__in=self.found.players, player__merged_into=None)
        own = own.filter(self.filters.ratings)
        chosen = [r for r in own.select_related("player") if self._is_chosen(r)]
        by_place = sorted(chosen, key=lambda r: (-(r.shown or 0), r.player_id))
        known = {r.pk: value for r in by_place if (value := self._sort_value(r, column.removeprefix("-"))) is not None}
        first = sorted(
            (r for r in by_place if r.pk in known), key=lambda r: known[r.pk], reverse=column.startswith("-")
        )
        return first + [r for r in by_place if r.pk not in known]

    def _sort_value(self, r: Rating, name: str) -> Any:
        if name == "player":
            return r.player.order_key
        if name == "change":
            return self._change(r, shown(r.live), {})
        if name == "last_played":
            return last_played(r, self.waiting)
        return getattr(r, {"rating": "shown"}.get(name, name))

    def _is_chosen(self, r: Rating) -> bool:
        if self.show == UNRATED:
            return r.shown is None
        return r.shown is not None and (self.show == ALL or self._is_active(r))

    def _chosen(self) -> QuerySet[Rating]:
        if self.show == UNRATED:
            unrated = Rating.objects.filter(league=self.league, shown__isnull=True, player__merged_into=None)
            return unrated.filter(self.filters.ratings).select_related("player")
        return self.ranked.select_related("player")

    @property
    def sorts(self) -> dict[str, Any]:
        """Columns to sort by. The change on the newest list lies elsewhere and is none of them."""
        sorts: dict[str, Any] = {"player": by_name(self.league), "games": F("games"), "last_played": F("last_played")}
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

    @cached_property
    def overall(self) -> Ladder:
        """Everybody of the choice, before filters."""
        return ladder(self.league, self.since, everybody=self.show == ALL)

    @cached_property
    def ladder(self) -> Ladder:
        if not self.filters:
            return self.overall
        chosen, code = self.filters.ratings, self.filters.code
        return ladder(self.league, self.since, everybody=self.show == ALL, chosen=chosen, code=code)

    def count(self) -> int:
        """How many rows."""
        return self._chosen().count() if self.show == UNRATED else self.ladder.total

    # -- lines ---------------------------------------------------------------------------------

    def lines(self, ratings: Sequence[Rating]) -> list[Line]:
        """The lines of one page, in any order."""
        players = [r.player_id for r in ratings]
        places = self._reference_places(players) if players else {}
        changes = self._list_changes(players)
        forms = form_of(self.league, players)
        official = official_ratings(self.measure.official, players)
        lines = (self._line(r, places, changes, forms.get(r.player_id, NO_FORM)) for r in ratings)
        return [replace(line, official=official.get(line.player.pk)) for line in lines]

    def every_line(self) -> Iterator[Line]:
        """All lines in order without form, streamed (for exports)."""
        rows = self._chosen()
        rows = rows.order_by(by_name(self.league), "player_id") if self.show == UNRATED else rows
        found = self.found_rows("-rating") if self.found else rows.iterator(chunk_size=2000)
        changes = self._list_changes(None)
        for rating in found:
            yield self._line(rating, {}, changes, NO_FORM)

    def _line(self, r: Rating, places: dict, changes: dict, form: Form) -> Line:
        rank = None if r.shown is None else self.ladder.rank(r.shown)
        overall = None if r.shown is None else self.overall.rank(r.shown)
        live = shown(r.live) if self.shows_live else None
        place = places.get(r.player_id)
        rank_known = overall is not None and self.compares
        return Line(
            r.player, rank, r.shown, r.provisional, live, self._change(r, live, changes),
            place - overall if rank_known and place is not None and overall is not None else None,
            rank_known and place is None,
            r.games, r.wins, r.draws, r.losses, last_played(r, self.waiting),
            self._is_active(r) or self._comes_in(r), form, self._published(r), overall,
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

    def _published(self, r: Rating) -> int | None:
        """Per period only: there a rating that differs from its own list was corrected."""
        same = not self.per_period or self.lists.awaits_publication or r.published == r.shown
        return None if same else r.published

    def _is_active(self, r: Rating) -> bool:
        return is_active(r, self.since)

    def _comes_in(self, r: Rating) -> bool:
        """Whose first rated games wait for their period to close; nobody calls those inactive."""
        return r.shown is None and r.player_id in self.waiting

    # -- places on the reference list --------------------------------------------------------------

    def _reference_places(self, players: Sequence[int]) -> dict[int, int]:
        """The rank each player had on the reference list, among those whom this board shows."""
        reference = self.lists.reference
        if reference is None or self.show == UNRATED:
            return {}
        places = dict(entries_of(reference, players).values_list("player", "rank"))
        if self.show == ALL or not places or self.since is None:
            return places
        return self._without_inactive(reference, places)

    def _without_inactive(self, reference: RatingList, places: dict[int, int]) -> dict[int, int]:
        # One filter: in a second one the player's ratings could be those of another league.
        gone = RatingListEntry.objects.filter(
            Q(player__ratings__last_played__lt=self.since) | Q(player__archived_at__isnull=False),
            player__ratings__league=self.league,
            list=reference,
            rank__lt=max(places.values()),
        )
        left_out = list(gone.order_by("rank", "pk").values_list("rank", flat=True))
        return {player: rank - bisect_left(left_out, rank) for player, rank in places.items()}

    def _list_changes(self, players: Sequence[int] | None) -> dict[int, int | None]:
        """The change each of the players (None: everybody) had on the newest list, where nothing newer is shown."""
        newest = self.lists.current
        if self.change_means != "list" or newest is None:
            return {}
        entries = newest.entries.all() if players is None else entries_of(newest, players)
        return dict(entries.values_list("player", "change"))


def leaderboard(
    league: League, *, show: str = ACTIVE, search: str | None = None, filters: Filters = EVERYBODY
) -> Board:
    """The board of a league now."""
    return Board(league, show=show, search=search, filters=filters)
