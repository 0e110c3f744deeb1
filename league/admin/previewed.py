"""An admin save that moves ratings shows first what it would move, on the product's own page, and asks why.

The save is broken off before anything is written; the preview is made outside of its transaction, so that it
locks nothing. Only confirming, with a reason and with the facts as they were seen, saves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.forms import ReasonForm
from league.models import Club
from league.services import writing
from league.services.errors import Refused
from league.views.desk.decisions import NOT_KEPT, Difference
from league.views.desk.edits import in_words
from league.views.desk.impact import Impact
from ratings.services import Preview

from .service import ServiceAdmin, Values


class Unconfirmed(Exception):
    """A valid form that nobody has agreed to yet. ``moved``: the facts changed since they were seen."""

    def __init__(self, form: Any, obj: Any, values: Values, reason: ReasonForm | None, *, moved: bool) -> None:
        self.form, self.obj, self.values, self.reason, self.moved = form, obj, values, reason, moved
        super().__init__()


class PreviewedAdmin(ServiceAdmin):
    """``foresee`` asks the service what a change would move; what moves nobody is saved at once."""

    def foresee(self, obj: Any, values: Values) -> Iterable[Preview | None]:
        """What these values would move. ``obj``: what is stored, None for a new one. Raises ``Refused``."""
        raise NotImplementedError

    def concerned(self, obj: Any, values: Values) -> Q:
        """The leagues whose facts the preview stands on."""
        raise NotImplementedError

    def club_of(self, obj: Any, values: Values) -> Club:
        """The club, which is locked before its leagues."""
        club: Club = self.league_of(obj, values).club
        return club

    def league_of(self, obj: Any, values: Values) -> Any:
        return values["league"] if obj is None else obj.league

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        given = (object_id, form_url, extra_context)
        try:
            return super().changeform_view(request, *given)
        except Unconfirmed as found:
            version = self._version(found)
            try:
                previews = [each for each in self.foresee(found.obj, found.values) if each and each.players]
            except Refused as refused:
                request.refused = refused  # type: ignore[attr-defined]
                return super().changeform_view(request, *given)
            if previews:
                return self._preview_page(request, found, previews, version)
        request.agreed = True  # type: ignore[attr-defined]
        return super().changeform_view(request, *given)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        values = form.differences() if change else dict(form.cleaned_data)
        nothing = change and not set(values) - self.beside
        if not nothing and not getattr(request, "agreed", False):
            stored = type(obj)._default_manager.get(pk=obj.pk) if change else None
            values = {name: value for name, value in values.items() if name not in self.beside}
            self._need_agreement(request, form, stored, values)
        super().save_model(request, obj, form, change)

    def _need_agreement(self, request: HttpRequest, form: Any, obj: Any, values: Values) -> None:
        if request.POST.get("step") != "confirm":
            raise Unconfirmed(form, obj, values, None, moved=False)
        reason = ReasonForm(request.POST)
        if not reason.is_valid():
            raise Unconfirmed(form, obj, values, reason, moved=False)
        writing.lock_club(self.club_of(obj, values))
        seen = sum(league.version for league in writing.lock_leagues(self.concerned(obj, values)))
        if seen != reason.cleaned_data["version"]:
            raise Unconfirmed(form, obj, values, None, moved=True)

    def _version(self, found: Unconfirmed) -> int:
        return sum(each.version for each in writing.leagues_concerned(self.concerned(found.obj, found.values)))

    def _preview_page(
        self, request: HttpRequest, found: Unconfirmed, previews: list[Preview], version: int
    ) -> HttpResponse:
        shown = [Impact.of(each, request.POST.get("page", "1")) for each in previews]
        pages = [each.page for each in shown]
        context = {
            "title": _("What this would move"),
            "confirm": _("Save the change"),
            "subject": found.obj,
            "asks": False,
            "back": request.path,
            "league": previews[0].league,
            "club": previews[0].league.club,
            "section": "desk",
            "reason": found.reason or ReasonForm(initial={"reason": request.POST.get("reason", "")}),
            "impacts": shown,
            "longest": max(pages, key=lambda page: page.paginator.num_pages),
            "version": version,
            "differences": list(_differences(found)) if found.obj is not None else [],
            "moved": found.moved,
            "kept": [(k, v) for k, values in request.POST.lists() if k not in NOT_KEPT for v in values],
        }
        return render(request, "league/desk/decision_preview.html", context)


def everywhere(preview: Preview | None) -> list[Preview]:
    """A preview and those of the leagues that follow from it."""
    return [] if preview is None else [preview, *preview.others]


def _differences(found: Unconfirmed) -> Iterable[Difference]:
    for name, value in found.values.items():
        choices = dict(found.form.fields[name].choices) if hasattr(found.form.fields[name], "choices") else {}
        words = [choices.get(each) or in_words(each) for each in (getattr(found.obj, name), value)]
        yield Difference(found.form.fields[name].label, *words)
