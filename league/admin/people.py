"""Clubs and players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.models import Club, ExternalRating, LeagueEntry, Membership, Merge, Player, PlayerAlias
from league.permissions import Action, may
from league.services import people
from league.services.entries import preview_enter_league
from league.services.writing import with_sources
from ratings.services import Preview

from .previewed import PreviewedAdmin, everywhere
from .service import ServiceAdmin, ServiceForm, Values, WatchedAdmin


def reason_field() -> forms.CharField:
    """Needed only where a closed period is touched; the service says so."""
    return forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=300,
        help_text=_("Needed where a closed period is touched."),
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )


@admin.register(Club)
class ClubAdmin(ServiceAdmin):
    action = Action.CLUB
    fields = ("name", "slug", "time_zone", "archived_at")
    readonly_fields = ("archived_at",)
    once = ("slug",)
    list_display = ("name", "slug", "time_zone", "archived_at")
    ordering = ("name", "pk")
    text_paths = ("name", "slug")
    actions = ("archive", "reactivate")

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, tuple[str, ...]]:
        return {"slug": ("name",)} if obj is None else {}

    def create(self, request: HttpRequest, values: Values) -> Model:
        return people.create_club(actor=request.user, **values)

    def edit(self, request: HttpRequest, obj: Club, values: Values) -> Model:
        return people.edit_club(club=obj, actor=request.user, **values)

    @admin.action(description=_("Archive the selected clubs"))
    def archive(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        self.each(request, queryset, lambda club: people.archive_club(club=club, actor=request.user), _archived)

    @admin.action(description=_("Take the selected clubs back"))
    def reactivate(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        self.each(request, queryset, lambda club: people.reactivate_club(club=club, actor=request.user), _taken_back)


def _page_of(player: Player) -> str:
    """The page of the desk where a person is merged, made a guest, anonymised."""
    return reverse("league:person", args=[player.club.slug, player.pk])


def _archived(count: int) -> str:
    return ngettext("%(n)s is archived.", "%(n)s are archived.", count) % {"n": count}


def _taken_back(count: int) -> str:
    return ngettext("%(n)s is taken back.", "%(n)s are taken back.", count) % {"n": count}


class PlayerForm(ServiceForm):
    class Meta:
        help_texts = {
            "birth_year": _("Where published lists stand, another birth year counts from the next list on."),
            "start_rating": _("Where published lists stand, what a player brought along is part of them."),
        }

    reason = reason_field()
    namesake = forms.BooleanField(
        label=_("Another person of the same name"),
        required=False,
        help_text=_("Tick this only if the club has two people of this name."),
    )


class AliasInline(admin.TabularInline):
    """Other names of the player. A wrong one is removed and added anew."""

    model = PlayerAlias
    fields = ("name",)
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is not None and may(request.user, Action.PEOPLE)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(request.user, Action.PEOPLE)

    has_delete_permission = has_add_permission


@admin.register(Player)
class PlayerAdmin(PreviewedAdmin):
    action = Action.PEOPLE
    form = PlayerForm
    fieldsets = (
        (None, {"fields": ("club", "name", "namesake")}),
        (
            _("About the player"),
            {"fields": ("birth_year", "sex", "federation", "fide_id", "title", "affiliation", "guest")},
        ),
        (_("Brought along"), {"fields": ("start_rating", "start_games", "start_peak")}),
        (None, {"fields": ("reason", "merged_into", "archived_at")}),
    )
    readonly_fields = ("merged_into", "archived_at")
    once = ("club",)
    autocomplete_fields = ("club",)
    inlines = (AliasInline,)
    list_display = ("name", "club", "birth_year", "federation", "fide_id", "title", "start_rating", "archived_at")
    list_filter = ("club", "guest", ("archived_at", admin.EmptyFieldListFilter))
    list_select_related = ("club",)
    ordering = ("name_key", "pk")
    people_paths = ("pk",)
    actions = ("archive", "reactivate")

    def create(self, request: HttpRequest, values: Values) -> Model:
        values.pop("reason")
        added = people.add_player(actor=request.user, **values)
        if added.near:
            links = format_html_join(", ", '<a href="{}">{}</a>', ((_page_of(each), each) for each in added.near))
            words = _("There are players of a similar name: {names}. If this is one of them, merge the two.")
            self.message_user(request, format_html(str(words), names=links), messages.WARNING)
        return added.player

    def desk_links(self, obj: Any) -> Iterable[tuple[str, Any]]:
        yield _page_of(obj), _("Merge, guest, anonymise …")

    def edit(self, request: HttpRequest, obj: Player, values: Values) -> Model:
        return people.edit_player(player=obj, actor=request.user, **values)

    def foresee(self, obj: Player | None, values: Values) -> Iterable[Preview | None]:
        return people.preview_edit_player(player=obj, **values) if obj is not None else ()

    def concerned(self, obj: Player | None, values: Values) -> Q:
        return Q(entries__player=obj) if obj is not None else Q(pk=None)

    def club_of(self, obj: Player | None, values: Values) -> Club:
        club: Club = obj.club if obj is not None else values["club"]
        return club

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        formset.save(commit=False)
        if formset.new_objects or formset.deleted_objects:
            request.nothing_differs = False  # type: ignore[attr-defined]
        for alias in formset.deleted_objects:
            people.remove_alias(alias=alias, actor=request.user)
        for alias in formset.new_objects:
            people.add_alias(player=form.instance, name=alias.name, actor=request.user)

    @admin.action(description=_("Archive the selected players (games and ratings stay)"))
    def archive(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        players = queryset.select_related("club")
        self.each(request, players, lambda p: people.archive_player(player=p, actor=request.user), _archived)

    @admin.action(description=_("Take the selected players back"))
    def reactivate(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        players = queryset.select_related("club")
        self.each(request, players, lambda p: people.reactivate_player(player=p, actor=request.user), _taken_back)


class EntryForm(ServiceForm):
    reason = reason_field()


@admin.register(LeagueEntry)
class LeagueEntryAdmin(PreviewedAdmin):
    """What a player brings along into one league."""

    action = Action.PEOPLE
    form = EntryForm
    fields = (
        "league", "player", "start_rating", "start_deviation", "start_volatility", "start_games", "start_peak", "k",
        "reason",
    )  # fmt: skip
    once = ("league", "player")
    autocomplete_fields = ("league", "player")
    list_display = ("player", "league", "start_rating", "start_games", "k")
    list_filter = ("league",)
    list_select_related = ("league", "player")
    ordering = ("-pk",)
    people_paths = ("player",)

    def create(self, request: HttpRequest, values: Values) -> Model:
        start = {name: value for name, value in values.items() if value is not None}
        return people.enter_league(actor=request.user, **start)

    def edit(self, request: HttpRequest, obj: LeagueEntry, values: Values) -> Model:
        return people.enter_league(league=obj.league, player=obj.player, actor=request.user, **values)

    def foresee(self, obj: LeagueEntry | None, values: Values) -> Iterable[Preview | None]:
        """Who enters anew moves nobody."""
        if obj is not None:
            yield from everywhere(preview_enter_league(league=obj.league, player=obj.player, **values))

    def concerned(self, obj: LeagueEntry | None, values: Values) -> Q:
        return with_sources(self.league_of(obj, values))


@admin.register(ExternalRating)
class ExternalRatingAdmin(WatchedAdmin):
    action = Action.PEOPLE
    list_display = ("player", "list", "date", "rating", "games", "k", "inactive")
    list_filter = ("list", "inactive")
    list_select_related = ("player",)
    ordering = ("-pk",)
    people_paths = ("player",)


@admin.register(Merge)
class MergeAdmin(WatchedAdmin):
    action = Action.PEOPLE
    fields = ("club", "kept", "absorbed", "reason", "actor", "made_at", "split_at")
    list_display = ("kept", "absorbed", "club", "reason", "made_at", "split_at")
    list_select_related = ("kept", "absorbed", "club")
    ordering = ("-pk",)
    people_paths = ("kept", "absorbed")

    def desk_links(self, obj: Any) -> Iterable[tuple[str, Any]]:
        if obj.split_at is None:
            yield reverse("league:split", args=[obj.club.slug, obj.pk]), _("Take the merge back")


@admin.register(Membership)
class MembershipAdmin(WatchedAdmin):
    action = Action.CLUB
    list_display = ("user", "club", "role")
    list_filter = ("role",)
    list_select_related = ("user", "club")
    ordering = ("-pk",)
