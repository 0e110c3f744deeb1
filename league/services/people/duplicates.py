"""Records that look like one person: looked for in one pass over a club's players, so that 100,000 are no burden."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import groupby
from typing import NamedTuple

from django.core.cache import cache
from django.db import transaction

from league.models import Club, DifferentPeople, FactChange, Player, PlayerAlias

from ..errors import refuse
from ..history import keep_change
from ..writing import Actor, lock_club

SECONDS = 900
_SHORTEST = 6  # letters of a name in which one slip is looked for
_PLACE_BITS = 20
_MOST = 1 << _PLACE_BITS  # people among whom slips are looked for
_MASK = (1 << 64 - _PLACE_BITS) - 1
_HEAPS = 16


class Likeness(IntEnum):
    """Why two records look like one person; the surest first."""

    FIDE_ID = 1  # the same number, written with other zeros
    SAME_NAME = 2
    WORDS = 3  # the same words in another order
    ALIAS = 4  # the name of one is another name of the other
    INITIAL = 5
    SLIP = 6  # one letter differs


class Pair(NamedTuple):
    """Two records (the lower id first)."""

    likeness: Likeness
    key: str
    one: int
    other: int


class _Person(NamedTuple):
    pk: int
    key: str
    words: str  # of the key, sorted
    year: int | None
    fide_id: str


def duplicates(*, club: Club) -> list[Pair]:
    """All pairs of records of a club that look like one person, the surest first; those set apart left out.

    Two years of birth or two FIDE ids that differ make two people. Kept until something changes in the club.
    """
    newest = FactChange.objects.filter(club=club).order_by("-pk").values_list("pk", flat=True).first()
    players = Player.objects.filter(club=club).order_by("-pk").values_list("pk", flat=True).first()
    key = f"duplicates:{club.pk}:{newest}:{players}"
    found = cache.get(key)
    if found is None:
        found = [Pair(Likeness(each[0]), *each[1:]) for each in sorted(_pairs(club))]
        cache.set(key, [tuple(each) for each in found], SECONDS)
    apart = set(DifferentPeople.objects.filter(club=club).values_list("one", "other"))
    return [Pair(*each) for each in found if (each[2], each[3]) not in apart]


def set_apart(*, one: Player, other: Player, actor: Actor = None) -> None:
    """Remember that two records which look like one person are two."""
    if one.club_id != other.club_id or one.pk == other.pk:
        refuse("two players of one club", "other")
    with transaction.atomic():
        club = lock_club(one.club)
        low, high = sorted((one.pk, other.pk))
        pair, new = DifferentPeople.objects.get_or_create(
            one_id=low, other_id=high, defaults={"club": club, "actor": actor}
        )
        if new:
            keep_change(
                club=club, kind="player.apart", subject=pair, before={}, after={"one": low, "other": high},
                players=[low, high], actor=actor,
            )  # fmt: skip


def ask_again(*, pair: DifferentPeople, reason: str = "", actor: Actor = None) -> None:
    """Forget that two records are two people: the report of duplicates shows them again."""
    with transaction.atomic():
        club = lock_club(pair.club)
        both = [pair.one_id, pair.other_id]
        keep_change(
            club=club, kind="player.apart", subject=pair, before={"one": both[0], "other": both[1]}, after={},
            players=both, reason=reason, actor=actor,
        )  # fmt: skip
        pair.delete()


def _pairs(club: Club) -> Iterator[Pair]:
    people = _people(club)
    known: set[tuple[int, int]] = set()
    ways = (_by_number(people), _by_words(people), _by_alias(club, people), _by_initial(people), _by_slip(people))
    for way in ways:
        for likeness, one, other in way:
            if one.pk > other.pk:
                one, other = other, one
            if one.pk != other.pk and (one.pk, other.pk) not in known and _can_be_one(one, other):
                known.add((one.pk, other.pk))
                yield Pair(likeness, one.key, one.pk, other.pk)


def _people(club: Club) -> list[_Person]:
    players = Player.objects.filter(club=club, merged_into=None, anonymised_at=None).order_by("pk")
    rows = players.values_list("pk", "name_key", "birth_year", "fide_id").iterator(chunk_size=5_000)
    return [_Person(pk, key, " ".join(sorted(key.split())), year, number) for pk, key, year, number in rows]


def _can_be_one(one: _Person, other: _Person) -> bool:
    same_number = one.fide_id.lstrip("0") == other.fide_id.lstrip("0")
    if one.fide_id and other.fide_id and not same_number:
        return False
    return not one.year or not other.year or one.year == other.year


Found = Iterator[tuple[Likeness, _Person, _Person]]


def _by_number(people: Iterable[_Person]) -> Found:
    first: dict[str, _Person] = {}
    for person in people:
        if person.fide_id:
            other = first.setdefault(person.fide_id.lstrip("0"), person)
            yield Likeness.FIDE_ID, other, person


def _by_words(people: Iterable[_Person]) -> Found:
    """Of many records of one name each is put beside the first that it can be one with."""
    groups: dict[str, list[_Person]] = defaultdict(list)
    for person in people:
        groups[person.words].append(person)
    for group in groups.values():
        for place, person in enumerate(group[1:], 1):
            other = next((each for each in group[:place] if _can_be_one(each, person)), None)
            if other is not None:
                yield Likeness.SAME_NAME if other.key == person.key else Likeness.WORDS, other, person


def _by_alias(club: Club, people: list[_Person]) -> Found:
    by_id = {person.pk: person for person in people}
    by_key = defaultdict(list)
    aliases = PlayerAlias.objects.filter(club=club).values_list("name_key", "player_id")
    for key, player in aliases.iterator(chunk_size=5_000):
        by_key[key].append(player)
    for person in people if by_key else ():
        for player in by_key.get(person.key, ()):
            if player in by_id:
                yield Likeness.ALIAS, by_id[player], person


def _by_initial(people: list[_Person]) -> Found:
    """“A. Berg” beside “Anna Berg”, where nobody else of the name begins so."""
    short = [person for person in people if any(len(word) == 1 for word in person.key.split())]
    wanted = {_initials(person.words) for person in short}
    full: dict[str, list[_Person]] = defaultdict(list)
    for person in people if wanted else ():
        words = person.words.split()
        for place, word in enumerate(words):
            cut = " ".join(sorted([*words[:place], word[0], *words[place + 1 :]]))
            if len(word) > 1 and cut in wanted:
                full[cut].append(person)
    for person in short:
        candidates = full.get(person.words, [])
        if len({each.words for each in candidates}) == 1:
            yield Likeness.INITIAL, person, candidates[0]


def _initials(words: str) -> str:
    return " ".join(sorted(words.split()))


def _by_slip(people: Iterable[_Person]) -> Found:
    """Names that become one when a letter is left out of either: a letter too many, too few, or another one.

    Every name is cut at each of its letters and the cuts are sorted: equal ones stand together. As whole numbers
    (a hash and the place of the person) in several heaps they need little room, whatever the club.
    """
    ordered = sorted(people, key=lambda each: each.words)
    alone = [next(group) for _words, group in groupby(ordered, key=lambda each: each.words)][:_MOST]
    heaps = [array("Q") for _ in range(_HEAPS)]
    add = [heap.append for heap in heaps]
    for place, person in enumerate(alone):
        if len(person.words) >= _SHORTEST:
            for cut in set(map(hash, _cuts(person.words))):
                add[cut % _HEAPS]((cut & _MASK) << _PLACE_BITS | place)
    for heap in heaps:
        yield from _equal_cuts(sorted(heap), alone)


def _equal_cuts(heap: list[int], people: list[_Person]) -> Found:
    """Of equal cuts, which stand together, each is put beside the first."""
    last, place = -1, (1 << _PLACE_BITS) - 1
    first = 0
    for number in heap:
        if number >> _PLACE_BITS != last:
            last, first = number >> _PLACE_BITS, number
            continue
        one, other = people[first & place], people[number & place]
        if set(_cuts(one.words)) & set(_cuts(other.words)):  # and not only the same hash
            yield Likeness.SLIP, one, other


def _cuts(words: str) -> list[str]:
    """The name, and the name without each of its letters."""
    return [words, *(words[:place] + words[place + 1 :] for place in range(len(words)))]
