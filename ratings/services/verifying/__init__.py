"""Everything stored for a league against a replay from the start: whole numbers exactly, floats within 1e-6."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from league.models import League

from ..computed import Computed
from ..replaying import Replay
from .bookkeeping import league_state, newest_run
from .difference import TOLERANCE, Difference, Told, close
from .lists import carried, published_lists
from .log import LogCheck, broken_keys
from .standing import ratings

__all__ = ["MOST", "TOLERANCE", "Difference", "close", "verify"]

MOST: Final = 1_000


def verify(league: League, *, progress: Callable[[int], None] | None = None) -> list[Difference]:
    """Everything stored for a league that differs (the first 1,000). A stale league is one difference."""
    league = League.objects.select_related("club").get(pk=league.pk)
    told = Told(league)
    if league.stale_since is not None:
        since = league.stale_since.isoformat()
        return [told("recalculation pending since", since, "done", kind="stale", dated=since)]
    found: list[Difference] = []
    for difference in _differences(league, told, progress):
        found.append(difference)
        if len(found) >= MOST:
            break
    return found


def _differences(league: League, told: Told, progress: Callable[[int], None] | None) -> Iterator[Difference]:
    run = Replay(league, since=None, whole=True)
    if progress is not None:
        run.progress = progress
    log = LogCheck(told)
    computed = Computed(run, watch=log.see)
    yield from log.found
    yield from ratings(computed, told)
    yield from broken_keys(league, told)
    yield from published_lists(computed, told)
    yield from carried(league, told)
    yield from newest_run(league, told)
    yield from league_state(computed, told)
