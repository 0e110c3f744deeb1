"""The entry grid: all boards of a round or an evening on one page, by keyboard alone or as a plain form."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.dateparse import parse_date
from django.utils.translation import ngettext

from league.formats.numbers import read_id
from league.forms.grid import Board, GridForm
from league.models import Event, Game, Player
from league.permissions import Action
from league.services.entering import MOST_ROWS, REFERENCE, RowsRefused, undo_entering, with_revisions
from league.services.errors import Refused
from league.services.limits import today
from league.services.planning import open_pairings, planned_rounds

from .base import DeskView
from .grid_late import save_when_seen
from .grid_rows import Mark, Row, bring, brings, compared, focus_first_wrong, rows_of
from .imports import to_source

BLANKS, MOST_BLANKS = 10, 60
MOST_EVENTS, MOST_ROUNDS = 40, 60


class GridStart(DeskView):
    """Which evening, or which round of which event."""

    action = Action.RECORD
    scorers = True

    def elsewhere(self) -> HttpResponseBase | None:
        return to_source(self, "grid")

    def get(self, request: HttpRequest) -> HttpResponseBase:
        event, round = (read_id(request.GET.get(name, "")) for name in ("event", "round"))
        if event is not None and round is not None:
            if "table" in request.GET:
                return redirect(self.url("crosstable", event=event))
            if 0 < round < 32768:
                return redirect(self.url("grid_round", event=event, round=round))
        elif (day := _day(request.GET.get("day", ""))) is not None:
            return redirect(self.url("grid_day", day=day.isoformat()))
        events = Event.objects.filter(league=self.league, withdrawn_at=None).order_by("-starts_on", "-pk")
        if self.access.event is not None:
            events = events.filter(pk=self.access.event.pk)
        context = {"events": events[:MOST_EVENTS], "today": today(self.club), "whole": self.access.event is None}
        return self.page("grid_start.html", context)


class Saved(NamedTuple):
    """What the page says after a saving."""

    token: str
    sentence: str
    revisions: str


class Grid(DeskView):
    """Common to a round and an evening; ``boards`` are the stored games."""

    action = Action.RECORD
    scorers = True
    event: Event | None = None
    round: int | None = None
    day: date

    def elsewhere(self) -> HttpResponseBase | None:
        return to_source(self, "grid")

    def load(self, **at: Any) -> None:
        raise NotImplementedError

    def here(self) -> str:
        raise NotImplementedError

    def stored(self) -> Any:
        raise NotImplementedError

    # -- asked ---------------------------------------------------------------------------------------

    def get(self, request: HttpRequest, **at: Any) -> HttpResponseBase:
        self.load(**at)
        verify = "verify" in request.GET
        form = self._form(empty=verify)
        return self._page(form, verify=verify, saved=self._saved())

    def post(self, request: HttpRequest, **at: Any) -> HttpResponseBase:
        self.load(**at)
        step = request.POST.get("step", "save")
        if step == "undo":
            return self._undo()
        form = self._form(request.POST, empty=step == "verify", more=BLANKS if step == "more" else 0)
        valid = form.is_valid()
        if step in ("more", "form"):
            return self._page(form, asked=True)
        if step == "verify":
            return self._page(form, verify=True, marks=compared(form))
        if step == "show" or not valid:
            return self._page(form, show=step == "show")
        return self._save(form)

    def _save(self, form: GridForm) -> HttpResponseBase:
        token = form.cleaned_data["token"]
        try:
            done = save_when_seen(
                self, form, list(form.entries(self.day, self.round)), event=self.event,
                corrections=self.access.may(Action.CORRECT), reason=form.cleaned_data["reason"],
                actor=self.access.actor,
            )  # fmt: skip
        except RowsRefused as refused:
            return self._page(form, refused=refused)
        except Refused as refused:
            form.add_error(None, refused.message)
            return self._page(form)
        if isinstance(done, HttpResponse):
            return done  # what it moves is to be seen first
        kept = {"saved": token} if done.changed or done.known else {}
        kept |= {"revisions": ".".join(str(each.pk) for each in done.revisions)} if done.revisions else {}
        waits = [f"{white.pk}.{black.pk}.{board or ''}" for white, black, board in form.waiting()]
        return redirect(f"{self.here()}?{urlencode([*kept.items(), *(('open', each) for each in waits)])}")

    def _undo(self) -> HttpResponseBase:
        given = self.request.POST
        revisions = [pk for each in given.get("revisions", "").split(".") if (pk := read_id(each)) is not None]
        try:
            count = undo_entering(
                league=self.league, token=given.get("token", "")[:32] or "-", revisions=revisions,
                corrections=self.access.may(Action.CORRECT), actor=self.access.actor,
            )  # fmt: skip
        except Refused as refused:
            messages.error(self.request, refused.message)
        else:
            words = ngettext("%(n)d board was taken back.", "%(n)d boards were taken back.", count)
            messages.success(self.request, words % {"n": count})
        return redirect(self.here())

    # -- shown ---------------------------------------------------------------------------------------

    def _form(self, data: Any = None, *, empty: bool = False, more: int = 0) -> GridForm:
        boards = self._boards_sent(data) if data is not None else [*self._stored_boards(), *self._blank_boards(empty)]
        boards += [Board()] * min(more, MOST_ROWS - len(boards))
        return GridForm(data, league=self.league, boards=boards, addable=self.access.may(Action.NEWCOMERS), empty=empty)

    def _stored_boards(self) -> list[Board]:
        games = with_revisions(self.stored().exclude(status=Game.Status.VOID)).select_related("white", "black", "event")
        return [Board(g.white, g.black, g.board, g, g.revisions_then) for g in games[:MOST_ROWS]]

    def _boards_sent(self, data: Any) -> list[Board]:
        """The stored games that the rows of a sent form stand for, by their ids."""
        ids: list[int | None] = []
        while len(ids) < MOST_ROWS and f"result_{len(ids)}" in data:
            ids.append(read_id(data.get(f"game_{len(ids)}", "")))
        games = with_revisions(self.stored().filter(pk__in=[pk for pk in ids if pk])).select_related("white", "black")
        found = {game.pk: game for game in games}
        return [
            Board(game=game, version=game.revisions_then) if (game := found.get(pk or 0)) else Board() for pk in ids
        ]

    def _blank_boards(self, verify: bool) -> Sequence[Board]:
        if verify:
            return []
        waiting = self._waiting()
        asked = self.request.GET.get("rows", "")
        wanted = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else BLANKS
        blanks = max(0, min(wanted, MOST_BLANKS) - len(waiting))
        return [*waiting, *(Board() for _each in range(blanks))]

    def _waiting(self) -> list[Board]:
        """Pairings without a result that a saved form had."""
        parts = [each.split(".") for each in self.request.GET.getlist("open")[:MOST_BLANKS]]
        pairs = [part for part in parts if len(part) == 3 and all(x.isdecimal() and len(x) < 19 for x in part[:2])]
        ids = {int(x) for part in pairs for x in part[:2]}
        players = {p.pk: p for p in Player.objects.filter(club=self.club, merged_into=None, pk__in=ids)}
        boards = [
            (players.get(int(w)), players.get(int(b)), int(n) if n.isdecimal() and len(n) < 6 else None)
            for w, b, n in pairs
        ]
        return [Board(*each) for each in boards if each[0] and each[1]]

    def _saved(self) -> Saved | None:
        token = self.request.GET.get("saved", "")[:32]
        if not token:
            return None
        games = Game.objects.filter(league=self.league, reference__startswith=f"{REFERENCE}{token}:")
        count = games.exclude(status=Game.Status.VOID).count()
        revisions = self.request.GET.get("revisions", "")[:4000]
        changed = len(revisions.split(".")) if revisions else 0
        words = ngettext("%(n)d new result", "%(n)d new results", count) % {"n": count}
        if changed:
            words += ", " + ngettext("%(n)d changed", "%(n)d changed", changed) % {"n": changed}
        return Saved(token, words, revisions) if count or changed else None

    def _page(
        self, form: GridForm, *, verify: bool = False, show: bool = False, asked: bool = False,
        saved: Saved | None = None, refused: RowsRefused | None = None, marks: dict[int, Mark] | None = None,
    ) -> HttpResponse:  # fmt: skip
        rows: list[Row] = rows_of(form, refused, marks or {}, brings(form, self.day, self.event) if show else {})
        if wrong := bool(form.errors or refused) and not asked:
            focus_first_wrong(rows)
        context = {
            "form": form, "rows": rows, "event": self.event, "round": self.round, "day": self.day, "verify": verify,
            "saved": saved, "here": self.here(), "open_count": sum(row.open for row in rows),
            "differing": sum(mark == Mark.DIFFERS for mark in (marks or {}).values()), "compared": marks is not None,
            "rounds": self._rounds(), "stakes": self.url("grid_stakes"),
            "wrong": wrong, "show": show, "unknown": form.unknown_names if form.is_bound else [],
        }  # fmt: skip
        return self.page("grid.html", context)

    def _rounds(self) -> range:
        """The numbers of the rounds of the event."""
        if self.event is None or self.round is None:
            return range(0)
        return range(1, min(max(planned_rounds(self.event), self.round), MOST_ROUNDS) + 1)


class RoundGrid(Grid):
    """A round of an event, by board."""

    def load(self, **at: Any) -> None:
        self.event = get_object_or_404(Event, league=self.league, pk=at["event"])
        self.round = at["round"]
        if not self.access.reaches(self.event) or not 0 < self.round < 32768:
            raise Http404
        asked = _day(self.request.POST.get("day") or self.request.GET.get("day", ""))
        known = self.stored().exclude(status=Game.Status.VOID).values_list("played_on", flat=True).first()
        now = today(self.club)
        inside = min(max(now, self.event.starts_on), self.event.ends_on)
        dated = self.event.round_days.filter(number=self.round).values_list("day", flat=True).first()
        self.day = asked or known or dated or inside

    def _waiting(self) -> list[Board]:
        """The round's pairings without a result, and those that a saved form had."""
        assert self.event is not None
        planned = [Board(each.white, each.black, each.board) for each in open_pairings(self.event, self.round)]
        known = {frozenset((board.white, board.black)) for board in planned}
        return [*planned, *(each for each in super()._waiting() if frozenset((each.white, each.black)) not in known)]

    def here(self) -> str:
        assert self.event is not None
        return self.url("grid_round", event=self.event.pk, round=self.round)

    def stored(self) -> Any:
        return Game.objects.filter(event=self.event, round=self.round).order_by("board", "pk")


