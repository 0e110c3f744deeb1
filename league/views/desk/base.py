"""What every page of the desk begins with: the club or league of the address, and the right to be there."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views import View

from league.models import Club, League
from league.permissions import Access, Action, access_of
from ratings.views.asked import zone


class Guarded(View):
    """A page for those who have the right ``action`` in the club of the address.

    Every page of the desk declares its ``action``; a test refuses one that does not, and one that is not in the
    table of who may open what. ``scorers``: also for holders of a scorer link, who have no account.
    Whoever is nobody in the club finds nothing here (404); a member without the right is told so (403).
    """

    action: ClassVar[Action]
    scorers: ClassVar[bool] = False
    http_method_names = ["get", "head", "post", "options"]
    club: Club
    access: Access

    def refusal(self, access: Access) -> HttpResponseBase | None:
        """None for those who may be here. Raises 404 and 403 for others; the anonymous are asked to sign in."""
        if access.may(self.action) and (self.scorers or access.link is None):
            return None
        if not self.request.user.is_authenticated:
            return redirect_to_login(self.request.get_full_path(), reverse("league:login"))
        if access.stranger:
            raise Http404
        raise PermissionDenied(_("Your role in this club does not include this."))

    def elsewhere(self) -> HttpResponseBase | None:
        """Where to go instead, if there is no such page here."""
        return None

    def in_club_time(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """The page, for those who may be here; every time on it is by the club's clock, as on the public pages."""
        with timezone.override(zone(self.club)):
            return self.refusal(self.access) or self.elsewhere() or View.dispatch(self, request, *args, **kwargs)


class ClubDeskView(Guarded):
    """A page of the desk about a whole club: ``/<club>/desk/...``."""

    def dispatch(self, request: HttpRequest, *args: Any, club: str, **kwargs: Any) -> HttpResponseBase:
        self.club = get_object_or_404(Club, slug=club)
        self.access = access_of(request, club=self.club)
        return self.in_club_time(request, *args, **kwargs)

    def page(self, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        given = {"club": self.club, "access": self.access, "section": "desk", **context}
        return render(self.request, f"league/desk/{template}", given, status=status)

    def url(self, name: str, **kwargs: Any) -> str:
        """An address inside this club."""
        return reverse(f"league:{name}", kwargs={"club": self.club.slug, **kwargs})


class DeskView(Guarded):
    """A page of one league. Every object is looked up inside the league."""

    league: League

    def dispatch(self, request: HttpRequest, *args: Any, club: str, league: str, **kwargs: Any) -> HttpResponseBase:
        self.league = get_object_or_404(League.objects.select_related("club"), club__slug=club, slug=league)
        self.club = self.league.club
        self.access = access_of(request, self.league)
        return self.in_club_time(request, *args, **kwargs)

    def page(self, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        given = {"club": self.club, "league": self.league, "access": self.access, "section": "desk", **context}
        return render(self.request, f"league/desk/{template}", given, status=status)

    def url(self, name: str, **kwargs: Any) -> str:
        """An address inside this league."""
        return reverse(f"league:{name}", kwargs={"club": self.club.slug, "league": self.league.slug, **kwargs})
