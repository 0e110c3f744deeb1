"""Files of results, imported all or nothing."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import File, Form, Schema
from ninja.files import UploadedFile
from pydantic import Field

from league.models import League
from league.permissions import Access, Action, Scope
from league.services.errors import Refused
from league.services.importing import ResultsOptions, SourceFile, commit_results, plan_results, preview_results
from league.services.importing.problems import refused
from league.services.importing.report import report
from league.views.desk.uploads import too_large

from .asking import Slug, Text
from .root import writing
from .writing import IdempotencyKey, access_to, carried_out, need

Day = date  # a field of this name would hide the type
Said = Annotated[Text, Field(max_length=300)]
_MB = 1024 * 1024


class FileOptions(Schema):
    """``event``, ``date``: for games of which the file says none. ``create_players``: unknown names are new players
    (scope create). ``update``: another result in the same place corrects the game (scope correct). ``reason``: needed
    where a closed period is changed (scope closed). ``dry_run``: only check the file."""

    format: Literal["auto", "csv", "xlsx", "trf", "pgn"] = "auto"
    event: Said = ""
    date: Day | None = None
    day_first: bool | None = None
    create_players: bool = False
    update: bool = False
    reason: Said = ""
    dry_run: bool = False


@writing("POST", "/clubs/{club}/leagues/{league}/imports", dict[str, Any], name="import_results",
    summary="Import a file of results, all or nothing (scope import)",
    description="The answer is the report of `manage.py import_results --json`. A file with a problem is refused as a"
    " whole, each problem with its line and column.",)  # fmt: skip
def import_file(
    request: HttpRequest, response: HttpResponse, club: Slug, league: Slug, file: File[UploadedFile],
    given: Form[FileOptions], key: IdempotencyKey = "",
) -> Any:  # fmt: skip
    found, access = access_to(request, club, league, Scope.IMPORT)
    if too_large(request) is not None or (file.size or 0) > settings.ARPAD_UPLOAD_LIMIT:
        raise Refused(_too_large(), field="file")
    source = SourceFile((file.name or "file")[-200:], file.read())
    asked = {**given.dict(), "file": source.sha256}
    return carried_out(request, response, key, asked, lambda: _import(found, access, source, given))


def _import(league: League, access: Access, source: SourceFile, given: FileOptions) -> tuple[int, dict[str, Any]]:
    if given.create_players:
        need(access, Scope.CREATE, "create_players")
    if given.update:
        need(access, Scope.CORRECT, "update")
    if not source.data.strip():
        raise Refused(_("The file is empty."), field="file")
    closed = access.may(Action.CLOSED)
    options = ResultsOptions(
        format=given.format, event=given.event, day=given.date, day_first=given.day_first, closed=closed,
        create_players=given.create_players, update=given.update, reason=given.reason if closed else "",
        most_rows=settings.ARPAD_PAGE_ROWS,
    )  # fmt: skip
    plan = plan_results(league=league, files=[source], options=options)
    if plan.problems:
        raise refused(plan.problems)
    if given.dry_run:
        return 200, report(plan, foreseen=preview_results(plan))
    done = commit_results(plan=plan, actor=access.actor)
    return 200, report(done.plan, done)


def _too_large() -> str:
    limit = f"{settings.ARPAD_UPLOAD_LIMIT / _MB:g}"
    return _("The file is larger than %(limit)s MB, the most that is taken.") % {"limit": limit}
