"""Leagues whose openings are a federation's lists follow when those lists change here."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.db.models import Q

from league.models import Club, League
from ratings.facts import read_calendar

from .writing import Actor, Locked, lock_leagues, rerate_from


def lists_changed(*, club: Club, list_name: str, since: date, reason: str, actor: Actor = None) -> list[League]:
    """``ExternalRating`` rows of a list changed from a date on: re-rate the club's leagues that use it.

    Last step of an import, inside its transaction. Returns the leagues re-rated. A list dated a day is in
    force for events that start on it or later.
    """
    with transaction.atomic():
        using = [league.pk for league in League.objects.filter(club=club, archived_at=None) if _uses(league, list_name)]
        locked = lock_leagues(Q(pk__in=using)) if using else []
        followed = [league for league in locked if league.pk in using]
        for league in followed:
            dependants = [each for each in locked if each.standard_league_id == league.pk and each.pk not in using]
            rerate_from(Locked(league, dependants), since, reason, actor)
    return followed


def _uses(league: League, list_name: str) -> bool:
    if league.system != League.System.FIDE:
        return False
    sets = read_calendar(league).rules.sets
    return any(parameters.external and parameters.list == list_name for _, parameters in sets)
