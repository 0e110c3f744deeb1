"""Leagues whose openings are a federation's lists follow when those lists change here."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db import transaction
from django.db.models import Q

from league.models import Club, League
from ratings.facts import read_calendar
from ratings.services import defer

from .following import follow_players
from .writing import Actor, lock_leagues


def lists_changed(
    *, club: Club, lists: Collection[str], since: date, reason: str, born: Collection[int] = (), actor: Actor = None
) -> list[League]:  # fmt: skip
    """``ExternalRating`` rows of some lists changed from a date on: re-rate the club's leagues that use them.

    ``born``: players whose year of birth changed with it, which any league may depend on. Last step of an
    import, inside its transaction. Returns the leagues that use the lists. A list dated a day is in force for
    events that start on it or later.
    """
    with transaction.atomic():
        leagues = lock_leagues(Q(club=club, archived_at=None))
        using = [league for league in leagues if any(uses(league, each) for each in lists)]
        since_then = {league.pk: since for league in using}
        follow_players(leagues, {league.pk: born for league in leagues}, reason, reason, actor, since_then)
    return using


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
