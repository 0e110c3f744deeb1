"""The newest run against where players stand, and what the league's own row says of its ratings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from league.models import League
from ratings.models import Rating, RatingRun

from ..computed import Computed
from .difference import Difference, Told, close


def newest_run(league: League, told: Told) -> Iterator[Difference]:
    """It is of this league's past, it says how many moved, and where it left them they still are."""
    run = RatingRun.objects.filter(league=league).order_by("-pk").first()
    if run is None:
        return
    if run.league_version > league.version:
        yield told("version of the newest run", run.league_version, league.version, kind="run", ref=run.pk)
    moved = dict(run.impacts.values_list("player", "after"))
    if len(moved) != run.players_moved:
        yield told("players moved by the newest run", run.players_moved, len(moved), kind="run", ref=run.pk)
    now = Rating.objects.filter(
        league=league, entered_on__isnull=False, player__merged_into=None, player__in=run.impacts.values("player")
    )
    for player, value in now.values_list("player", "value"):
        if not close(moved[player], value):
            what = "rating after the newest run"
            yield told(what, moved[player], value, player=player, kind="run", ref=run.pk)


def league_state(computed: Computed, told: Told) -> Iterator[Difference]:
    """Until when closed periods are rated."""
    run = computed.run
    ends = [p.period.ends for p in run.calendar.periods if p.closed]
    until = date.fromordinal(max(ends)) if ends else None
    if run.per_period and run.league.rated_until != until:
        stored = run.league.rated_until.isoformat() if run.league.rated_until else None
        expected = until.isoformat() if until else None
        yield told("last day of the rated periods", stored, expected, kind="league", field="rated_until")
