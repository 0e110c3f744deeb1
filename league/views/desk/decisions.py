"""Look before you leap: a form, then what it would move, then a reason, then the deed.

The versions of the leagues it stands on travel with the preview. If any fact of them changed before the
confirmation, the deed is not done: the page says so and shows the new preview. That also makes a
second press of Confirm harmless.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from league.forms import DecisionForm, ReasonForm
from league.permissions import Action
from league.services import writing
from league.services.errors import Refused
from ratings.services import Preview

from .base import DeskView
from .impact import Impact, Standing, moved_since
from .undoing import WayBack

NOT_KEPT = {"csrfmiddlewaretoken", "step", "reason", "version", "page"}


class Difference(NamedTuple):
    """One fact as it is and as it would be, in words."""

    label: Any
    now: Any
    then: Any


class Moved(Exception):
    """A fact of the league changed after the preview."""


class Decision(DeskView):
    """One decision that moves ratings. A page of this kind says what, ``Decision`` says when.

    ``undoable``: the message on what was done offers to undo it.
    ``asks``: there is something to fill in before there is anything to preview.
    """

    action = Action.CORRECT
    form_class: type[forms.Form] = DecisionForm
    form_template = "league/desk/_fields.html"
    asks = False
    undoable = True
    reason_needed = True
    quiet = False  # what moves no rating is saved at once
    title: Any = ""
    confirm: Any = ""

    # -- what a page of this kind says ------------------------------------------------------------

    def load(self, **ids: Any) -> None:
        """Fetch the thing inside the league (404 if it is not there); called again after a change."""

    def make_form(self, data: Any = None) -> forms.Form:
        return self.form_class(data)

    def settled(self, form: forms.Form | None = None) -> str:
        """Why there is nothing to decide any more ("" while there is)."""
        return ""

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        return ()

    def preview(self, form: forms.Form) -> Preview | list[Preview] | None:
        """What it would move, in one league or in several; nothing where no rating depends on it."""
        raise NotImplementedError

    def concerned(self) -> Q:
        """The leagues whose facts the preview stands on, apart from those that follow from them."""
        return writing.with_sources(self.league)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        raise NotImplementedError

    def done(self) -> str:
        """What was done, in a sentence."""
        raise NotImplementedError

    def after(self) -> str:
        """Where to go then."""
        return self.url("desk")

    def notes(self) -> list[str]:
        """What else it does, a sentence each."""
        return []

    def extra(self) -> dict[str, Any]:
        return {}

    # -- when ------------------------------------------------------------------------------------

    def get(self, request: HttpRequest, **ids: Any) -> HttpResponseBase:
        self.load(**ids)
        if settled := self.settled():
            return self._leave(settled)
        form = self.make_form(None if self.asks else {})
        if self.asks:
            return self._form_page(form)
        form.is_valid()
        return self._preview_page(form)

    def post(self, request: HttpRequest, **ids: Any) -> HttpResponseBase:
        self.load(**ids)
        form = self.make_form(request.POST)
        if request.POST.get("step") == "form" and self.asks:
            return self._form_page(form)
        return self._decide(form, ids)

    def _decide(self, form: forms.Form, ids: dict[str, Any], *, moved: bool = False) -> HttpResponseBase:
        if settled := self.settled():
            return self._leave(settled)
        if not form.is_valid():
            return self._form_page(form) if self.asks else self._preview_page(form)
        if settled := self.settled(form):
            return self._leave(settled)
        if self.request.POST.get("step") != "confirm" or moved:
            return self._preview_page(form, moved=moved)
        reason = ReasonForm(self.request.POST, needed=self.reason_needed)
        if not reason.is_valid():
            return self._preview_page(form, reason=reason)
        return self._confirm(form, reason, ids)

    def _confirm(self, form: forms.Form, reason: ReasonForm, ids: dict[str, Any]) -> HttpResponseBase:
        before, way = Standing.of(self.league), WayBack(self.club, self.league)
        try:
            self._carry_out_if_unmoved(form, reason)
        except Moved:
            self.league.refresh_from_db()
            self.load(**ids)
            return self._decide(self.make_form(self.request.POST), ids, moved=True)
        except Refused as refused:
            return self._refused_page(form, reason, refused)
        said = f"{self.done()} {moved_since(self.league, before)}".strip()
        messages.success(self.request, way.beside(said) if self.undoable else said)
        return redirect(self.after())

    @transaction.atomic
    def _carry_out_if_unmoved(self, form: forms.Form, reason: ReasonForm) -> None:
        if self._locked_version() != reason.cleaned_data["version"]:
            raise Moved
        self.carry_out(form, reason.cleaned_data["reason"])

    def _locked_version(self) -> int:
        writing.lock_club(self.league.club)
        return sum(league.version for league in writing.lock_leagues(self.concerned()))

    def _version(self) -> int:
        """Rises with every fact that the previews stand on; looked at before they are made."""
        return sum(league.version for league in writing.leagues_concerned(self.concerned()))

    def _leave(self, why: str) -> HttpResponseBase:
        messages.info(self.request, why)
        return redirect(self.after())

    # -- pages -------------------------------------------------------------------------------------

    def _context(self, form: forms.Form) -> dict[str, Any]:
        return {
            "form": form,
            "form_template": self.form_template,
            "title": self.title,
            "confirm": self.confirm,
            "asks": self.asks,
            "back": self.after(),
            **self.extra(),
        }

    def _form_page(self, form: forms.Form) -> HttpResponse:
        return self.page("decision_form.html", self._context(form))

    def _preview_page(
        self, form: forms.Form, *, reason: ReasonForm | None = None, moved: bool = False, problems: Iterable[str] = ()
    ) -> HttpResponseBase:
        version = self._version()
        try:
            previews = self._previews(form)
        except Refused as refused:
            return self._refused_page(form, None, refused)
        if self.quiet and not previews:
            return self._save_quietly(form)
        if reason is None:
            typed = self.request.POST.get("reason", "")
            reason = ReasonForm(initial={"reason": typed}, needed=self.reason_needed)
        context = self._context(form) | {
            "reason": reason,
            **self._impacts(previews),
            "version": version,
            "differences": list(self.differences(form)),
            "moved": moved,
            "problems": list(problems),
            "notes": self.notes(),
            "kept": self._kept(),
        }
        return self.page("decision_preview.html", context)

    def _previews(self, form: forms.Form) -> list[Preview]:
        found = self.preview(form)
        if isinstance(found, list):
            return [each for each in found if each.players or each.league.pk == self.league.pk]
        return [found] if found is not None else []

    def _impacts(self, previews: list[Preview]) -> dict[str, Any]:
        shown = [Impact.of(each, self.request.POST.get("page", "1")) for each in previews]
        pages = [each.page for each in shown]
        return {"impacts": shown, "longest": max(pages, key=lambda page: page.paginator.num_pages, default=None)}

    def _save_quietly(self, form: forms.Form) -> HttpResponseBase:
        way = WayBack(self.club, self.league)
        try:
            self.carry_out(form, "")
        except Refused as refused:
            return self._refused_page(form, None, refused)
        messages.success(self.request, way.beside(self.done()) if self.undoable else self.done())
        return redirect(self.after())

    def _refused_page(self, form: forms.Form, reason: ReasonForm | None, refused: Refused) -> HttpResponse:
        """A refusal stands where it can be mended: at its field, beside the reason, or alone."""
        if reason is not None and refused.field == "reason":
            reason.add_error("reason", refused.message)
            return self._preview_page(form, reason=reason)
        for problem in refused.problems:
            form.add_error(problem.column if problem.column in form.fields else None, problem.message)
        if self.asks:
            return self._form_page(form)
        return self.page("decision_refused.html", self._context(form))

    def _kept(self) -> list[tuple[str, str]]:
        """Everything that was typed, for the hidden fields of the confirming page."""
        return [(key, value) for key, values in self.request.POST.lists() if key not in NOT_KEPT for value in values]
