"""Everybody of a club, somebody new, and one person with what can be done."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from league.forms.people import AddPersonForm
from league.models import League, Player
from league.permissions import Action
from league.services import people
from league.services.errors import Refused
from league.services.people.portraits import merges_of, portrait

from ..base import ClubDeskView
from ..undoing import WayBack

PAGE = 50


class People(ClubDeskView):
    """The people of the club in order of their names, or those whom a search finds."""

    action = Action.PEOPLE

    def get(self, request: HttpRequest) -> HttpResponseBase:
        text = request.GET.get("q", "").strip()[:100]
        page = Paginator(people.find_players(club=self.club, text=text), PAGE).get_page(request.GET.get("page"))
        kept = request.GET.copy()
        kept.pop("page", None)
        return self.page("people.html", {"page": page, "text": text, "kept": kept.urlencode()})


class Person(ClubDeskView):
    """One person: names, games, ratings, and what can be done."""

    action = Action.PEOPLE

    def get(self, request: HttpRequest, player: int) -> HttpResponseBase:
        found = get_object_or_404(Player.objects.select_related("merged_into"), club=self.club, pk=player)
        if found.merged_into is not None:
            return redirect(self.url("person", player=found.merged_into_id))
        near = [] if found.anonymised_at else people.near_matches(club=self.club, name=found.name, limit=4)
        others = [each for each in near if each.pk != found.pk]
        context = {
            "player": found, "portrait": portrait(found), "merges": merges_of(found), "near": others,
            "leagues": League.objects.filter(club=self.club, archived_at=None).order_by("name", "pk"),
        }  # fmt: skip
        return self.page("person.html", context)


class AddPerson(ClubDeskView):
    """Somebody new; people of a like name are shown first, so that nobody is there twice."""

    action = Action.PEOPLE

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(AddPersonForm())

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = AddPersonForm(request.POST)
        if not form.is_valid():
            return self._page(form)
        given = dict(form.cleaned_data)
        near = people.near_matches(club=self.club, name=given["name"])
        if near and not given["namesake"]:
            return self._page(form, near)
        way = WayBack(self.club)
        try:
            added = people.add_player(club=self.club, actor=request.user, **given)
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(problem.column if problem.column in form.fields else None, problem.message)
            return self._page(form, near)
        said = _("%(player)s is added.") % {"player": added.player}
        messages.success(request, way.beside(said))
        return redirect(self.url("person", player=added.player.pk))

    def _page(self, form: AddPersonForm, near: list[Player] | None = None) -> HttpResponse:
        context: dict[str, Any] = {"form": form, "near": near or []}
        return self.page("person_add.html", context)
