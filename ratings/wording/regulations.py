"""The FIDE regulations as a league applies them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from league.models import League
from ratings.figures import trimmed
from ratings.kernel.fide.parameters import BY_DATE

from .clause import Clause, k_tiers, provisional


def list_name(name: str) -> str:
    """A FIDE list: standard, rapid, blitz."""
    return {"standard": _("standard"), "rapid": _("rapid"), "blitz": _("blitz")}[name]


def fide_clauses(league: League, read: Any) -> Iterator[Clause]:
    says = _("The %(list)s list of the FIDE Rating Regulations (B.02).") % {"list": list_name(read.list)}
    yield Clause(_("List"), says)
    if read.external:
        yield Clause(
            _("Ratings used"),
            _(
                "Each period starts from the list that the federation published, so that it shows what its "
                "games will add."
            ),
        )
    yield Clause(_("Games that count"), _counted(read))
    yield Clause(
        _("Matches"),
        _(
            "A match in which one of the two has no rating is not rated. Where a match is over a said number of games,"
            " those after one player has won it are not rated, unless that was agreed beforehand."
        ),
    )
    yield from _expectation(read)
    yield from _coefficient(read)
    yield from _start(read)
    if league.mode == League.Mode.PERIOD:
        yield Clause(_("Rounding"), _("The changes of a period are added and rounded once, halves away from zero."))
    else:
        yield Clause(_("Rounding"), _("Game by game, hundredths are kept; whole numbers are only shown."))
    yield from _floor(read)
    yield from provisional(read.provisional_games)
    yield Clause(_("Left to the arbiter"), _left_out(league))


def _counted(read: Any) -> str:
    """B.02 1, 5 and 8.3.1; rapid and blitz 1."""
    controls = {
        "standard": _(
            "at least 120 minutes for 60 moves where one of the two is rated 2400 or more, 90 from 1800 on, else 60, or"
            " approved as standard"
        ),
        "rapid": _("more than 10 and less than 60 minutes for 60 moves"),
        "blitz": _("more than 3 and at most 10 minutes for 60 moves"),
    }
    says = _("Those in which both sides made a move, against a rated opponent, with the time of this list: %(time)s.")
    known = _("Where the time control of an event is not known, it is taken to fit.")
    return says % {"time": controls[read.list]} + " " + known


def _left_out(league: League) -> str:
    """What of B.02 moves no rating here: 3, the number of rounds a day in rapid and blitz; 7.1 unless it is set."""
    says = _(
        "Too many hours of play or rounds in one day are told to those who run an event, on its page, and its games"
        " count. Not checked here: different times for the two players. Games that must not count belong into an event"
        " that is not rated."
    )
    if league.mode == League.Mode.PERIOD and not league.closing_days:
        says += " " + _(
            "This league sets no closing date three days before a list: an event counts in the period in which it ends."
        )
    return says


def _expectation(read: Any) -> Iterator[Clause]:
    yield Clause(
        _("Expected score"),
        _(
            "Read from the FIDE table 8.1.2 by the difference of the ratings in force on the first day of "
            "the event, in whole numbers."
        ),
    )
    if read.list == "standard":
        says = _(
            "A difference of more than 400 counts as 400; in events from October 2025 on not for a player "
            "rated 2650 or more. Events from 2022 to February 2024: in one game of a tournament only."
        )
    else:
        says = _(
            "A difference of more than 400 counts as 400 (events from 2022 to February 2024: in one game "
            "only). From December 2024 on a game 600 points or more apart with a player above 2600 is not "
            "rated."
        )
    yield Clause(_("Large differences"), says)


def _coefficient(read: Any) -> Iterator[Clause]:
    if read.k is not None:
        yield from k_tiers(read.k)
    else:
        says = _(
            "10 once rated 2400 or more; else 40 up to the year of the 18th birthday while never rated "
            "2300; else 40 with fewer than 30 rated games; else 20."
        )
        yield Clause("K", (_("As the federation's list says; else: ") if read.external else "") + says)
    yield Clause(_("Many games"), _("In a period K is lowered where K times the games would be more than 700."))


def _start(read: Any) -> Iterator[Clause]:
    if read.initial is not None:
        says = _("Who brings no rating starts at %(initial)s.") % {"initial": trimmed(read.initial, 1)}
    else:
        says = _(
            "An unrated player needs five games against rated opponents within 26 months. Two imagined "
            "draws against 1800 are added (since March 2024); the first rating is at most 2200."
        )
    yield Clause(_("First rating"), says)


def _floor(read: Any) -> Iterator[Clause]:
    if read.floor == BY_DATE:
        yield Clause(_("Floor"), _("Below 1400 (before March 2024: 1000) a player becomes unrated."))
    elif read.floor is not None:
        says = _("Below %(floor)s a player becomes unrated.") % {"floor": trimmed(float(read.floor), 1)}
        yield Clause(_("Floor"), says)
