"""Sides, results, causes, and why a game moved nobody's rating."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, override, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from league.models import Game, League, Outcome
from league.models.periods import period_label
from ratings import figures
from ratings.boards.rows import Entry
from ratings.facts.rated import excluded_by_facts
from ratings.kernel.types import Cause, Reason

_SIDES: Final = {
    League.Discipline.CHESS: (gettext_lazy("White"), gettext_lazy("Black")),
    League.Discipline.HOME_AWAY: (pgettext_lazy("side", "Home"), pgettext_lazy("side", "Away")),
    League.Discipline.NEUTRAL: (gettext_lazy("First player"), gettext_lazy("Second player")),
}

NOT_RATED: Final = {
    Reason.RATED: gettext_lazy("Rated."),
    Reason.VOID: gettext_lazy("The game was declared void."),
    Reason.PENDING: gettext_lazy("The result is not confirmed yet."),
    Reason.FORFEIT: gettext_lazy("Decided without play: a forfeit is never rated."),
    Reason.NOT_PLAYED: gettext_lazy("The game was not played."),
    Reason.TOO_SHORT: gettext_lazy("Fewer than one move by each player was made."),
    Reason.UNRATED_EVENT: gettext_lazy("The event is not rated."),
    Reason.GUEST: gettext_lazy("A guest took part: guests' games are kept, not rated."),
    Reason.NO_PERIOD: gettext_lazy("No rating period covers the day on which the game was to be rated."),
    Reason.UNRATED_OPPONENT: gettext_lazy("The opponent had no rating yet, so nothing could be expected."),
    Reason.UNRATED_PLAYER: gettext_lazy("The player had no rating yet: the game counts towards the first one."),
    Reason.TIME_CONTROL: gettext_lazy("The time control does not belong to this list."),
    Reason.GAP_600: gettext_lazy("600 points or more apart with a player above 2600: not rated in rapid and blitz."),
    Reason.MATCH_UNRATED: gettext_lazy("A match in which one of the two has no rating is not rated."),
    Reason.MATCH_DECIDED: gettext_lazy("Played after the match was decided: such games are not rated."),
}
_SHORT: Final = {
    Reason.RATED: pgettext_lazy("game", "rated"),
    Reason.VOID: gettext_lazy("void"),
    Reason.PENDING: gettext_lazy("pending"),
    Reason.FORFEIT: gettext_lazy("forfeit"),
    Reason.NOT_PLAYED: gettext_lazy("not played"),
    Reason.TOO_SHORT: gettext_lazy("too short"),
    Reason.UNRATED_EVENT: gettext_lazy("unrated event"),
    Reason.GUEST: gettext_lazy("guest"),
    Reason.NO_PERIOD: gettext_lazy("no period"),
    Reason.UNRATED_OPPONENT: gettext_lazy("opponent unrated"),
    Reason.UNRATED_PLAYER: gettext_lazy("for the first rating"),
    Reason.TIME_CONTROL: gettext_lazy("other time control"),
    Reason.GAP_600: gettext_lazy("600-point rule"),
    Reason.MATCH_UNRATED: gettext_lazy("match with an unrated player"),
    Reason.MATCH_DECIDED: gettext_lazy("match decided before"),
}
CAUSES: Final = {
    Cause.ENTRY: pgettext_lazy("cause", "First rating"),
    Cause.SEASON: pgettext_lazy("cause", "New season"),
    Cause.ADJUSTMENT: pgettext_lazy("cause", "Adjustment by hand"),
    Cause.LIST: pgettext_lazy("cause", "List of the federation"),
    Cause.GAME: pgettext_lazy("cause", "Game"),
    Cause.CORRECTION: pgettext_lazy("cause", "Correction of a closed period"),
    Cause.PERIOD: pgettext_lazy("cause", "Rating period"),
}
# What the services say when nobody gave a reason. Other reasons are people's own words.
RUN_REASONS: Final = {
    "result recorded": gettext_lazy("A result was recorded"),
    "league created": gettext_lazy("The league was created"),
    "late results": gettext_lazy("Treatment of late results changed"),
    "matches": gettext_lazy("Matches are rated by the regulations"),
    "closing date": gettext_lazy("Closing date of lists changed"),
    "start values changed": gettext_lazy("Start values changed"),
    "period closed": gettext_lazy("A rating period was closed"),
    "period opened": gettext_lazy("A rating period was opened"),
    "event changed": gettext_lazy("An event was changed"),
    "season started": gettext_lazy("A season started"),
    "season moved": gettext_lazy("A season was moved"),
    "player changed": gettext_lazy("A player's data changed"),
}


def side(league: League | None, number: int) -> str:
    """White and Black, Home and Away: 0 is the first."""
    discipline = league.discipline if league else League.Discipline.CHESS
    return str(_SIDES[League.Discipline(discipline)][1 if number else 0])


def result(game: Game) -> str:
    """2–1 where points are known, 1–0 or ½–½ else, + – − for a forfeit."""
    if game.white_points is not None and game.black_points is not None:
        return f"{game.white_points}–{game.black_points}"
    if game.outcome == Outcome.WHITE_FORFEITS_TO:
        return f"+ – {figures.MINUS}"
    if game.outcome == Outcome.BLACK_FORFEITS_TO:
        return f"{figures.MINUS} – +"
    if game.outcome == Outcome.BOTH_FORFEIT:
        return f"{figures.MINUS} – {figures.MINUS}"
    return f"{figures.score(game.white_halves)}–{figures.score(game.black_halves)}"


def own_result(game: Game, white: bool) -> str:
    """One side's score: 1, ½, 0; with points or goals both, the own first: 3–1."""
    if game.white_points is None or game.black_points is None:
        return figures.score(game.white_halves if white else game.black_halves)
    own, other = (game.white_points, game.black_points) if white else (game.black_points, game.white_points)
    return f"{own}–{other}"


