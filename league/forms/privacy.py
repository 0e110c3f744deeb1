"""Forms about what strangers see of a club and of a player."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Club, Naming, Player

from .look import Look


class ClubPrivacyForm(Look, forms.Form):
    names = forms.ChoiceField(label=_("Names on public pages"), choices=Naming.choices)
    minors = forms.ChoiceField(
        label=_("Names of minors"),
        choices=Naming.choices,
        help_text=_(
            "Up to the year of the 18th birthday, where the birth year is known. The stricter of both choices counts."
        ),
    )
    show_birth_years = forms.BooleanField(
        label=_("Show birth years"), required=False,
        help_text=_("Boards then offer age groups, too. Of birthdays no more than the year is ever kept."),
    )  # fmt: skip
    show_odds = forms.BooleanField(
        label=_("Show chances of winning"), required=False,
        help_text=_("Expected scores of games that are still to come, where two players are compared."),
    )  # fmt: skip
    search_engines = forms.BooleanField(label=_("May be found by search engines"), required=False)
    members_only = forms.BooleanField(
        label=_("Pages for members only"), required=False,
        help_text=_("Without it everybody may read boards, lists and games. Members of any role are let in."),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, club: Club):
        super().__init__(data, initial={name: getattr(club, name) for name in self.base_fields})


class PlayerPrivacyForm(Look, forms.Form):
    names = forms.ChoiceField(
        label=_("Name on public pages"), required=False, choices=[("", _("as the club has it")), *Naming.choices]
    )
    search_engines = forms.BooleanField(
        label=_("May be found by search engines"), required=False,
        help_text=_("Without it, search engines are asked to leave the player’s pages out."),
    )  # fmt: skip
    listed = forms.BooleanField(
        label=_("On public pages"), required=False,
        help_text=_(
            "Without it the player has no public page, is found by no search, and stands as a number in the tables of"
            " others."
        ),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, player: Player):
        super().__init__(data, initial={name: getattr(player, name) for name in self.base_fields})
