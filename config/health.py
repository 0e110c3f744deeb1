"""``/healthz``: the process answers. ``/readyz``: so does the database, and it is migrated.

A middleware and not two views: a probe asks by address and without https, which the host check and
the redirect to https would refuse.
"""

from collections.abc import Callable

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

OK = 200
UNAVAILABLE = 503
READING = ("GET", "HEAD")


def health(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer the two probes, hand everything else on."""
    answers = {"/healthz": alive, "/readyz": ready}

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answers.get(request.path_info)
        if answer is None:
            return get_response(request)
        if request.method not in READING:
            return HttpResponseNotAllowed(READING)
        text, status = answer()
        return HttpResponse(
            text + "\n", status=status, content_type="text/plain", headers={"Cache-Control": "no-store"}
        )

    return middleware


def alive() -> tuple[str, int]:
    return "ok", OK


def ready() -> tuple[str, int]:
    """Whether requests that need the database can be served, in words an operator can act on."""
    try:
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "the database does not answer", UNAVAILABLE
    if missing:
        return f"{len(missing)} migrations are not applied: run manage.py migrate", UNAVAILABLE
    return "ok", OK
