"""The calculators for programs: the same functions as the pages, with the same readings of what is written."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest
from ninja import Schema

from league.api.asking import Slug
from league.api.root import reading
from league.services.access.answers import plain
from league.services.errors import Problem, Refused
from ratings.calculator.computing import computed
from ratings.calculator.missing import missing, usual
from ratings.calculator.modes import MODES, Mode
from ratings.calculator.showing import answer, sentence

GIVEN = {
    "name": "values", "in": "query", "required": False, "style": "form", "explode": True,
    "description": "The calculator's fields, as `/calculators` names them.",
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
}  # fmt: skip


class FieldOut(Schema):
    """``needed``: it has no usual value. ``choices``: the only values, where there are few."""

    name: str
    label: str
    needed: bool
    usual: str | None
    example: str
    choices: list[str]


class CalculatorOut(Schema):
    calculator: str
    title: str
    about: str
    fields: list[FieldOut]


class Figure(Schema):
    label: str
    text: str


class ResultOut(Schema):
    """``result``: every number; ``figures`` and ``notes``: the same in words."""

    calculator: str
    result: dict[str, Any]
    figures: list[Figure]
    notes: list[str]


@reading(
    "/calculators", list[CalculatorOut], name="calculators", tag="calculators",
    summary="All calculators with their fields",
)  # fmt: skip
def calculators(request: HttpRequest) -> Any:
    return [
        {
            "calculator": mode.slug, "title": str(mode.title), "about": str(mode.lede),
            "fields": [_field(mode, name, field) for name, field in mode.form.base_fields.items()],
        }
        for mode in MODES.values()
    ]  # fmt: skip


@reading("/calculators/{calculator}", ResultOut, name="calculate", tag="calculators", summary="Calculate",
    openapi_extra={"parameters": [GIVEN]},
)  # fmt: skip
def calculate(request: HttpRequest, calculator: Slug) -> Any:
    mode = MODES.get(calculator)
    if mode is None:
        raise Http404
    given = request.GET.dict()
    if left_out := missing(mode, given):
        words = sentence("empty", {})
        raise Refused(problems=[Problem(None, name, words) for name in left_out])
    form = mode.form({name: given.get(name, usual(mode, name)) or "" for name in mode.form.base_fields})
    result = computed(mode, form)
    made = answer(result, mode.view)
    return {
        "calculator": mode.slug, "result": plain(result),
        "figures": [{"label": label, "text": text} for label, text in made.figures], "notes": made.notes,
    }  # fmt: skip


def _field(mode: Mode, name: str, field: forms.Field) -> dict[str, Any]:
    offered: Any = field.choices if isinstance(field, forms.ChoiceField) else ()
    choices = [str(value) for value, _label in offered]
    example = str(field.initial() if callable(field.initial) else field.initial)
    known = usual(mode, name)
    return {
        "name": name, "label": str(field.label), "needed": known is None, "usual": known, "example": example,
        "choices": choices,
    }  # fmt: skip
