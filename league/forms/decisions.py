"""Forms of the pages that show what a decision moves before it is taken."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from league.models import League
from league.services.late_results import MOST_CLOSING
from league.services.limits import today

from .games import DayField
from .look import Look
from .number import NumberField
from .players import PlayerField

LONGEST_REASON = 300
RATING_LIMIT = 100_000


class DecisionForm(Look, forms.Form):
    """Nothing to fill in but the reason, which the confirming page asks for."""


class ReasonForm(Look, forms.Form):
    """Asked last, beside what the decision moves. ``version``: the league as the preview saw it."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody whose rating moves can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, needed: bool = True, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = needed


class AdjustForm(Look, forms.Form):
    """A rating set to a value, or moved by one, on a day."""

    player = PlayerField(label=_("Player"))
    to = NumberField(label=_("Set to"), required=False, min_value=-RATING_LIMIT, max_value=RATING_LIMIT)
    by = NumberField(label=_("or move by"), required=False, min_value=-RATING_LIMIT, max_value=RATING_LIMIT)
    on = DayField(
        label=_("Date"), help_text=_("From this day on. Per period: from the first period that starts then or later.")
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["player"].league = league
        self.fields["on"].initial = today(league.club)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        given = [name for name in ("to", "by") if cleaned.get(name) is not None]
        if len(given) == 2:
            self.add_error("by", _("Either set the rating or move it, not both."))
        elif not given and not self.errors:
            self.add_error("to", _("Say what the rating is set to, or by how much it moves."))
        return cleaned


class MonthsForm(Look, forms.Form):
    """The months of which each becomes a rating period."""

    first = forms.RegexField(r"^\d{4}-(0[1-9]|1[0-2])$", label=_("First month"), help_text=_("Year and month: 2026-01"))
    last = forms.RegexField(r"^\d{4}-(0[1-9]|1[0-2])$", label=_("Last month"))

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.update(type="month", placeholder="2026-01")
            field.widget.input_type = "month"


class FreePeriodForm(Look, forms.Form):
    """A period that is no calendar month: a quarter, a half-season, the days of a camp."""

    name = forms.CharField(label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    starts_on = DayField(label=_("First day"))
    ends_on = DayField(label=_("Last day"), help_text=_("Its list is dated the day after."))


def closing_field() -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Closing date, days before a list"), required=False, min_value=0, max_value=MOST_CLOSING,
        help_text=_(
            "An event that ends later counts in the next period; an official FIDE event may end up to the last day."
            " FIDE: 3. 0: every event counts in the period in which it ends."
        ),
    )  # fmt: skip


class LateResultsForm(Look, forms.Form):
    """What late results and corrections of closed periods do."""

    late_results = forms.ChoiceField(
        label=_("A result that comes late, or is corrected"),
        choices=League.LateResults.choices,
        help_text=_(
            "Recomputed: later ratings change, published lists keep their numbers with the corrected ones beside them."
            " In the next list: published lists stand, and the open period carries the difference, as FIDE does it."
        ),
    )
    closing_days = closing_field()


class GameSearchForm(Look, forms.Form):
    """Finds a game by words of the players' names, and by days."""

    q = forms.CharField(label=_("Players"), required=False, max_length=200)
    since = DayField(label=_("From"), required=False)
    until = DayField(label=_("Until"), required=False)


class SignInForm(Look, AuthenticationForm):
    """Name and password, in the face of the site."""
