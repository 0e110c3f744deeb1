"""Forms about people of a club: new ones, reasons, a name typed to confirm."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Player

from .decisions import LONGEST_REASON
from .look import Look


class PeopleReasonForm(Look, forms.Form):
    """Asked last. ``state``: the leagues concerned as the preview saw them."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody whose rating moves can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    state = forms.CharField(required=False, widget=forms.HiddenInput)


class AnonymiseForm(PeopleReasonForm):
    """The name, typed again by whoever takes it out."""

    typed = forms.CharField(
        label=_("Type the name to confirm"),
        max_length=160,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    field_order = ("typed", "reason", "state")

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = False
        self.fields["reason"].help_text = _("May stay empty. The name is taken out of it, too.")


class AddPersonForm(Look, forms.ModelForm):
    """Somebody new. ``namesake``: another person of a name that is there already."""

    namesake = forms.BooleanField(
        label=_("This is another person than those listed here"), required=False, widget=forms.CheckboxInput
    )

    class Meta:
        model = Player
        fields = ("name", "birth_year", "sex", "federation", "fide_id", "title", "affiliation", "guest")

    def _get_validation_exclusions(self) -> set[str]:
        return {field.name for field in self.instance._meta.fields}

    def _post_clean(self) -> None:
        """The services say what cannot be, and save."""
