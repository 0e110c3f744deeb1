"""The filters of a board: read from the address, offered by the form, said in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.models import League, Player, sees_full_names
from ratings.boards.filters import AGES, ANY, MOST_GAMES, Filters
from ratings.boards.measure import measure_of

from . import asked

NAMES = ("age", "sex", "title", "aff", "min", "settled")


def shows_ages(league: League) -> bool:
    """Groups by age tell birth years within two: only where those may be seen."""
    return league.club.show_birth_years or sees_full_names(league.club_id)


def filters_asked(league: League, given: QueryDict, year: int) -> Filters:
    """What the address asks for; what makes no sense there asks for nothing."""
    full = sees_full_names(league.club_id)
    titles = (ANY, *(measure_of(league).offers.to(full).titles))
    return Filters(
        year=year,
        named=not full,
        age=asked.choice(given, "age", AGES, "") if shows_ages(league) else "",
        sex=asked.choice(given, "sex", Player.Sex.values, ""),
        title=asked.choice(given, "title", titles, ""),
        affiliation=asked.text(given, "aff", 120),
        games=min(asked.number(given, "min") or 0, MOST_GAMES),
        settled=given.get("settled") == "1",
    )


def choices(league: League) -> dict[str, Any]:
    """What the form offers: only what tells players of this league apart."""
    offer = measure_of(league).offers.to(sees_full_names(league.club_id))
    return {
        "ages": [(code, age_words(code)) for code in AGES] if offer.ages and shows_ages(league) else [],
        "sexes": [(Player.Sex.FEMALE, _("women and girls")), (Player.Sex.MALE, _("men and boys"))]
        if offer.sexes
        else [],
        "titles": [(ANY, _("any title")), *((title, title) for title in offer.titles)] if offer.titles else [],
        "affiliations": offer.affiliations,
    }  # fmt: skip


def age_words(code: str) -> str:
    """U18, or 50 and older."""
    years = int(code[1:])
    if code[0] == "u":
        return pgettext("age group", "U%(years)d") % {"years": years}
    return _("%(years)d and older") % {"years": years}


def in_words(filters: Filters) -> str:
    """Only women and girls, U18, at least 10 games."""
    said = ", ".join(_said(filters))
    return _("Only: %(what)s.") % {"what": said} if said else ""


def _said(filters: Filters) -> Iterator[str]:
    if filters.age:
        yield f"{age_words(filters.age)} ({filters.year})"
    if filters.sex:
        yield _("women and girls") if filters.sex == Player.Sex.FEMALE else _("men and boys")
    if filters.title:
        yield _("any title") if filters.title == ANY else filters.title
    if filters.affiliation:
        yield filters.affiliation
    if filters.games:
        yield ngettext("at least %(n)d game", "at least %(n)d games", filters.games) % {"n": filters.games}
    if filters.settled:
        yield _("no provisional ratings")
