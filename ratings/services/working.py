"""The worker: takes stale leagues, oldest first, and re-rates them outside any request."""

from __future__ import annotations

from league.models import Game, League
from ratings.facts.games import source_league

from .alive import beat, claim
from .rerating import settle


def stale_leagues() -> list[League]:
    """Leagues with work to do, those stale for longest first."""
    return list(League.objects.filter(stale_since__isnull=False).order_by("stale_since", "pk"))


def work_once() -> bool:
    """Re-rate one stale league; False where there is none to take."""
    for league in stale_leagues():
        if not claim(league):
            continue
        total = Game.objects.filter(league=source_league(league)).count()
        beat(league=league, total=total)
        settle(league, progress=lambda done, league=league, total=total: beat(league=league, done=done, total=total))  # type: ignore[misc]
        beat()
        return True
    beat()
    return False
