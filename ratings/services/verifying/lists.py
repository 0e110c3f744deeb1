"""Published lists: frozen copies in order, the corrected number beside each, what the next list has to carry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from league.models import League
from ratings.ledger.standings import shown
from ratings.models import RatingList, RatingListEntry

from ..carrying import uncarried
from ..computed import Computed
from ..publishing import list_date, standings_at
from .difference import Difference, Told


def published_lists(computed: Computed, told: Told) -> Iterator[Difference]:
    """Each list: its date, its lines, their order, their changes, and what the log says of their numbers."""
    league, before = computed.run.league, dict[int, int]()
    for made in RatingList.objects.filter(league=league).select_related("period").order_by("dated"):
        entries = list(made.entries.order_by("rank", "pk"))
        yield from _heading(made, len(entries), told)
        yield from _order(made, entries, told)
        yield from _changes(made, entries, before, told)
        yield from _numbers(made, entries, computed, told)
        before = {entry.player_id: entry.rating for entry in entries}


def _heading(made: RatingList, lines: int, told: Told) -> Iterator[Difference]:
    at: dict[str, Any] = {"kind": "list", "dated": made.dated.isoformat()}
    if made.players != lines:
        yield told(f"lines of the list of {made.dated}", lines, made.players, field="players", **at)
    if made.dated != list_date(made.period):
        expected = list_date(made.period).isoformat()
        yield told("date of a list", made.dated.isoformat(), expected, field="dated", **at)


def ranks(entries: list[RatingListEntry]) -> dict[int, int]:
    """Line -> place: equal numbers share one."""
    found, rank, above = dict[int, int](), 0, None
    for place, entry in enumerate(sorted(entries, key=lambda e: (-e.rating, e.player_id)), 1):
        if entry.rating != above:
            rank, above = place, entry.rating
        found[entry.pk] = rank
    return found


def _order(made: RatingList, entries: list[RatingListEntry], told: Told) -> Iterator[Difference]:
    places = ranks(entries)
    at: dict[str, Any] = {"kind": "list", "field": "rank", "dated": made.dated.isoformat()}
    for entry in entries:
        if entry.rank != places[entry.pk]:
            what = f"rank on the list of {made.dated}"
            yield told(what, entry.rank, places[entry.pk], player=entry.player_id, **at)


def _changes(
    made: RatingList, entries: list[RatingListEntry], before: dict[int, int], told: Told
) -> Iterator[Difference]:  # fmt: skip
    at: dict[str, Any] = {"kind": "list", "field": "change", "dated": made.dated.isoformat()}
    for entry in entries:
        known = entry.player_id in before
        expected = entry.rating - before[entry.player_id] if known else None
        if known and entry.change is not None and entry.change != expected:
            what = f"change on the list of {made.dated}"
            yield told(what, entry.change, expected, player=entry.player_id, **at)


def _numbers(
    made: RatingList, entries: list[RatingListEntry], computed: Computed, told: Told
) -> Iterator[Difference]:  # fmt: skip
    """Lists that stand say what their period gives; of the others the corrected number says what it gives now."""
    stands = made.period_id in computed.run.lists.ids
    now = standings_at(computed.run.league, made.period.ends_on)
    at: dict[str, Any] = {"kind": "list", "dated": made.dated.isoformat()}
    for entry in entries:
        if entry.player_id not in now:
            continue  # on the list with the rating brought along
        value = shown(now[entry.player_id][1])
        corrected = None if value == entry.rating else value
        if stands and entry.corrected is None and corrected is not None:
            what = f"list of {made.dated}"
            yield told(what, entry.rating, value, player=entry.player_id, field="rating", **at)
        elif not stands and entry.corrected != corrected:
            what = f"corrected number on the list of {made.dated}"
            yield told(what, entry.corrected, corrected, player=entry.player_id, field="corrected", **at)


def carried(league: League, told: Told) -> Iterator[Difference]:
    """Each game is counted once, or noted for the next list."""
    for game in uncarried(league):
        yield told(f"game {game} for the next list", "absent", "present", kind="carried", ref=game)
