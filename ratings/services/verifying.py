"""Stored consequences against a replay from the start: whole numbers exactly, floats within 1e-6."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from django.db import connection

from league.models import League
from ratings.kernel.types import Change
from ratings.ledger import keys
from ratings.ledger.standings import COLUMNS, shown
from ratings.models import RatingChange, RatingList

from .carrying import uncarried
from .computed import Computed
from .publishing import standings_at
from .replaying import Replay

TOLERANCE: Final = 1e-6
MOST: Final = 1_000


class Difference(NamedTuple):
    """One thing stored that a replay computes otherwise."""

    league: str
    what: str
    player: int | None
    stored: Any
    computed: Any

    @property
    def text(self) -> str:
        who = f" of player {self.player}" if self.player else ""
        return f"{self.league}: {self.what}{who}: stored {self.stored}, computed {self.computed}"


def verify(league: League, *, progress: Callable[[int], None] | None = None) -> list[Difference]:
    """Everything stored for a league that differs (the first 1,000). A stale league is one difference."""
    league = League.objects.select_related("club").get(pk=league.pk)
    if league.stale_since is not None:
        return [Difference(league.path, "recalculation pending since", None, league.stale_since.isoformat(), "done")]
    found: list[Difference] = []
    for difference in _differences(league, progress):
        found.append(difference)
        if len(found) >= MOST:
            break
    return found


def _differences(league: League, progress: Callable[[int], None] | None) -> Iterator[Difference]:
    run = Replay(league, since=None, whole=True)
    if progress is not None:
        run.progress = progress
    differing: list[Difference] = []
    computed = Computed(run, watch=lambda key, new, old: differing.extend(_row(league, new, old)))
    yield from differing
    yield from _ratings(computed)
    yield from _broken_keys(league)
    if run.whole:
        yield from _standing_lists(computed)


def _row(league: League, new: Change | None, old: Change | None) -> Iterator[Difference]:
    if new == old:
        return
    if new is None or old is None:
        row = new or old
        assert row is not None
        yield Difference(
            league.path, f"log row {row.cause} {row.ref}", row.player, _there(old is not None), _there(new is not None)
        )
        return
    for name in Change._fields:
        if not close(getattr(old, name), getattr(new, name)):
            what = f"{name} of log row {new.cause} {new.ref or new.period}"
            yield Difference(league.path, what, new.player, getattr(old, name), getattr(new, name))


def _there(there: bool) -> str:
    return "present" if there else "absent"


def close(stored: Any, computed: Any) -> bool:
    """Floats within the tolerance, everything else exactly."""
    if isinstance(stored, float) and isinstance(computed, int | float):
        return abs(stored - computed) <= TOLERANCE
    return bool(stored == computed)


def _ratings(computed: Computed) -> Iterator[Difference]:
    path = computed.run.league.path
    rows, _ = computed.ratings()
    for player, (key, values) in rows.items():
        old = computed.run.standings[player].rating
        if key is None or old is None:
            yield Difference(path, "rating row", player, "absent", "present")
            continue
        for name, stored, value in zip(COLUMNS, old[1:], values, strict=True):
            if name != "live" and not close(stored, value):
                yield Difference(path, f"{name} of the rating", player, stored, value)


def _standing_lists(computed: Computed) -> Iterator[Difference]:
    """Lists that stand: each says what its period gives, each game is counted once or noted for the next list."""
    league, run = computed.run.league, computed.run
    for game in uncarried(league):
        yield Difference(league.path, f"game {game} for the next list", None, "absent", "present")
    for made in RatingList.objects.filter(league=league, period__in=run.lists.ids).select_related("period"):
        now = standings_at(league, made.period.ends_on)
        for entry in made.entries.filter(corrected=None):
            if entry.player_id not in now:
                continue  # on the list with the rating brought along
            value = shown(now[entry.player_id][1])
            if value != entry.rating:
                yield Difference(league.path, f"list of {made.dated}", entry.player_id, entry.rating, value)


_ORPHANS = """
SELECT COUNT(*) FROM ratings_ratingchange c
 WHERE c.id BETWEEN %s AND %s AND (
   NOT EXISTS (SELECT 1 FROM league_player p WHERE p.id = c.player_id)
   OR (c.cause IN ('game', 'correction') AND NOT EXISTS (SELECT 1 FROM league_game g WHERE g.id = c.ref))
   OR (c.period_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM league_ratingperiod q WHERE q.id = c.period_id)))
"""


def _broken_keys(league: League) -> Iterator[Difference]:
    """The log's foreign keys carry no constraint: they are checked here."""
    first, last = keys.league_range(league.pk)
    with connection.cursor() as cursor:
        cursor.execute(_ORPHANS, [first, last])
        orphans = cursor.fetchone()[0]
    if orphans:
        yield Difference(league.path, "log rows that point to nothing", None, orphans, 0)
    strays = RatingChange.objects.filter(league=league).exclude(pk__range=(first, last)).count()
    if strays:
        yield Difference(league.path, "log rows under a wrong key", None, strays, 0)
