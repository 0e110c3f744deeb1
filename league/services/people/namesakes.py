"""People of the same name, told apart: by the year of birth, the affiliation, else the id."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

from league.models import Club, Player

from .public_names import COLUMNS, keep_public_names

_IN_ONE_QUERY = 500


def tell_apart(*, club: Club, keys: Collection[str]) -> None:
    """Keep with each player of these name keys what tells it from its namesakes (nothing where there are
    none), and the name that strangers see.

    Last step of everything that changes names, years of birth or affiliations; the club is locked.
    """
    wanted = sorted({key for key in keys if key})
    for start in range(0, len(wanted), _IN_ONE_QUERY):
        _tell_apart(club, wanted[start : start + _IN_ONE_QUERY])


def _tell_apart(club: Club, keys: list[str]) -> None:
    groups: dict[str, list[Player]] = defaultdict(list)
    players = list(Player.objects.filter(club=club, name_key__in=keys).only(*COLUMNS).order_by("pk"))
    for player in players:
        groups[player.name_key].append(player)
    changed = []
    for group in groups.values():
        for player, said in distinctions(group):
            if player.distinction != said:
                player.distinction = said
                changed.append(player)
    Player.objects.bulk_update(changed, ["distinction"], batch_size=_IN_ONE_QUERY)
    keep_public_names(club=club, players=players)


def distinctions(namesakes: Iterable[Player]) -> Iterable[tuple[Player, str]]:
    """What is said beside each name: the first of year, affiliation and id that nobody else of the name has.

    A record merged into another is no person of its own, and who is anonymised has no name.
    """
    everybody = list(namesakes)
    people = [player for player in everybody if player.merged_into_id is None and player.anonymised_at is None]
    facets = [[str(player.birth_year or ""), player.affiliation] for player in people]
    counts = [Counter(values) for values in zip(*facets, strict=True)]
    said = {
        player.pk: next((v for v, n in zip(mine, counts, strict=True) if v and n[v] == 1), f"#{player.pk}")
        for player, mine in zip(people, facets, strict=True)
        if len(people) > 1
    }
    return [(player, said.get(player.pk, "")) for player in everybody]
