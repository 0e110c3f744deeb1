"""Leagues follow when their players, or the lists of a federation, change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice

from django.db.models import Min

from league.models import Adjustment, FactChange, League, LeagueEntry
from ratings.facts.games import first_day_of
from ratings.services import welcome

from .errors import Problems
from .placement import closed_period_since, need_reason
from .writing import Actor, Locked, raise_versions, rerate_from

_IN_ONE_QUERY = 400


def follow_players(
    leagues: Sequence[League], touched: Mapping[int, Collection[int]], reason: str, otherwise: str, actor: Actor,
    since: Mapping[int, date] | None = None, change: FactChange | None = None,
) -> None:  # fmt: skip
    """Re-rate each league from the first day that a change of its players (``touched``: league -> players)
    reaches, or from its day in ``since``; sources come before their dependants. ``otherwise``: the reason
    where none was given, which closed periods do not take. ``change``: the row of the history that notes the runs."""
    days = days_reached(leagues, touched, since)
    problems = Problems()
    for league in leagues:
        if league.pk in days:
            need_reason(problems, closed_period_since(league, days[league.pk]), reason)
    problems.refuse()
    for league in leagues:
        if league.pk in days:
            rerate_from(Locked(league, []), days[league.pk], reason or otherwise, actor, change=change)
        entrants = _entrants(league, touched[league.pk])
        if entrants:
            welcome(league, entrants)
        raise_versions([league])


def days_reached(
    leagues: Sequence[League], touched: Mapping[int, Collection[int]], since: Mapping[int, date] | None = None
) -> dict[int, date]:  # fmt: skip
    """League id -> the first day that a change of its players reaches, or its day in ``since``."""
    days: dict[int, date] = {}
    for league in leagues:
        seeding = touched.get(league.standard_league_id or 0, ())  # with a start rating, also of days before its games
        first = _first_day(league, {*touched[league.pk], *seeding})
        sources = (league.games_from_id, league.standard_league_id)
        given = (since or {}).get(league.pk)
        if reached := [day for day in (first, given, *(days.get(pk) for pk in sources if pk)) if day]:
            days[league.pk] = min(reached)
    return days


def _entrants(league: League, players: Collection[int]) -> list[int]:
    entered: list[int] = []
    for chunk in _chunks(players):
        entries = LeagueEntry.objects.filter(league=league, player__in=chunk)
        entered += entries.values_list("player_id", flat=True)
    return entered


def _first_day(league: League, players: Collection[int]) -> date | None:
    """The first day on which any of these players played or was adjusted in a league."""
    days: list[date | None] = []
    for chunk in _chunks(players):
        days.append(first_day_of(league, chunk))
        adjusted = Adjustment.objects.filter(league=league, player__in=chunk)
        days.append(adjusted.aggregate(first=Min("on"))["first"])
    return min(filter(None, days), default=None)


def _chunks(values: Iterable[int]) -> Iterator[list[int]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _IN_ONE_QUERY)):
        yield chunk
