"""Names as strangers see them: kept with each player, so that no page works them out.

A player's own choice comes first; else the stricter of what the club says for everybody and for minors.
Two who would look the same are told apart by affiliation or number: by the year of birth only in a club
that shows years.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from league.formats.names import name_words
from league.formats.short_names import short_name
from league.models import BY_NUMBER, Club, Naming, Player, PlayerName, label_of

from .. import limits

MINOR_UNTIL = 18  # the year of this birthday is the last one: only the year is known
_STRICTNESS = (Naming.FULL, Naming.SHORT, Naming.NUMBER)
_AT_ONCE = 500
COLUMNS = (
    "pk", "club", "name", "name_key", "birth_year", "affiliation", "distinction", "merged_into", "anonymised_at",
    "names", "listed", "public_name",
)  # fmt: skip


def naming_of(club: Club, player: Player, year: int) -> str:
    """How strangers see this player's name in a year."""
    if player.names:
        return player.names
    minor = player.birth_year is not None and year - player.birth_year <= MINOR_UNTIL
    return max(club.names, club.minors, key=_STRICTNESS.index) if minor else club.names  # type: ignore[arg-type]


def keep_all_public_names(*, club: Club) -> None:
    """Work out the public names of everybody in a club, which is locked."""
    players = list(Player.objects.filter(club=club).only(*COLUMNS).order_by("pk"))
    _keep(club, players)
    club.names_year = limits.today(club).year
    club.save(update_fields=["names_year"])


def keep_public_names(*, club: Club, players: Sequence[Player]) -> None:
    """The same for some, all namesakes of each among them; records that are part of one of them follow it."""
    _keep(club, _with_parts(players))


def _keep(club: Club, players: Sequence[Player]) -> None:
    year = limits.today(club).year
    naming = _naming(club, players, year)
    wanted = {player.pk: "" for player in players}
    named = [player for player in players if player.anonymised_at is None]
    wanted |= dict(_numbers(named, naming))
    wanted |= dict(_full(club, [player for player in named if naming[player.pk] == Naming.FULL and player.listed]))
    short = [player for player in named if naming[player.pk] == Naming.SHORT and player.listed]
    others = _others_in_short(club, players, year) if short else []
    told = dict(_short([*short, *others]))
    wanted |= told
    changed = []
    for player in [*players, *others]:
        if player.public_name != wanted[player.pk]:
            player.public_name = wanted[player.pk]
            changed.append(player)
    Player.objects.bulk_update(changed, ["public_name"], batch_size=_AT_ONCE)
    keep_words(changed)


def _naming(club: Club, players: Sequence[Player], year: int) -> dict[int, str]:
    """How strangers see each: a merged record at most as the person whom it is part of."""
    known = {player.pk: player for player in players}
    while missing := {player.merged_into_id for player in known.values() if player.merged_into_id} - known.keys():
        known |= Player.objects.only(*COLUMNS).in_bulk(missing)
    found = {}
    for player in players:
        said, one = [naming_of(club, player, year)], player
        while one.merged_into_id is not None:
            one = known[one.merged_into_id]
            said.append(naming_of(club, one, year) if one.listed else Naming.NUMBER)
        found[player.pk] = max(said, key=_STRICTNESS.index)  # type: ignore[arg-type]
    return found


def _with_parts(players: Sequence[Player]) -> list[Player]:
    """These players and the records merged into them."""
    found = {player.pk: player for player in players}
    new = list(found)
    while new:
        parts = Player.objects.only(*COLUMNS).filter(merged_into__in=new).order_by("pk")
        level = [part for part in parts if part.pk not in found]
        found |= {part.pk: part for part in level}
        new = [part.pk for part in level]
    return list(found.values())


def _others_in_short(club: Club, players: Sequence[Player], year: int) -> list[Player]:
    asked = {player.pk for player in players}
    stored = Player.objects.filter(club=club, listed=True, anonymised_at=None).exclude(public_name__in=["", BY_NUMBER])
    return [
        player
        for player in stored.only(*COLUMNS).order_by("pk")
        if player.pk not in asked and naming_of(club, player, year) == Naming.SHORT
    ]


def _numbers(players: Iterable[Player], naming: dict[int, str]) -> Iterator[tuple[int, str]]:
    for player in players:
        if naming[player.pk] == Naming.NUMBER or not player.listed:
            yield player.pk, BY_NUMBER


def _full(club: Club, players: Iterable[Player]) -> Iterator[tuple[int, str]]:
    """The plain name, unless what tells it from a namesake is a year that strangers do not see."""
    for player in players:
        if not player.distinction:
            continue
        is_year = player.distinction == str(player.birth_year or "")
        said = f"#{player.pk}" if is_year and not club.show_birth_years else player.distinction
        yield player.pk, label_of(player.name, said)


def _short(players: Iterable[Player]) -> Iterator[tuple[int, str]]:
    groups: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        groups[short_name(player.name)].append(player)
    for name, group in groups.items():
        people = [player for player in group if player.merged_into_id is None]
        counts = Counter(player.affiliation for player in people)
        for player in group:
            alone = len(people) < 2 or player.merged_into_id is not None
            affiliation = player.affiliation if counts[player.affiliation] == 1 else ""
            yield player.pk, label_of(name, "" if alone else affiliation or f"#{player.pk}")


def keep_words(players: Iterable[Player]) -> None:
    """Let strangers find these players by words that they see, and by no others."""
    of_player = {player.pk: player for player in players}
    changed = []
    for start in range(0, len(of_player), _AT_ONCE):
        words = PlayerName.objects.filter(player__in=list(of_player)[start : start + _AT_ONCE])
        for word in words:
            public = is_public(of_player[word.player_id], word.word)
            if word.public != public:
                word.public = public
                changed.append(word)
    PlayerName.objects.bulk_update(changed, ["public"], batch_size=_AT_ONCE)


def is_public(player: Player, word: str) -> bool:
    """Whether strangers find the player by this word. Who shows the whole name is found by former names, too."""
    if not player.public_name or player.public_name.startswith(f"{player.name} ("):
        return True
    return player.public_name != BY_NUMBER and word in name_words(short_name(player.name))
