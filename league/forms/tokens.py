"""A token for a program: its name, what it may do, until when."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Club
from league.permissions import Scope

from .games import DayField
from .look import Look

SCOPE_WORDS = {
    Scope.RECORD: _("Enter results"),
    Scope.CREATE: _("Add players and events that are not there yet, while results come in"),
    Scope.CORRECT: _("Correct and restore results"),
    Scope.VOID: _("Void results"),
    Scope.IMPORT: _("Import files of results"),
    Scope.CLOSE: _("Close and publish rating periods"),
    Scope.CLOSED: _("All this also where it reaches into a closed period; reopen periods"),
}


class TokenForm(Look, forms.Form):
    name = forms.CharField(
        label=_("Name of the token"),
        max_length=60,
        help_text=_("What the program does stands under this name: “Web site”, “Tournament software”."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("The program may"), choices=list(SCOPE_WORDS.items()), widget=forms.CheckboxSelectMultiple
    )
    until = DayField(
        label=_("Last day"), required=False, help_text=_("The token ends at midnight. Empty: it has no end.")
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.zone = ZoneInfo(club.time_zone)

    def expires_at(self) -> datetime | None:
        """The midnight on the club's wall that ends the last day."""
        last = self.cleaned_data["until"]
        return datetime.combine(last + timedelta(days=1), time(), self.zone) if last else None
