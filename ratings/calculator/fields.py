"""The fields of the calculators' forms. Each tells the browser, by data attributes, how it is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from . import reading
from .reading import Bounds, Wrong
from .showing import sentence

RATING = Bounds(0, 10_000, rating=True)  # of any game
FIDE_RATING = Bounds(0, 4_000, whole=True, rating=True)
K = Bounds(0, 1_000)
GAMES = Bounds(1, reading.MOST_LINES, whole=True)


class Read(forms.Field):
    """Text that ``reading`` turns into a value. ``kind`` names the reader in both languages."""

    kind = ""
    widget: Any = forms.TextInput

    def __init__(self, label: Any, initial: Any, *, help_text: Any = "", optional: bool = False, **data: Any):
        super().__init__(label=label, initial=initial, help_text=help_text, required=False)
        self.optional = optional
        self.data = {"kind": self.kind} | data | ({"optional": "1"} if optional else {})
        shown = {f"data-{name}": value for name, value in self.data.items()}
        self.widget.attrs |= {"class": "form-control", "autocomplete": "off", "spellcheck": "false"} | shown

    def clean(self, value: Any) -> Any:
        text = str(value or "")
        if self.optional and not text.strip():
            return None
        try:
            return self.read(text)
        except Wrong as error:
            raise ValidationError([sentence(code, values) for code, values in error.problems]) from None

    def read(self, text: str) -> Any:
        raise NotImplementedError


class Number(Read):
    kind = "number"

    def __init__(self, label: Any, initial: Any, bounds: Bounds, **more: Any):
        super().__init__(label, initial, **_bounds(bounds), **more)
        self.bounds = bounds
        self.widget.attrs["inputmode"] = "numeric" if bounds.whole else "decimal"

    def read(self, text: str) -> float:
        return reading.read_number(text, self.bounds)


class Points(Read):
    kind = "points"

    def read(self, text: str) -> int:
        return reading.read_points(text)


class Score(Read):
    """One game's score, typed in any spelling; the page offers three buttons."""

    kind = "score"

    def read(self, text: str) -> int:
        return reading.read_score(text)


class Day(Read):
    kind = "day"

    def __init__(self, label: Any, initial: Any, **more: Any):
        super().__init__(label, initial, **more)
        self.widget.input_type = "date"
        self.widget.attrs |= {"min": reading.EARLIEST, "max": reading.LATEST}

    def read(self, text: str) -> Any:
        return reading.read_day(text)


class Federation(Read):
    kind = "federation"

    def read(self, text: str) -> str:
        return reading.read_federation(text)


class Lines(Read):
    """One thing a line. ``kind``: games, uncertain or norm."""

    widget = forms.Textarea

    def __init__(self, kind: str, label: Any, initial: str, line: reading.Line, *bounds: Bounds, **more: Any):
        self.kind = kind
        named = {f"{key}{n or ''}": value for n, each in enumerate(bounds) for key, value in _bounds(each).items()}
        super().__init__(label, initial, **named, **more)
        self.line = line
        self.widget.attrs |= {"rows": 8, "class": "form-control code"}

    def read(self, text: str) -> Any:
        return reading.read_lines(text, self.line)


class Pick(forms.ChoiceField):
    """One of a few; ``radio`` lays them out side by side."""

    def __init__(self, label: Any, choices: Iterable[tuple[str, Any]], initial: str, radio: bool = False, **more: Any):
        widget = forms.RadioSelect if radio else forms.Select
        super().__init__(label=label, choices=list(choices), initial=initial, required=True, widget=widget, **more)
        self.widget.attrs |= {"data-kind": "choice", "class": "form-check-input" if radio else "form-select"}

    def validate(self, value: Any) -> None:
        if not self.valid_value(value):
            raise ValidationError(sentence("not_a_choice", {"text": reading.shortened(str(value))}))


class PeriodLines(Lines):
    """Games of a period, with the tournaments that they belong to."""

    def __init__(self, label: Any, initial: str, bounds: Bounds, **more: Any):
        super().__init__("period", label, initial, reading.line_of_period(bounds), bounds, **more)

    def read(self, text: str) -> Any:
        return reading.in_tournaments(super().read(text))


def games(label: Any, initial: str, bounds: Bounds, **more: Any) -> Lines:
    return Lines("games", label, initial, reading.line_of_game(bounds), bounds, **more)


def _bounds(bounds: Bounds) -> dict[str, Any]:
    flags = {name: "1" for name in ("whole", "rating") if getattr(bounds, name)}
    return {"low": _plain(bounds.low), "high": _plain(bounds.high)} | flags


def _plain(value: float) -> str:
    return f"{value:g}" if value < 1e6 else str(int(value))
