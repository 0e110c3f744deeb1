"""The frame of every change: lock first, and re-rate before the transaction ends.

Order of locks, the same everywhere, so that no two changes can wait for each other: the club (only
where players or leagues of it are made), then its leagues in id order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Club, FactChange, Game, League
from league.models.statements import columns_of, fetched, instance
from ratings.facts.games import first_day_of
from ratings.services import rerate, touch

from .errors import Refused
from .history import keep_runs

Actor = Any  # a user of settings.AUTH_USER_MODEL, or None: a command


class Locked(NamedTuple):
    """A league and those whose ratings follow from it, all locked and freshly read."""

    league: League
    dependants: list[League]

    @property
    def followers(self) -> list[League]:
        """The leagues that rate this one's games by rules of their own."""
        return [each for each in self.dependants if each.games_from_id == self.league.pk]

    @property
    def seeded(self) -> list[League]:
        """The leagues that take first ratings from this one, or from a follower of it."""
        return [each for each in self.dependants if each.games_from_id != self.league.pk]


def lock_league(league: League) -> Locked:
    """Lock a league and its dependants (id order). Refuses archived ones.

    Most leagues have no dependants: these are locked by a statement that needs not be made anew each time.
    """
    alone = _lock_alone(league.pk)
    if alone is not None:
        _refuse_archived(alone)
        return Locked(alone, [])
    return _lock_all(league)


def _lock_all(league: League) -> Locked:
    leagues = _lock(_with_dependants(league.pk))
    if _have_come(league.pk, leagues):
        leagues = _lock(_with_dependants(league.pk))
    fresh = next((each for each in leagues if each.pk == league.pk), None)
    if fresh is None:
        raise Refused(_("This league no longer exists."), field="league")
    _refuse_archived(fresh)
    return Locked(fresh, _in_order_of_rating(each for each in leagues if each is not fresh))


def lock_sources(league: League) -> list[League]:
    """Lock the leagues that a new one follows from, so that no change of theirs passes it by.

    Their versions must rise (``raise_versions``): that tells those who wait for the locks meanwhile to look again.
    """
    sources = with_sources(league)
    return _lock(sources) if league.games_from_id or league.standard_league_id else []


def lock_leagues(condition: Q) -> list[League]:
    """Lock all leagues that fit, and their dependants, in id order."""
    wanted = list(League.objects.filter(condition).values_list("pk", flat=True))
    return _in_order_of_rating(_lock(_with_dependants(*wanted))) if wanted else []


def leagues_concerned(condition: Q) -> list[League]:
    """The same leagues in the same order, not locked: for previews."""
    wanted = list(League.objects.filter(condition).values_list("pk", flat=True))
    found = League.objects.select_related("club").filter(_with_dependants(*wanted)) if wanted else ()
    return _in_order_of_rating(found)


def with_sources(league: League) -> Q:
    """A league, and those whose facts its ratings follow from: the games it rates, the list that seeds it."""
    standard = league.standard_league
    sources = (league.pk, league.games_from_id, league.standard_league_id, standard.games_from_id if standard else None)
    return Q(pk__in=[pk for pk in sources if pk is not None])


def lock_club(club: Club) -> Club:
    """Lock a club: who is in it and what its leagues are called cannot change meanwhile."""
    fresh = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if fresh.archived_at is not None:
        raise Refused(_("The club %(club)s is archived.") % {"club": fresh.name}, field="club")
    return fresh


def take_results(league: League) -> None:
    """Refuse games for a league that takes its games from another."""
    if league.games_from_id is not None:
        raise Refused(
            _("%(league)s follows the games of another league: record them there.") % {"league": league.name},
            field="league",
        )


