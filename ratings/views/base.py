"""What every page of a league begins with."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views import View

from league.models import Club, League, Player
from league.permissions import sees_club
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
    about: Player | None = None  # whose page or file it is

    def dispatch(self, request: HttpRequest, *args: Any, club: str, league: str, **kwargs: Any) -> HttpResponseBase:
        leagues = League.objects.select_related("club", "games_from")
        self.league = get_object_or_404(leagues, club__slug=club, slug=league)
        if refusal := refused(request, self.league.club):
            return refusal
        with timezone.override(zone(self.league.club)):
            return for_robots(super().dispatch(request, *args, **kwargs), self.league.club, self.about)

    def page(self, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        self.about = self.about or context.get("player")
        given = {"league": self.league, "club": self.league.club, "section": self.section, "page_sizes": PAGE_SIZES}
        return super().page(given | context, status=status)

    @property
    def asked(self) -> QueryDict:
        return self.request.GET


def club_or_404(slug: str) -> Club:
    return get_object_or_404(Club, slug=slug)


def refused(request: HttpRequest, club: Club) -> HttpResponseBase | None:
    """Pages for members only: strangers find nothing, who is not signed in is asked to."""
    if sees_club(request, club):
        return None
    if request.user.is_authenticated:
        raise Http404
    return redirect_to_login(request.get_full_path(), reverse("league:login"))


def for_robots(response: HttpResponseBase, club: Club, player: Player | None = None) -> HttpResponseBase:
    """Tell search engines, with files as with pages, where a club or a player does not want to be found."""
    if not club.search_engines or club.members_only or (player is not None and not player.search_engines):
        response["X-Robots-Tag"] = "noindex"
    return response


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