def not_rated(reason: str) -> str:
    """Why a game was not rated, as a sentence."""
    return str(NOT_RATED.get(Reason(reason), reason)) if reason in set(Reason) else reason


def not_rated_short(reason: str) -> str:
    return str(_SHORT[Reason(reason)]) if reason in set(Reason) else reason


def without_row(game: Game) -> str:
    """Why the log says nothing of a game: excluded by the facts, or not rated yet."""
    reason = excluded_by_facts(game)
    return not_rated_short(reason) if reason else pgettext("game", "not yet rated")


def cause(code: str) -> str:
    return str(CAUSES[Cause(code)])


def what(entry: Entry) -> SafeString | str:
    """What a row without an opponent is about."""
    row = entry.row
    if row.cause == Cause.PERIOD:
        return period_name(row.period.name) if row.period else cause(row.cause)
    if entry.reason:
        return format_html('{} <span class="soft">· {}</span>', cause(row.cause), entry.reason)
    return cause(row.cause)


def period_name(name: str) -> str:
    """November 2026 for the period 2026-11; a free name as it is."""
    return period_label(name)


def run_reason(reason: str, told: str) -> str:
    """Why a recalculation was made: the services' words translated, people's own as ``told`` to the reader."""
    code, _colon, name = reason.partition(": ")
    if code == "period closed" and name:
        return _("The period %(period)s was closed") % {"period": period_label(name)}
    return str(RUN_REASONS.get(reason) or _files().get(reason, told)) or _("Recalculated")


@cache
def _files() -> dict[str, Any]:
    """What the importers say where nobody gave a reason, in whose language they were asked: lazy translations."""
    known: dict[str, Any] = {}
    for words in ("results imported", "players imported"):
        for language, _name in settings.LANGUAGES:
            with override(language):
                known[gettext(words)] = gettext_lazy(words)
    return known


def moved_by(before: float | None, after: float | None) -> SafeString | str:
    """+12 ▲ between two ratings as shown; or that the rating came or went."""
    if before is None:
        return _("first rated %(rating)s") % {"rating": figures.plain(after)}
    if after is None:
        return _("unrated now")
    whole = (figures.whole(after) or 0) - (figures.whole(before) or 0)
    return figures.arrowed(whole) if whole else figures.arrowed(after - before, 1)


def system(league: League) -> str:
    """Elo, game by game."""
    return f"{league.get_system_display()}, {league.get_mode_display()}"
