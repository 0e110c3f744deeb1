"""An event as it is planned: created, its entries, the draw, its rounds with their days, pairings and byes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from league.formats.numbers import read_id
from league.forms.edits import CreateEventForm
from league.forms.planning import ByeForm, DrawForm, EntriesForm, PairingsForm, RoundDaysForm
from league.models import Bye, Event, EventEntry, Player
from league.permissions import Action
from league.services import events, people, planning
from league.services.errors import Refused
from league.services.limits import today
from ratings.boards.rounds import entries_of, round_of

from .base import DeskView
from .imports import to_source
from .undoing import WayBack

MOST_ROUNDS = 60
MORE_BOARDS = 4
DRAWN = (Event.Kind.ROBIN, Event.Kind.DOUBLE, Event.Kind.MATCH)

Steps = dict[str, Callable[[], HttpResponseBase | None]]


def take_step(request: HttpRequest, steps: Steps) -> HttpResponseBase | None:
    """Do what the button asks for; a refusal is said in a message. Raises ``Http404`` for an unknown step."""
    step = steps.get(request.POST.get("step", ""))
    if step is None:
        raise Http404
    try:
        return step()
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, problem.message)
        return None


class CreateEvent(DeskView):
    """A new event of a kind."""

    action = Action.EVENTS

    def elsewhere(self) -> HttpResponseBase | None:
        return to_source(self, "new_event")

    def get(self, request: HttpRequest) -> HttpResponseBase:
        day = today(self.club)
        event = Event(league=self.league, starts_on=day, ends_on=day)
        return self._page(CreateEventForm(instance=event))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        day = today(self.club)
        form = CreateEventForm(request.POST, instance=Event(league=self.league, starts_on=day, ends_on=day))
        if not form.is_valid():
            return self._page(form)
        given = {name: value for name, value in form.cleaned_data.items() if name != "rated_by_game" or value}
        way = WayBack(self.club, self.league)
        try:
            event = self._create(given)
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(problem.column if problem.column in form.fields else None, problem.message)
            return self._page(form)
        said = _("%(event)s is there. Now enter the players.") % {"event": event}
        messages.success(request, way.beside(said))
        return redirect(self.url("plan", event=event.pk))

    def _create(self, given: dict[str, Any]) -> Event:
        known = events.find_event(league=self.league, name=given["name"], day=given["starts_on"])
        if known is not None and (known.starts_on, known.ends_on) == (given["starts_on"], given["ends_on"]):
            raise Refused(_("There is an event of this name on these days already."), field="name")
        return events.create_event(league=self.league, actor=self.request.user, **given)

    def _page(self, form: forms.Form) -> HttpResponse:
        return self.page("event_new.html", {"form": form})


class Plan(DeskView):
    """Everything that is planned for one event; each button is one step."""

    action = Action.EVENTS
    event: Event

    def load(self, pk: int) -> None:
        self.event = get_object_or_404(Event, league=self.league, pk=pk, withdrawn_at=None)
        self.event.league = self.league

    def here(self) -> str:
        return self.url("plan", event=self.event.pk)

    def get(self, request: HttpRequest, event: int) -> HttpResponseBase:
        self.load(event)
        return self._page()

    def post(self, request: HttpRequest, event: int) -> HttpResponseBase:
        self.load(event)
        steps: Steps = {
            "enter": self._enter, "withdraw": self._withdraw, "return": self._return, "remove": self._remove,
            "draw": self._draw, "clear": self._clear, "days": self._days,
        }  # fmt: skip
        return take_step(request, steps) or redirect(self.here())

    # -- steps -------------------------------------------------------------------------------------

    def _enter(self) -> HttpResponseBase | None:
        form = self._entries_form(self.request.POST)
        wanted = form.wanted() if form.is_valid() else None
        if wanted is None:
            return self._page(entries_form=form)
        way = WayBack(self.club, self.league)
        with transaction.atomic():
            new = [people.add_player(club=self.club, name=name, actor=self.request.user).player for name in wanted.new]
            made = planning.add_entries(
                event=self.event, players=[*wanted.players, *new], joined_round=form.cleaned_data["joined_round"],
                actor=self.request.user,
            )  # fmt: skip
        said = _("Entered: %(n)d.") % {"n": len(made)}
        messages.success(self.request, way.beside(said))
        return None

    def _withdraw(self) -> None:
        round = read_id(self.request.POST.get("from_round", ""))
        if round is None or not 0 < round <= 32_767:
            raise Refused(_("From which round on? Give a number."), field="from_round")
        planning.set_withdrawal(event=self.event, player=self._player(), from_round=round, actor=self.request.user)

    def _return(self) -> None:
        planning.set_withdrawal(event=self.event, player=self._player(), from_round=None, actor=self.request.user)

    def _remove(self) -> None:
        planning.remove_entry(event=self.event, player=self._player(), actor=self.request.user)

    def _draw(self) -> None:
        form = DrawForm(self.request.POST)
        if not form.is_valid():
            raise Refused(" ".join(str(error) for errors in form.errors.values() for error in errors))
        given, way = form.cleaned_data, WayBack(self.club, self.league)
        planning.draw(event=self.event, order=given["order"], rounds=given["rounds"], actor=self.request.user)
        messages.success(self.request, way.beside(_("The pairings are drawn.")))

    def _clear(self) -> None:
        way = WayBack(self.club, self.league)
        planning.clear_pairings(event=self.event, actor=self.request.user)
        messages.success(self.request, way.beside(_("The pairings are taken away.")))

    def _days(self) -> HttpResponseBase | None:
        form = self._days_form(self.request.POST)
        if not form.is_valid():
            return self._page(days_form=form)
        try:
            planning.set_round_days(event=self.event, days=form.days(), actor=self.request.user)
        except Refused as refused:
            for problem in refused.problems:
                form.add_error(problem.column if problem.column in form.fields else None, problem.message)
            return self._page(days_form=form)
        return None

    def _player(self) -> Player:
        text = self.request.POST.get("player", "")
        if not (text.isascii() and text.isdecimal() and len(text) < 19):
            raise Http404
        return get_object_or_404(Player, club=self.club, pk=text, event_entries__event=self.event)

    # -- the page ----------------------------------------------------------------------------------

    def _entries_form(self, data: Any = None) -> EntriesForm:
        return EntriesForm(data, club=self.club, addable=self.access.may(Action.NEWCOMERS))

    def _rounds(self) -> list[int]:
        return list(range(1, min(max(planning.planned_rounds(self.event), 1), MOST_ROUNDS) + 1))

    def _next(self, last: int) -> int | None:
        """The round that may come after the last; an all-play-all ends with its draw."""
        return None if self.event.kind in (Event.Kind.ROBIN, Event.Kind.DOUBLE) else last + 1

    def _days_form(self, data: Any = None) -> RoundDaysForm:
        known = {f"day_{number}": day for number, day in self.event.round_days.values_list("number", "day")}
        return RoundDaysForm(data, rounds=self._rounds(), initial=known)

    def _page(self, *, entries_form: Any = None, days_form: Any = None) -> HttpResponse:
        rounds = self._rounds()
        open_ones: dict[int, int] = {}
        for pairing in planning.open_pairings(self.event):
            open_ones[pairing.round] = open_ones.get(pairing.round, 0) + 1
        context = {
            "event": self.event, "entries": entries_of(self.event), "next": self._next(rounds[-1]),
            "entries_form": entries_form or self._entries_form(), "days_form": days_form or self._days_form(),
            "draw_form": DrawForm(initial={"rounds": self.event.rounds}), "drawn": self.event.kind in DRAWN,
            "paired": bool(open_ones), "rounds": [{"number": n, "open": open_ones.get(n, 0)} for n in rounds],
        }  # fmt: skip
        return self.page("event_plan.html", context)


class RoundPairings(Plan):
    """The pairings of one round by hand, and its byes."""

    def here(self) -> str:
        return self.url("round_pairings", event=self.event.pk, round=self.round)

    def get(self, request: HttpRequest, event: int, round: int) -> HttpResponseBase:  # type: ignore[override]
        self._load(event, round)
        return self._round_page()

    def post(self, request: HttpRequest, event: int, round: int) -> HttpResponseBase:  # type: ignore[override]
        self._load(event, round)
        steps: Steps = {
            "save": self._save, "clear_round": self._clear_round, "bye": self._bye, "unbye": self._unbye,
        }  # fmt: skip
        return take_step(request, steps) or redirect(self.here())

    def _load(self, event: int, round: int) -> None:
        self.load(event)
        self.round = round
        if not 0 < round < 32_768:
            raise Http404

    def _save(self) -> HttpResponseBase | None:
        form = PairingsForm(self.request.POST, entries=self._entries(), rows=())
        pairs, rows = form.pairs() if form.is_valid() else ([], [])
        if form.errors:
            return self._round_page(form)
        way = WayBack(self.club, self.league)
        try:
            planning.set_pairings(event=self.event, round=self.round, pairs=pairs, actor=self.request.user)
        except Refused as refused:
            for problem in refused.problems:
                name = f"{problem.column}_{rows[problem.row]}" if problem.row is not None else None
                form.add_error(name if name in form.fields else None, problem.message)
            return self._round_page(form)
        messages.success(self.request, way.beside(_("The pairings are saved.")))
        return None

    def _clear_round(self) -> None:
        planning.clear_pairings(event=self.event, round=self.round, actor=self.request.user)

    def _bye(self) -> None:
        form = ByeForm(self.request.POST, entries=self._entries())
        if not form.is_valid():
            raise Refused(_("Choose a player and the kind of the bye."))
        player = get_object_or_404(Player, club=self.club, pk=form.cleaned_data["player"])
        planning.give_bye(
            event=self.event, player=player, round=self.round, kind=form.cleaned_data["kind"], actor=self.request.user
        )

    def _unbye(self) -> None:
        text = self.request.POST.get("bye", "")
        if not (text.isascii() and text.isdecimal() and len(text) < 19):
            raise Http404
        bye = get_object_or_404(Bye.objects.select_related("event__league__club"), event=self.event, pk=text)
        planning.take_bye(bye=bye, actor=self.request.user)

    def _entries(self) -> list[EventEntry]:
        return entries_of(self.event)

    def _round_page(self, form: PairingsForm | None = None) -> HttpResponse:
        entries = self._entries()
        shown = round_of(self.event, self.round)
        left: list[EventEntry] = []
        if form is None:
            rows = [(board.number, board.white, board.black) for board in shown.boards if board.game is None]
            if "suggest" in self.request.GET:
                pairs, left = planning.suggest(self.event, self.round)
                rows += [(pair.board, pair.white, pair.black) for pair in pairs]
            last = max((board.number or 0 for board in shown.boards), default=0)
            last = max([last, *(row[0] or 0 for row in rows)])
            rows += [(last + place, None, None) for place in range(1, MORE_BOARDS + 1)]
            form = PairingsForm(entries=entries, rows=rows)
        context = {
            "event": self.event, "number": self.round, "form": form, "lines": list(form.lines()), "left": left,
            "played": [board for board in shown.boards if board.game is not None], "byes": shown.byes,
            "bye_form": ByeForm(entries=entries), "suggested": "suggest" in self.request.GET,
        }  # fmt: skip
        return self.page("event_pairings.html", context)
