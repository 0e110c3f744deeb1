"""The calculators' pages: a form by GET, and the answer to what its address says. Nothing is stored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import get_format
from django.views.decorators.http import require_safe

from .fields import Federation, Number, Points
from .modes import MODES, Chip, Chips, Mode
from .modes.mode import CalculatorForm, initial
from .reading import Wrong
from .showing import FORMATS, Answer, answer, sentence
from .wording import WORDS

FEW = 4  # ready choices that are shown at once; more are folded


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All calculators."""
    return render(request, "calculator/index.html", {"modes": MODES.values()})


@require_safe
def calculator(request: HttpRequest, mode: str) -> HttpResponse:
    """One calculator with the values of the address, or its example."""
    if mode not in MODES:
        raise Http404
    found = MODES[mode]
    others = [each for each in MODES.values() if each is not found]
    return render(request, "calculator/mode.html", calculation(found, request.GET) | {"others": others})


def calculation(mode: Mode, given: Mapping[str, str], *, kept: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What ``calculator/_calculation.html`` shows. ``kept``: of the address, beside the fields."""
    form = mode.form(given)
    made = computed(mode, form)
    return {
        "mode": mode,
        "form": form,
        "answer": made,
        "rows": list(_rows(mode, form, kept or {})),
        "tables": [_cells(table) for table in made.tables] if made else [],
        "kept": kept,
        "page": page_data(mode, remembers=kept is None),
    }


def computed(mode: Mode, form: CalculatorForm) -> Answer | None:
    """The answer, or None where a field needs another look."""
    if not form.is_valid():
        return None
    try:
        return answer(mode.compute(form.cleaned_data), mode.view)
    except Wrong as error:
        for code, values in error.problems:
            form.add_error(error.field or None, sentence(code, values))
    return None


def page_data(mode: Mode, *, remembers: bool = True) -> dict[str, Any]:
    """What the browser needs to do the same: words, formats and the view of the mode."""
    return {
        "mode": mode.slug,
        "remembers": remembers,
        "decimal": get_format("DECIMAL_SEPARATOR"),
        "formats": FORMATS,
        "view": {"figures": mode.view.figures, "tables": [table._asdict() for table in mode.view.tables]},
        "initial": {name: initial(field) for name, field in mode.form.base_fields.items()},
        "words": {code: str(text) for code, text in WORDS.items()},
    }


def _cells(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table with each cell told whether it holds words."""
    return {**table, "cells": [list(zip(table["words"], row, strict=True)) for row in table["rows"]]}


def _rows(mode: Mode, form: CalculatorForm, kept: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The fields in their order, each with its ready choices: links that keep the other fields."""
    for field in form:
        chips = [_chips(each, form, kept) for each in mode.chips if each.after == field.name]
        short = isinstance(field.field, Number | Points | Federation) and not chips
        yield {"field": field, "short": short, "chips": chips}


def _chips(chips: Chips, form: CalculatorForm, kept: Mapping[str, str]) -> dict[str, Any]:
    links = [_link(chip, form, kept) for chip in chips.chips]
    return {"title": chips.title, "folded": len(links) > FEW, "links": links}


def _link(chip: Chip, form: CalculatorForm, kept: Mapping[str, str]) -> dict[str, Any]:
    now = {name: form.data[name] for name in form.fields}
    values = dict(chip.values)
    return {
        "label": chip.label,
        "query": urlencode(now | values | dict(kept)),
        "values": json.dumps(values),
        "chosen": now == now | values,
    }