class DayGrid(Grid):
    """An evening without an event: games of a day, in the order in which they came."""

    def load(self, **at: Any) -> None:
        day = _day(at["day"])
        if day is None or not self.access.reaches(None):
            raise Http404
        self.day = day

    def here(self) -> str:
        return self.url("grid_day", day=self.day.isoformat())

    def stored(self) -> Any:
        return Game.objects.filter(league=self.league, event=None, played_on=self.day).order_by("board", "pk")


class GridStakes(DeskView):
    """Expected score and what each result would bring to two players, for the script of the grid. Reads only."""

    action = Action.RECORD
    scorers = True

    def get(self, request: HttpRequest) -> HttpResponseBase:
        ids = [request.GET.get(side, "") for side in ("white", "black")]
        if not all(pk.isascii() and pk.isdecimal() and len(pk) < 19 for pk in ids):
            return JsonResponse({"text": ""})
        players = Player.objects.filter(club=self.club, pk__in=ids).in_bulk()
        white, black = (players.get(int(pk)) for pk in ids)
        if white is None or black is None or white == black:
            return JsonResponse({"text": ""})
        day = _day(request.GET.get("day", "")) or today(self.club)
        asked = request.GET.get("event", "")
        event = (
            Event.objects.filter(league=self.league, withdrawn_at=None, pk=asked).first()
            if asked.isdecimal() and len(asked) < 19
            else None
        )
        return JsonResponse({"text": bring(self.league, white, black, day, event)})


def _day(text: str) -> date | None:
    try:
        day = parse_date(text[:10])
    except ValueError:
        return None
    return day if day is not None and 1800 <= day.year <= 2150 else None
