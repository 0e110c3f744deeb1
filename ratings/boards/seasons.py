"""Seasons, and the board of each as of its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet, Sum
from django.utils.functional import cached_property

from league.models import Game, League, Season
from ratings.kernel.types import Cause
from ratings.ledger.standings import shown
from ratings.ledger.tally import COUNTED
from ratings.models import Rating, RatingChange

from .board import Line
from .filters import EVERYBODY, Filters
from .ladder import state_of
from .order import by_name
from .past import SECONDS, PastBoard, Place
from .scope import games_of

OFFERED = 24  # seasons that a board offers to open
PLAYED, ALL = "played", "all"
SORTS = ("rank", "player", "rating", "change", "games")
SHOWS = (PLAYED, ALL)


@dataclass(frozen=True, slots=True)
class Span:
    """A season with its last day: its own, or the day before the next one starts; None while it runs.

    ``until``: up to when its numbers go. ``games``: those played in it.
    """

    season: Season
    last: date | None
    until: date
    games: int = 0

    @property
    def over(self) -> bool:
        return self.last is not None and self.last <= self.until


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player at the end of a season: ``line`` counts all games up to then, the other numbers the season's.

    ``change``: what its games, periods and adjustments brought, without the turn into the season.
    """

    line: Line
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    change: int | None = None


def spans(league: League, today: date) -> list[Span]:
    """All seasons, newest first, with their last days."""
    found = list(Season.objects.filter(league=league).order_by("starts_on", "pk"))
    nexts = [after.starts_on for _, after in pairwise(found)]
    made = [_span(each, after, today) for each, after in zip(found, [*nexts, None][: len(found)], strict=True)]
    return made[::-1]


def _span(season: Season, after: date | None, today: date) -> Span:
    last = season.ends_on or (after - timedelta(days=1) if after else None)
    return Span(season, last, min(last or today, today) if season.starts_on <= today else season.starts_on)


def with_games(league: League, found: Sequence[Span]) -> list[Span]:
    """One page of seasons with the number of their games: one query for all of them."""
    if not found:
        return []
    games = games_of(league).filter(status=Game.Status.FINAL).order_by()
    counts = games.aggregate(**{
        f"n{each.season.pk}": Count("pk", filter=Q(played_on__range=(each.season.starts_on, each.last or date.max)))
        for each in found
    })  # fmt: skip
    return [Span(each.season, each.last, each.until, counts[f"n{each.season.pk}"]) for each in found]


class SeasonBoard(PastBoard):
    """The board as of a season's end, with what the season brought.

    ``show``: those who played in it (ranks are theirs), or all who had a rating then. Filters that ask for games ask
    for games of the season.
    """

    def __init__(
        self, league: League, span: Span, *, show: str = PLAYED, search: str | None = None, filters: Filters = EVERYBODY
    ) -> None:
        super().__init__(league, span.until, search=search, filters=filters)
        self.span = span
        self.show = show if show in SHOWS else PLAYED

    @cached_property
    def standing(self) -> tuple[list[int], list[int]]:
        players, ratings = super().standing
        if self.show == ALL:
            return players, ratings
        played = self._played
        kept = [n for n, player in enumerate(players) if player in played]
        return [players[n] for n in kept], [ratings[n] for n in kept]

    @cached_property
    def _played(self) -> frozenset[int]:
        key = f"played:{state_of(self.league)}:{self.span.season.pk}:{self.span.until}"
        rows = self._games_in_it.values_list("player", flat=True).distinct()
        found: frozenset[int] = cache.get_or_set(key, lambda: frozenset(rows), SECONDS)
        return found

    def _games_to_filter_by(self) -> QuerySet[RatingChange]:
        return self._games_in_it

    @property
    def _rows_in_it(self) -> QuerySet[RatingChange]:
        days = (self.span.season.starts_on, self.span.until)
        return RatingChange.objects.filter(league=self.league, day__range=days).order_by()

    @property
    def _games_in_it(self) -> QuerySet[RatingChange]:
        return self._rows_in_it.filter(cause=Cause.GAME, reason__in=COUNTED)

    def season_lines(self, places: Sequence[Place]) -> list[SeasonLine]:
        """The lines of one page."""
        lines = self.lines(places)
        ids = [line.player.pk for line in lines]
        counted = self._games_in_it.filter(player__in=ids).values("player").annotate(
            games=Count("pk"), wins=Count("pk", filter=Q(halves=2)), draws=Count("pk", filter=Q(halves=1)),
            losses=Count("pk", filter=Q(halves=0)),
        )  # fmt: skip
        games = {row.pop("player"): row for row in counted}
        changes = {player: shown(change) for player, change in self._moved(ids).items()}
        return [SeasonLine(line, **games.get(line.player.pk, {}), change=changes.get(line.player.pk)) for line in lines]

    def places_by(self, column: str) -> Sequence[Place]:
        """The places by a column (``-``: descending). What the season's log brought everybody is read for it."""
        name, falling = column.removeprefix("-"), column.startswith("-")
        if name == "rank":
            return self.places[::-1] if falling else self.places
        known = self._values_of(name)
        first = sorted((p for p in self.places if p.player in known), key=lambda p: known[p.player], reverse=falling)
        return first + [p for p in self.places if p.player not in known]

    def _values_of(self, name: str) -> dict[int, Any]:
        """player -> what the column says of those of whom it says anything."""
        if name == "player":
            own = Rating.objects.filter(league=self.league, player__merged_into=None)
            return dict(own.annotate(key=by_name(self.league)).values_list("player", "key"))
        if name == "games":
            return dict(self._games_in_it.values_list("player").annotate(Count("pk")))
        if name == "change":
            return {player: shown(change) for player, change in self._moved().items()}
        return {place.player: place.rating for place in self.places}

    def _moved(self, players: Sequence[int] | None = None) -> dict[int, float]:
        """What games, periods and adjustments of the season moved each of the players (None: everybody)."""
        moving = self._rows_in_it.filter(opening__isnull=False, closing__isnull=False).exclude(cause=Cause.SEASON)
        moving = moving if players is None else moving.filter(player__in=players)
        return dict(moving.values_list("player").annotate(Sum("change")))

    def every_season_line(self) -> Iterator[SeasonLine]:
        for start in range(0, len(self.places), 500):
            yield from self.season_lines(self.places[start : start + 500])
