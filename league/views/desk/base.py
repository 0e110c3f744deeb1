"""What every page of the desk begins with: the league of the address, and the right to be there."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views import View

from league.models import League
from league.permissions import Action, require


class DeskView(View):
    """A page of one league for those who may ``action`` in its club.

    What belongs to another club does not exist here: every object is looked up inside the league.
    """

    action: ClassVar[Action]
    http_method_names = ["get", "head", "post", "options"]
    league: League

    def dispatch(self, request: HttpRequest, *args: Any, club: str, league: str, **kwargs: Any) -> HttpResponseBase:
        self.league = get_object_or_404(League.objects.select_related("club"), club__slug=club, slug=league)
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("league:login"))
        require(request.user, self.action, self.league.club)
        return self.elsewhere() or super().dispatch(request, *args, **kwargs)

    def elsewhere(self) -> HttpResponseBase | None:
        """Where to go instead, if this league has no such page."""
        return None

    def page(self, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        given = {"club": self.league.club, "league": self.league, "section": "desk", **context}
        return render(self.request, f"league/desk/{template}", given, status=status)

    def url(self, name: str, **kwargs: Any) -> str:
        """An address inside this league."""
        return reverse(f"league:{name}", kwargs={"club": self.league.club.slug, "league": self.league.slug, **kwargs})
