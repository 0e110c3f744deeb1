"""In which language a page speaks: the account's, else the cookie's, else the browser's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from league.services import access

Answer = Callable[[HttpRequest], HttpResponseBase]


class AccountLanguage:
    """Stands after Django's own middleware, which knows the cookie and the browser only.

    Whoever has no session is asked nothing; frames on other web sites (``embed``) never are.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.answer(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        found = request.resolver_match
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or (found and found.app_name == "embed"):
            return
        if request.user.is_authenticated and (language := access.language_of(request.user)):
            translation.activate(language)
            request.LANGUAGE_CODE = language  # type: ignore[attr-defined]


@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """The switch on every page: back to the same place in another language, remembered by cookie and account."""
    answer = set_language(request)
    language = request.POST.get("language", "")
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        access.choose_language(user=request.user, language=language)
    return answer
