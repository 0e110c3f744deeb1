"""A calculator asked by a program, with texts as its form takes them."""

from __future__ import annotations

from typing import Any

from django import forms

from league.services.errors import Problem, Refused

from .modes import Mode
from .reading import Wrong
from .showing import sentence


def computed(mode: Mode, form: forms.Form) -> Any:
    """The result. Raises ``Refused`` with all problems by field, in the words of the page."""
    if not form.is_valid():
        problems = [Problem(None, name, str(text)) for name, texts in form.errors.items() for text in texts]
        raise Refused(problems=problems)
    try:
        return mode.compute(form.cleaned_data)
    except Wrong as error:
        said = [Problem(None, error.field, sentence(code, values)) for code, values in error.problems]
        raise Refused(problems=said) from None
