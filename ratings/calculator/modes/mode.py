"""What a calculator is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from django import forms

from ..showing import View

Values = Mapping[str, Any]
Result = dict[str, Any]


class Chip(NamedTuple):
    """A ready choice beside a field: what it is called, and the fields it fills."""

    label: Any
    values: Mapping[str, str]


class Chips(NamedTuple):
    """Ready choices under the field they are about."""

    after: str
    title: Any
    chips: tuple[Chip, ...]


class Rule(NamedTuple):
    """What a mode computes by: the rule, where it stands, since when it is valid."""

    text: Any
    source: Any
    since: Any


@dataclass(frozen=True)
class Mode:
    """One calculator. ``compute`` raises ``Wrong`` naming a field where values do not fit each other."""

    slug: str
    title: Any
    lede: Any
    fields: Callable[[], dict[str, forms.Field]]
    compute: Callable[[Values], Result]
    view: View
    rule: Rule
    chips: tuple[Chips, ...] = field(default=())

    @cached_property
    def form(self) -> type[CalculatorForm]:
        return type(f"{self.slug.title()}Form", (CalculatorForm,), self.fields())


class CalculatorForm(forms.Form):
    """Fields of a mode; what the address leaves out has its initial value."""

    def __init__(self, given: Mapping[str, str], **more: Any):
        data = {name: given.get(name, initial(field)) for name, field in self.base_fields.items()}
        super().__init__(data, auto_id="c_%s", **more)
        for name, each in self.fields.items():
            notes = [f"c_{name}_help"] if each.help_text else []
            each.widget.attrs["aria-describedby"] = " ".join([*notes, f"c_{name}_error"])


def initial(field: forms.Field) -> str:
    """A field's example, as text; some depend on the day."""
    return str(field.initial() if callable(field.initial) else field.initial)
