"""Ratings set or moved by hand, and taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms import AdjustForm, CompensationForm
from league.models import Adjustment, Compensation, Player
from league.permissions import Action
from league.services import adjusting, compensating
from league.services.compensating import Formula
from ratings.figures import trimmed
from ratings.services import Preview

from .decisions import Decision, Difference


def in_words(to: float | None, by: float | None) -> str:
    """``set to 1834``, ``+12``: as history pages say it."""
    if to is not None:
        return _("set to %(rating)s") % {"rating": trimmed(to)}
    return f"{'+' if (by or 0) >= 0 else '−'}{trimmed(abs(by or 0))}"


class Adjust(Decision):
    """A rating moved by hand, with a reason that everybody can read."""

    action = Action.ADJUST
    asks = True
    form_template = "league/desk/_adjust_fields.html"
    title = gettext_lazy("Adjust a rating")
    confirm = gettext_lazy("Adjust the rating")

    def make_form(self, data: Any = None) -> forms.Form:
        initial = {}
        asked = self.request.GET.get("player", "")
        if asked.isascii() and asked.isdigit() and len(asked) < 19:
            player = Player.objects.filter(club=self.league.club, pk=asked).first()
            initial = {"player": player} if player else {}
        return AdjustForm(data, league=self.league, initial=initial)

    def settled(self, form: forms.Form | None = None) -> str:
        """The same adjustment with the same reason is there already: the second press of Confirm."""
        reason = self.request.POST.get("reason", "").strip()
        if form is None or self.request.POST.get("step") != "confirm" or not reason:
            return ""
        same = Adjustment.objects.filter(league=self.league, voided_at=None, reason=reason, **form.cleaned_data)
        return _("This adjustment is there already: nothing was done twice.") if same.exists() else ""

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        given = form.cleaned_data
        words = in_words(given["to"], given["by"])
        yield Difference(given["player"].name, date_format(given["on"]), words)

    def preview(self, form: forms.Form) -> Preview:
        return adjusting.preview_adjust(league=self.league, **form.cleaned_data)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        adjusting.adjust(league=self.league, reason=reason, actor=self.request.user, **form.cleaned_data)

    def done(self) -> str:
        return _("The rating is adjusted.")

    def after(self) -> str:
        return self.url("adjustments")


class VoidAdjustment(Decision):
    """An adjustment that shall not count."""

    action = Action.ADJUST
    title = gettext_lazy("Void an adjustment")
    confirm = gettext_lazy("Void the adjustment")
    adjustment: Adjustment

    def load(self, *, adjustment: int) -> None:
        known = Adjustment.objects.select_related("league__club", "player")
        self.adjustment = get_object_or_404(known, league=self.league, pk=adjustment)

    def settled(self, form: forms.Form | None = None) -> str:
        return _("This adjustment is void already.") if self.adjustment.voided_at else ""

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        words = in_words(self.adjustment.to, self.adjustment.by)
        yield Difference(self.adjustment.player.label, f"{date_format(self.adjustment.on)}: {words}", _("void"))

    def preview(self, form: forms.Form) -> Preview:
        return adjusting.preview_void_adjustment(adjustment=self.adjustment)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        adjusting.void_adjustment(adjustment=self.adjustment, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("The adjustment is void.")

    def after(self) -> str:
        return self.url("adjustments")


class Compensate(Decision):
    """Everybody moved by one formula: one action, a row for each player."""

    action = Action.ADJUST
    asks = True
    title = gettext_lazy("Move everybody by a formula")
    confirm = gettext_lazy("Move them")

    def make_form(self, data: Any = None) -> forms.Form:
        return CompensationForm(data, league=self.league)

    def _formula(self, form: forms.Form) -> dict[str, Any]:
        given = dict(form.cleaned_data)
        return {"on": given.pop("on"), "formula": Formula(**given)}

    def settled(self, form: forms.Form | None = None) -> str:
        """The same action with the same reason is there already: the second press of Confirm."""
        reason = self.request.POST.get("reason", "").strip()
        if form is None or self.request.POST.get("step") != "confirm" or not reason:
            return ""
        same = Compensation.objects.filter(league=self.league, voided_at=None, reason=reason, **form.cleaned_data)
        return _("This was done already: nothing was done twice.") if same.exists() else ""

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        given = form.cleaned_data
        side = Compensation.Side(given["side"]).label
        yield Difference(side, date_format(given["on"]), formula_words(given["factor"], given["target"]))

    def preview(self, form: forms.Form) -> Preview:
        return compensating.preview_compensate(league=self.league, **self._formula(form))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        actor = self.request.user
        compensating.compensate(league=self.league, reason=reason, actor=actor, **self._formula(form))

    def done(self) -> str:
        return _("The ratings are moved.")

    def after(self) -> str:
        return self.url("adjustments")


class VoidCompensation(Decision):
    """An action for everybody that shall not count, with all its rows."""

    action = Action.ADJUST
    title = gettext_lazy("Void an action for everybody")
    confirm = gettext_lazy("Void all of it")
    compensation: Compensation

    def load(self, *, compensation: int) -> None:
        known = Compensation.objects.select_related("league__club")
        self.compensation = get_object_or_404(known, league=self.league, pk=compensation)

    def settled(self, form: forms.Form | None = None) -> str:
        return _("This action is void already.") if self.compensation.voided_at else ""

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        made = self.compensation
        yield Difference(made.get_side_display(), formula_words(made.factor, made.target), _("void"))

    def preview(self, form: forms.Form) -> Preview:
        return compensating.preview_void_compensation(compensation=self.compensation)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        compensating.void_compensation(compensation=self.compensation, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("The action is void.")

    def after(self) -> str:
        return self.url("adjustments")


def formula_words(factor: float, target: float) -> str:
    """``0.4 × (2000 − rating)``."""
    return _("%(factor)s × (%(target)s − rating)") % {"factor": trimmed(factor, 6), "target": trimmed(target, 2)}
