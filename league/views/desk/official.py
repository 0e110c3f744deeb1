"""One player's official rating, typed in: what a federation's list says on a day."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.edits import OfficialForm
from league.models import ExternalRating, Player
from league.permissions import Action
from league.services.external import preview_official, set_official
from league.services.limits import today
from ratings.boards.gains import official_list
from ratings.services import Preview

from .decisions import Decision, Difference
from .edits import in_words


class OfficialRating(Decision):
    """Leagues that start from the federation's lists are rated again from the day of the list."""

    action = Action.PEOPLE
    asks = True
    title = gettext_lazy("Official rating of a player")
    confirm = gettext_lazy("Save the rating")
    player: Player

    def load(self, *, player: int) -> None:
        players = Player.objects.select_related("club").filter(anonymised_at=None, merged_into=None)
        self.player = get_object_or_404(players, club=self.club, pk=player)

    def make_form(self, data: Any = None) -> forms.Form:
        usual = official_list(self.league) or ExternalRating.List.STANDARD
        return OfficialForm(data, initial={"list": usual, "date": today(self.club).replace(day=1)})

    def _line(self, form: forms.Form) -> ExternalRating | None:
        about = {name: form.cleaned_data[name] for name in ("list", "date")}
        return ExternalRating.objects.filter(player=self.player, **about).first()

    def settled(self, form: forms.Form | None = None) -> str:
        line = self._line(form) if form is not None else None
        if (
            form is None
            or line is None
            or (line.rating, line.k) != tuple(form.cleaned_data[n] for n in ("rating", "k"))
        ):
            return ""
        return _("It says so already: nothing was changed.")

    def differences(self, form: forms.Form) -> Iterable[Difference]:
        line, given = self._line(form), form.cleaned_data
        label = f"{ExternalRating.List(given['list']).label}, {date_format(given['date'])}"
        for name in ("rating", "k"):
            now = getattr(line, name, None)
            if now != given[name]:
                yield Difference(f"{label}: {form.fields[name].label}", in_words(now), in_words(given[name]))

    def concerned(self) -> Q:
        return Q(club=self.club, archived_at=None)

    def preview(self, form: forms.Form) -> list[Preview]:
        return list(preview_official(player=self.player, **form.cleaned_data))

    def carry_out(self, form: forms.Form, reason: str) -> None:
        set_official(player=self.player, reason=reason, actor=self.request.user, **form.cleaned_data)

    def extra(self) -> dict[str, Any]:
        return {"subject": self.player}

    def notes(self) -> list[str]:
        return [_("Only leagues that start from the federation’s lists look at it.")]

    def done(self) -> str:
        return _("The official rating is saved.")

    def after(self) -> str:
        return self.url("desk_players")
