"""What saving and undoing of boards share: the history, and one re-rating for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import Count, QuerySet

from league.models import FactChange, Game

from ..history import keep_change
from ..writing import Actor, Locked, rerate_from

REFERENCE = "grid:"
MOST_ROWS = 200


def with_revisions(games: QuerySet[Game]) -> QuerySet[Any]:
    """``revisions_then`` on each: how often it was changed."""
    return games.annotate(revisions_then=Count("revisions"))


def kept(
    locked: Locked, kind: str, game: Game, before: Mapping[str, object], after: Mapping[str, object], reason: str,
    actor: Actor,
) -> FactChange:  # fmt: skip
    return keep_change(
        club=locked.league.club, league=locked.league, kind=kind, subject=game, before=before, after=after,
        players={game.white_id, game.black_id}, reason=reason, actor=actor,
    )  # fmt: skip


def follow(locked: Locked, days: Sequence[date], why: str, actor: Actor, changes: Sequence[FactChange]) -> None:
    """One re-rating for all; each row of the history knows the run."""
    first, *others = changes
    rerate_from(locked, min(days), why, actor, change=first)
    FactChange.objects.filter(pk__in=[change.pk for change in others]).update(run=first.run)