def rerate_from(
    locked: Locked, since: date | None, reason: str, actor: Actor, *, players: Iterable[int] | None = None,
    newest: Game | None = None, change: FactChange | None = None, most: int | None = None,
    started: Collection[int] = (),
) -> None:  # fmt: skip
    """Say that facts changed from a day on (None: all of them), and let the ratings follow.

    Last step of every change, inside its transaction; ``players``: whose games changed, where nothing but
    games did (other starting points move the opponents, too). ``newest``: a game just entered, with no other
    on its day or later. ``change``: the row of the history that notes which runs it caused. ``most``: a replay of
    more games is left to a worker that lives. ``started``: players who begin with another rating here; leagues that
    are seeded by it may know them from earlier days. Raises the leagues' versions.
    """
    concerned = None if players is None else list(players)
    runs = []
    rated = (locked.league, *locked.followers)
    waiting = [league.stale_since for league in rated if league.stale_since is not None]
    for league in rated:
        run = rerate(
            league, since=since, reason=reason, actor=actor, players=concerned, locked=True, newest=newest, most=most
        )
        runs.append((league, run))
    first = None if since is None or date.min in waiting else min([since, *waiting])  # with what waited until now
    for league in locked.seeded:  # they play games of their own
        day = first_day_of(league, started)
        earlier = first if first is None or day is None else min(first, day)
        runs.append((league, rerate(league, since=earlier, reason=reason, actor=actor, locked=True, most=most)))
    if change is not None:
        keep_runs(change, runs)


def rerate_seeded(
    seeded: Iterable[League], started: Collection[int], reason: str, actor: Actor, change: FactChange | None = None
) -> None:
    """The same where nobody moves but in the leagues that players with another start rating seed; these are locked."""
    days = [(league, first_day_of(league, started)) for league in seeded]
    runs = [(each, rerate(each, since=day, reason=reason, actor=actor, locked=True)) for each, day in days if day]
    if change is not None:
        keep_runs(change, runs)


def raise_versions(leagues: Iterable[League]) -> None:
    """Pages of these leagues show something else now, though no rating moves (a name, a title)."""
    for league in leagues:
        touch(league)


def _with_dependants(*pks: int) -> Q:
    """These leagues, those that follow their games, those seeded from either; there are no longer chains."""
    direct = Q(pk__in=pks) | Q(games_from__in=pks) | Q(standard_league__in=pks)
    return direct | Q(standard_league__games_from__in=pks)


def _in_order_of_rating(leagues: Iterable[League]) -> list[League]:
    """Leagues of own games, then their followers, then those seeded from others' ratings."""
    return sorted(leagues, key=lambda each: (each.standard_league_id or 0, each.games_from_id or 0, each.pk))


def _lock(condition: Q) -> list[League]:
    leagues: list[League] = League.objects.select_related("club").filter(condition).lock()
    return leagues


def _have_come(pk: int, locked: list[League]) -> bool:
    """Did a league come to depend on this one while its lock was waited for?

    A statement sees what was there when it began; SQLite waits before that.
    """
    if not connection.features.has_select_for_update:
        return False
    return League.objects.filter(_with_dependants(pk)).count() > len(locked)


def _lock_alone(pk: int) -> League | None:
    """A league on which no other depends, locked and with its club; None for any other."""
    found = fetched(_alone(), [pk, pk, pk])
    if found and not found[0][-1]:  # changed while we waited for it: who depends on it is asked again, under the lock
        found = fetched(_alone(), [pk, pk, pk])
    if not found:
        return None
    width = len(League._meta.concrete_fields)
    league = instance(League, found[0][:width])
    league.club = instance(Club, found[0][width:-1])
    return league


@cache
def _alone() -> str:
    lock = "FOR NO KEY UPDATE OF l" if connection.features.has_select_for_update else ""  # SQLite locks as a whole
    return f"""
SELECT {columns_of(League, "l")}, {columns_of(Club, "c")},
       l.version = (SELECT version FROM league_league WHERE id = l.id)
  FROM league_league l JOIN league_club c ON c.id = l.club_id
 WHERE l.id = %s AND NOT EXISTS (SELECT 1 FROM league_league WHERE games_from_id = %s OR standard_league_id = %s) {lock}
"""


def _refuse_archived(league: League) -> None:
    if league.archived_at is not None:
        raise Refused(_("The league %(league)s is archived.") % {"league": league.name}, field="league")
    if league.club.archived_at is not None:
        raise Refused(_("The club %(club)s is archived.") % {"club": league.club.name}, field="league")
