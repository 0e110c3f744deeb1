"""Why a number is what it is: one row of the log with everything behind it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Game, discreet_texts
from league.services import increase
from ratings import figures, services, wording
from ratings.boards.calculation import period_slug
from ratings.boards.scope import places_of
from ratings.calculator.links import game_link
from ratings.kernel.fide import raised_in_2024
from ratings.kernel.types import Cause, Line
from ratings.models import RatingChange
from ratings.services import Explanation

from .base import LeaguePage, found_or_404

EXACT = 2  # decimals where a number is explained


class WhyPage(LeaguePage):
    """One change: both sides, the lines of the kernel, what was corrected since."""

    section = "board"
    template = "ratings/why.html"

    def get(self, request: HttpRequest, change: int) -> HttpResponse:
        rows = RatingChange.objects.filter(pk=change, league=self.league).select_related("player", "period")
        row = found_or_404(rows.first())
        row.league = self.league
        made = services.explain(row)
        if row.cause == Cause.CORRECTION:
            made.game = Game.objects.select_related("event", "white", "black").filter(pk=row.ref).first()
        part = row.cause in (Cause.GAME, Cause.CORRECTION) and row.period_id is not None
        context = {
            "row": row,
            "player": row.player,
            "game": made.game,
            "part": part,
            "heading": _heading(row),
            "not_rated": wording.not_rated(row.reason) if row.reason else "",
            "correction": row.cause == Cause.CORRECTION,
            "equation": _equation(row),
            "sides": _sides(self.league, made) if made.game and row.cause == Cause.GAME else None,
            "steps": _steps(made),
            "outcomes": _outcomes(made, part),
            "games": _games(made) if row.cause == Cause.PERIOD else [],
            "sum_row": _sum_row(made) if part else None,
            "revisions": list(zip(made.revisions, self._told(each.reason for each in made.revisions), strict=True)),
            "adjustment": made.adjustment,
            "adjustment_reason": self._told([made.adjustment.reason])[0] if made.adjustment else "",
            "increase": _increase(made),
            "season": made.season,
            "try_it": game_link(self.league, row, _used(row, made), made.parameters) if made.game else "",
            "rules": wording.clauses(self.league, made.parameters),
            "places": places_of(self.league),
            "calculation": self._calculation(row),
        }
        return self.page(context)

    def _told(self, reasons: Iterable[str]) -> list[str]:
        return discreet_texts(self.league.club_id, list(reasons))

    def _calculation(self, row: RatingChange) -> str:
        """Where the whole period of the player is calculated in FIDE's terms."""
        if row.period is None or self.league.system == self.league.System.GLICKO2:
            return ""
        slugs = [self.league.club.slug, self.league.slug, row.player_id, period_slug(row.period)]
        return reverse("ratings:calculation", args=slugs)


def _heading(row: RatingChange) -> str:
    if row.reason:
        return _("Why this game was not rated")
    if row.opening is None and row.closing is not None:
        return _("Why %(rating)s") % {"rating": figures.trimmed(row.closing, 1)}
    return _("Why %(change)s") % {"change": figures.signed(row.change, _decimals(row))}


def _decimals(row: RatingChange) -> int:
    if row.cause == Cause.GAME and row.closing is None:
        return EXACT
    whole = row.change is not None and row.change == int(row.change)
    return 0 if whole else 1


def _equation(row: RatingChange) -> dict[str, str] | None:
    """K × (score − expected) = change, where the rules have that form."""
    if row.cause != Cause.GAME or row.k is None or row.expected is None or row.halves is None:
        return None
    return {
        "k": figures.trimmed(row.k, 3),
        "score": figures.score(row.halves),
        "expected": figures.trimmed(row.expected, 4),
        "change": figures.signed(row.change, EXACT),
    }


def _increase(made: Explanation) -> dict[str, str] | None:
    """FIDE's one-time increase: R + 0.4 x (2000 - R), as long as the rating it started from stands."""
    given, row = made.adjustment, made.change
    if given is None or (given.reason, given.on) != (increase.REASON, increase.ON):
        return None
    whole = row.opening is not None and row.closing == raised_in_2024(round(row.opening))
    return {"before": figures.trimmed(row.opening, 0) if whole else "", "after": figures.trimmed(given.to, 0)}


def _sides(league: Any, made: Explanation) -> list[dict[str, Any]]:
    """Both players, the first side first."""
    game = made.game
    assert game is not None
    rows = sorted(filter(None, (made.change, made.other)), key=lambda r: r.side)
    players = {0: game.white, 1: game.black}
    return [
        {
            "name": wording.side(league, row.side),
            "player": players[row.side],
            "row": row,
            "own": row.pk == made.change.pk,
            "used": _used(row, made),
            "score": figures.score(row.halves),
        }
        for row in rows
    ]


def _used(row: RatingChange, made: Explanation) -> float | None:
    """The rating the game was computed with: the other side's row names it too."""
    if row.own_rating is not None:
        return row.own_rating
    if row.opening is not None:
        return row.opening
    other = made.other if row.pk == made.change.pk else made.change
    return other.opponent_rating if other else None


def _steps(made: Explanation) -> list[str]:
    """The kernel's lines in words."""
    return [wording.sentence(line, made.parameters) for line in lines_of(made)]


def lines_of(made: Explanation) -> list[Line]:
    """The kernel's lines that explain this row: of a period's game, its own lines and K."""
    lines = made.lines
    if made.change.cause == Cause.GAME:
        about = made.change.ref
        lines = [line for line in lines if line.values.get("game", about) == about]
        if made.change.period_id is not None:
            lines = [line for line in lines if line.code not in ("sum", "rounding", "floor", "closing")]
    elif made.change.cause == Cause.PERIOD and len(made.games) > 1:
        lines = [line for line in lines if "game" not in line.values]
    return lines


def _outcomes(made: Explanation, part: bool) -> list[dict[str, Any]]:
    """What each result would have brought. Where the margin counts, one cannot say without inventing it."""
    game = made.game
    if game is None or not made.outcomes or (made.parameters.get("margin", "none") != "none" and _has_points(game)):
        return []
    names = {2: _("a win"), 1: _("a draw"), 0: _("a loss")}
    return [
        {
            "name": names[halves],
            "change": figures.arrowed(made.outcomes[halves], EXACT if part else 1),
            "happened": halves == made.change.halves,
        }
        for halves in (2, 1, 0)
        if halves in made.outcomes
    ]


def _has_points(game: Game) -> bool:
    return game.white_points is not None and game.black_points is not None


def _games(made: Explanation) -> list[dict[str, Any]]:
    """The games of a period with their parts of the sum."""
    return [
        {
            "game": game,
            "row": row,
            "opponent": game.white if row.side & 1 else game.black,
            "own": made.change.opening if row.own_rating is None else row.own_rating,
            "score": figures.score(row.halves),
            "reason": wording.not_rated_short(row.reason) if row.reason else "",
        }
        for game, row in made.games
    ]


def _sum_row(made: Explanation) -> RatingChange | None:
    """The period's row that holds the sum this game is part of."""
    row = made.change
    rows = RatingChange.objects.filter(
        player=row.player_id, league=row.league_id, cause=Cause.PERIOD, day__gte=row.day, period=row.period_id
    )
    return rows.first()
