"""Forms of facts that ratings rest on: players, events, seasons, a formula for everybody."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Compensation, Event, ExternalRating, League, LeagueEntry, Player, Season
from league.services.events import asks_for_matches
from league.services.limits import today
from ratings.boards.norms import norms_are_made
from ratings.kernel.standings import KNOWN

from .games import DayField
from .look import Look
from .number import NumberField


class EditForm(Look, forms.ModelForm):
    """What is stored, to be changed: only what differs is passed on. The services say what cannot be."""

    def _get_validation_exclusions(self) -> set[str]:
        return {field.name for field in self.instance._meta.fields}

    def _post_clean(self) -> None:
        """The object stays as it is stored; the services change it."""

    def differences(self) -> dict[str, Any]:
        """Cleaned values that differ from what is stored."""
        return {name: value for name, value in self.cleaned_data.items() if value != getattr(self.instance, name)}


class EditPlayerForm(EditForm):
    start_rating = NumberField(label=_("Start rating"), required=False)
    start_peak = NumberField(label=_("Highest published rating before"), required=False)

    class Meta:
        model = Player
        fields = (
            "name", "birth_year", "sex", "federation", "fide_id", "title", "affiliation", "start_rating", "start_games",
            "start_peak",
        )  # fmt: skip


class StartValuesForm(EditForm):
    """What a player brings along into one league."""

    start_rating = NumberField(
        label=_("Start rating"), required=False, help_text=_("Empty: the player's own, then that of the rules.")
    )
    start_deviation = NumberField(label=_("Start deviation"), required=False, min_value=0)
    start_volatility = NumberField(label=_("Start volatility"), required=False, min_value=0)
    start_peak = NumberField(label=_("Highest published rating before"), required=False)
    k = NumberField(
        label=_("Fixed K-factor"),
        required=False,
        min_value=0,
        help_text=_("Empty: K by the rules. It counts from the first game."),
    )

    class Meta:
        model = LeagueEntry
        fields = ("start_rating", "start_deviation", "start_volatility", "start_games", "start_peak", "k")

    def __init__(self, *args: Any, league: League, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if league.system != League.System.GLICKO2:
            del self.fields["start_deviation"], self.fields["start_volatility"]
        else:
            del self.fields["k"]


class EditEventForm(EditForm):
    starts_on = DayField(label=_("First day"))
    ends_on = DayField(label=_("Last day"))
    base_minutes = NumberField(label=_("Minutes for a player"), required=False, min_value=0)
    increment_seconds = NumberField(label=_("Seconds added a move"), min_value=0)

    class Meta:
        model = Event
        fields = (
            "name", "kind", "site", "season", "starts_on", "ends_on", "rounds", "rated_after_decision", "tiebreaks",
            "rated", "rated_by_game", "official", "championship", "base_minutes", "increment_seconds",
            "first_control_moves", "approved_fast",
        )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = Season.objects.filter(league=self.instance.league)
        if not self.instance.official and not _closes(self.instance.league):
            del self.fields["official"]  # no list would ask for it
        if not norms_are_made(self.instance.league):
            del self.fields["championship"]
        if not self.instance.rated_after_decision and not asks_for_matches(self.instance.league):
            del self.fields["rated_after_decision"]  # no list would ask for it
        else:
            self.fields["rounds"].help_text = gettext(
                "Of a match: the games it is over. Those after its decision are not rated in FIDE lists."
            )
        self.fields["tiebreaks"].help_text = tiebreaks_help()

    def clean_tiebreaks(self) -> str:
        """As the services write it: small letters and commas are no difference."""
        return " ".join(self.cleaned_data["tiebreaks"].upper().replace(",", " ").split())


def _closes(league: League) -> bool:
    """Does a list that rates the league's events close before its period ends?"""
    rating = League.objects.filter(Q(pk=league.pk) | Q(games_from=league))
    return rating.filter(closing_days__gt=1).exists()


def tiebreaks_help() -> str:
    words = gettext("Codes in their order, like BH:C1 BH SB. Known: %(known)s. Empty: those of the kind of event.")
    return words % {"known": " ".join(KNOWN)}


class CreateEventForm(EditEventForm):
    """A new event."""


class OfficialForm(Look, forms.Form):
    """What a federation published for one player on one day."""

    list = forms.ChoiceField(label=_("List"), choices=ExternalRating.List.choices)
    date = DayField(label=_("Date of the list"), help_text=_("In force for events that start on this day or later."))
    rating = forms.IntegerField(
        label=_("Rating"), required=False, min_value=0, max_value=4000, help_text=_("Left empty: unrated on that day.")
    )
    k = forms.IntegerField(label=_("K"), required=False, min_value=0, max_value=1000)


class SeasonForm(EditForm):
    starts_on = DayField(label=_("First day"), help_text=_("With a carry-over in the rules it moves every rating."))
    ends_on = DayField(label=_("Last day"), required=False)

    class Meta:
        model = Season
        fields = ("name", "starts_on", "ends_on")


class CompensationForm(Look, forms.Form):
    """Everybody moved by a formula."""

    factor = NumberField(
        label=_("Factor"), help_text=_("0.4 brings everybody 40 per cent of the way to the target; 1 all the way.")
    )
    target = NumberField(label=_("Target"), help_text=_("The rating towards which the players are moved."))
    side = forms.ChoiceField(label=_("For whom"), choices=Compensation.Side.choices)
    rounding = forms.ChoiceField(
        label=_("Rounding"),
        choices=Compensation.Rounding.choices,
        help_text=_("Of the points added, halves away from zero."),
    )
    on = DayField(
        label=_("Date"), help_text=_("From this day on. Per period: from the first period that starts then or later.")
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["on"].initial = today(league.club)
        self.fields["side"].initial = Compensation.Side.BELOW
        whole = league.system == League.System.FIDE
        self.fields["rounding"].initial = Compensation.Rounding.INTEGER if whole else Compensation.Rounding.NONE
