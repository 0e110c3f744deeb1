"""What a player's games say together: the page beside every single change."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings import figures, pictures, wording
from ratings.boards import player as boards
from ratings.boards.career import Career, Milestone, Streak, Tally, career
from ratings.boards.ladder import ladder
from ratings.boards.measure import measure_of
from ratings.boards.scope import active_since
from ratings.boards.spread import Spread, spread

from .base import LeaguePage, found_or_404


class CareerPage(LeaguePage):
    """By side, against stronger and weaker, streaks, best wins, events with performances, milestones, spread."""

    section = "board"
    template = "ratings/career.html"

    def get(self, request: HttpRequest, player: int) -> HttpResponse:
        profile = found_or_404(boards.profile(self.league, player))
        person, rating = profile.rating.player, profile.rating
        made = career(self.league, person, boards.trail(self.league, person))
        since = active_since(self.league, measure_of(self.league).newest)
        among = spread(ladder(self.league, since), rating.shown) if profile.rank else None
        context = {
            "player": person,
            "rating": rating,
            "profile": profile,
            "career": made,
            "tallies": list(self._tallies(made)),
            "streaks": [{"words": streak_words(each), "days": _days(each)} for each in made.streaks],
            "milestones": [{"day": each.day, "words": milestone_words(each)} for each in made.milestones],
            **spread_shown(among),
        }
        return self.page(context)

    def _tallies(self, made: Career) -> Any:
        names = (
            (_("All rated games"), made.all),
            (wording.side(self.league, 0), made.white),
            (wording.side(self.league, 1), made.black),
            (_("Against stronger"), made.stronger),
            (_("Against equal"), made.equal),
            (_("Against weaker"), made.weaker),
        )
        for name, tally in names:
            if tally.games:
                yield {
                    "name": name, "games": tally.games, "percent": figures.plain(100 * tally.score),
                    "record": figures.record(tally.wins, tally.draws, tally.losses), "foretold": _foretold(tally),
                }  # fmt: skip


def _foretold(tally: Tally) -> str:
    """What the ratings foretold, per cent of a point a game."""
    return figures.plain(100 * tally.expected / tally.foretold) if tally.foretold else figures.NOTHING


def streak_words(streak: Streak) -> str:
    n = {"n": streak.length}
    if streak.kind == "wins":
        words = ngettext("%(n)d win in a row", "%(n)d wins in a row", streak.length)
    elif streak.kind == "losses":
        words = ngettext("%(n)d loss in a row", "%(n)d losses in a row", streak.length)
    else:
        words = ngettext("%(n)d game without a loss", "%(n)d games without a loss", streak.length)
    return words % n


def _days(streak: Streak) -> str:
    """A span of days, never "three weeks ago"."""
    first = date_format(streak.first)
    if streak.running:
        return _("since %(first)s, still running") % {"first": first}
    return f"{first} – {date_format(streak.last)}"


def milestone_words(milestone: Milestone) -> str:
    if milestone.kind == "rating":
        return _("First time at %(rating)s") % {"rating": milestone.number}
    if milestone.number == 1:
        return _("First rated game")
    return _("Rated game number %(n)s") % {"n": figures.plain(milestone.number)}


def spread_shown(among: Spread | None) -> dict[str, Any]:
    """The picture and the table of a spread."""
    if among is None or among.total < 2:
        return {"spread": None}
    bars = [pictures.Bar(str(step.low), step.players, step.here) for step in among.steps]
    below = figures.plain(100 * among.below) if among.below is not None else ""
    return {
        "spread": among,
        "spread_picture": pictures.histogram(bars, title=_("Active players by rating"), key="spread"),
        "below": below,
    }
