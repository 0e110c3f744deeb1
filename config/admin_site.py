"""The admin site as Django has it, but for rows chosen in a list by what is no key: they are no rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.http import HttpRequest

LONGEST = 18  # digits of a key that every database takes


class AdminPages(SimpleAdminConfig):
    default_site = "config.admin_site.Site"


class Site(AdminSite):
    """Django asks the database for whatever a list sends as chosen, and breaks where it is no number."""

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:  # type: ignore[override]
        checked = super().admin_view(view, cacheable)

        @wraps(checked)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            chosen = request.POST.getlist(ACTION_CHECKBOX_NAME) if request.method == "POST" else []
            if not all(map(_is_key, chosen)):
                given = request.POST.copy()
                given.setlist(ACTION_CHECKBOX_NAME, [each for each in chosen if _is_key(each)])
                request.POST = given  # type: ignore[assignment]
            return checked(request, *args, **kwargs)

        return answer


def _is_key(given: Any) -> bool:
    text = str(given)
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST
