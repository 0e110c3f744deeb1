"""The API ``/api/v1/``: what both apps add to its router under one description, which is also a page."""

from functools import cache, partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import get_language
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from league.api import clubs, files, periods, results
from league.api.asking import NotModified
from league.api.docs import docs_page
from league.api.errors import handle
from league.api.frame import not_modified
from league.api.root import router
from ratings.api import boards, calculators, events, games, players, seasons, statistics

PARTS = (
    clubs,
    boards,
    seasons,
    players,
    statistics,
    games,
    events,
    calculators,
    results,
    files,
    periods,
)  # each adds its addresses to the router

DESCRIPTION = """\
Everything that the pages show to strangers can be read without a key: ratings, lists, games, every change and why it is
what it is. Pages of a list go on with `after`; answers carry an `ETag`. Writing needs a token of the club, which its
owners and admins make at the desk, with the scopes that each address names.
"""


class Described(NinjaAPI):
    """Its description is made once for each language and place at which the site stands: it takes half a second."""

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        return self._described(prefix, get_language())

    @cache  # noqa: B019 (there is one of it)
    def _described(self, prefix: str, language: str | None) -> OpenAPISchema:
        return super().get_openapi_schema(path_prefix=prefix)


def build() -> NinjaAPI:
    api = Described(title="Arpad", version="v1", description=DESCRIPTION, docs_url=None, urls_namespace="api")
    handle(api)

    @api.exception_handler(NotModified)
    def _unchanged(request: HttpRequest, error: Any) -> HttpResponse:
        return not_modified(error.tag)

    api.add_router("", router)
    return api


api = build()
urlpatterns: list[URLPattern | URLResolver] = [
    path("docs", partial(docs_page, api), name="docs"),
    *api.urls[0],
]
app_name = "api"
