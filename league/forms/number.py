"""Numbers in fields, as people write them."""

from __future__ import annotations

import math
from typing import Any

from django import forms
from django.utils.formats import get_format


class NumberField(forms.FloatField):
    """A finite number; a comma is a point, blanks between thousands do not count.

    A text field on purpose: a number field of a browser that speaks English swallows a decimal comma.
    """

    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def prepare_value(self, value: Any) -> Any:
        """As people of this language write it: 2104 for 2104.0, 0,5 for 0.5."""
        if not isinstance(value, float) or not math.isfinite(value):
            return value
        plain = f"{value:.0f}" if value.is_integer() else repr(value)
        return plain.replace(".", get_format("DECIMAL_SEPARATOR"))

    def to_python(self, value: Any) -> float | None:
        if isinstance(value, str):
            value = "".join(value.split()).replace("−", "-").replace(",", ".")
        return super().to_python(value)
