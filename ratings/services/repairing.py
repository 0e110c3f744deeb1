"""Compute anew whatever is stored otherwise than the facts give, and keep a run that says so."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from league.models import League
from ratings.kernel import KERNEL_VERSION
from ratings.ledger import keys
from ratings.ledger.standings import shown, write_live
from ratings.models import Rating, RatingChange, RatingList, RatingListEntry, RatingRun

from .carrying import note
from .computed import Computed
from .living import refresh_live
from .publishing import list_date, mark_corrected, mark_published, standings_at
from .replaying import Replay
from .rerating import Actor, finish, settle
from .verifying import Difference, verify
from .verifying.lists import ranks
from .verifying.log import orphans
from .verifying.standing import strangers

Standing = tuple[str, float | None, float | None]  # name, rating, deviation


class Mended(NamedTuple):
    """What was found, what is left of it, and the run that mended the rest (None: all was as computed)."""

    found: list[Difference]
    left: list[Difference]
    run: RatingRun | None


def repair(league: League, *, reason: str, actor: Actor = None) -> Mended:
    """Everything computed for a league is computed anew, in one transaction, and compared again.

    Facts are not touched. The numbers of a published list stay, with what they should be beside them, unless
    later results cannot reach the list: then they are what its period gives.
    """
    waiting = verify(league) if league.stale_since is not None else []
    run = settle(league, reason=reason, actor=actor) if waiting else None
    with transaction.atomic():
        locked = League.objects.lock(league.pk)[0]
        found = verify(locked)
        if not found:
            return Mended(waiting, [], run)
        _remove_strays(locked)
        note(locked, None)
        started = timezone.now()
        computed = Computed(Replay(locked, since=None, whole=True))
        run = finish(computed, reason=reason, actor=actor, started=started) or run
        _mend_live(locked)
        _mend_lists(locked, computed.run.lists.ids)
        run = run or _kept(locked, reason, actor, started)
        return Mended(waiting + found, verify(locked), run)


def _remove_strays(league: League) -> None:
    """Rows that no replay would find: they point to nothing, or stand in another league's place."""
    condition, values = orphans(league)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT c.id FROM ratings_ratingchange c WHERE {condition}", values)
        lost = [row[0] for row in cursor.fetchall()]
    for start in range(0, len(lost), 500):
        RatingChange.objects.filter(pk__in=lost[start : start + 500]).delete()
    span = keys.league_range(league.pk)
    RatingChange.objects.filter(league=league).exclude(pk__range=span).delete()
    RatingChange.objects.filter(pk__range=span).exclude(league=league).update(league=league)
    strangers(league).delete()


def _mend_live(league: League) -> None:
    if league.mode == League.Mode.PERIOD:
        refresh_live(league, players=None)
    else:
        write_live(league, {}, only=None)


def _mend_lists(league: League, standing: Collection[int]) -> None:
    """Lines lost, places, dates, changes since the list before, corrected numbers, the newest list's numbers."""
    before: dict[int, int] = {}
    for made in RatingList.objects.filter(league=league).select_related("period", "league").order_by("dated"):
        now = standings_at(league, made.period.ends_on)
        _put_back(made, now)
        entries = list(made.entries.all())
        if made.period_id in standing:
            _as_rated(entries, now)
        places = ranks(entries)
        for entry in entries:
            entry.rank = places[entry.pk]
            if entry.change is not None and entry.player_id in before:
                entry.change = entry.rating - before[entry.player_id]
        RatingListEntry.objects.bulk_update(entries, ["rank", "rating", "change"], batch_size=500)
        made.players, made.dated = len(entries), list_date(made.period)
        made.save(update_fields=["players", "dated"])
        before = {entry.player_id: entry.rating for entry in entries}
    mark_corrected(league, None, list(Rating.objects.filter(league=league).values_list("player", flat=True)))
    mark_published(league)


def _as_rated(entries: list[RatingListEntry], now: Mapping[int, Standing]) -> None:
    """The numbers of a list that stands are those that its period gives."""
    for entry in entries:
        value = shown(now[entry.player_id][1]) if entry.player_id in now else None
        if entry.corrected is None and value is not None:
            entry.rating = value


def _put_back(made: RatingList, now: Mapping[int, Standing]) -> None:
    """Lines that are lost, where the log says beyond doubt which: with the number that it gives now."""
    there = set(made.entries.values_list("player", flat=True))
    lost = {player: line for player, line in now.items() if line[1] is not None and player not in there}
    if 0 < len(lost) == made.players - len(there):
        RatingListEntry.objects.bulk_create(
            RatingListEntry(
                list=made, rank=1, player_id=player, name=name, rating=shown(value) or 0, deviation=deviation
            )
            for player, (name, value, deviation) in lost.items()
        )


def _kept(league: League, reason: str, actor: Actor, started: datetime) -> RatingRun:
    """A run although no player moved: what was wrong stood elsewhere than in the log."""
    return RatingRun.objects.create(
        league=league, reason=reason[:300], actor=actor, started_at=started, finished_at=timezone.now(),
        kernel_version=KERNEL_VERSION, league_version=league.version,
    )  # fmt: skip
