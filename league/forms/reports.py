"""A result as one of its players tells it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.models import Event, League, Player
from league.services.reporting.claims import Said

from .games import LARGEST_NUMBER, LARGEST_SCORE, TOKEN, DayField, new_token
from .look import Look
from .players import PlayerField
from .words import sides

# own result -> from White's side, when White is the one who tells it
OWN = {
    "won": "1-0", "drew": "=", "lost": "0-1", "forfeit_won": "+-", "forfeit_lost": "-+", "nobody": "--",
}  # fmt: skip
TURNED = {"won": "lost", "lost": "won", "forfeit_won": "forfeit_lost", "forfeit_lost": "forfeit_won"}
RESULTS = (
    ("won", _("I won")), ("drew", _("It was a draw")), ("lost", _("I lost")),
    ("forfeit_won", _("My opponent did not come")), ("forfeit_lost", _("I did not come")),
    ("nobody", _("Neither of us came")),
)  # fmt: skip


class OwnResultForm(Look, forms.Form):
    """What happened, from the reporter's side. ``said(white)``: the same from White's."""

    result = forms.ChoiceField(label=_("Result"), choices=RESULTS, widget=forms.RadioSelect)
    own_points = forms.IntegerField(label=_("My points or goals"), required=False, min_value=0, max_value=LARGEST_SCORE)
    other_points = forms.IntegerField(
        label=_("My opponent's points or goals"), required=False, min_value=0, max_value=LARGEST_SCORE
    )
    note = forms.CharField(
        label=_("Note"), required=False, max_length=300, help_text=_("Your opponent and the club can read it.")
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.league = league
        if league.discipline == League.Discipline.CHESS:
            del self.fields["own_points"], self.fields["other_points"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        own, other, result = (cleaned.get(name) for name in ("own_points", "other_points", "result"))
        if (own is None) != (other is None):
            self.add_error("other_points", _("Give the points of both, or of none."))
        elif own is not None and other is not None and result in ("won", "drew", "lost"):
            by_points = "won" if own > other else "lost" if own < other else "drew"
            if by_points != result:
                self.add_error("result", _("The points say something else."))
        return cleaned

    def said(self, white: bool) -> Said:
        given = self.cleaned_data
        own = given["result"] if white else TURNED.get(given["result"], given["result"])
        points = (given.get("own_points"), given.get("other_points"))
        return Said(OWN[own], *(points if white else points[::-1]))


class ReportForm(OwnResultForm):
    """A game that was not reported yet."""

    token = forms.CharField(required=False, widget=forms.HiddenInput)
    opponent = PlayerField(label=_("Opponent"))
    side = forms.ChoiceField(label=_("I had"), widget=forms.RadioSelect)
    played_on = DayField(label=_("Date"))
    event = forms.IntegerField(required=False, min_value=1, max_value=10**17, widget=forms.HiddenInput)
    round = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_NUMBER, widget=forms.HiddenInput)
    again = forms.BooleanField(label=_("We played once more that day"), required=False)

    field_order = ("token", "opponent", "side", "result", "own_points", "other_points", "played_on", "note")

    def __init__(self, *args: Any, league: League, player: Player, **kwargs: Any):
        super().__init__(*args, league=league, **kwargs)
        self.player = player
        names = sides(league)
        self.fields["opponent"].league = league
        self.fields["side"].choices = [("white", names.white), ("black", names.black)]
        if league.discipline == League.Discipline.NEUTRAL:
            self.fields["side"] = forms.CharField(required=False, widget=forms.HiddenInput, initial="white")
        self.initial.setdefault("token", new_token())
        self.initial.setdefault("side", "white")

    def clean_token(self) -> str:
        token: str = self.cleaned_data["token"]
        return token if TOKEN.fullmatch(token) else new_token()

    def clean_opponent(self) -> Player:
        opponent: Player = self.cleaned_data["opponent"]
        if opponent.pk == self.player.pk:
            raise ValidationError(_("Nobody plays against themselves."))
        return opponent

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        cleaned["event"] = Event.objects.filter(league=self.league, pk=cleaned.get("event") or 0).first()
        return cleaned

    @property
    def has_white(self) -> bool:
        return self.cleaned_data.get("side") != "black"


class ReportSettingsForm(Look, forms.Form):
    """Whether players report, and what becomes of what nobody answers."""

    player_reports = forms.BooleanField(label=_("Players report results of their own games"), required=False)
    report_days = forms.IntegerField(
        label=_("Days for the opponent to answer"), min_value=0, max_value=365,
        help_text=_("0: a report waits until somebody answers it."),
    )  # fmt: skip
    report_overdue = forms.ChoiceField(label=_("What is not answered in time"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["report_overdue"].choices = [
            (League.ReportOverdue.DESK, _("waits for the desk")), (League.ReportOverdue.COUNT, _("counts as reported")),
        ]  # fmt: skip


class SettleForm(Look, forms.Form):
    """How a reported game did end."""

    outcome = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
