"""The form about a club itself."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Club

from .look import Look


class ClubForm(Look, forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("By its clock a day begins and ends here, and times are shown. Days of games stay as they are."),
    )

    def __init__(self, data: Any = None, *, club: Club):
        super().__init__(data, initial={name: getattr(club, name) for name in self.base_fields})
        zones = sorted({*_zones(), club.time_zone})
        self.fields["time_zone"].choices = [(zone, zone.replace("_", " ")) for zone in zones]  # type: ignore[attr-defined]


@cache
def _zones() -> frozenset[str]:
    """Reads a directory of files: once is enough."""
    return frozenset(available_timezones())
