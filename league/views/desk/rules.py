"""Other rules from a day on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms import LateResultsForm
from league.forms.rules import RulesForm
from league.models import League
from league.permissions import Action
from league.services import leagues
from league.services.errors import Refused
from league.services.late_results import preview_late_results
from league.services.limits import today
from ratings.services import Preview
from ratings.wording import parameters

from .decisions import Decision, Difference


class ChangeRules(Decision):
    """The rules are facts with a date: everything rated by them since then is rated again."""

    action = Action.LEAGUES
    asks = True
    title = gettext_lazy("Change the rules")
    confirm = gettext_lazy("Change the rules")

    def make_form(self, data: Any = None) -> forms.Form:
        day = today(self.league.club)
        return RulesForm(data, league=self.league, in_force=self._in_force(day), day=day)

    def _in_force(self, day: Any) -> dict[str, Any]:
        try:
            return dict(leagues.rules_on(self.league, day).parameters)
        except Refused:
            return {}

    def settled(self, form: forms.Form | None = None) -> str:
        if form is not None and not list(self.differences(form)):
            return _("The rules say so already: nothing was changed.")
        return ""

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        assert isinstance(form, RulesForm)
        now = self._in_force(form.cleaned_data["valid_from"])
        for change in parameters.changes(self.league.system, now, form.parameters):
            yield Difference(*change)

    def notes(self) -> list[str]:
        """Rules that begin later stay as they are."""
        day = parse_date(self.request.POST.get("valid_from", "")) if self.request.method == "POST" else None
        later = self.league.rules.filter(valid_from__gt=day).order_by("valid_from").first() if day else None
        words = _("From %(day)s on other rules follow, and they stay as they are.")
        return [words % {"day": date_format(later.valid_from)}] if later else []

    def _wanted(self, form: forms.Form) -> dict[str, Any]:
        assert isinstance(form, RulesForm)
        return {"valid_from": form.cleaned_data["valid_from"], "parameters": form.parameters}

    def preview(self, form: forms.Form) -> Preview:
        return leagues.preview_rules(league=self.league, **self._wanted(form))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        leagues.change_rules(league=self.league, reason=reason, actor=self.request.user, **self._wanted(form))

    def done(self) -> str:
        return _("The rules are changed.")


class LateResults(Decision):
    """Lists are restated, or stand and the next one carries what differs; and how long before its date one closes."""

    action = Action.LEAGUES
    asks = True
    title = gettext_lazy("Late results and closing dates")
    confirm = gettext_lazy("Change it")

    def make_form(self, data: Any = None) -> forms.Form:
        return LateResultsForm(data, initial=self._now())

    def _now(self) -> dict[str, Any]:
        return {"late_results": self.league.late_results, "closing_days": self.league.closing_days}

    def _wanted(self, form: forms.Form) -> dict[str, Any]:
        """What the form says; where it says nothing, as it is."""
        return {**self._now(), **{name: each for name, each in form.cleaned_data.items() if each is not None}}

    def settled(self, form: forms.Form | None = None) -> str:
        if form is not None and self._wanted(form) == self._now():
            return _("The league does so already: nothing was changed.")
        return ""

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        words, now, then = dict(League.LateResults.choices), self._now(), self._wanted(form)
        for name, field in form.fields.items():
            if now[name] != then[name]:
                told = [str(words.get(each[name], each[name])) for each in (now, then)]
                yield Difference(field.label, *told)

    def preview(self, form: forms.Form) -> Preview:
        return preview_late_results(league=self.league, **self._wanted(form))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        leagues.edit_league(league=self.league, reason=reason, actor=self.request.user, **self._wanted(form))

    def done(self) -> str:
        return _("The league does so from now on.")

    def after(self) -> str:
        return self.url("periods")
