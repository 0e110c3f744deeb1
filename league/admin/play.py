"""Events and games, and what was done to them."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.forms import new_token
from league.forms.games import TOKEN
from league.models import Bye, Event, EventEntry, Game, GameRevision, ImportBatch
from league.permissions import Action
from league.services import events, late_games, recording
from league.services.errors import Refused
from league.services.writing import with_sources
from league.views.desk.games import MOST_AT_ONCE
from ratings.services import Preview

from .people import reason_field
from .previewed import PreviewedAdmin, everywhere
from .rules import desk
from .search import games_found
from .service import ServiceAdmin, ServiceForm, Values, WatchedAdmin, WatchedInline


class EventForm(ServiceForm):
    reason = reason_field()


@admin.register(Event)
class EventAdmin(PreviewedAdmin):
    action = Action.LEAGUES
    form = EventForm
    fieldsets = (
        (None, {"fields": ("league", "name", "site", "season", ("starts_on", "ends_on"))}),
        (None, {"fields": ("rated", "rated_by_game", "official", "championship")}),
        (
            _("Rate of play"),
            {"fields": ("base_minutes", "increment_seconds", "first_control_moves", "approved_fast")},
        ),
        (_("Match"), {"fields": ("kind", "rounds", "rated_after_decision")}),
        (None, {"fields": ("reason",)}),
    )
    once = ("league",)
    autocomplete_fields = ("league", "season")
    list_display = ("name", "league", "starts_on", "ends_on", "rated", "base_minutes")
    list_filter = ("league", "rated")
    list_select_related = ("league",)
    date_hierarchy = "starts_on"
    ordering = ("-starts_on", "-pk")
    text_paths = ("name",)

    def create(self, request: HttpRequest, values: Values) -> Model:
        values.pop("reason")
        days = (values["starts_on"], values["ends_on"])
        known = events.find_event(league=values["league"], name=values["name"], day=days[0])
        if known is not None and (known.starts_on, known.ends_on) == days:
            raise Refused(gettext("There is an event of this name on these days already."), field="name")
        if not values.pop("rated_by_game"):
            return events.create_event(actor=request.user, **values)
        return events.create_event(actor=request.user, rated_by_game=True, **values)

    def edit(self, request: HttpRequest, obj: Event, values: Values) -> Model:
        return events.edit_event(event=obj, actor=request.user, **values)

    def foresee(self, obj: Event | None, values: Values) -> Iterable[Preview | None]:
        return everywhere(events.preview_edit_event(event=obj, **values)) if obj is not None else ()

    def concerned(self, obj: Event | None, values: Values) -> Q:
        return with_sources(self.league_of(obj, values))


class GameForm(ServiceForm):
    """A new game. ``token`` makes a second press of Save land on the same game."""

    reason = reason_field()
    token = forms.CharField(required=False, widget=forms.HiddenInput, initial=new_token)


class RevisionInline(WatchedInline):
    model = GameRevision
    fields = ("made_at", "action", "old", "new", "reason", "actor")
    readonly_fields = fields


@admin.register(Game)
class GameAdmin(PreviewedAdmin):
    """Recorded here or on the desk; corrected, voided and restored on the desk, which shows first what moves."""

    action = Action.CORRECT
    form = GameForm
    made_of = (
        "league", "white", "black", "outcome", ("white_points", "black_points"), ("played_on", "played_at"), "event",
        ("round", "board"), "neutral", "weight", ("white_k", "black_k"),
    )  # fmt: skip
    autocomplete_fields = ("league", "white", "black", "event")
    radio_fields = {"outcome": admin.VERTICAL}
    list_display = ("played_on", "white", "black", "outcome", "event", "round", "league", "status")
    list_display_links = ("played_on", "white", "black")
    list_filter = ("status", "outcome", "league")
    list_select_related = ("white", "black", "event", "league")
    date_hierarchy = "played_on"
    ordering = ("-pk",)  # the latest entered first, along the primary key
    people_paths = ("white", "black")
    actions = ("void",)
    search_help_text = _("Names of both players, an event, a day (2026-03-14) or the number of a game.")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        if obj is None:
            return (*self.made_of, "reason", "token")
        return (*self.made_of, "status", "reference", "batch", "entered_by", "entered_at")

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return (RevisionInline,) if obj else ()

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The calendar of one league is read from an index; that of all leagues would read every game."""
        if "league__id__exact" in request.GET:
            return super().get_changelist_instance(request)
        everywhere = copy(self)
        everywhere.date_hierarchy = None
        return super(GameAdmin, everywhere).get_changelist_instance(request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        return games_found(queryset, search_term), False

    def create(self, request: HttpRequest, values: Values) -> Model:
        token = values.pop("token")
        reference = f"desk:{token}" if TOKEN.fullmatch(token) else ""
        return recording.record_game(reference=reference, actor=request.user, **values)

    def foresee(self, obj: Game | None, values: Values) -> Iterable[Preview | None]:
        """A game of the past moves what was rated on top of it."""
        given = {name: value for name, value in values.items() if name != "token"}
        players = (given["white"], given["black"])
        days = {"played_on": given["played_on"], "event": given["event"]}
        late = late_games.comes_late(league=given["league"], players=players, **days)
        return everywhere(late_games.preview_record(**given)) if late else ()

    def concerned(self, obj: Game | None, values: Values) -> Q:
        return with_sources(values["league"])

    @admin.action(description=_("Void the selected games (shows first what moves)"))
    def void(self, request: HttpRequest, queryset: QuerySet[Game]) -> HttpResponseBase | None:
        games = queryset.exclude(status=Game.Status.VOID).order_by("pk")
        leagues = {game.league_id: game.league for game in games[: MOST_AT_ONCE + 1].select_related("league__club")}
        if len(leagues) != 1 or games.count() > MOST_AT_ONCE:
            said = gettext("Choose games of one league, at most %(most)d, that are not void.") % {"most": MOST_AT_ONCE}
            self.message_user(request, said, messages.ERROR)
            return None
        (league,) = leagues.values()
        numbers = ",".join(str(pk) for pk in games.values_list("pk", flat=True))
        return HttpResponseRedirect(f"{desk('void_several', league)}?games={numbers}")

    def desk_links(self, obj: Game) -> Iterable[tuple[str, Any]]:
        if obj.status == Game.Status.VOID:
            yield desk("restore", obj.league, game=obj.pk), _("Restore")
        else:
            yield desk("correct", obj.league, game=obj.pk), _("Correct")
            yield desk("void", obj.league, game=obj.pk), _("Void")
        yield desk("game", obj.league, game=obj.pk), _("On the desk")


@admin.register(Bye)
class ByeAdmin(ServiceAdmin):
    action = Action.RECORD
    fields = ("event", "player", "round", "kind", "halves")
    autocomplete_fields = ("event", "player")
    list_display = ("event", "round", "player", "kind", "halves")
    list_select_related = ("event", "player")
    ordering = ("-pk",)
    people_paths = ("player",)
    text_paths = ("event__name",)

    def create(self, request: HttpRequest, values: Values) -> Model:
        return events.record_bye(actor=request.user, **values)


@admin.register(EventEntry)
class EventEntryAdmin(WatchedAdmin):
    list_display = ("event", "number", "player", "rating", "title", "federation")
    list_select_related = ("event", "player")
    ordering = ("-pk",)
    people_paths = ("player",)
    text_paths = ("event__name",)


@admin.register(GameRevision)
class GameRevisionAdmin(WatchedAdmin):
    list_display = ("made_at", "game", "action", "reason", "actor")
    list_filter = ("action",)
    list_select_related = ("game__white", "game__black", "actor")
    ordering = ("-pk",)
    people_paths = ("game__white", "game__black")


@admin.register(ImportBatch)
class ImportBatchAdmin(WatchedAdmin):
    action = Action.IMPORT
    fields = ("club", "league", "file_name", "format", "report", "actor", "made_at")
    list_display = ("made_at", "file_name", "format", "club", "league", "actor")
    list_filter = ("format",)
    list_select_related = ("club", "league", "actor")
    ordering = ("-pk",)
    text_paths = ("file_name",)
