"""Rating periods are closed, published, reopened: the same services as the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Path, Schema

from league.models import RatingPeriod
from league.permissions import Access, Scope
from league.services.periods import close_period, preview_close, preview_reopen, publish_period, reopen_period
from ratings.services import Preview

from .asking import Slug, Text
from .given import NOTHING, Reasoned
from .root import writing
from .writing import IdempotencyKey, PreviewOut, access_to, carried_out, preview_out

PERIOD = "/clubs/{club}/leagues/{league}/periods/{period}"
PeriodName = Annotated[Text, Path(min_length=1, max_length=60, description="The name of the period: 2026-11.")]


class PeriodDone(Schema):
    """``changed``: false where it was so before. ``preview``: with ``dry_run`` only; publishing moves nobody."""

    period: str
    status: str
    changed: bool
    preview: PreviewOut | None


@writing("POST", PERIOD + "/close", PeriodDone, name="close_period",
    summary="Close a period: its games are rated as a whole (scope close)",)  # fmt: skip
def close(
    request: HttpRequest, response: HttpResponse, club: Slug, league: Slug, period: PeriodName,
    given: Reasoned = NOTHING, key: IdempotencyKey = "",
) -> Any:  # fmt: skip
    row, access = _period(request, club, league, period, Scope.CLOSE)
    act = lambda: close_period(period=row, actor=access.actor)  # noqa: E731
    return carried_out(request, response, key, given.dict(), lambda: _step(row, given, act, preview_close))


@writing("POST", PERIOD + "/publish", PeriodDone, name="publish_period",
    summary="Publish the list of a closed period (scope close)",)  # fmt: skip
def publish(
    request: HttpRequest, response: HttpResponse, club: Slug, league: Slug, period: PeriodName,
    given: Reasoned = NOTHING, key: IdempotencyKey = "",
) -> Any:  # fmt: skip
    row, access = _period(request, club, league, period, Scope.CLOSE)
    act = lambda: publish_period(period=row, actor=access.actor)  # noqa: E731
    return carried_out(request, response, key, given.dict(), lambda: _step(row, given, act, None))


@writing("POST", PERIOD + "/reopen", PeriodDone, name="reopen_period",
    summary="Open a closed period again; its list is withdrawn (scopes close and closed)",)  # fmt: skip
def reopen(
    request: HttpRequest, response: HttpResponse, club: Slug, league: Slug, period: PeriodName,
    given: Reasoned = NOTHING, key: IdempotencyKey = "",
) -> Any:  # fmt: skip
    row, access = _period(request, club, league, period, Scope.CLOSE, Scope.CLOSED)
    act = lambda: reopen_period(period=row, reason=given.reason, actor=access.actor)  # noqa: E731
    return carried_out(request, response, key, given.dict(), lambda: _step(row, given, act, preview_reopen))


def _period(request: HttpRequest, club: str, league: str, name: str, *scopes: Scope) -> tuple[RatingPeriod, Access]:
    found, access = access_to(request, club, league, *scopes)
    row = RatingPeriod.objects.select_related("league__club").filter(league=found, name=name).first()
    if row is None:
        raise Http404
    return row, access


def _step(
    row: RatingPeriod, given: Reasoned, act: Callable[[], RatingPeriod], look: Callable[..., Preview] | None
) -> tuple[int, dict[str, Any]]:
    """Done, or only looked at. ``look``: None where nobody moves."""
    preview = preview_out(look(period=row)) if given.dry_run and look else None
    done = row if given.dry_run else act()
    changed = done.status != row.status
    return 200, {"period": done.name, "status": done.status, "changed": changed, "preview": preview}
