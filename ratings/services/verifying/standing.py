"""Rating rows: values, counters, peak and low, live and published numbers."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, QuerySet

from league.models import League, LeagueEntry
from ratings.kernel.types import PlayerId
from ratings.ledger.standings import COLUMNS
from ratings.models import Rating, RatingList, RatingListEntry

from ..computed import Computed
from ..living import live_ratings
from .difference import Difference, Told, close


def ratings(computed: Computed, told: Told) -> Iterator[Difference]:
    """Every rating row: one for each who entered, with what the log adds up to."""
    rows, _ = computed.ratings()
    for player, (key, values) in rows.items():
        old = computed.run.standings[player].rating
        if key is None or old is None:
            yield told("rating row", "absent", "present", player=player, kind="rating")
            continue
        for name, stored, value in zip(COLUMNS, old[1:], values, strict=True):
            if name != "live" and not close(stored, value):
                yield told(f"{name} of the rating", stored, value, player=player, kind="rating", field=name)
    yield from _of_nobody(computed, told)
    yield from _live(computed, told)
    yield from _published(computed, told)


def _of_nobody(computed: Computed, told: Told) -> Iterator[Difference]:
    league = computed.run.league
    for player in strangers(league).values_list("player", flat=True):
        yield told("rating row of one who never entered", "present", "absent", player=player, kind="rating")


def strangers(league: League) -> QuerySet[Rating]:
    """Rating rows of players who never entered the league."""
    entered = LeagueEntry.objects.filter(league=league, player=OuterRef("player"))
    return Rating.objects.filter(~Exists(entered), league=league)


def _live(computed: Computed, told: Told) -> Iterator[Difference]:
    """Game by game the rating itself; per period what the open periods make of the stored one."""
    league = computed.run.league
    live: dict[PlayerId, float | None] = live_ratings(league) if computed.run.per_period else {}
    for player, value, stored in Rating.objects.filter(league=league).values_list("player", "value", "live"):
        expected = live.get(player, value)
        if not close(stored, expected):
            yield told("live rating", stored, expected, player=player, kind="live", field="live")


def _published(computed: Computed, told: Told) -> Iterator[Difference]:
    """The number on the newest list."""
    league = computed.run.league
    newest = RatingList.objects.filter(league=league).order_by("-dated", "-pk").first()
    entries = RatingListEntry.objects.filter(list=newest) if newest else RatingListEntry.objects.none()
    numbers = dict(entries.values_list("player", "rating"))
    for player, stored in Rating.objects.filter(league=league).values_list("player", "published"):
        if stored != numbers.get(player):
            expected = numbers.get(player)
            yield told("published number", stored, expected, player=player, kind="rating", field="published")
