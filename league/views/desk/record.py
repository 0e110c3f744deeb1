"""Recording one result: choose, look at what it brings, save, and the next one."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.forms import NewPlayer, ReasonForm, RecordForm, new_token
from league.forms.players import found
from league.forms.words import results
from league.models import Event, Game, Player
from league.permissions import Action
from league.services import events, people, recording, writing
from league.services.admission import reported, same_reference
from league.services.errors import Refused
from league.services.limits import today
from ratings.models import Rating

from .base import DeskView
from .decisions import Moved
from .late import LateResult, late_page, versions_of
from .saved import Saved
from .stakes import StakesTable

REFERENCE = "desk:"
KEPT = ("played_on", "event", "round")


class Known(Exception):
    """The form was saved before; ``same`` when it says the same now."""

    def __init__(self, game: Game, *, same: bool):
        self.game, self.same = game, same
        super().__init__()


class Repeated(Exception):
    """The same result of the same players on the same day is there: perhaps somebody else entered it."""

    def __init__(self, game: Game):
        self.game = game
        super().__init__()


class Record(DeskView):
    """One form, two buttons: see what each result would bring, or save."""

    action = Action.RECORD
    scorers = True
    seen: int | None = None  # the league's version that a late result was looked at with

    def elsewhere(self) -> HttpResponseBase | None:
        """A league that follows another's games has none of its own."""
        source = self.league.games_from
        if source is None:
            return None
        words = _("%(league)s follows the games of %(source)s: they are recorded here.")
        messages.info(self.request, words % {"league": self.league, "source": source})
        return redirect("league:record", club=self.league.club.slug, league=source.slug)

    def get(self, request: HttpRequest) -> HttpResponseBase:
        given = {name: value for name in RecordForm.base_fields if (value := request.GET.get(name))}
        given.pop("white", None)
        given.pop("black", None)
        day, event = today(self.league.club), self.access.event
        if event is not None:
            given["event"], day = event.pk, min(max(day, event.starts_on), event.ends_on)
        initial = {"played_on": day, "weight": 1, **given, "token": new_token()}
        form = RecordForm(league=self.league, access=self.access, initial=initial)
        return self._page(form, saved=Saved.of(self.league, request.GET.get("saved", "")))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = RecordForm(request.POST, league=self.league, access=self.access)
        valid, show = form.is_valid(), request.POST.get("step") == "show"
        if show:
            form.errors.pop("outcome", None)  # not chosen yet, or not to be chosen before it is seen
        if show or not valid or request.POST.get("step") == "form":
            return self._page(form)
        try:
            if (first := self._seen_first(form)) is not None:
                return first
            game = self._save(form)
        except Moved:
            return self._late_page(form, moved=True)
        except Known as known:
            return self._known_page(form, known)
        except Repeated as repeated:
            return self._page(form, repeated=repeated.game)
        except Refused as refused:
            return self._refused_page(form, refused)
        return redirect(f"{self.url('record')}?{self._next(game)}")

    # -- saving ------------------------------------------------------------------------------------

    def _seen_first(self, form: RecordForm) -> HttpResponse | None:
        """The page of a result that comes late, until it is confirmed as it was seen."""
        if not LateResult(self.league, form).late:
            return None  # what was saved before is looked for when it is saved
        wanted = form.facts()
        sides = {side: form.cleaned_data[side] for side in ("white", "black")}
        self._refuse_known(REFERENCE + form.cleaned_data["token"], sides, wanted)
        if not form.cleaned_data["repeat"]:
            self._refuse_repeated(sides, wanted)
        if self.request.POST.get("step") != "confirm":
            return self._late_page(form)
        reason = ReasonForm(self.request.POST)
        if not reason.is_valid():
            return self._late_page(form, reason=reason)
        self.seen = reason.cleaned_data["version"]
        return None

    def _late_page(self, form: RecordForm, *, reason: ReasonForm | None = None, moved: bool = False) -> HttpResponse:
        words = dict(results(self.league, keep=form.cleaned_data["outcome"]))[form.cleaned_data["outcome"]]
        return late_page(self, LateResult(self.league, form), str(words), reason=reason, moved=moved)

    @transaction.atomic
    def _save(self, form: RecordForm) -> Game:
        """Everything or nothing: new players, a new event, the game. Raises Known for a form saved before."""
        wanted = form.facts()
        sides = {side: form.cleaned_data[side] for side in ("white", "black")}
        if any(isinstance(player, NewPlayer) for player in sides.values()):
            writing.lock_club(self.league.club)
        if self.seen is not None and versions_of(self.league, locked=True) != self.seen:
            raise Moved
        writing.lock_league(self.league)
        reference = REFERENCE + form.cleaned_data["token"]
        self._refuse_known(reference, sides, wanted)
        if not form.cleaned_data["repeat"] and (waits := self._refuse_repeated(sides, wanted)) is not None:
            return recording.confirm_reported(game=waits, actor=self.access.actor)
        players = {side: self._player(player) for side, player in sides.items()}
        wanted["event"] = self._event(wanted)
        game = recording.record_game(
            league=self.league, reference=reference, actor=self.access.actor, **players, **wanted
        )
        if game.reference != reference:  # the same pairing of the same round was there before this form
            raise Known(game, same=True)
        return game

    def _refuse_known(self, reference: str, sides: dict[str, Any], wanted: dict[str, Any]) -> None:
        game = same_reference(Game(league=self.league, reference=reference)).first()
        if game is not None:
            same = all(player.name == getattr(game, side).name for side, player in sides.items())
            same = same and all(wanted[name] == getattr(game, name) for name in ("outcome", "played_on", "round"))
            raise Known(game, same=same and wanted.get("white_points") == game.white_points)

    def _refuse_repeated(self, sides: dict[str, Any], wanted: dict[str, Any]) -> Game | None:
        """A report of this very result, which entering it confirms. Raises Repeated for another that may be meant."""
        if wanted.get("new_event") or any(isinstance(player, NewPlayer) for player in sides.values()):
            return None
        if (waits := self._reported(sides, wanted)) is not None:
            return waits
        names = ("outcome", "played_on", "event", "round", "board")
        same = Game.objects.filter(league=self.league, **sides, **{name: wanted[name] for name in names})
        same = same.exclude(status=Game.Status.VOID)
        if same.exists():
            raise Repeated(same.select_related("white", "black", "entered_by")[0])
        return None

    def _reported(self, sides: dict[str, Any], wanted: dict[str, Any]) -> Game | None:
        typed = Game(league=self.league, **sides, **{name: wanted[name] for name in ("played_on", "event", "round")})
        waits = reported(typed)
        if waits is None:
            return None
        said = (waits.white_id, waits.outcome, waits.white_points, waits.black_points)
        if said == (sides["white"].pk, wanted["outcome"], wanted.get("white_points"), wanted.get("black_points")):
            return waits
        raise Repeated(waits)

    def _player(self, player: Player | NewPlayer) -> Player:
        if isinstance(player, Player):
            return player
        added = people.add_player(
            club=self.league.club, name=player.name, namesake=player.namesake, actor=self.access.actor
        )
        return added.player

    def _event(self, wanted: dict[str, Any]) -> Event | None:
        name = wanted.pop("new_event", "")
        if not name:
            return wanted["event"]
        day = wanted["played_on"]
        known = events.find_event(league=self.league, name=name, day=day)
        if known is not None and known.starts_on <= day <= known.ends_on:
            return known
        return events.create_event(league=self.league, name=name, starts_on=day, actor=self.access.actor)

    # -- pages -------------------------------------------------------------------------------------

    def _next(self, game: Game) -> str:
        """The next game is mostly of the same evening."""
        kept = {"saved": game.pk, "played_on": game.played_on.isoformat(), "event": game.event_id, "round": game.round}
        return urlencode({name: value for name, value in kept.items() if value is not None})

    def _page(
        self, form: RecordForm, *, saved: Saved | None = None, known: Game | None = None, repeated: Game | None = None
    ) -> HttpResponse:
        stakes = StakesTable.of(form) if form.is_bound else None
        told = {"saved": saved, "known": known, "repeated": repeated}
        return self.page("record.html", {"form": form, "stakes": stakes, **told})

    def _known_page(self, form: RecordForm, known: Known) -> HttpResponseBase:
        if known.same:
            return redirect(f"{self.url('record')}?{self._next(known.game)}&again=1")
        return self._page(form, known=known.game)

    def _refused_page(self, form: RecordForm, refused: Refused) -> HttpResponse:
        for problem in refused.problems:
            form.add_error(problem.column if problem.column in form.fields else None, problem.message)
        return self._page(form)


class StakesFragment(DeskView):
    """What each result would bring, for the script of the recording page. Reads only."""

    action = Action.RECORD
    scorers = True

    def get(self, request: HttpRequest) -> HttpResponseBase:
        form = RecordForm(request.GET, league=self.league, access=self.access)
        form.is_valid()
        return self.page("_stakes.html", {"stakes": StakesTable.of(form)})


class PlayersFound(DeskView):
    """Players of the club whose name begins like what is typed, for the choosers."""

    action = Action.RECORD
    scorers = True

    def get(self, request: HttpRequest) -> HttpResponseBase:
        players = found(self.league.club, request.GET.get("q", "")[:200])
        ratings = dict(Rating.objects.filter(league=self.league, player__in=players).values_list("player", "shown"))
        return JsonResponse({"players": [self._line(player, ratings.get(player.pk)) for player in players]})

    def _line(self, player: Player, rating: int | None) -> dict[str, Any]:
        born = "" if self.access.link else str(player.birth_year or "")
        about = [str(rating) if rating is not None else _("unrated"), player.title, born]
        return {"id": player.pk, "name": player.name, "about": " · ".join(filter(None, [*about, player.affiliation]))}
