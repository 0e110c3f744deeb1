"""Rating periods and the lists they published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from league.models import League, RatingPeriod
from ratings.models import RatingList, RatingListEntry

from .search import Found, find


def periods(league: League) -> QuerySet[RatingPeriod]:
    """All periods, newest first, each with its list."""
    return RatingPeriod.objects.filter(league=league).select_related("published_list").order_by("-starts_on", "-pk")


def list_of(league: League, dated: date) -> RatingList | None:
    """The list published for a date."""
    return RatingList.objects.filter(league=league, dated=dated).select_related("period").first()


def list_before(league: League, dated: date) -> RatingList | None:
    return RatingList.objects.filter(league=league, dated__lt=dated).order_by("-dated").first()


def list_after(league: League, dated: date) -> RatingList | None:
    return RatingList.objects.filter(league=league, dated__gt=dated).order_by("dated").first()


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of a published list. ``moved``: places gained since the list before; ``new``: not on it."""

    entry: RatingListEntry
    moved: int | None = None
    new: bool = False


def list_rows(rating_list: RatingList) -> QuerySet[RatingListEntry]:
    """The lines of a list in order of rank, along the index (list, rank, id)."""
    return RatingListEntry.objects.filter(list=rating_list).select_related("player").order_by("rank", "pk")


def listed(rating_list: RatingList, text: str | None) -> tuple[QuerySet[RatingListEntry], Found | None]:
    """The lines of a list, or those of the players whom a search finds."""
    found = find(rating_list.league.club, text)
    rows = list_rows(rating_list)
    return (rows.filter(player__in=found.players) if found else rows), found


def entries_of(rating_list: RatingList, players: Sequence[int]) -> QuerySet[RatingListEntry]:
    """The lines of some players, unordered: an order would send the database along the whole list."""
    return RatingListEntry.objects.filter(list=rating_list, player__in=players).order_by()


def list_lines(entries: Sequence[RatingListEntry], before: RatingList | None) -> list[ListLine]:
    """Lines of one page, with places gained since the list before."""
    if before is None or not entries:
        return [ListLine(entry) for entry in entries]
    players = [e.player_id for e in entries]
    ranks = dict(entries_of(before, players).values_list("player", "rank"))
    return [
        ListLine(e, ranks[e.player_id] - e.rank) if e.player_id in ranks else ListLine(e, None, True) for e in entries
    ]
