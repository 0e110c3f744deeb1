"""What published lists counted, and which games the next one has to carry: written here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from league.models import League, RatingPeriod
from ratings.facts.counted import Counted
from ratings.kernel.types import GameId
from ratings.models import CarriedGame, CountedPeriod


def keep_counted(league: League, periods: Iterable[tuple[int, bytes]]) -> None:
    """Keep what these periods counted; with it everything carried so far is counted."""
    kept = [CountedPeriod(league=league, period_id=period, inputs=inputs) for period, inputs in periods]
    CountedPeriod.objects.bulk_create(kept, batch_size=20)
    if kept:  # else the list is older than one that stands already
        CarriedGame.objects.filter(league=league).delete()


def forget_counted(league: League, period: RatingPeriod | None = None) -> None:
    """The list of a period (None: all lists) stands no longer."""
    kept = CountedPeriod.objects.filter(league=league)
    (kept if period is None else kept.filter(period=period)).delete()
    CarriedGame.objects.filter(league=league).delete()


def note_carried(league: League, games: Mapping[GameId, Counted | None]) -> None:
    """Games for the next list to look at. They stay noted until it is published, whatever becomes of them."""
    known: Collection[int] = set(CarriedGame.objects.filter(league=league).values_list("game_id", flat=True))
    new = [CarriedGame(league=league, game_id=game, counted=counted) for game, counted in games.items()]
    CarriedGame.objects.bulk_create([row for row in new if row.game_id not in known], batch_size=500)
