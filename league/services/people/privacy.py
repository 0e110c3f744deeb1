"""What strangers see of a club and of a player."""

from __future__ import annotations

from typing import TypedDict, Unpack

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from league.models import Club, Naming, Player

from .. import limits
from ..errors import Refused
from ..history import keep_change
from ..writing import Actor, lock_club, lock_leagues, raise_versions
from .namesakes import tell_apart
from .public_names import keep_all_public_names


class ClubPrivacy(TypedDict, total=False):
    """``names``, ``minors``: values of ``Naming``."""

    names: str
    minors: str
    show_birth_years: bool
    show_odds: bool
    search_engines: bool
    members_only: bool


class PlayerPrivacy(TypedDict, total=False):
    """``names``: of ``Naming``, or "" for what the club says."""

    names: str
    search_engines: bool
    listed: bool


def set_club_privacy(*, club: Club, actor: Actor = None, **fields: Unpack[ClubPrivacy]) -> Club:
    """Say what strangers see of a club. Names change at once on all pages, lists of the past included."""
    _check_names(fields.get("names", Naming.FULL), fields.get("minors", Naming.FULL))
    with transaction.atomic():
        locked = lock_club(club)
        leagues = lock_leagues(Q(club=locked))
        before = {name: getattr(locked, name) for name in fields}
        if before == fields:
            return locked
        for name, value in fields.items():
            setattr(locked, name, value)
        locked.save(update_fields=list(fields))
        keep_all_public_names(club=locked)
        keep_change(
            club=locked, kind="club.privacy", subject=locked, before=before, after=dict(fields), actor=actor
        )  # fmt: skip
        raise_versions(leagues)
        transaction.on_commit(cache.clear)  # pages kept ready say the names as they were shown
    return locked


def set_player_privacy(*, player: Player, actor: Actor = None, **fields: Unpack[PlayerPrivacy]) -> Player:
    """Say what strangers see of a player."""
    _check_names(fields.get("names") or Naming.FULL)
    with transaction.atomic():
        club = lock_club(player.club)
        leagues = lock_leagues(Q(entries__player=player))
        fresh = Player.objects.select_related("club").get(pk=player.pk)
        before = {name: getattr(fresh, name) for name in fields}
        if before == fields:
            return fresh
        for name, value in fields.items():
            setattr(fresh, name, value)
        fresh.save(update_fields=list(fields))
        tell_apart(club=club, keys=[fresh.name_key])
        keep_change(
            club=club, kind="player.privacy", subject=fresh, before=before, after=dict(fields), players=[fresh.pk],
            actor=actor,
        )  # fmt: skip
        raise_versions(leagues)
        transaction.on_commit(cache.clear)
        fresh.refresh_from_db(fields=["public_name"])
    return fresh


def keep_names_of_the_year() -> bool:
    """Who was a minor last year may be none now: one club whose names are of another year, if there is one."""
    today = limits.today
    for club in Club.objects.filter(archived_at=None).order_by(F("names_year").asc(nulls_first=True), "pk")[:1]:
        if club.names_year is None or club.names_year < today(club).year:
            with transaction.atomic():
                locked = lock_club(club)
                leagues = lock_leagues(Q(club=locked))
                keep_all_public_names(club=locked)
                raise_versions(leagues)
            return True
    return False


def _check_names(*given: str) -> None:
    for value in given:
        if value not in Naming.values:
            known = ", ".join(Naming.values)
            message = _("“%(value)s” is unknown here. Known: %(known)s.")
            raise Refused(message % {"value": value, "known": known}, field="names")
