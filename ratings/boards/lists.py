"""Rating periods and the lists they published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from django.core.cache import cache
from django.db.models import Max, Min, Q, QuerySet

from league.formats.fide_lists import ListRow
from league.models import League, RatingPeriod, sees_full_names
from ratings.kernel.fide.activity import inactive
from ratings.models import RatingList, RatingListEntry

NAMED = 20


def periods(league: League) -> QuerySet[RatingPeriod]:
    """All periods, newest first, each with its list."""
    return RatingPeriod.objects.filter(league=league).select_related("published_list").order_by("-starts_on", "-pk")


def list_of(league: League, dated: date) -> RatingList | None:
    """The list published for a date."""
    return RatingList.objects.filter(league=league, dated=dated).select_related("period").first()


def list_in_force(league: League, day: date | None) -> RatingList | None:
    """The newest published list, or the newest of a day."""
    lists = RatingList.objects.filter(league=league).order_by("-dated")
    return (lists if day is None else lists.filter(dated__lte=day)).first()


def list_before(league: League, dated: date) -> RatingList | None:
    return RatingList.objects.filter(league=league, dated__lt=dated).order_by("-dated").first()


def list_after(league: League, dated: date) -> RatingList | None:
    return RatingList.objects.filter(league=league, dated__gt=dated).order_by("dated").first()


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of a published list. ``moved``: places gained since the list before; ``new``: on no list
    before; ``returned``: on an earlier list, but not on the one before; ``inactive``: by FIDE's rule; ``here``: the
    rank among those whom a choice leaves."""

    entry: RatingListEntry
    moved: int | None = None
    new: bool = False
    returned: bool = False
    inactive: bool = False
    here: int | None = None


def list_rows(rating_list: RatingList) -> QuerySet[RatingListEntry]:
    """The lines of a list in order of rank, along the index (list, rank, id)."""
    return RatingListEntry.objects.filter(list=rating_list).select_related("player").order_by("rank", "pk")


def entries_of(rating_list: RatingList, players: Sequence[int]) -> QuerySet[RatingListEntry]:
    """The lines of some players, unordered: an order would send the database along the whole list."""
    return RatingListEntry.objects.filter(list=rating_list, player__in=players).order_by()


def list_lines(made: RatingList, entries: Sequence[RatingListEntry], before: RatingList | None) -> list[ListLine]:
    """Lines of one page, with places gained since the list before."""
    players = [e.player_id for e in entries]
    resting = inactive_on(made, players) if made.league.system == League.System.FIDE and players else set()
    if before is None or not entries:
        return [ListLine(entry, inactive=entry.player_id in resting) for entry in entries]
    ranks = dict(entries_of(before, players).values_list("player", "rank"))
    missing = [player for player in players if player not in ranks]
    known = _on_earlier_lists(before, missing)
    return [_line(entry, ranks.get(entry.player_id), known, resting) for entry in entries]


def _line(entry: RatingListEntry, rank: int | None, known: set[int], resting: set[int]) -> ListLine:
    player = entry.player_id
    if rank is not None:
        return ListLine(entry, rank - entry.rank, inactive=player in resting)
    return ListLine(entry, None, player not in known, player in known, player in resting)


def _on_earlier_lists(before: RatingList, players: Sequence[int]) -> set[int]:
    """Those of the players who stood on some list earlier than ``before``."""
    if not players:
        return set()
    earlier = RatingListEntry.objects.filter(
        player__in=players, list__league=before.league_id, list__dated__lt=before.dated
    )
    return set(earlier.order_by().values_list("player", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class Moves:
    """A list against the one before it: how many rose and fell, came (for the first time, or again) and
    went; ids of the first twenty who went."""

    up: int
    down: int
    same: int
    new: int
    returned: int
    gone: int
    first_gone: tuple[int, ...]


def moves(made: RatingList, before: RatingList | None) -> Moves | None:
    """The comparison with the list before. Both are frozen, so it is counted once and kept."""
    if before is None:
        return None
    key = f"list-moves:{made.pk}:{made.published_at.timestamp()}:{before.pk}"
    return cache.get_or_set(key, lambda: _counted_moves(made, before), None)


def names_of(before: RatingList, players: Sequence[int]) -> list[str]:
    """Some names on a list, in its order, as the reader sees them."""
    return [entry.label for entry in list_rows(before).filter(player__in=players)] if players else []


def _counted_moves(made: RatingList, before: RatingList) -> Moves:
    now = dict(RatingListEntry.objects.filter(list=made).order_by().values_list("player", "rating"))
    was = dict(RatingListEntry.objects.filter(list=before).order_by().values_list("player", "rating"))
    both = now.keys() & was.keys()
    came = sorted(now.keys() - was.keys())
    known = sum(len(_on_earlier_lists(before, came[n : n + 500])) for n in range(0, len(came), 500))
    gone = was.keys() - now.keys()
    order = RatingListEntry.objects.filter(list=before).order_by("rank", "pk").values_list("player", flat=True)
    up, down = sum(now[p] > was[p] for p in both), sum(now[p] < was[p] for p in both)
    shown = tuple(islice((player for player in order.iterator() if player in gone), NAMED)) if gone else ()
    return Moves(up, down, len(both) - up - down, len(came) - known, known, len(gone), shown)


def inactive_on(made: RatingList, players: Sequence[int] | None = None) -> set[int]:
    """Who is inactive on a list (FIDE B.02 7.2.2), of all or of these players.

    By the lists themselves: the last period with a rated game, or who came with a rating, that period. A game of a
    period makes a player active on its list, and on those of a year after its last day.
    """
    entries = RatingListEntry.objects.filter(list__league=made.league_id, list__dated__lte=made.dated).order_by()
    entries = entries if players is None else entries.filter(player__in=players)
    seen = entries.values_list("player").annotate(
        first=Min("list__dated"), played=Max("list__dated", filter=Q(games__gt=0))
    )
    day = made.dated.toordinal()
    return {player for player, first, played in seen if inactive((played or first).toordinal() - 1, day)}


def fixed_rows(made: RatingList) -> Iterator[ListRow]:
    """A list in the layout federations exchange, with who is inactive."""
    resting = inactive_on(made)
    full = sees_full_names(made.league.club_id)
    years = full or made.league.club.show_birth_years
    for entry in list_rows(made).iterator(chunk_size=2000):
        player = entry.player
        name = entry.name if full or not player.public_name else entry.label
        yield ListRow(
            player.shown_fide_id, name, player.shown_federation, player.told(player.sex), player.shown_title,
            entry.rating, entry.games, None if entry.k is None else round(entry.k),
            player.birth_year if years and not player.goes_by_number else None, player.pk in resting,
        )  # fmt: skip
