"""A round robin entered as its cross table, one cell a game; a plain form, with the grid's keys where scripts run."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from league.forms.crosstable import MOST_PLAYERS, CrossTableForm, Pair
from league.models import Event, EventEntry, Game, Player
from league.permissions import Action
from league.services.entering import RowsRefused, enter_results, with_revisions
from league.services.errors import Refused
from league.services.limits import today
from league.services.planning import planned_rounds

from .base import DeskView
from .imports import to_source


class CrossTable(DeskView):
    """All games of a round robin; entered players in the order of their starting numbers."""

    action = Action.RECORD
    scorers = True

    def elsewhere(self) -> HttpResponseBase | None:
        return to_source(self, "grid")

    def get(self, request: HttpRequest, event: int) -> HttpResponseBase:
        self._load(event)
        return self._page(self._form(), saved="saved" in request.GET)

    def post(self, request: HttpRequest, event: int) -> HttpResponseBase:
        self._load(event)
        form = self._form(request.POST)
        if not form.is_valid():
            return self._page(form)
        try:
            enter_results(
                league=self.league, entries=list(form.entries()), token=form.cleaned_data["token"], event=self.event,
                corrections=self.access.may(Action.CORRECT), reason=form.cleaned_data["reason"],
                actor=self.access.actor,
            )  # fmt: skip
        except RowsRefused as refused:
            names = [name for name in form.fields if name.startswith("c_")]
            for problem in refused.problems:
                form.add_error(names[problem.row or 0], problem.message)
            return self._page(form)
        except Refused as refused:
            form.add_error(None, refused.message)
            return self._page(form)
        cycles = "&cycles=2" if self.cycles == 2 else ""
        return redirect(f"{self.url('crosstable', event=self.event.pk)}?saved=1{cycles}")

    def _load(self, pk: int) -> None:
        self.event = get_object_or_404(Event, league=self.league, pk=pk)
        if not self.access.reaches(self.event):
            raise Http404
        entries = EventEntry.objects.filter(event=self.event, player__merged_into=None).select_related("player")
        numbered = sorted(entries, key=lambda entry: (entry.number or 10**9, entry.player.name_key, entry.pk))
        self.players: list[Player] = [entry.player for entry in numbered]
        games = Game.objects.filter(event=self.event).exclude(status=Game.Status.VOID).order_by("round", "pk")
        self.games = list(with_revisions(games).select_related("white", "black", "event"))
        asked = self.request.POST.get("cycles") or self.request.GET.get("cycles")
        self.cycles = 2 if asked == "2" or self.event.kind == Event.Kind.DOUBLE or self._twice() else 1

    def _twice(self) -> bool:
        pairs = [frozenset((game.white_id, game.black_id)) for game in self.games]
        return len(set(pairs)) < len(pairs)

    def _form(self, data: Any = None) -> CrossTableForm:
        day = min(max(today(self.club), self.event.starts_on), self.event.ends_on)
        fits = len(self.players) <= MOST_PLAYERS
        return CrossTableForm(
            data, league=self.league, event=self.event, players=self.players if fits else [], games=self._cells(),
            cycles=self.cycles, initial={"day": day},
        )  # fmt: skip

    def _cells(self) -> dict[Pair, Game]:
        """Games by their cells: the first of a pair above the diagonal, the second below."""
        number = {player.pk: place for place, player in enumerate(self.players, 1)}
        cells: dict[Pair, Game] = {}
        for game in self.games:
            if game.white_id in number and game.black_id in number:
                low, high = sorted((number[game.white_id], number[game.black_id]))
                pair = Pair(low, high, 1) if Pair(low, high, 1) not in cells else Pair(high, low, 2)
                cells.setdefault(pair, game)
        return cells

    def _page(self, form: CrossTableForm, *, saved: bool = False) -> HttpResponse:
        words = ""
        if len(self.players) < 2:
            words = _("Nobody is entered in this event yet: enter the players first.")
        elif len(self.players) > MOST_PLAYERS:
            words = _("This event has more than %(most)d players: enter it by rounds.") % {"most": MOST_PLAYERS}
        wrong = [form[name] for name in form.fields if name.startswith("c_") and form[name].errors]
        for cell in wrong[:1]:  # the page opens in the first cell that needs another look
            cell.field.widget.attrs["autofocus"] = True
        context = {"form": form, "event": self.event, "saved": saved, "cycles": self.cycles, "words": words,
                   "table": form.table(), "wrong": wrong,
                   "rounds": range(1, planned_rounds(self.event) + 1)}  # fmt: skip
        return self.page("crosstable.html", context)
