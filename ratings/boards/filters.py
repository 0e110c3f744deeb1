"""Whom a board shows: by age, sex, title, affiliation, games played, and how sure the rating is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import Final

from django.db.models import Case, Q, Value, When

from league.models import BY_NUMBER, League, Player
from ratings.models import Rating

ANY = "any"
YOUNG: Final = (8, 10, 12, 14, 16, 18, 20)
SENIOR: Final = (50, 65)
AGES: Final = (*(f"u{age}" for age in YOUNG), *(f"s{age}" for age in SENIOR))
OFFERED = 200  # affiliations to choose from
MOST_GAMES = 9999


@dataclass(frozen=True)
class Filters:
    """``age``: of ``AGES``, in the year ``year``; ``title``: one of them, or ``ANY``; ``settled``: none provisional.

    ``named``: asked by a stranger, whom nothing tells more of who goes by a number than the number.
    """

    year: int = 0
    age: str = ""
    sex: str = ""
    title: str = ""
    affiliation: str = ""
    games: int = 0
    settled: bool = False
    named: bool = False

    def __bool__(self) -> bool:
        return bool(self.of_player or self.games or self.settled)

    @property
    def of_player(self) -> bool:
        return bool(self.age or self.sex or self.title or self.affiliation)

    @property
    def code(self) -> str:
        """A name for this choice, for what is kept about it."""
        return repr(astuple(self)) if self else ""

    def players(self, prefix: str = "") -> Q:
        """The same asked of players; U18 is who has the 18th birthday in the year or later, S50 the 50th or before."""
        found = Q()
        if self.age:
            edge = self.year - int(self.age[1:])
            found &= Q(**{f"{prefix}birth_year__{'gte' if self.age[0] == 'u' else 'lte'}": edge})
        if self.sex:
            found &= Q(**{f"{prefix}sex": self.sex})
        if self.title == ANY:
            found &= ~Q(**{f"{prefix}title": ""})
        elif self.title:
            found &= Q(**{f"{prefix}title": self.title})
        if self.affiliation:
            found &= Q(**{f"{prefix}affiliation": self.affiliation})
        if self.named and self.of_player:
            found &= ~Q(**{f"{prefix}public_name": BY_NUMBER})
        return found

    @cached_property
    def ratings(self) -> Q:
        """Asked of standings as they are now."""
        found = self.players("player__")
        if self.games:
            found &= Q(games__gte=self.games)
        return found & Q(provisional=False) if self.settled else found


EVERYBODY: Final = Filters()


@dataclass(frozen=True)
class Offer:
    """What there is to choose from in a league."""

    ages: bool = False
    sexes: bool = False
    titles: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Offers:
    """The same for who works in the club, and for strangers: without whom they know by a number."""

    full: Offer = Offer()
    public: Offer = Offer()

    def to(self, full: bool) -> Offer:
        return self.full if full else self.public


def offers_of(league: League) -> Offers:
    """What the league's players can be told apart by: one pass over them."""
    own = Player.objects.filter(pk__in=Rating.objects.filter(league=league).values("player"), merged_into=None)
    own = own.order_by().annotate(
        dated=Case(When(birth_year=None, then=Value(False)), default=Value(True)),
        named=Case(When(public_name=BY_NUMBER, then=Value(False)), default=Value(True)),
    )
    kinds = list(own.values_list("named", "sex", "title", "dated").distinct())
    affiliations = own.exclude(affiliation="").order_by("affiliation").values_list("named", "affiliation").distinct()
    groups = list(affiliations[: 2 * OFFERED])
    full = _offer([kind[1:] for kind in kinds], [group for _named, group in groups])
    public = _offer([kind[1:] for kind in kinds if kind[0]], [group for named, group in groups if named])
    return Offers(full, public)


def _offer(kinds: Sequence[tuple[str, str, bool]], affiliations: Sequence[str]) -> Offer:
    return Offer(
        ages=any(dated for _sex, _title, dated in kinds),
        sexes=any(sex for sex, _title, _dated in kinds),
        titles=tuple(sorted({title for _sex, title, _dated in kinds if title})),
        affiliations=tuple(dict.fromkeys(affiliations))[:OFFERED],
    )
