"""How the API says no: one shape for every refusal, with the field each word is about.

``{"code": "refused", "message": "...", "problems": [{"field": "result", "row": null, "message": "..."}]}``
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError

from league.services.access.answers import OtherRequest
from league.services.errors import ChangedMeanwhile, Problem, Refused
from ratings.services import CannotRate

CODES = {
    400: "unreadable", 401: "token_needed", 403: "not_allowed", 404: "not_found", 405: "no_such_method",
    409: "changed_meanwhile", 413: "too_large", 422: "refused", 429: "too_many_requests", 500: "error", 503: "busy",
}  # fmt: skip
_PLACES = ("path", "query", "body", "form", "file", "header")
NAMES = {"played_on": "date", "played_at": "time", "outcome": "result"}  # services' words -> those of the API
MOST = 200  # problems that are listed


class ProblemOut(Schema):
    """One thing that is wrong. ``row`` counts the lines of a file."""

    field: str | None
    row: int | None
    message: str


class Failure(Schema):
    """Why nothing was done. ``code`` is stable, ``message`` is for people."""

    code: str
    message: str
    problems: list[ProblemOut]


def failure(
    status: int, message: str, problems: Iterable[Problem] = (), *, code: str = "",
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:  # fmt: skip
    listed = [
        {"field": NAMES.get(p.column or "", p.column), "row": p.row, "message": p.message}
        for p in list(problems)[:MOST]
    ]
    body = {"code": code or CODES.get(status, "refused"), "message": message, "problems": listed}
    return JsonResponse(body, status=status, headers=dict(headers or {}), json_dumps_params={"ensure_ascii": False})


def handle(api: NinjaAPI) -> None:
    """Every way of saying no that services and views know."""

    @api.exception_handler(Http404)
    def _missing(request: HttpRequest, error: Any) -> HttpResponse:
        return failure(404, _("There is nothing at this address."))

    @api.exception_handler(PermissionDenied)
    def _forbidden(request: HttpRequest, error: Any) -> HttpResponse:
        return failure(403, str(error) or _("The token does not include this."))

    @api.exception_handler(AuthenticationError)
    def _unknown(request: HttpRequest, error: Any) -> HttpResponse:
        words = _("Send a token of the club: “Authorization: Bearer …”.")
        return failure(401, words, headers={"WWW-Authenticate": "Bearer"})

    @api.exception_handler(ValidationError)
    def _invalid(request: HttpRequest, error: Any) -> HttpResponse:
        problems = [Problem(None, _field(each["loc"]), str(each["msg"])) for each in error.errors]
        return failure(422, _("Some values cannot be taken."), problems, code="invalid")

    @api.exception_handler(HttpError)
    def _http(request: HttpRequest, error: Any) -> HttpResponse:
        return failure(error.status_code, _("The request cannot be read."))

    @api.exception_handler(OtherRequest)
    def _other(request: HttpRequest, error: Any) -> HttpResponse:
        return failure(409, error.message, error.problems, code="key_of_another_request")

    @api.exception_handler(ChangedMeanwhile)
    def _changed(request: HttpRequest, error: Any) -> HttpResponse:
        return failure(409, error.message, error.problems)

    @api.exception_handler(Refused)
    def _refused(request: HttpRequest, error: Any) -> HttpResponse:
        return failure(422, error.message, error.problems)

    @api.exception_handler(CannotRate)
    def _cannot(request: HttpRequest, error: Any) -> HttpResponse:
        return failure(422, str(error), [Problem(None, None, str(error))])

    @api.exception_handler(OperationalError)
    def _busy(request: HttpRequest, error: Any) -> HttpResponse:
        if connection.vendor == "sqlite" and "locked" not in str(error):
            raise error  # SQLite says so of wrong SQL, too
        words = _("The database is busy. Nothing was changed: try again in a moment.")
        return failure(503, words, headers={"Retry-After": "5"})


def _field(place: tuple[Any, ...]) -> str:
    """``("body", "given", "white")`` -> ``white``: the name as the sender wrote it."""
    names = [str(part) for part in place]
    while len(names) > 1 and (names[0] in _PLACES or names[0] in ("given", "asked")):
        names = names[1:]
    return ".".join(names)
