"""Other rules to try on a league's own games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.models import League
from ratings.kernel.margin import MULTIPLIERS
from ratings.wording.parameters import CHOICES

from .look import Look
from .number import NumberField

SIMPLE = ("k", "initial", "home_advantage", "margin", "tau")
LONGEST = 4_000


class ParametersField(forms.JSONField):
    """Empty where nothing is given, not the word null."""

    def prepare_value(self, value: Any) -> Any:
        return "" if value is None else super().prepare_value(value)


class WhatIfForm(Look, forms.Form):
    """A system, and what differs from the rules in force; empty fields stay as they are."""

    system = forms.ChoiceField(label=_("System"), choices=League.System.choices)
    k = NumberField(label=_("K"), required=False, help_text=_("Elo: one number for everybody."))
    initial = NumberField(label=_("Start rating"), required=False)
    home_advantage = NumberField(label=_("Advantage of the first"), required=False, help_text=_("Elo, in points."))
    margin = forms.ChoiceField(
        label=_("Margin of victory"),
        required=False,
        choices=[("", _("as it is")), ("none", _("does not count")), *((each, CHOICES[each]) for each in MULTIPLIERS)],
        help_text=_("Elo: how much a higher win counts."),
    )
    tau = NumberField(label="Tau", required=False, help_text=_("Glicko-2: how much volatilities may change."))
    parameters = ParametersField(
        label=_("Other parameters"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "maxlength": LONGEST}),
        help_text=_('As JSON: {"k": [{"k": 40, "games_below": 30}, {"k": 20}]}'),
    )

    def clean_parameters(self) -> dict[str, Any]:
        given = self.cleaned_data["parameters"]
        if given is None:
            return {}
        if not isinstance(given, dict):
            raise ValidationError(_('Write pairs of a name and a value between braces, like {"k": 20}.'))
        return given

    @property
    def changed(self) -> dict[str, Any]:
        """The parameters that differ, as the kernel reads them."""
        simple = {name: self.cleaned_data[name] for name in SIMPLE}
        return {name: value for name, value in simple.items() if value not in (None, "")} | self.cleaned_data[
            "parameters"
        ]
