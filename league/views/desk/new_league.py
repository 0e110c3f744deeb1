"""A league is made: ready-made rules with their sources, or any system, then a form for each of its parameters."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.leagues import NewLeagueForm
from league.models import League
from league.permissions import Action
from league.services.errors import Refused
from league.services.leagues import create_league, normal_form
from league.services.presets import FIDE_CLOSING, PRESETS, Preset
from ratings.kernel.systems import SYSTEMS

from .base import ClubDeskView

SYSTEM_WORDS = {
    "elo": gettext_lazy("Elo, with every parameter to choose."),
    "fide": gettext_lazy("The FIDE rules; game by game they are a club’s estimate, per period the regulations."),
    "glicko2": gettext_lazy("Glicko-2: a rating with its uncertainty."),
}


class Start(NamedTuple):
    """What a league can be made from. ``key`` stands in the address."""

    key: str
    label: Any
    words: Any
    source: Any
    preset: Preset | None
    system: str
    mode: str


def starts() -> dict[str, Start]:
    """Every preset, then every system in each of its modes."""
    ready = [Start(p.name, p.label, p.words, p.source, p, p.system, p.mode) for p in PRESETS.values()]
    systems, modes = dict(League.System.choices), dict(League.Mode.choices)
    own = [
        Start(f"{name}.{mode}", f"{systems[name]}, {modes[mode]}", SYSTEM_WORDS[name], "", None, name, mode)
        for name, system in SYSTEMS.items()
        for mode in sorted(system.modes, reverse=True)
    ]
    return {each.key: each for each in [*ready, *own]}


class NewLeague(ClubDeskView):
    """Without ``?from=`` the choice; with it the form."""

    action = Action.LEAGUES

    def get(self, request: HttpRequest) -> HttpResponseBase:
        start = starts().get(request.GET.get("from", ""))
        return self._choice() if start is None else self._form_page(start, self._form(start))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        start = starts().get(request.GET.get("from", ""))
        if start is None:
            return self._choice()
        form = self._form(start, request.POST)
        if not form.is_valid():
            return self._form_page(start, form)
        usual: dict[str, Any] = {}
        if start.preset:
            usual = {"late_results": start.preset.late_results, "closing_days": start.preset.closing_days}
        try:
            made = create_league(
                club=self.club, system=start.system, mode=start.mode, parameters=form.parameters,
                actor=request.user, **usual | form.facts,
            )  # fmt: skip
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(problem.column if problem.column in form.fields else None, problem.message)
            return self._form_page(start, form)
        messages.success(request, _("The league %(league)s is made.") % {"league": made.name})
        return redirect("league:desk", club=self.club.slug, league=made.slug)

    def _form(self, start: Start, data: Any = None) -> NewLeagueForm:
        league = League(club=self.club, system=start.system, mode=start.mode)
        usual = start.preset.values() if start.preset else {}
        by_list = start.system == League.System.FIDE and start.mode == League.Mode.PERIOD
        late = League.LateResults.NEXT_LIST if by_list else League.LateResults.RESTATE
        initial: dict[str, Any] = {"discipline": League.Discipline.CHESS, "late_results": late}
        initial["closing_days"] = FIDE_CLOSING if by_list else 0
        initial |= {name: usual[name] for name in initial if name in usual}
        in_force = normal_form(start.system, usual.get("parameters", {}))
        return NewLeagueForm(data, league=league, in_force=in_force, initial=initial)

    def _choice(self) -> HttpResponse:
        found = starts().values()
        context = {"ready": [each for each in found if each.preset], "own": [each for each in found if not each.preset]}
        return self.page("new_league.html", context)

    def _form_page(self, start: Start, form: NewLeagueForm) -> HttpResponse:
        return self.page("new_league_form.html", {"start": start, "form": form})
