"""Forms about who may do something in a club, and of links for scorers."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.models import Club, Event, League, Membership, Player
from league.permissions import may_give
from league.services.access.invitations import DAYS
from league.services.limits import today

from .games import DayField, EventField
from .look import Look
from .players import called, suggestions

ROLE_WORDS = {
    Membership.Role.OWNER: _("Owner: everything, also who else is owner or admin"),
    Membership.Role.ADMIN: _("Admin: leagues, periods, players, files, members"),
    Membership.Role.ARBITER: _("Arbiter: enters and corrects results of open periods, makes events"),
    Membership.Role.RECORDER: _("Recorder: enters results"),
    Membership.Role.PLAYER: _("Player: reports their own results"),
}


class RoleField(forms.ChoiceField):
    """The roles that this user may give."""

    def offer(self, user: Any, club: Club) -> None:
        self.choices = [(role, words) for role, words in ROLE_WORDS.items() if may_give(user, role, club)]


class OwnPlayerField(forms.CharField):
    """A player of the club by name; with the years of birth where several bear it. Empty: none."""

    def __init__(self, **kwargs: Any):
        super().__init__(required=False, max_length=160, **kwargs)
        self.club: Club | None = None

    def prepare_value(self, value: Any) -> Any:
        return value.name if isinstance(value, Player) else value

    def clean(self, value: Any) -> Player | None:
        name = super().clean(value).strip()
        if not name or self.club is None:
            return None
        if name.isascii() and name.isdigit() and len(name) < 19:
            same = list(Player.objects.filter(club=self.club, pk=name, merged_into=None))
        else:
            same = called(self.club, name)
        if len(same) == 1:
            return same[0]
        near = "; ".join(f"{p.name} ({p.birth_year or '–'}): {p.pk}" for p in same or suggestions(self.club, name))
        if near:
            words = _("Which player is this? Type the number behind the name: %(near)s")
            raise ValidationError(words, params={"near": near}, code="unclear")
        raise ValidationError(_("No player of this club is called “%(name)s”."), params={"name": name}, code="unknown")


class MemberForm(Look, forms.Form):
    """A member's role and, if the member plays, which player that is."""

    role = RoleField(label=_("Role"))
    player = OwnPlayerField(label=_("Is the player"), help_text=_("Needed for reporting own results."))

    def __init__(self, *args: Any, user: Any, club: Club, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["role"].offer(user, club)
        self.fields["player"].club = club


class InviteForm(MemberForm):
    """Whom to let in, as what, for how long the link holds."""

    note = forms.CharField(
        label=_("For whom"),
        required=False,
        max_length=120,
        help_text=_("A note for the list of invitations."),
    )
    email = forms.EmailField(
        label=_("Send it to"), required=False, help_text=_("An e-mail address. Or leave it empty and copy the link.")
    )
    language = forms.ChoiceField(
        label=_("Language of the mail"), choices=settings.LANGUAGES, required=False,
        help_text=_("Where the address belongs to an account, the mail speaks the language of that account."),
    )  # fmt: skip
    days = forms.IntegerField(label=_("Holds for how many days"), initial=DAYS, min_value=1, max_value=90)

    field_order = ("role", "note", "email", "language", "player", "days")


class ScorerForm(Look, forms.Form):
    """A link for somebody who enters the results of one event."""

    event = EventField(label=_("Event"), queryset=Event.objects.none(), empty_label=_("choose"))
    name = forms.CharField(
        label=_("Name of the link"),
        max_length=60,
        help_text=_("Results entered through it stand under this name: “Hall A”, “Mr Smith”."),
    )
    until = DayField(label=_("Last day"), help_text=_("The link ends at midnight."))

    def __init__(self, *args: Any, league: League, event: Event | None = None, **kwargs: Any):
        first = today(league.club)
        last = max(first, event.ends_on if event else first) + timedelta(days=1)
        super().__init__(*args, initial={"event": event.pk if event else None, "until": last}, **kwargs)
        self.zone = ZoneInfo(league.club.time_zone)
        self.fields["event"].offer(league, self["event"].value())

    def expires_at(self) -> datetime:
        """The midnight on the club's wall that ends the last day."""
        last: date = self.cleaned_data["until"]
        return datetime.combine(last + timedelta(days=1), time(), self.zone)


class ScorerNameForm(Look, forms.Form):
    """Asked whoever opens a scorer link."""

    name = forms.CharField(
        label=_("Your name"), required=False, max_length=60, help_text=_("So that the club knows whom to ask.")
    )
