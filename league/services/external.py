"""Leagues whose openings are a federation's lists follow when those lists change here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date

from django.db import transaction
from django.db.models import Q

from league.models import Club, FactChange, League, Player
from ratings.facts import Overlay, read_calendar
from ratings.facts.officials import Lines
from ratings.services import Plan, Preview, defer, foresee

from .entries import facts_with, first_days
from .following import follow_players
from .writing import Actor, leagues_concerned, lock_leagues


def lists_changed(
    *, club: Club, lists: Collection[str], since: date, reason: str, born: Collection[int] = (), actor: Actor = None,
    change: FactChange | None = None,
) -> list[League]:  # fmt: skip
    """``ExternalRating`` rows of some lists changed from a date on: re-rate the club's leagues that use them.

    ``born``: players whose year of birth changed with it, which any league may depend on. Last step of an
    import, inside its transaction; ``change`` is its row of the history. Returns the leagues that use the
    lists. A list dated a day is in force for events that start on it or later.
    """
    with transaction.atomic():
        leagues = lock_leagues(Q(club=club, archived_at=None))
        using = [league for league in leagues if any(uses(league, each) for each in lists)]
        since_then = {league.pk: since for league in using}
        touched = {league.pk: born for league in leagues}
        follow_players(leagues, touched, reason, reason, actor, since_then, change)
    return using


def preview_lists(
    *, club: Club, lists: Collection[str], since: date, lines: Lines, born: Mapping[int, int | None]
) -> list[Preview]:  # fmt: skip
    """What other lines of a federation's lists, and other years of birth, would move in each league of the club.

    ``lines``: (list, player) -> the day and what it would say; ``born``: player -> year.
    """
    leagues = leagues_concerned(Q(club=club, archived_at=None))
    players = {player.pk: player for player in Player.objects.filter(pk__in=list(born))}
    for player in players.values():
        player.birth_year = born[player.pk]
    days: dict[int, date] = {}
    plans = []
    for league in leagues:
        entries = league.entries.filter(player__in=list(players))
        overlay = Overlay(
            officials=lines, players={each.player_id: facts_with(players[each.player_id], each) for each in entries}
        )
        firsts = [first_days(players[pk], [league]).get(league.pk) for pk in overlay.players]
        own = since if any(uses(league, each) for each in lists) else None
        reached = [days.get(pk) for pk in (league.games_from_id, league.standard_league_id) if pk]
        if found := [day for day in (*firsts, own, *reached) if day]:
            days[league.pk] = min(found)
            plans.append(Plan(league, days[league.pk], overlay))
    return [each for each in foresee(plans) if each.players]


def lists_changing(*, club: Club, lists: Collection[str], since: date, reason: str) -> None:
    """Before the first of many portions: the leagues that use these lists are marked as behind, so that nothing is
    lost if ``lists_changed`` is never reached."""
    with transaction.atomic():
        leagues = lock_leagues(Q(club=club, archived_at=None))
        using = {league.pk for league in leagues if any(uses(league, each) for each in lists)}
        for league in leagues:
            if using & {league.pk, league.games_from_id, league.standard_league_id}:
                defer(league, since=since, reason=reason)


def uses(league: League, list_name: str) -> bool:
    """Whether a league rates with what the federation published on this list (openings ``external``)."""
    if league.system != League.System.FIDE:
        return False
    sets = read_calendar(league).rules.sets
    return any(parameters.external and parameters.list == list_name for _, parameters in sets)
