"""The admin site as Django has it, but for rows chosen in a list by what is no key: they are no rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.http import HttpRequest, HttpResponse

LONGEST = 18  # digits of a key that every database takes


class AdminPages(SimpleAdminConfig):
    default_site = "config.admin_site.Site"


class Site(AdminSite):
    """Django asks the database for whatever a list sends as chosen, and breaks where it is no number."""

    def admin_view(self, view: Callable[..., HttpResponse], cacheable: bool = False) -> Callable[..., HttpResponse]:
        checked = super().admin_view(view, cacheable)

        @wraps(checked)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "POST" and not all(map(_is_key, request.POST.getlist(ACTION_CHECKBOX_NAME))):
                given = request.POST.copy()
                given.setlist(ACTION_CHECKBOX_NAME, list(filter(_is_key, given.getlist(ACTION_CHECKBOX_NAME))))
                request.POST = given  # type: ignore[assignment]
            return checked(request, *args, **kwargs)

        return answer


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST
