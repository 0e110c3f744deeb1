"""The classes that the pages' style sheet knows, put on every widget of a form."""

from __future__ import annotations

from typing import Any

from django import forms

CHECKED = (forms.CheckboxInput, forms.RadioSelect)
DASHES = "---------"  # Django's words for nothing chosen


class Look:
    """Mixed into forms that pages of the site draw (the admin site has its own look)."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field.widget, CHECKED):
                field.widget.attrs.setdefault("class", "form-check-input")
            elif isinstance(field.widget, forms.Select):
                field.widget.attrs.setdefault("class", "form-select")
                _shorten(field)
            elif not field.widget.is_hidden:
                field.widget.attrs.setdefault("class", "form-control")

    @property
    def visible_errors(self) -> int:
        """How many of the fields that a person sees need another look."""
        return sum(bool(field.errors) for field in self.visible_fields())  # type: ignore[attr-defined]


def _shorten(field: forms.Field) -> None:
    """Nothing chosen is a dash, as elsewhere on the pages."""
    if isinstance(field, forms.ModelChoiceField):
        field.empty_label = "–" if field.empty_label == DASHES else field.empty_label
    elif isinstance(field, forms.ChoiceField) and not callable(field.choices):
        field.choices = [(key, "–" if key == "" and words == DASHES else words) for key, words in field.choices]
