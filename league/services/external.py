"""Leagues whose openings are a federation's lists follow when those lists change here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Club, ExternalRating, FactChange, League, Player
from ratings.facts import Overlay, read_calendar
from ratings.facts.officials import Lines, official
from ratings.services import Plan, Preview, defer, foresee

from . import limits
from .entries import facts_with, first_days
from .errors import Problems
from .following import follow_players
from .history import keep_change
from .writing import Actor, leagues_concerned, lock_club, lock_leagues

OFFICIAL: Final = limits.Range(0, 4000)


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


def set_official(
    *, player: Player, list: str, date: date, rating: int | None, k: int | None = None, reason: str,
    actor: Actor = None, remove: bool = False,
) -> ExternalRating | None:  # fmt: skip
    """One line of a federation's list by hand: new, or other than it was (``remove``: no line). Re-rates the club's
    leagues that start from this list. ``rating`` None: unrated on that day."""
    with transaction.atomic():
        club = lock_club(player.club)
        _check_official(player, list, date, rating, k, reason)
        line = ExternalRating.objects.filter(player=player, list=list, date=date).first()
        before = {} if line is None else {"rating": line.rating, "k": line.k}
        if before == {"rating": rating, "k": k} and not remove:
            return line
        line = line or ExternalRating(player=player, list=list, date=date)
        line.rating, line.k = rating, k
        line.save()
        after = {} if remove else {"rating": rating, "k": k}
        about = {"list": list, "date": date}
        change = keep_change(
            club=club, kind="external.rating", subject=line, before={**about, **before} if before else {},
            after={**about, **after} if after else {}, players=[player.pk], reason=reason, actor=actor,
        )  # fmt: skip
        if remove:
            line.delete()
        lists_changed(club=club, lists=[list], since=date, reason=reason.strip(), actor=actor, change=change)
    return None if remove else line


def preview_official(
    *, player: Player, list: str, date: date, rating: int | None, k: int | None = None
) -> Sequence[Preview]:
    """Who would move by how much, in each league that starts from this list."""
    _check_official(player, list, date, rating, k, "preview")
    lines = {(list, player.pk): [(date.toordinal(), official(rating, k))]}
    return preview_lists(club=player.club, lists=[list], since=date, lines=lines, born={})


def _check_official(
    player: Player, name: str, day: date, rating: int | None, k: int | None, reason: str
) -> None:  # fmt: skip
    problems = Problems()
    limits.check_reason(problems, reason)
    limits.check_day(problems, day, player.club, "date")
    limits.check_number(problems, rating, OFFICIAL, "rating")
    limits.check_number(problems, k, limits.K, "k")
    if name not in ExternalRating.List.values:
        message = _("“%(value)s” is unknown here. Known: %(known)s.")
        problems.add(message % {"value": name, "known": ", ".join(ExternalRating.List.values)}, "list")
    if player.merged_into_id is not None or player.anonymised_at is not None:
        problems.add(_("This record has no official rating of its own."), "player")
    problems.refuse()


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
