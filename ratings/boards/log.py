"""The log of a league: recalculations with who moved, and every change by player, cause and date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import F, QuerySet
from django.db.models.functions import Abs, Coalesce

from league.models import Game, League, Player, discreet_texts
from ratings.kernel.types import Cause
from ratings.ledger import keys
from ratings.models import RatingChange, RatingRun, RunImpact

from .order import by_period, newest_first
from .revised import revisions_of
from .rows import game_rows
from .scope import games_of

FEW = 20  # a run that moved no more players than this names them in the list of runs
FIRST_DAY, LAST_DAY = date(1800, 1, 1), date(2150, 1, 1)


@dataclass(frozen=True, slots=True)
class Run:
    """A recalculation and whom it moved, largest first (empty where they are too many to name); ``reason``: as the
    reader sees it."""

    run: RatingRun
    moved: tuple[RunImpact, ...] = ()
    reason: str = ""


def runs(
    league: League, *, player: Player | None = None, first: datetime | None = None, until: datetime | None = None
) -> QuerySet[RatingRun]:
    """Recalculations finished in [first, until), newest first, along the index (league, -id)."""
    rows = RatingRun.objects.filter(league=league).select_related("actor").order_by("-pk")
    rows = rows.filter(impacts__player=player) if player else rows
    rows = rows.filter(finished_at__gte=first) if first else rows
    return rows.filter(finished_at__lt=until) if until else rows


def run_of(league: League, run_id: int) -> RatingRun | None:
    return RatingRun.objects.filter(league=league, pk=run_id).select_related("actor").first()


def impacts(run: RatingRun) -> QuerySet[RunImpact]:
    """Whom a run moved, largest first; those who got or lost a rating come before."""
    size = Coalesce(Abs(F("after") - F("before")), 1e9)
    return run.impacts.select_related("player").order_by(size.desc(), "pk")


def with_moves(rows: Sequence[RatingRun], player: Player | None = None) -> list[Run]:
    """Runs with whom each moved, or with one player's move: one query for all of them."""
    named = [r.pk for r in rows if player or r.players_moved <= FEW]
    moves = RunImpact.objects.filter(run__in=named).select_related("player").order_by("pk")
    of_run: dict[int, list[RunImpact]] = {}
    for impact in moves.filter(player=player) if player else moves:
        of_run.setdefault(impact.run_id, []).append(impact)
    return [Run(r, tuple(sorted(of_run.get(r.pk, ()), key=_size, reverse=True))) for r in rows]


def with_reasons(league: League, made: Sequence[Run]) -> list[Run]:
    """The same with their reasons as the reader sees them."""
    reasons = discreet_texts(league.club_id, [each.run.reason for each in made])
    return [replace(each, reason=reason) for each, reason in zip(made, reasons, strict=True)]


def _size(impact: RunImpact) -> float:
    if impact.before is None or impact.after is None:
        return float("inf")
    return abs(impact.after - impact.before)


def changes(
    league: League, cause: str, *, player: Player | None = None, first: date | None = None, last: date | None = None
) -> QuerySet[RatingChange]:
    """Log rows of one cause, newest first: a player's along the index (player, league, day), else a
    range of keys. First ratings, adjustments and corrections share a range, so that the rare ones are
    looked for among the first ratings: a few rows for each player of the league at most."""
    if player is not None:
        rows = _between(RatingChange.objects.filter(league=league, player=player, cause=cause), first, last)
        rows = by_period(rows) if league.mode == League.Mode.PERIOD else newest_first(rows)
    elif cause in (Cause.PERIOD, Cause.SEASON, Cause.LIST):
        kind = keys.PERIOD if cause == Cause.PERIOD else keys.SEASON
        days = (max(first or FIRST_DAY, FIRST_DAY).toordinal(), min(last or LAST_DAY, LAST_DAY).toordinal())
        of_kind = RatingChange.objects.filter(pk__range=keys.day_range(league.pk, kind, *days))
        rows = of_kind.filter(cause=cause).order_by("-pk")
    else:
        of_kind = RatingChange.objects.filter(pk__range=keys.kind_range(league.pk, keys.OTHER), cause=cause)
        rows = _between(of_kind, first, last).order_by("-pk")
    return rows.select_related("player", "period")


def _between(rows: QuerySet[RatingChange], first: date | None, last: date | None) -> QuerySet[RatingChange]:
    rows = rows.filter(day__gte=first) if first else rows
    return rows.filter(day__lte=last) if last else rows


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game with what it did to each side (None: no row, the facts keep it from being rated)."""

    game: Game
    white: RatingChange | None
    black: RatingChange | None
    revised: bool = False


def games(league: League, *, first: date | None = None, last: date | None = None) -> QuerySet[Game]:
    """The games of a league, newest first, along the index (league, day)."""
    rows = games_of(league).select_related("event", "white", "black").order_by("-played_on", "-pk")
    rows = rows.filter(played_on__gte=first) if first else rows
    return rows.filter(played_on__lte=last) if last else rows


def game_lines(league: League, found: Sequence[Game]) -> list[GameLine]:
    """Games with their changes: two queries for all of them."""
    rows = game_rows(league, [g.pk for g in found])
    revised = revisions_of(g.pk for g in found).differing
    return [GameLine(g, rows.get(g.pk, {}).get(0), rows.get(g.pk, {}).get(1), g.pk in revised) for g in found]
