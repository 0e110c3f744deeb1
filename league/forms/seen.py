"""Forms that know what their reader saw: only what the reader changed is written."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _


class SeenMixin:
    """Every field carries the value its reader saw beside the one typed.

    Two people who change different fields of one thing at the same time both succeed. Where they
    changed the same field, the later one is told, and sees what it says now before saving again.
    """

    fields: dict[str, forms.Field]
    data: Any

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    @cached_property
    def changed_data(self) -> list[str]:
        return [name for name in self.fields if self._changed_by_reader(name)]

    def differences(self) -> dict[str, Any]:
        """The cleaned values of the fields that the reader changed and that differ from what is stored."""
        return {name: self.cleaned_data[name] for name in self.changed_data if name in self.cleaned_data}

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        for name in self.changed_data:
            if self._changed_meanwhile(name):
                self._show_anew(name)
                self.add_error(name, _("Somebody else changed this meanwhile. Check it and save again."))
        return cleaned

    def _now(self, name: str) -> Any:
        return self.get_initial_for_field(self.fields[name], name)

    def _seen(self, name: str) -> Any:
        """What the reader saw; None where the form came without it."""
        if not self.is_bound:
            return None
        raw = self.data.get(self[name].html_initial_name)
        if raw is None or isinstance(self.fields[name], forms.ModelChoiceField):
            return raw
        try:
            return self.fields[name].to_python(raw)
        except ValidationError:
            return None

    def _came_along(self, name: str) -> bool:
        return self.is_bound and self[name].html_initial_name in self.data

    def _changed_by_reader(self, name: str) -> bool:
        field, typed = self.fields[name], self[name].data
        if field.disabled or not self.is_bound:
            return False
        if self._came_along(name) and not field.has_changed(self._seen(name), typed):
            return False
        return field.has_changed(self._now(name), typed)

    def _changed_meanwhile(self, name: str) -> bool:
        return self._came_along(name) and _lines(self.data[self[name].html_initial_name]) != self._text_now(name)

    def _text_now(self, name: str) -> str:
        """The stored value as Django writes it into the hidden field."""
        field = self.fields[name]
        text = field.hidden_widget().format_value(field.prepare_value(self._now(name)))
        return "" if text is None else _lines(text)

    def _show_anew(self, name: str) -> None:
        self.data = self.data.copy()
        self.data[self[name].html_initial_name] = self._text_now(name)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n")
