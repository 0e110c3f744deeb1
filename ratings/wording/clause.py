"""One rule in words, and rules that several systems have: tiers of K, provisional ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.figures import trimmed
from ratings.kernel.kfactor import CONDITIONS, Tier, read_tiers


class Clause(NamedTuple):
    """One rule: what it is about, and what it says."""

    about: str
    says: str


def k_tiers(tiers: tuple[Tier, ...]) -> Iterator[Clause]:
    if len(tiers) == 1:
        yield Clause("K", _("K is %(k)s for everybody.") % {"k": trimmed(tiers[0].k, 2)})
        return
    yield Clause("K", _("The first that fits: %(list)s.") % {"list": tiers_text(tiers)})


def tiers_text(tiers: tuple[Tier, ...]) -> str:
    """Tiers of K one after another; a single one is its number."""
    if len(tiers) == 1:
        return trimmed(tiers[0].k, 2)
    return "; ".join(
        _("%(number)d. %(k)s %(who)s") % {"number": n, "k": trimmed(t.k, 2), "who": _who(t)}
        for n, t in enumerate(tiers, 1)
    )


_CONDITIONS = {
    "games_below": lambda v: _("with fewer than %(v)s rated games") % {"v": v},
    "games_from": lambda v: _("with at least %(v)s rated games") % {"v": v},
    "rating_below": lambda v: _("rated below %(v)s") % {"v": v},
    "rating_from": lambda v: _("rated %(v)s or more") % {"v": v},
    "peak_below": lambda v: _("never rated %(v)s or more") % {"v": v},
    "peak_from": lambda v: _("once rated %(v)s or more") % {"v": v},
    "age_to": lambda v: _("in the year of the %(v)s. birthday or younger") % {"v": v},
    "age_from": lambda v: _("in the year of the %(v)s. birthday or older") % {"v": v},
}


def tier_words(parameters: Mapping[str, Any] | None, number: int) -> str:
    """For whom the tier of K of this number is, in words."""
    tiers = read_tiers((parameters or {}).get("k", 32))
    return _who(tiers[number - 1]) if 0 < number <= len(tiers) else ""


def _who(tier: Tier) -> str:
    met = [(name, getattr(tier, name)) for name in CONDITIONS if getattr(tier, name) is not None]
    if not met:
        return _("for everybody else")
    return _(" and ").join(_CONDITIONS[name](trimmed(value, 1)) for name, value in met)


def provisional(games: int) -> Iterator[Clause]:
    """Until how many rated games a rating is provisional."""
    if not games:
        return
    says = ngettext(
        "A rating is provisional, shown with a question mark, before %(n)d rated game.",
        "A rating is provisional, shown with a question mark, before %(n)d rated games.",
        games,
    )
    yield Clause(_("Provisional"), says % {"n": games})
