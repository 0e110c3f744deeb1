"""The one router of the API: an address that is read and written is one address. Modules add to it what they know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest
from ninja import Router
from ninja.security import HttpBearer

from .errors import Failure
from .frame import token_of

router: Final = Router()
NO: Final = frozenset({400, 401, 404, 422, 429})
WRITTEN_NO: Final = NO | {403, 409, 413, 503}


class Token(HttpBearer):
    """A token that owners and admins of a club make on the page *API tokens* of its desk."""

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        return token_of(request)


def reading(path: str, what: Any, *, name: str, tag: str, summary: str, **more: Any) -> Callable[..., Any]:
    """An address for everybody. ``what``: the shape of its answer."""
    response = {200: what, 304: None, NO: Failure}
    return router.get(path, response=response, operation_id=name, tags=[tag], summary=summary, **more)


def writing(
    method: str, path: str, what: Any, *, name: str, summary: str, status: int = 200, **more: Any
) -> Callable[..., Any]:
    """An address for programs that hold a token."""
    response = {status: what, 200: what, WRITTEN_NO: Failure}
    return router.api_operation(
        [method], path, response=response, operation_id=name, tags=["writing"], summary=summary, auth=Token(), **more
    )
