"""Clubs: the tenants."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.names import clean_name
from league.models import Club

from .. import limits
from ..errors import Problems, Refused
from ..history import keep_change
from ..writing import Actor, lock_club, lock_leagues, raise_versions


def create_club(*, slug: str, name: str, time_zone: str = "UTC", actor: Actor = None) -> Club:
    """A new club. ``time_zone`` (an IANA name) says which day it is there."""
    club = Club(slug=slug.strip(), name=clean_name(name), time_zone=time_zone)
    problems = Problems()
    limits.check_slug(problems, club.slug)
    _check_words(problems, club)
    problems.refuse()
    try:
        with transaction.atomic():
            club.save(force_insert=True)
    except IntegrityError:
        raise Refused(_("There is a club “%(slug)s” already.") % {"slug": club.slug}, field="slug") from None
    return club


def edit_club(*, club: Club, name: str | None = None, time_zone: str | None = None, actor: Actor = None) -> Club:
    """Rename a club, or say by which clock it lives; what is not given stays. Its address is for good.

    No rating moves: days of games were kept as days. "Today" and the times on pages follow the clock at once.
    """
    wanted = {"name": None if name is None else clean_name(name), "time_zone": time_zone}
    with transaction.atomic():
        locked = lock_club(club)
        leagues = lock_leagues(Q(club=locked))
        after = {field: value for field, value in wanted.items() if value not in (None, getattr(locked, field))}
        if not after:
            return locked
        before = {field: getattr(locked, field) for field in after}
        for field, value in after.items():
            setattr(locked, field, value)
        problems = Problems()
        _check_words(problems, locked)
        problems.refuse()
        locked.save(update_fields=list(after))
        keep_change(club=locked, kind="club.edit", subject=locked, before=before, after=after, actor=actor)
        raise_versions(leagues)
        transaction.on_commit(cache.clear)  # pages kept ready say the name and the times as they were
    return locked


def archive_club(*, club: Club, actor: Actor = None) -> Club:
    """Close a club: its pages stay, nothing is written any more."""
    return _set_archived(club, timezone.now(), actor)


def reactivate_club(*, club: Club, actor: Actor = None) -> Club:
    """Take an archived club back."""
    return _set_archived(club, None, actor)


def _set_archived(club: Club, when: datetime | None, actor: Actor) -> Club:
    with transaction.atomic():
        fresh = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if (fresh.archived_at is None) != (when is None):
            fresh.archived_at = when
            fresh.save(update_fields=["archived_at"])
            kind = "club.reactivate" if when is None else "club.archive"
            keep_change(club=fresh, kind=kind, subject=fresh, before={}, after={}, actor=actor)
    return fresh


def _check_words(problems: Problems, club: Club) -> None:
    if not club.name:
        problems.add(_("A club needs a name."), "name")
    limits.check_length(problems, club.name, 120, "name")
    if not _is_zone(club.time_zone):
        message = _("“%(zone)s” is no time zone: write one like Europe/Warsaw.")
        problems.add(message % {"zone": club.time_zone}, "time_zone")


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return 0 < len(name) <= 60
