"""What a board is measured by, read once for each state of a league."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.core.cache import cache

from league.models import FactChange, League, Season

from .filters import Offers, offers_of
from .gains import official_list
from .ladder import SECONDS, state_of
from .scope import Lists, last_day, lists_of

SEASONS = 24  # that a board offers to open


@dataclass(frozen=True)
class Measure:
    """``newest``: the day of the newest game; ``offers``: what players can be filtered by; ``official``: the list
    of a federation that periods start from ("": none). No names of people."""

    newest: date | None
    lists: Lists
    seasons: tuple[Season, ...]
    offers: Offers
    official: str = ""


def measure_of(league: League) -> Measure:
    """Everything about a league that its boards share, in one look into the cache."""
    found: Measure = cache.get_or_set(f"measure:{state_of(league)}", lambda: _read(league), SECONDS)
    return found


def _read(league: League) -> Measure:
    newest = last_day(league)
    seasons = tuple(league.seasons.order_by("-starts_on", "-pk")[:SEASONS])
    return Measure(newest, lists_of(league, newest), seasons, _offers(league), official_list(league))


def _offers(league: League) -> Offers:
    """By what players can be told apart changes with what is known of people, and not with a result on top of the
    log: the newest change in the club's history names the state."""
    changes = FactChange.objects.filter(club=league.club_id).order_by("-pk")
    newest = changes.values_list("pk", flat=True).first()
    return cache.get_or_set(f"offers:{league.pk}:{newest}", lambda: offers_of(league), SECONDS)
