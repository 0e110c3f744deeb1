"""Rating periods: open months, close, publish, reopen."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.forms import FreePeriodForm, MonthsForm
from league.models import RatingPeriod
from league.permissions import Action
from league.services import periods
from league.services.errors import Refused
from league.services.limits import today
from league.services.period_states import READY, PeriodState, states_of
from ratings.models import Rating
from ratings.services import Preview, list_date

from .base import DeskView
from .decisions import Decision
from .undoing import WayBack

MOST_PERIODS: Final = 240


class PeriodDecision(Decision):
    """A decision about one period of the league."""

    action = Action.PERIODS
    period: RatingPeriod

    def load(self, *, period: int) -> None:
        self.period = get_object_or_404(RatingPeriod, league=self.league, pk=period)
        self.period.league = self.league

    def after(self) -> str:
        return self.url("periods")

    def extra(self) -> dict[str, Any]:
        return {"period": self.period}


class Close(PeriodDecision):
    """The games of the period are rated together; afterwards a change needs a reason."""

    reason_needed = False
    title = gettext_lazy("Close a rating period")
    confirm = gettext_lazy("Close the period")

    def settled(self, form: forms.Form | None = None) -> str:
        return "" if self.period.status == RatingPeriod.Status.OPEN else _("This period is closed already.")

    def preview(self, form: forms.Form) -> Preview:
        return periods.preview_close(period=self.period)

    def carry_out(self, form: forms.Form, reason: str) -> None:
        periods.close_period(period=self.period, actor=self.request.user)

    def done(self) -> str:
        return _("The period %(period)s is closed.") % {"period": self.period}


class Publish(PeriodDecision):
    """The list of a closed period is frozen: it stays as it is whatever is corrected later."""

    reason_needed = False
    title = gettext_lazy("Publish a list")
    confirm = gettext_lazy("Publish the list")

    def settled(self, form: forms.Form | None = None) -> str:
        if self.period.status == RatingPeriod.Status.PUBLISHED:
            return _("This list is published already.")
        return _("Close the period before you publish its list.") if self._is_open() else ""

    def _is_open(self) -> bool:
        return self.period.status == RatingPeriod.Status.OPEN

    def preview(self, form: forms.Form) -> None:
        return None

    def notes(self) -> list[str]:
        players = Rating.objects.filter(league=self.league, shown__isnull=False).count()
        dated = date_format(list_date(self.period))
        words = ngettext(
            "The list of %(dated)s with %(n)s player is frozen as it stands now.",
            "The list of %(dated)s with %(n)s players is frozen as it stands now.",
            players,
        )
        return [words % {"dated": dated, "n": players}, _("Whatever is corrected later stands beside it.")]

    def carry_out(self, form: forms.Form, reason: str) -> None:
        periods.publish_period(period=self.period, actor=self.request.user)

    def done(self) -> str:
        return _("The list of %(period)s is published.") % {"period": self.period}


class Reopen(PeriodDecision):
    """A closed period is worked on again: its games count as those of an open period until it is closed."""

    title = gettext_lazy("Reopen a rating period")
    confirm = gettext_lazy("Reopen the period")

    def settled(self, form: forms.Form | None = None) -> str:
        return _("This period is open.") if self.period.status == RatingPeriod.Status.OPEN else ""

    def preview(self, form: forms.Form) -> Preview:
        return periods.preview_reopen(period=self.period)

    def notes(self) -> list[str]:
        if self.period.status != RatingPeriod.Status.PUBLISHED:
            return []
        return [_("The published list of %(period)s is withdrawn.") % {"period": self.period}]

    def carry_out(self, form: forms.Form, reason: str) -> None:
        periods.reopen_period(period=self.period, reason=reason, actor=self.request.user)

    def done(self) -> str:
        return _("The period %(period)s is open again.") % {"period": self.period}


class PeriodLine(NamedTuple):
    """A period and where it stands today. ``waits``: what it waits for, or that it can be closed.

    ``first``: the earlier period that has to be closed before this one.
    """

    period: RatingPeriod
    code: str
    status: str
    waits: str
    first: RatingPeriod | None


class Periods(DeskView):
    """The periods of the league with what can be done to each, and forms that open months or other periods."""

    action = Action.PERIODS

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return self._page(MonthsForm(initial=self._next_months()), FreePeriodForm())

    def _next_months(self) -> dict[str, str]:
        """From the month after the last period, else from that of the first game, else this one, to the year's end."""
        last = self.league.periods.order_by("-ends_on").values_list("ends_on", flat=True).first()
        played = self.league.games.order_by("played_on").values_list("played_on", flat=True).first()
        first = last + timedelta(days=1) if last else played or today(self.league.club)
        return {"first": f"{first:%Y-%m}", "last": f"{first:%Y}-12"}

    def post(self, request: HttpRequest) -> HttpResponseBase:
        free = "name" in request.POST
        months = MonthsForm(initial=self._next_months()) if free else MonthsForm(request.POST)
        period = FreePeriodForm(request.POST) if free else FreePeriodForm()
        form, open_them = (period, periods.open_period) if free else (months, periods.open_monthly)
        if not form.is_valid():
            return self._page(months, period)
        before, way = self.league.periods.count(), WayBack(self.club, self.league)
        try:
            open_them(league=self.league, actor=request.user, **form.cleaned_data)
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(problem.column if problem.column in form.fields else None, problem.message)
            return self._page(months, period)
        opened = self.league.periods.count() - before
        said = ngettext("%(n)s period opened.", "%(n)s periods opened.", opened) % {"n": opened}
        messages.success(request, way.beside(said))
        return redirect(self.url("periods"))

    def _page(self, months: MonthsForm, period: FreePeriodForm) -> HttpResponseBase:
        form = period if period.is_bound else months
        context = {"form": form, "months": months, "free": period, "lines": self._lines()}
        return self.page("periods.html", context)

    def _lines(self) -> list[PeriodLine]:
        found = list(self.league.periods.order_by("-starts_on")[:MOST_PERIODS])
        first = next((each for each in reversed(found) if each.status == RatingPeriod.Status.OPEN), None)
        states = states_of(self.league, found)
        return [_line(period, state, first) for period, state in zip(found, states, strict=True)]


def _line(period: RatingPeriod, state: PeriodState, first: RatingPeriod | None) -> PeriodLine:
    status = _("ready") if state.code == READY else str(period.get_status_display())
    is_open = period.status == RatingPeriod.Status.OPEN
    waits = state.words if is_open else ""
    return PeriodLine(period, state.code, status, waits, first if is_open and first != period else None)
