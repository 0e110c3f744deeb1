"""A new league: its name, what it rates, and every parameter of its system, filled in as ready-made rules say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.formats.names import name_key
from league.models import Club, League

from .decisions import closing_field
from .rules import RulesForm


class NewLeagueForm(RulesForm):
    """``league``: an unsaved one that says club, system and mode; ``in_force``: the parameters to start from."""

    valid_from = None  # type: ignore[assignment]  # the first rules count for all games

    name = forms.CharField(
        label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("As people call it: Standard, Blitz, Ladder 2026."),
    )  # fmt: skip
    slug = forms.CharField(
        label=_("Address"), required=False, max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("The last part of the league’s address; it never changes. Left empty: made of the name."),
    )  # fmt: skip
    description = forms.CharField(
        label=_("Description"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )
    discipline = forms.ChoiceField(label=_("Sides"), choices=League.Discipline.choices)
    late_results = forms.ChoiceField(
        label=_("A result that comes late, or is corrected"), choices=League.LateResults.choices
    )
    closing_days = closing_field()
    games_from = forms.ModelChoiceField(
        League.objects.none(), label=_("Rates the games of"), required=False, empty_label=_("its own"),
        help_text=_("A league that follows another rates the same games by these rules, with no second entry."),
    )  # fmt: skip
    standard_league = forms.ModelChoiceField(
        League.objects.none(), label=_("First ratings come from"), required=False, empty_label=_("no other list"),
        help_text=_("A rapid or blitz list takes a player’s first rating from the standard list."),
    )  # fmt: skip

    about = (
        "name", "slug", "description", "discipline", "late_results", "closing_days", "games_from", "standard_league",
    )  # fmt: skip

    def __init__(self, *args: Any, league: League, **kwargs: Any):
        self.club: Club = league.club
        super().__init__(*args, league=league, **kwargs)
        own = League.objects.filter(club=self.club, archived_at=None).order_by("name", "pk")
        if "games_from" in self.fields:
            self.fields["games_from"].queryset = own.filter(games_from=None)
        seeding = own.filter(system=League.System.FIDE, standard_league=None)
        self.fields["standard_league"].queryset = seeding
        if league.system != League.System.FIDE or self.in_force.get("list") == "standard" or not seeding.exists():
            del self.fields["standard_league"]
        if not own.filter(games_from=None).exists():
            del self.fields["games_from"]
        if league.mode == League.Mode.SEQUENTIAL:
            del self.fields["late_results"], self.fields["closing_days"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not cleaned.get("slug") and cleaned.get("name"):
            cleaned["slug"] = "-".join(name_key(cleaned["name"]).split())[:60]
        if "closing_days" in self.fields and cleaned.get("closing_days") is None:
            cleaned["closing_days"] = 0
        return cleaned

    @property
    def facts(self) -> dict[str, Any]:
        """What ``create_league`` is given beside system, mode and parameters."""
        return {name: self.cleaned_data[name] for name in self.about if name in self.cleaned_data}

    def of_league(self) -> list[forms.BoundField]:
        return [self[name] for name in self.about if name in self.fields]

    def of_rules(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name not in self.about]

    def rules_wrong(self) -> bool:
        return any(field.errors for field in self.of_rules())
