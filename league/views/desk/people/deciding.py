"""A decision about people: what it moves in every league, then a reason, then the deed.

The state of all leagues concerned travels with the preview, as the version of one does in ``decisions``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from league.forms.people import PeopleReasonForm
from league.models import Player
from league.permissions import Action
from league.services.errors import ChangedMeanwhile, Refused
from league.services.people.merge_checks import state_of
from league.services.people.passage import leagues_of
from league.services.writing import leagues_concerned, lock_club, lock_leagues
from ratings.services import Preview

from ..base import ClubDeskView
from ..decisions import Difference
from ..impact import Impact
from ..undoing import WayBack


class PeopleDecision(ClubDeskView):
    """One decision about people of the club. A page of this kind says what, this class says when.

    ``undoable``: the message on what was done offers to undo it.
    """

    action = Action.PEOPLE
    title: Any = ""
    confirm: Any = ""
    template = "people_preview.html"
    undoable = True

    def load(self, **ids: Any) -> None:
        """Fetch the people inside the club (404 if they are not there)."""
        raise NotImplementedError

    def people(self) -> list[Player]:
        """Those whose leagues it may move."""
        raise NotImplementedError

    def concerned(self) -> Q:
        """The leagues whose facts the preview stands on."""
        return leagues_of(*self.people())

    def settled(self) -> str:
        """Why there is nothing to decide any more ("" while there is)."""
        return ""

    def previews(self) -> list[Preview]:
        return []

    def differences(self) -> Iterable[Difference]:
        return ()

    def notes(self) -> list[str]:
        return []

    def carry_out(self, form: forms.Form, reason: str) -> None:
        raise NotImplementedError

    def done(self) -> str:
        raise NotImplementedError

    def after(self) -> str:
        return self.url("person", player=self.people()[0].pk)

    def make_form(self, data: Any = None) -> forms.Form:
        return PeopleReasonForm(data)

    def extra(self) -> dict[str, Any]:
        return {}

    def player(self, pk: Any) -> Player:
        players = Player.objects.select_related("club", "merged_into")
        return get_object_or_404(players, club=self.club, pk=pk)

    # -- when ------------------------------------------------------------------------------------

    def get(self, request: HttpRequest, **ids: Any) -> HttpResponseBase:
        self.load(**ids)
        return self._leave() or self._preview_page(self.make_form())

    def post(self, request: HttpRequest, **ids: Any) -> HttpResponseBase:
        self.load(**ids)
        if left := self._leave():
            return left
        form = self.make_form(request.POST)
        if "page" in request.POST:
            form = self.make_form()
            form.initial = {name: request.POST.get(name, "") for name in form.fields}
            return self._preview_page(form)
        if not form.is_valid():
            return self._preview_page(form)
        way = WayBack(self.club)
        try:
            self._carry_out_if_unmoved(form)
        except ChangedMeanwhile:
            self.load(**ids)
            return self._leave() or self._preview_page(form, moved=True)
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(problem.column if problem.column in form.fields else None, problem.message)
            return self._preview_page(form)
        messages.success(request, way.beside(self.done()) if self.undoable else self.done())
        return redirect(self.after())

    @transaction.atomic
    def _carry_out_if_unmoved(self, form: forms.Form) -> None:
        lock_club(self.club)
        leagues = lock_leagues(self.concerned())
        if form.cleaned_data.get("state", "") != state_of(leagues):
            raise ChangedMeanwhile(_("Something changed since you looked: look at it again."))
        self.carry_out(form, form.cleaned_data.get("reason", "").strip())

    def _leave(self) -> HttpResponseBase | None:
        if why := self.settled():
            messages.info(self.request, why)
            return redirect(self.after())
        return None

    def _preview_page(self, form: forms.Form, *, moved: bool = False) -> HttpResponse:
        state, refused = state_of(leagues_concerned(self.concerned())), None
        previews: list[Preview] = []
        try:
            previews = self.previews()
        except Refused as no:
            refused = no
        context = {
            "form": form, "title": self.title, "confirm": self.confirm, "back": self.after(), "state": state,
            "moved": moved, "refused": [problem.message for problem in refused.problems] if refused else [],
            "differences": list(self.differences()), "notes": self.notes(),
            "looked_at": len(previews), **self._impacts(previews), **self.extra(),
        }  # fmt: skip
        return self.page(self.template, context)

    def _impacts(self, previews: list[Preview]) -> dict[str, Any]:
        shown = [Impact.of(each, self.request.POST.get("page", "1")) for each in previews if each.players]
        pages = [each.page for each in shown]
        return {"impacts": shown, "longest": max(pages, key=lambda page: page.paginator.num_pages, default=None)}
