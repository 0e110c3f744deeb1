"""The newest action that belongs to no league, taken back: names, records of people, files of players."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Player
from league.services import undoing
from ratings.boards.history import Asked, Place
from ratings.boards.history_lines import history
from ratings.services import Preview
from ratings.views.story import Entry, story

from .deciding import PeopleDecision


class UndoClubAction(PeopleDecision):
    """What it moves in every league of the club, then the deed."""

    undoable = False
    title = gettext_lazy("Undo the newest action")
    confirm = gettext_lazy("Undo it")
    target: undoing.Target

    def load(self, *, code: str) -> None:  # type: ignore[override]
        found = undoing.target_of_club(self.club, code)
        if found is None:
            raise Http404
        if not self.access.may(undoing.right_to(found)):
            raise PermissionDenied(_("Your role in this club does not include this."))
        self.target = found

    def people(self) -> list[Player]:
        return []

    def concerned(self) -> Q:
        return Q(club=self.club)

    def make_form(self, data: Any = None) -> forms.Form:
        form = super().make_form(data)
        form.fields["reason"].required = False
        return form

    def settled(self) -> str:
        newest = undoing.newest_of_club(self.club)
        if newest is None or newest.code != self.target.code:
            return _("Something was done since: undo that first.")
        return undoing.why_not(self.target)

    def previews(self) -> list[Preview]:
        made = undoing.preview_undo(target=self.target)
        return [made, *made.others] if made is not None else []

    def carry_out(self, form: forms.Form, reason: str) -> None:
        undoing.undo(target=self.target, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("Undone.")

    def after(self) -> str:
        return self.url("club_history")

    def extra(self) -> dict[str, Any]:
        entry = self._entry()
        if entry is None:
            return {}
        about = ", ".join(link.words for link in entry.about)
        return {"subject": " · ".join(filter(None, (entry.what, about, entry.line.actor)))}

    def notes(self) -> list[str]:
        entry = self._entry()
        told = "; ".join(entry.told) if entry else ""
        return [_("What is undone: %(what)s") % {"what": told}] if told else []

    def _entry(self) -> Entry | None:
        """The action in words."""
        change = self.target.change
        page = history(Asked(club=self.club), Place(change.pk + 1 if change else 0), 1)
        return next((each for each in story(page) if each.line.code == self.target.code), None)
