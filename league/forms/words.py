"""What the two sides and the results are called in a league's discipline."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models import League, Outcome

CHESS, HOME_AWAY, NEUTRAL = League.Discipline.CHESS, League.Discipline.HOME_AWAY, League.Discipline.NEUTRAL
USUAL = (Outcome.WHITE_WINS, Outcome.DRAW, Outcome.BLACK_WINS)


class Sides(NamedTuple):
    white: Any
    black: Any


SIDES = {
    CHESS: Sides(_("White"), _("Black")),
    HOME_AWAY: Sides(pgettext_lazy("side", "Home"), pgettext_lazy("side", "Away")),
    NEUTRAL: Sides(_("First player"), _("Second player")),
}
POINTS = {
    CHESS: Sides(_("White's points"), _("Black's points")),
    HOME_AWAY: Sides(_("Home score"), _("Away score")),
    NEUTRAL: Sides(_("First player's points"), _("Second player's points")),
}
RESULTS = {
    CHESS: {
        Outcome.WHITE_WINS: _("1–0 White won"),
        Outcome.DRAW: _("½–½ draw"),
        Outcome.BLACK_WINS: _("0–1 Black won"),
        Outcome.WHITE_FORFEITS_TO: _("+ – − Black did not appear"),
        Outcome.BLACK_FORFEITS_TO: _("− – + White did not appear"),
        Outcome.BOTH_FORFEIT: _("− – − nobody appeared"),
        Outcome.SHORT_WHITE_WINS: _("1–0, less than one move played"),
        Outcome.SHORT_DRAW: _("½–½, less than one move played"),
        Outcome.SHORT_BLACK_WINS: _("0–1, less than one move played"),
    },
    HOME_AWAY: {
        Outcome.WHITE_WINS: _("1–0 home side won"),
        Outcome.DRAW: _("½–½ draw"),
        Outcome.BLACK_WINS: _("0–1 away side won"),
        Outcome.WHITE_FORFEITS_TO: _("+ – − away side did not appear"),
        Outcome.BLACK_FORFEITS_TO: _("− – + home side did not appear"),
        Outcome.BOTH_FORFEIT: _("− – − nobody appeared"),
    },
    NEUTRAL: {
        Outcome.WHITE_WINS: _("1–0 first player won"),
        Outcome.DRAW: _("½–½ draw"),
        Outcome.BLACK_WINS: _("0–1 second player won"),
        Outcome.WHITE_FORFEITS_TO: _("+ – − second player did not appear"),
        Outcome.BLACK_FORFEITS_TO: _("− – + first player did not appear"),
        Outcome.BOTH_FORFEIT: _("− – − nobody appeared"),
    },
}


def sides(league: League) -> Sides:
    return SIDES[league.discipline]


def results(league: League, *, keep: str = "") -> list[tuple[str, Any]]:
    """Value and label of every result of the discipline, the usual three first; ``keep`` is always among them."""
    labels = RESULTS[league.discipline]
    if keep in Outcome.values and keep not in labels:
        labels = {**labels, keep: Outcome(keep).label}
    return [(str(outcome), label) for outcome, label in labels.items()]
