"""A calculator as a frame."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from ratings.calculator.modes import MODES
from ratings.calculator.views import calculation

from .base import Frame


class CalculatorFrame(Frame):
    """One calculator; the fields' names in the address fill it in."""

    template = "embed/calculator.html"
    seconds = 3600  # nothing in it changes but the day

    def context(self, mode: str) -> dict[str, Any]:
        if mode not in MODES:
            raise Http404
        given = self.request.GET
        kept = {name: given[name] for name in ("lang", "theme") if given.get(name)}
        return calculation(MODES[mode], given, kept=kept)
