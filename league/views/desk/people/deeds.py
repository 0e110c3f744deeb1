"""One person: out of the choosers and back, a guest or not, without a name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.forms.people import AnonymiseForm
from league.models import Player
from league.services import people
from ratings.services import Preview

from ..decisions import Difference
from .deciding import PeopleDecision


class OfOne(PeopleDecision):
    """A decision about one player."""

    one: Player

    def load(self, *, player: int) -> None:  # type: ignore[override]
        self.one = self.player(player)

    def people(self) -> list[Player]:
        return [self.one]

    def settled(self) -> str:
        if self.one.merged_into_id is not None:
            return _("This record is part of another.")
        return ""

    def extra(self) -> dict[str, Any]:
        return {"subject": self.one}


class SwitchGuest(OfOne):
    """Guests' games are kept and not rated."""

    confirm = gettext_lazy("Save the change")

    @property
    def title(self) -> str:  # type: ignore[override]
        return _("No longer a guest") if self.one.guest else _("Make a guest")

    def differences(self) -> Iterable[Difference]:
        words = (_("rated like everybody’s"), _("kept, not rated"))
        yield Difference(_("Games"), words[self.one.guest], words[not self.one.guest])

    def previews(self) -> list[Preview]:
        return people.preview_edit_player(player=self.one, guest=not self.one.guest)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        people.edit_player(player=self.one, guest=not self.one.guest, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("The change is saved.")


class Archive(OfOne):
    """Out of the choosers and off the boards' active list."""

    title = gettext_lazy("Deactivate a player")
    confirm = gettext_lazy("Deactivate")

    def make_form(self, data: Any = None) -> forms.Form:
        form = super().make_form(data)
        del form.fields["reason"]
        return form

    def settled(self) -> str:
        return super().settled() or (_("This player is deactivated already.") if self.one.archived_at else "")

    def notes(self) -> list[str]:
        return [
            _("The player leaves the choosers and the active players of every board. Games and ratings stay; you can"
              " take the player back at any time.")
        ]  # fmt: skip

    def carry_out(self, form: forms.Form, reason: str) -> None:
        people.archive_player(player=self.one, actor=self.request.user)

    def done(self) -> str:
        return _("%(player)s is deactivated.") % {"player": self.one}


class Reactivate(Archive):
    title = gettext_lazy("Take a player back")
    confirm = pgettext_lazy("a player", "Take back")

    def settled(self) -> str:
        return OfOne.settled(self) or ("" if self.one.archived_at else _("This player is active already."))

    def notes(self) -> list[str]:
        return [_("The player stands in the choosers and on the boards again.")]

    def carry_out(self, form: forms.Form, reason: str) -> None:
        people.reactivate_player(player=self.one, actor=self.request.user)

    def done(self) -> str:
        return _("%(player)s is active again.") % {"player": self.one}


class Anonymise(OfOne):
    """The name goes for good; games and everybody's ratings stay."""

    undoable = False
    title = gettext_lazy("Anonymise a player")
    confirm = gettext_lazy("Take the name out for good")

    def make_form(self, data: Any = None) -> forms.Form:
        return AnonymiseForm(data)

    def settled(self) -> str:
        return super().settled() or (_("This player is anonymised already.") if self.one.anonymised_at else "")

    def extra(self) -> dict[str, Any]:
        return super().extra() | {"final": _("This cannot be undone by anybody.")}

    def notes(self) -> list[str]:
        number = _("Player %(id)d") % {"id": self.one.pk}
        return [
            _("The name, all other names, the FIDE id and the affiliation go everywhere: from pages, lists, exports"
              " and feeds, from the history, reasons and reports, from the admin site’s log and from uploaded files"
              " that wait. Instead of it stands “%(number)s”.") % {"number": number},
            _("Games, year of birth and everybody’s ratings stay as they are. Backups made before keep the name until"
              " they are deleted; an account of this person is deleted by its owner."),
        ]  # fmt: skip

    def carry_out(self, form: forms.Form, reason: str) -> None:
        typed = form.cleaned_data["typed"]
        people.anonymise_player(player=self.one, typed=typed, reason=reason, actor=self.request.user)
        self.one = self.player(self.one.pk)

    def done(self) -> str:
        return _("The name is taken out.")
