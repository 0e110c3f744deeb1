"""The rules of a league as a form: a field for each parameter, made from its definition."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.formats.ktiers import UnclearTier, read_k, write_k
from league.models import League
from ratings.kernel.kfactor import read_tiers
from ratings.kernel.parameters import Definition, Kind
from ratings.kernel.systems import SYSTEMS
from ratings.kernel.types import ParameterError
from ratings.wording import parameters as words

from .games import DayField
from .look import Look
from .number import NumberField

REGULATIONS = "fide"


class KField(forms.CharField):
    """K as a number or as tiers, a line each; empty where the regulations decide."""

    widget = forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "form-control code"})

    def prepare_value(self, value: Any) -> Any:
        return (
            value
            if isinstance(value, str) and value != REGULATIONS
            else write_k(None if value == REGULATIONS else value)
        )

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text or text.strip().lower() == REGULATIONS:
            return REGULATIONS
        try:
            read_tiers(k := read_k(text))
        except UnclearTier as unclear:
            message = _(
                "Line %(line)d: “%(text)s” is not understood. Write K, then conditions: 40 games < 30, age <= 18."
            )
            raise ValidationError(message, params={"line": unclear.line, "text": unclear.text}) from unclear
        except ParameterError as error:
            raise ValidationError(_tier_error(str(error))) from error
        return k


def _tier_error(said: str) -> str:
    if "last tier" in said:
        return gettext("The last line must have no condition, so that everybody has a K.")
    if "has no condition" in said:
        return gettext("A line without a condition must be the last: those after it are never reached.")
    return gettext("K is more than 0 and at most 1000.")


class FloorField(NumberField):
    """A number, none, or by the regulations."""

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and value.strip().lower() == REGULATIONS:
            return REGULATIONS
        return super().to_python(value)

    def validate(self, value: Any) -> None:
        if value != REGULATIONS:
            super().validate(value)

    def run_validators(self, value: Any) -> None:
        if value != REGULATIONS:
            super().run_validators(value)


class RulesForm(Look, forms.Form):
    """Other parameters of the rating system from a day on. Every field says what it means and what is usual."""

    valid_from = DayField(
        label=_("Valid from"), help_text=_("Games of events that started before keep the rules of their start.")
    )

    def __init__(self, *args: Any, league: League, in_force: dict[str, Any], **kwargs: Any):
        self.definitions = SYSTEMS[league.system].definitions
        self.in_force = in_force
        self.base_fields = {**type(self).base_fields, **self._fields(league)}
        initial = {"valid_from": kwargs.pop("day", None), **self._initial(), **kwargs.pop("initial", {})}
        super().__init__(*args, initial=initial, **kwargs)

    def _fields(self, league: League) -> dict[str, forms.Field]:
        made: dict[str, forms.Field] = {}
        for each in self.definitions:
            label, text = words.told(league.system, each.key)
            if each.kind == Kind.CARRYOVER:
                made["carryover_keep"] = NumberField(
                    label=_("Carry-over: part kept"), required=False, min_value=0, max_value=1, help_text=text
                )
                made["carryover_mean"] = NumberField(label=_("Carry-over: mean"), required=False)
            else:
                made[each.key] = _field(each, label, _help(each, text))
        return made

    def _initial(self) -> dict[str, Any]:
        now = {each.key: self.in_force.get(each.key, each.default) for each in self.definitions}
        carry = now.pop("carryover", None) or {}
        return now | {"carryover_keep": carry.get("keep"), "carryover_mean": carry.get("mean")}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        keep, mean = cleaned.get("carryover_keep"), cleaned.get("carryover_mean")
        if (keep is None) != (mean is None):
            missing = "carryover_keep" if keep is None else "carryover_mean"
            if missing in self.fields and missing not in self.errors:
                self.add_error(missing, _("A carry-over has both: the part kept and the mean."))
        return cleaned

    @property
    def parameters(self) -> dict[str, Any]:
        """Every parameter as it would be stored; what says the same stays as it is written."""
        given = self.cleaned_data
        found = {each.key: given[each.key] for each in self.definitions if each.key in given}
        if "carryover_keep" in self.fields:
            keep = given["carryover_keep"]
            found["carryover"] = None if keep is None else {"keep": keep, "mean": given["carryover_mean"]}
        return {key: self.in_force[key] if self.in_force.get(key) == value else value for key, value in found.items()}


def _help(each: Definition, text: Any) -> str:
    parts = [str(text)]
    if limits := words.bounds(each):
        parts.append(gettext("Allowed: %(limits)s.") % {"limits": limits})
    if each.kind in (Kind.NUMBER, Kind.WHOLE) and each.default is not None:
        parts.append(gettext("Usual: %(value)s.") % {"value": words.value_words(each, each.default)})
    return " ".join(parts)


def _field(each: Definition, label: Any, text: str) -> forms.Field:
    needed = not each.optional
    if each.kind == Kind.TIERS:
        return KField(label=label, required=needed, help_text=text)
    if each.kind == Kind.CHOICE:
        choices = [(name, words.CHOICES[name]) for name in each.choices]
        return forms.ChoiceField(label=label, choices=choices, help_text=text)
    if each.kind == Kind.FLAG:
        return forms.BooleanField(label=label, required=False, help_text=text)
    if each.kind == Kind.WHOLE:
        return forms.IntegerField(label=label, required=needed, min_value=0, max_value=100_000, help_text=text)
    made = FloorField if each.kind == Kind.FLOOR else NumberField
    return made(label=label, required=needed, min_value=each.at_least, max_value=each.at_most, help_text=text)
