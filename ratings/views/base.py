"""What every page of a league begins with."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views import View

from league.models import Club, League
from ratings import exports
from ratings.tables import PAGE_SIZES

from .asked import zone


class Page(View):
    """A page that is read. What a league does not hold does not exist under its address."""

    http_method_names: ClassVar[list[str]] = ["get", "head", "options"]
    template = ""

    def page(self, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        return render(self.request, self.template, context, status=status)


class LeaguePage(Page):
    """A page of one league, in the club's own time."""

    section = ""
    league: League

    def dispatch(self, request: HttpRequest, *args: Any, club: str, league: str, **kwargs: Any) -> HttpResponseBase:
        leagues = League.objects.select_related("club", "games_from")
        self.league = get_object_or_404(leagues, club__slug=club, slug=league)
        with timezone.override(zone(self.league.club)):
            return super().dispatch(request, *args, **kwargs)

    def page(self, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        given = {"league": self.league, "club": self.league.club, "section": self.section, "page_sizes": PAGE_SIZES}
        return super().page(given | context, status=status)

    @property
    def asked(self) -> QueryDict:
        return self.request.GET


def club_or_404(slug: str) -> Club:
    return get_object_or_404(Club, slug=slug)


def found_or_404(value: Any) -> Any:
    if value is None:
        raise Http404
    return value


def asked_export(asked: QueryDict) -> str | None:
    """The format that ``_export`` names: one we write, None for no export, else ``BadFormat``."""
    kind = asked.get("_export", "")
    if not kind:
        return None
    if kind not in exports.FORMATS:
        raise BadFormat
    return kind


class BadFormat(Exception):
    """An export was asked for in a format that we do not write."""


def bad_format(request: HttpRequest) -> HttpResponse:
    words = _("Lists can be downloaded as %(formats)s.") % {"formats": ", ".join(f.upper() for f in exports.FORMATS)}
    return render(request, "400.html", {"words": words}, status=400)
