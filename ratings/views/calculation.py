"""The individual calculation: one player, one rating period, in FIDE's own terms."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from ratings import figures, wording
from ratings.boards import calculation as boards
from ratings.boards import player as players
from ratings.boards.scope import places_of

from .base import LeaguePage, found_or_404

_TOLD = ("k", "first_rating", "unrated", "not_published", "floor")


class CalculationPage(LeaguePage):
    """Rc, Ro, n, W, We, W−We, K and change, per game and per event; the sum and its one rounding."""

    section = "board"
    template = "ratings/calculation.html"

    def get(self, request: HttpRequest, player: int, period: str) -> HttpResponse:
        found_or_404(None if self.league.system == self.league.System.GLICKO2 else True)
        profile = found_or_404(players.profile(self.league, player))
        chosen = found_or_404(boards.period_of(self.league, period))
        made = boards.calculation(self.league, profile.rating.player, chosen)
        if made is None and chosen.status != chosen.Status.OPEN:
            found_or_404(None)
        context = {
            "player": profile.rating.player,
            "period": chosen,
            "made": made,
            "places": places_of(self.league),
        }
        if made is not None:
            context |= {
                "steps": [wording.sentence(line, made.parameters) for line in made.steps if line.code in _TOLD],
                "rounding": _rounding(made),
                "parts": [{"part": part, "remarks": _remarks(made, part)} for part in made.parts],
                "before": self._address(player, made.before),
                "after": self._address(player, made.after),
            }
        return self.page(context)

    def _address(self, player: int, period: object) -> str:
        if period is None:
            return ""
        slugs = [self.league.club.slug, self.league.slug, player, boards.period_slug(period)]
        return reverse("ratings:calculation", args=slugs)


def _remarks(made: boards.Calculation, part: boards.Part) -> list[dict[str, str]]:
    """Of games with a difference of more than 400: which rule says what counts."""
    cut = [(line, made.cut[line.row.ref]) for line in part.lines if line.row.ref in made.cut]
    return [{"name": line.opponent.label, "words": wording.sentence(each, made.parameters)} for line, each in cut]


def _rounding(made: boards.Calculation) -> str:
    """The sum, rounded once; where the rating fell below the floor it stands there before it goes."""
    row = made.row
    if row.opening is None or row.change is None:
        return ""
    exact = figures.signed(made.unrounded, 2)
    if row.change == made.unrounded:
        return _("Change: %(change)s.") % {"change": exact}
    return _("Sum %(sum)s, rounded once: %(change)s.") % {"sum": exact, "change": figures.signed(row.change)}
