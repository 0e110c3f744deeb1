"""What a club knows of a person, for looking at records side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Min, Q

from league.models import Game, Merge, Player, PlayerAlias
from ratings.models import Rating


@dataclass(frozen=True)
class Portrait:
    """A record with its other names, its games, and where it stands in each league (name, shown rating)."""

    player: Player
    aliases: list[str]
    games: int
    first: date | None
    last: date | None
    standings: list[Rating]


def portrait(player: Player) -> Portrait:
    games = Game.objects.filter(Q(white=player) | Q(black=player)).exclude(status=Game.Status.VOID)
    said = games.aggregate(n=Count("pk"), first=Min("played_on"), last=Max("played_on"))
    aliases = PlayerAlias.objects.filter(player=player).order_by("name", "pk").values_list("name", flat=True)
    ratings = Rating.objects.filter(player=player, player__merged_into=None).select_related("league__club")
    return Portrait(
        player, list(aliases), said["n"], said["first"], said["last"], list(ratings.order_by("league__name", "pk"))
    )


def merges_of(player: Player) -> Sequence[Merge]:
    """The records that became part of this one, latest first."""
    merges = Merge.objects.filter(kept=player, split_at=None).select_related("absorbed", "actor")
    return list(merges.order_by("-pk")[:50])
