"""What every answer of the API has, whatever is asked: limits, who may read it from where, errors as JSON.

A middleware around everything under ``/api/``, so that also an address that does not exist answers in JSON.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import gettext as _

from league.models import ApiToken, shown_to, strangers
from league.permissions import holds
from league.services.access.programs import find_token, note_use, why_not
from league.sign_in import sender

from .errors import failure

PREFIX = "/api/"
READING = ("GET", "HEAD", "OPTIONS")
MINUTE = 60
_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, Retry-After",
}
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Accept, Accept-Language, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
Answer = Callable[[HttpRequest], HttpResponseBase]


def frame(get_response: Answer) -> Answer:
    def answer(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(PREFIX):
            return get_response(request)
        return _framed(request, get_response)

    return answer


def token_of(request: HttpRequest) -> ApiToken | None:
    """The token that came with a request of the API; it holds."""
    return getattr(request, "api_token", None)


def _framed(request: HttpRequest, get_response: Answer) -> HttpResponseBase:
    reading = request.method in READING
    if request.method == "OPTIONS":
        return _with_headers(HttpResponse(status=204, headers=_PREFLIGHT), reading)
    refused = _sign_in(request) or _limit(request, reading)
    if refused is not None:
        return _with_headers(refused, reading)
    asked, request.method = request.method, "GET" if reading else request.method
    token = token_of(request)
    with shown_to((lambda club: club == token.club_id) if token else strangers):
        response = get_response(request)
    request.method = asked
    response = _as_json(response)
    if reading and response.status_code == 200:
        response = _tagged(request, response)
    if token is not None:
        patch_vary_headers(response, ["Authorization"])
    return _with_headers(response, reading)


# -- who asks, and how often ------------------------------------------------------------------------------


def _sign_in(request: HttpRequest) -> HttpResponse | None:
    """The token of the request, if it brings one; a token that does not hold is refused for reading, too."""
    scheme, _blank, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    token = find_token(secret.strip())
    if token is None or not holds(token):
        words = why_not(token) if token else _("This token is unknown.")
        return _limit(request, False) or failure(401, words, headers={"WWW-Authenticate": "Bearer"})
    request.api_token = token  # type: ignore[attr-defined]
    note_use(token=token)
    return None


def _limit(request: HttpRequest, reading: bool) -> HttpResponse | None:
    """Requests of one token, or of one address, in each minute of the clock."""
    most = settings.ARPAD_API_READS if reading else settings.ARPAD_API_WRITES
    if most <= 0:
        return None
    token, now = token_of(request), time.time()
    who = f"t{token.pk}" if token else sender(request)
    key = f"api:{'r' if reading else 'w'}:{who}:{int(now // MINUTE)}"
    if _counted(key) <= most:
        return None
    wait = MINUTE - int(now % MINUTE)
    words = _("That was more than %(most)d requests in a minute: wait %(wait)d seconds.")
    return failure(429, words % {"most": most, "wait": wait}, headers={"Retry-After": str(wait)})


def _counted(key: str) -> int:
    cache.add(key, 0, 2 * MINUTE)
    try:
        return int(cache.incr(key))
    except ValueError:  # thrown out of a full cache meanwhile
        return 1


# -- the answer -------------------------------------------------------------------------------------------


def _as_json(response: HttpResponseBase) -> HttpResponseBase:
    """Errors of Django itself: no such address, no such method, a body that is too large."""
    if response.status_code < 400 or response.get("Content-Type", "").startswith("application/json"):
        return response
    words = {
        404: _("There is nothing at this address."),
        405: _("This address does not know the method."),
        500: _("Something went wrong here. It was noted in the log."),
    }
    told = failure(response.status_code, words.get(response.status_code, _("The request cannot be read.")))
    if "Allow" in response:
        told["Allow"] = response["Allow"]
    return told


def _tagged(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """With an ETag: of the league's state where the view had it, else of the answer's own bytes."""
    tag = getattr(request, "api_etag", "") or etag_of(getattr(response, "content", b""))
    response["ETag"] = tag
    response.setdefault("Cache-Control", "no-cache")
    if link := getattr(request, "api_link", ""):
        response["Link"] = f'<{link}>; rel="next"'
    if matches(request, tag) and isinstance(response, HttpResponse):
        return not_modified(tag)
    if request.method == "HEAD" and isinstance(response, HttpResponse):
        response["Content-Length"] = str(len(response.content))
        response.content = b""
    return response


def not_modified(tag: str) -> HttpResponse:
    return HttpResponse(status=304, headers={"ETag": tag, "Cache-Control": "no-cache"})


def etag_of(*parts: Any) -> str:
    """A weak tag: the bytes of an answer may be packed on their way."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part if isinstance(part, bytes) else str(part).encode("utf-8", "backslashreplace") + b"\0")
    return f'W/"{digest.hexdigest()[:32]}"'


def matches(request: HttpRequest, tag: str) -> bool:
    """Whether the reader has this answer already (compared weakly, RFC 9110 13.1.2)."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or tag.removeprefix("W/") in [each.removeprefix("W/") for each in known]


def _with_headers(response: HttpResponseBase, reading: bool) -> HttpResponseBase:
    if reading:
        for name, value in _CORS.items():
            response[name] = value
    response["X-Robots-Tag"] = "noindex"
    if response.status_code >= 400 or not reading:
        response["Cache-Control"] = "no-store"
    return response
