"""The names a player is found by: the name, its aliases, and a row for each of their words."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from league.formats.names import clean_name, name_key, name_words
from league.models import Player, PlayerAlias, PlayerName

from .. import limits
from ..errors import Problems
from ..history import keep_change
from ..writing import Actor, lock_club
from .public_names import is_public
from .search import players_named


def search_words(names: Iterable[str]) -> set[str]:
    """The words by which a player of these names is found (rows of ``PlayerName``)."""
    return {word for name in names for word in name_words(name)}


def add_alias(*, player: Player, name: str, actor: Actor = None) -> PlayerAlias:
    """Another name for a player. One the player has already stays as it is; one of somebody else is refused."""
    name = clean_name(name)
    with transaction.atomic():
        club = lock_club(player.club)
        problems = Problems()
        check_name(problems, name)
        key = name_key(name)
        if other := next((p for p in players_named(club=club, text=name) if p.pk != player.pk), None):
            problems.add(_("%(player)s has this name already.") % {"player": other.name}, "name")
        problems.refuse()
        alias, created = PlayerAlias.objects.get_or_create(
            club=club, name_key=key, defaults={"player": player, "name": name}
        )
        if created:
            _keep(player, "alias.add", {}, {"name": name}, actor)
        write_words(player)
    return alias


def remove_alias(*, alias: PlayerAlias, actor: Actor = None) -> None:
    """Forget another name of a player."""
    with transaction.atomic():
        lock_club(alias.club)
        player = alias.player
        _keep(player, "alias.remove", {"name": alias.name}, {}, actor)
        alias.delete()
        write_words(player)


def _keep(player: Player, kind: str, before: dict[str, str], after: dict[str, str], actor: Actor) -> None:
    keep_change(
        club=player.club, kind=kind, subject=player, before=before, after=after, players=[player.pk], actor=actor
    )


def keep_former_name(player: Player, former: str) -> None:
    """Files and people go on using a former name: it becomes an alias, unless somebody has it."""
    if not players_named(club=player.club, text=former):
        PlayerAlias.objects.create(club=player.club, player=player, name=former, name_key=name_key(former))


def write_words(player: Player) -> None:
    """Make the player's search words those of the present names."""
    names = [player.name, *PlayerAlias.objects.filter(player=player).values_list("name", flat=True)]
    wanted = search_words(names)
    stored = PlayerName.objects.filter(player=player)
    present = set(stored.values_list("word", flat=True))
    if gone := present - wanted:
        stored.filter(word__in=gone).delete()
    stored_name = Player.objects.only("name", "public_name").get(pk=player.pk) if wanted - present else player
    PlayerName.objects.bulk_create(
        [
            PlayerName(club_id=player.club_id, player=player, word=word, public=is_public(stored_name, word))
            for word in sorted(wanted - present)
        ]
    )


def check_name(problems: Problems, name: str) -> None:
    if not name_key(name):
        problems.add(_("A player needs a name."), "name")
    limits.check_length(problems, name, 120, "name")
