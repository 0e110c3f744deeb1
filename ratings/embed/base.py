"""What every frame has in common: whom it is for, its language and colours, its headers."""

from __future__ import annotations

from typing import Any, ClassVar

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control, set_response_etag
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.clickjacking import xframe_options_exempt

from league.models import shown_to, strangers
from ratings.views import asked

THEMES = ("light", "dark")
FRAMED = {"frame-ancestors": ["*"]}


@method_decorator((csp_replace(FRAMED), xframe_options_exempt), name="dispatch")
class Frame(View):
    """A page inside a page of somebody else. ``?lang=`` a language (else the browser's), ``?theme=`` light, dark."""

    http_method_names: ClassVar[list[str]] = ["get", "head", "options"]
    template = ""
    seconds = 60  # for which a browser does not ask again

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.COOKIES = {}  # nothing here depends on who looks
        language = asked_language(request)
        with translation.override(language), shown_to(strangers):
            answer = super().dispatch(request, *args, **kwargs)
        answer.headers.setdefault("Content-Language", language)
        return answer

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        try:
            made = self.context(**kwargs)
        except Http404:
            return self.page("embed/gone.html", {}, status=404)
        return made if isinstance(made, HttpResponseBase) else self.page(self.template, made)

    def context(self, **kwargs: Any) -> dict[str, Any] | HttpResponseBase:
        """What the template shows, or another answer. Raises ``Http404`` for what strangers may not see."""
        raise NotImplementedError

    def page(self, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponseBase:
        look = {"theme": asked.choice(self.request.GET, "theme", THEMES, "")}
        answer = render(self.request, template, look | context, status=status)
        return kept(self.request, answer, self.seconds)


def asked_language(request: HttpRequest) -> str:
    """The language that the address names, else the browser's first that we speak. No cookie is asked."""
    named = request.GET.get("lang", "")
    return named if named in dict(settings.LANGUAGES) else translation.get_language_from_request(request)


def kept(request: HttpRequest, answer: HttpResponse, seconds: int) -> HttpResponseBase:
    """The answer as anybody may keep it for a while, and nothing at all where the asker has the same already."""
    patch_cache_control(answer, public=True, max_age=seconds)
    set_response_etag(answer)
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer
