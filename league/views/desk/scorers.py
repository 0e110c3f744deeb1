"""Scorer links of a league: who may enter results of which event without an account."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.forms.members import ScorerForm
from league.models import Event, Game, ScorerLink, ScorerUse
from league.permissions import Action
from league.services import access
from league.services.access import scorers
from league.services.errors import Refused

from .base import DeskView
from .members import MADE, add_refusal

PAGE = 25
USES = 5  # of each link that are listed


class ScorerLinks(DeskView):
    """The links, who used them and for how many results, and a form that makes one."""

    action = Action.EVENTS

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(ScorerForm(league=self.league, event=self._asked()))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = ScorerForm(request.POST, league=self.league)
        if not form.is_valid():
            return self._page(form)
        event, name = form.cleaned_data["event"], form.cleaned_data["name"]
        try:
            _link, token = access.make_link(event=event, name=name, expires_at=form.expires_at(), actor=request.user)
        except Refused as refused:
            add_refusal(form, refused)
            return self._page(form)
        request.session[MADE] = request.build_absolute_uri(reverse("league:score", args=[token]))
        return redirect(self.url("scorers"))

    def _asked(self) -> Event | None:
        asked = self.request.GET.get("event", "")
        if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
            return None
        return Event.objects.filter(league=self.league, withdrawn_at=None, pk=asked).first()

    def _page(self, form: ScorerForm) -> HttpResponse:
        page = Paginator(self._links(), PAGE).get_page(self.request.GET.get("page"))
        listed: list[dict[str, Any]] = [{"link": link, "why_not": scorers.why_not(link)} for link in page]
        context = {"form": form, "page": page, "listed": listed, "made": self.request.session.pop(MADE, "")}
        return self.page("scorers.html", context)

    def _links(self) -> Any:
        links = ScorerLink.objects.filter(event__league=self.league).order_by("-pk")
        games = Game.objects.filter(entered_by=OuterRef("account")).order_by()
        counted = games.values("entered_by").annotate(count=Count("pk")).values("count")
        uses = Prefetch("uses", ScorerUse.objects.order_by("-pk")[:USES], to_attr="latest")
        return links.select_related("event__league__club", "made_by").prefetch_related(uses).annotate(
            results=Coalesce(Subquery(counted), 0)
        )  # fmt: skip


class RevokeScorerLink(DeskView):
    action = Action.EVENTS
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, link: int) -> HttpResponseBase:
        links = ScorerLink.objects.select_related("event__league__club")
        access.revoke_link(link=get_object_or_404(links, event__league=self.league, pk=link), actor=request.user)
        messages.success(request, _("The link is taken back: it opens nothing any more."))
        return redirect(self.url("scorers"))
