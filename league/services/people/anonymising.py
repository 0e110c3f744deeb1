"""A name is taken out for good: every trace of it goes, the games and everybody's ratings stay."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.names import name_key
from league.formats.spellings import Spellings
from league.models import FactChange, Invitation, Membership, Player, PlayerAlias
from ratings.models import RatingListEntry

from ..errors import Problems, Refused
from ..history import keep_change
from ..writing import Actor, lock_club, lock_leagues, raise_versions
from .names import write_words
from .namesakes import tell_apart
from .traces import remove_traces


def anonymise_player(*, player: Player, typed: str, reason: str = "", actor: Actor = None) -> Player:
    """Take a player's name out of everything this installation keeps. It cannot be undone.

    Games, birth year, rating and what others won or lost stay as they are; instead of the name stands a number.
    ``typed``: the name, as somebody wrote it to confirm. Records merged into this one lose theirs as well.
    """
    with transaction.atomic():
        club = lock_club(player.club)
        leagues = lock_leagues(Q(entries__player=player))
        fresh = Player.objects.select_related("club", "merged_into").get(pk=player.pk)
        if fresh.anonymised_at is not None:
            return fresh
        _check(fresh, typed)
        records = [fresh, *_merged_into(fresh)]
        spellings = _spellings(records)
        keys = {record.name_key for record in records}
        for record in records:
            _forget(record)
        remove_traces(club=club, spellings=spellings, players=[record.pk for record in records], instead=_name(fresh))
        tell_apart(club=club, keys=keys)
        keep_change(
            club=club, kind="player.anonymise", subject=fresh, before={}, after={}, players=[r.pk for r in records],
            reason=spellings.taken_out(reason, _name(fresh), alone=True), actor=actor,
        )  # fmt: skip
        raise_versions(leagues)
        transaction.on_commit(cache.clear)  # pages and lists that were kept ready say the name, too
    return fresh


def _check(player: Player, typed: str) -> None:
    if player.merged_into is not None:
        message = _("%(player)s is part of another record: anonymise %(kept)s.")
        raise Refused(message % {"player": player.label, "kept": player.merged_into.label}, field="player")
    problems = Problems()
    if name_key(typed) != player.name_key:
        problems.add(_("Type the name to confirm: %(name)s.") % {"name": player.name}, "typed")
    problems.refuse()


def _merged_into(player: Player) -> list[Player]:
    """The records that are part of this one, those merged into them included."""
    found: list[Player] = []
    wanted = [player.pk]
    while wanted:
        level = list(Player.objects.filter(merged_into__in=wanted).order_by("pk"))
        found += level
        wanted = [each.pk for each in level]
    return found


def _spellings(records: Iterable[Player]) -> Spellings:
    """Every name these records ever had: present ones, aliases, earlier ones, those on published lists."""
    ids = [record.pk for record in records]
    names = {record.name for record in records}
    names |= set(PlayerAlias.objects.filter(player__in=ids).values_list("name", flat=True))
    names |= set(RatingListEntry.objects.filter(player__in=ids).values_list("name", flat=True))
    numbers = {record.fide_id for record in records}
    for change in FactChange.objects.filter(subject_kind="player", subject_id__in=ids):
        for said in (change.before, change.after):
            names.add(str(said.get("name") or ""))
            numbers.add(str(said.get("fide_id") or ""))
    return Spellings(names - {""}, numbers - {""})


def _forget(record: Player) -> None:
    record.name = _name(record)
    record.name_key = name_key(record.name)
    record.fide_id = record.affiliation = record.distinction = ""
    record.anonymised_at = timezone.now()
    record.save(
        update_fields=["name", "name_key", "fide_id", "affiliation", "distinction", "anonymised_at"]
    )  # fmt: skip
    PlayerAlias.objects.filter(player=record).delete()
    write_words(record)
    RatingListEntry.objects.filter(player=record).update(name=record.name)
    Membership.objects.filter(player=record).update(player=None)
    Invitation.objects.filter(player=record).update(player=None, note="")


def _name(record: Player) -> str:
    """What is stored instead; pages say it in the reader's language (``Player.label``)."""
    return f"Player {record.pk}"
