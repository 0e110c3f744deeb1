"""Facts that ratings rest on, changed: players, events, seasons. What moves no rating is saved at once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms
from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms import EditEventForm, EditPlayerForm, SeasonForm, StartValuesForm
from league.forms.edits import EditForm
from league.models import Event, LeagueEntry, Player, Season
from league.permissions import Action
from league.services import entries, events, people, seasons, writing
from league.services.undoing.calendar import has_results, withdraw_event
from ratings.figures import trimmed
from ratings.services import Preview

from .decisions import Decision, Difference

DASH = "–"


def in_words(value: Any) -> str:
    """A stored value as a table of differences shows it."""
    if value is None or value == "":
        return DASH
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, date):
        return date_format(value)
    return trimmed(value, 6) if isinstance(value, float) else str(value)


class Edit(Decision):
    """One stored thing as it should be."""

    asks = True
    quiet = True
    confirm = gettext_lazy("Save the change")
    thing: Any

    def fields(self, form: forms.Form) -> dict[str, Any]:
        assert isinstance(form, EditForm)
        return form.differences()

    def settled(self, form: forms.Form | None = None) -> str:
        if form is not None and not self.fields(form):
            return _("It says so already: nothing was changed.")
        return ""

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        for name, value in self.fields(form).items():
            now = self._said(name, getattr(self.thing, name))
            yield Difference(form.fields[name].label, now, self._said(name, value))

    def _said(self, name: str, value: Any) -> str:
        choices = dict(type(self.thing)._meta.get_field(name).choices or ())
        return str(choices.get(value) or in_words(value))

    def extra(self) -> dict[str, Any]:
        return {"subject": self.thing}

    def done(self) -> str:
        return _("The change is saved.")


class EditPlayer(Edit):
    """What is known of a player, in every league of the club."""

    action = Action.PEOPLE
    title = gettext_lazy("Edit a player")
    thing: Player

    def load(self, *, player: int) -> None:
        self.thing = get_object_or_404(Player.objects.select_related("club"), club=self.club, pk=player)

    def make_form(self, data: Any = None) -> forms.Form:
        return EditPlayerForm(data, instance=self.thing)

    def concerned(self) -> Q:
        return writing.with_sources(self.league) | Q(entries__player=self.thing)

    def preview(self, form: forms.Form) -> list[Preview]:
        return people.preview_edit_player(player=self.thing, **self.fields(form))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        people.edit_player(player=self.thing, reason=reason, actor=self.request.user, **self.fields(form))

    def after(self) -> str:
        return self.url("desk_players")


class StartValues(Edit):
    """What a player brings along into this league, and a K of the player's own."""

    action = Action.PEOPLE
    title = gettext_lazy("Start values in this league")
    player: Player

    def load(self, *, player: int) -> None:
        self.player = get_object_or_404(Player.objects.select_related("club"), club=self.club, pk=player)
        known = LeagueEntry.objects.filter(league=self.league, player=self.player).first()
        self.thing = known or LeagueEntry(league=self.league, player=self.player)

    def make_form(self, data: Any = None) -> forms.Form:
        return StartValuesForm(data, instance=self.thing, league=self.league)

    def settled(self, form: forms.Form | None = None) -> str:
        return super().settled(form) if self.thing.pk else ""

    def preview(self, form: forms.Form) -> Preview:
        return entries.preview_enter_league(league=self.league, player=self.player, **self.fields(form))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        actor = self.request.user
        entries.enter_league(
            league=self.league, player=self.player, reason=reason, actor=actor, **self.fields(form)
        )  # fmt: skip

    def extra(self) -> dict[str, Any]:
        return {"subject": self.player}

    def after(self) -> str:
        return self.url("desk_players")


class EditEvent(Edit):
    """An event: its days, whether and as what it is rated."""

    action = Action.EVENTS
    title = gettext_lazy("Edit an event")
    thing: Event

    def load(self, *, event: int) -> None:
        self.thing = get_object_or_404(Event, league=self.league, pk=event)
        self.thing.league = self.league

    def make_form(self, data: Any = None) -> forms.Form:
        return EditEventForm(data, instance=self.thing)

    def preview(self, form: forms.Form) -> Preview | None:
        return events.preview_edit_event(event=self.thing, **self.fields(form))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        events.edit_event(event=self.thing, reason=reason, actor=self.request.user, **self.fields(form))

    def after(self) -> str:
        return self.url("desk_events")


class WithdrawEvent(Decision):
    """An event entered by mistake, or that did not take place: it leaves every list, with what was planned for it."""

    action = Action.EVENTS
    title = gettext_lazy("Take back an event")
    confirm = gettext_lazy("Take the event back")
    thing: Event

    def load(self, *, event: int) -> None:
        self.thing = get_object_or_404(Event, league=self.league, withdrawn_at=None, pk=event)

    def settled(self, form: forms.Form | None = None) -> str:
        if not has_results(self.thing):
            return ""
        return _("%(event)s has results: void them first, then it can be taken back.") % {"event": self.thing.name}

    def preview(self, form: forms.Form) -> None:
        return None

    def notes(self) -> list[str]:
        entries, pairings = self.thing.entries.count(), self.thing.pairings.count()
        words = _("No rating moves. With it go, until it is undone: entries %(entries)d, pairings %(pairings)d.")
        return [words % {"entries": entries, "pairings": pairings}]

    def carry_out(self, form: forms.Form, reason: str) -> None:
        withdraw_event(event=self.thing, reason=reason, actor=self.request.user)

    def extra(self) -> dict[str, Any]:
        return {"subject": self.thing}

    def done(self) -> str:
        return _("%(event)s is taken back.") % {"event": self.thing.name}

    def after(self) -> str:
        return self.url("desk_events")


class EditSeason(Edit):
    """A season of the league; its first day carries ratings over where the rules say so."""

    action = Action.LEAGUES
    title = gettext_lazy("Edit a season")
    thing: Season

    def load(self, *, season: int) -> None:
        self.thing = get_object_or_404(Season, league=self.league, pk=season)
        self.thing.league = self.league

    def make_form(self, data: Any = None) -> forms.Form:
        return SeasonForm(data, instance=self.thing)

    def preview(self, form: forms.Form) -> Preview | None:
        return seasons.preview_edit_season(season=self.thing, **self.fields(form))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        seasons.edit_season(season=self.thing, reason=reason, actor=self.request.user, **self.fields(form))

    def after(self) -> str:
        return self.url("desk_seasons")


class StartSeason(Edit):
    """A season from a day on."""

    action = Action.LEAGUES
    quiet = False
    title = gettext_lazy("Start a season")
    confirm = gettext_lazy("Start the season")

    def load(self, **ids: Any) -> None:
        self.thing = Season(league=self.league)

    def make_form(self, data: Any = None) -> forms.Form:
        return SeasonForm(data, instance=self.thing)

    def settled(self, form: forms.Form | None = None) -> str:
        given = form.cleaned_data if form is not None else {}
        there = Season.objects.filter(league=self.league, name=given.get("name"), starts_on=given.get("starts_on"))
        return _("This season is there already.") if form is not None and there.exists() else ""

    def preview(self, form: forms.Form) -> Preview:
        return seasons.preview_start_season(league=self.league, **form.cleaned_data)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        seasons.start_season(league=self.league, reason=reason, actor=self.request.user, **form.cleaned_data)

    def extra(self) -> dict[str, Any]:
        return {}

    def done(self) -> str:
        return _("The season has started.")

    def after(self) -> str:
        return self.url("desk_seasons")
