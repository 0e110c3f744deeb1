"""Leagues, their rules, seasons and periods."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from league.models import Adjustment, Club, League, PeriodAction, RatingPeriod, RatingRules, Season
from league.permissions import Action
from league.services import leagues, periods, presets, seasons
from league.services.writing import with_sources
from ratings.services import Preview

from .people import _archived, _taken_back, reason_field
from .previewed import PreviewedAdmin, everywhere
from .service import ServiceAdmin, ServiceForm, Values, WatchedAdmin, WatchedInline


def desk(name: str, league: League, **kwargs: Any) -> str:
    """An address of the desk of a league."""
    return reverse(f"league:{name}", kwargs={"club": league.club.slug, "league": league.slug, **kwargs})


_PRESET_SAYS = ("system", "mode", "discipline", "late_results")


def _preset_help() -> SafeString:
    """Every preset with what it does and whose rules these are."""
    rows = ((preset.label, preset.words, preset.source) for preset in presets.PRESETS.values())
    listed = format_html_join("", "<li><strong>{}</strong>: {} <em>{}</em></li>", rows)
    said = _("Sets system, mode, sides and late results; parameters given below are laid over its own.")
    return format_html("{}<ul>{}</ul>", said, listed)


MOST_CLUBS = 30  # that the form of a new league links to


def _desk_forms() -> SafeString:
    """The pages on which a club's new league has a field, with its meaning and bounds, for each parameter."""
    clubs = Club.objects.filter(archived_at=None).order_by("name", "pk")[:MOST_CLUBS]
    rows = ((reverse("league:new_league", kwargs={"club": club.slug}), club.name) for club in clubs)
    links = format_html_join(", ", '<a href="{}">{}</a>', rows)
    json = _('Of the rating system, as JSON: {"k": 20, "initial": 1500}. Left empty: the usual ones.')
    if not links:
        return format_html("{}", json)
    return format_html("{}<br>{} {}", json, _("A page with a field for each parameter, at the desk of:"), links)


class LeagueForm(ServiceForm):
    preset = forms.ChoiceField(
        label=_("Ready-made rules"),
        required=False,
        choices=[("", _("none: as said below")), *((name, preset.label) for name, preset in presets.PRESETS.items())],
        help_text=lazy(_preset_help, str)(),
    )
    parameters = forms.JSONField(label=_("Parameters"), required=False, initial=dict)
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "parameters" in self.fields:
            self.fields["parameters"].help_text = _desk_forms()
        if "closing_days" in self.fields:
            self.fields["closing_days"].required = False
        if "preset" in self.fields:  # browsers must let these be empty: a preset says them
            for name in _PRESET_SAYS:
                self.fields[name].required = False
            for name in ("system", "mode"):
                self.fields[name].help_text = _("Needed without ready-made rules.")

    def clean(self) -> Any:
        cleaned = super().clean()
        if "preset" not in self.fields:
            return cleaned
        cleaned["closing_days"] = cleaned.get("closing_days") or 0
        chosen = presets.PRESETS.get(cleaned.pop("preset", "") or "")
        if chosen is not None:
            return cleaned | chosen.values(cleaned.get("parameters"))
        for name in _PRESET_SAYS:
            if not cleaned.get(name) and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        return cleaned


class RulesInline(WatchedInline):
    model = RatingRules
    fields = ("valid_from", "parameters", "reason")
    readonly_fields = fields
    ordering = ("valid_from",)


@admin.register(League)
class LeagueAdmin(ServiceAdmin):
    action = Action.LEAGUES
    form = LeagueForm
    made_of = ("club", "slug", "name", "system", "mode", "parameters", "discipline", "late_results", "closing_days")
    once = ("club", "slug", "system", "mode", "late_results", "closing_days", "games_from", "standard_league")
    autocomplete_fields = ("club", "games_from", "standard_league")
    readonly_fields = ("archived_at", "rated_at")
    list_display = ("name", "club", "system", "mode", "discipline", "rated_at", "archived_at")
    list_filter = ("system", "mode", ("archived_at", admin.EmptyFieldListFilter))
    list_select_related = ("club",)
    ordering = ("name", "pk")
    text_paths = ("name", "club__name")
    actions = ("archive", "reactivate")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if obj is None:
            words = ("club", "name", "slug", "preset")
            rest = tuple(name for name in self.made_of if name not in words)
            return (*words, *rest, "games_from", "standard_league", "description")
        kept = [name for name in self.made_of if name != "parameters"]
        return (*kept, "games_from", "standard_league", "description", "reason", "rated_at", "archived_at")

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return (RulesInline,) if obj else ()

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, tuple[str, ...]]:
        return {"slug": ("name",)} if obj is None else {}

    def create(self, request: HttpRequest, values: Values) -> Model:
        return leagues.create_league(actor=request.user, **values)

    def edit(self, request: HttpRequest, obj: League, values: Values) -> Model:
        return leagues.edit_league(league=obj, actor=request.user, **values)

    def desk_links(self, obj: League) -> Iterable[tuple[str, Any]]:
        yield desk("desk", obj), _("Desk")
        if obj.games_from_id is None:
            yield desk("record", obj), _("Record a result")
        yield desk("periods", obj), _("Periods")
        yield desk("adjust", obj), _("Adjust a rating")
        yield desk("change_rules", obj), _("Change the rules")
        if obj.mode == League.Mode.PERIOD:
            yield desk("late_results", obj), _("Late results")

    @admin.action(description=_("Archive the selected leagues"))
    def archive(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        self.each(request, queryset, lambda lg: leagues.archive_league(league=lg, actor=request.user), _archived)

    @admin.action(description=_("Take the selected leagues back"))
    def reactivate(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        self.each(request, queryset, lambda lg: leagues.reactivate_league(league=lg, actor=request.user), _taken_back)


@admin.register(RatingRules)
class RatingRulesAdmin(WatchedAdmin):
    action = Action.LEAGUES
    list_display = ("league", "valid_from", "parameters", "reason")
    list_filter = ("league",)
    list_select_related = ("league",)
    ordering = ("league", "-valid_from")
    text_paths = ("league__name",)

    def desk_links(self, obj: RatingRules) -> Iterable[tuple[str, Any]]:
        yield desk("change_rules", obj.league), _("Change the rules")


class SeasonForm(ServiceForm):
    reason = reason_field()


@admin.register(Season)
class SeasonAdmin(PreviewedAdmin):
    action = Action.LEAGUES
    form = SeasonForm
    fields = ("league", "name", "starts_on", "ends_on", "reason")
    once = ("league",)
    autocomplete_fields = ("league",)
    list_display = ("name", "league", "starts_on", "ends_on")
    list_filter = ("league",)
    list_select_related = ("league",)
    ordering = ("-starts_on", "pk")
    text_paths = ("name", "league__name")

    def create(self, request: HttpRequest, values: Values) -> Model:
        return seasons.start_season(actor=request.user, **values)

    def edit(self, request: HttpRequest, obj: Season, values: Values) -> Model:
        return seasons.edit_season(season=obj, actor=request.user, **values)

    def foresee(self, obj: Season | None, values: Values) -> Iterable[Preview | None]:
        if obj is None:
            return everywhere(seasons.preview_start_season(**values))
        return everywhere(seasons.preview_edit_season(season=obj, **values))

    def concerned(self, obj: Season | None, values: Values) -> Q:
        return with_sources(self.league_of(obj, values))


class PeriodActionInline(WatchedInline):
    model = PeriodAction
    fields = ("made_at", "action", "reason", "actor")
    readonly_fields = fields


@admin.register(RatingPeriod)
class RatingPeriodAdmin(ServiceAdmin):
    action = Action.PERIODS
    autocomplete_fields = ("league",)
    list_display = ("name", "league", "starts_on", "ends_on", "status", "closed_at", "published_at")
    list_filter = ("status", "league")
    list_select_related = ("league",)
    date_hierarchy = "starts_on"
    ordering = ("-starts_on", "-pk")
    text_paths = ("name", "league__name")

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return (PeriodActionInline,) if obj else ()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        made_of = ("league", "name", "starts_on", "ends_on")
        return made_of if obj is None else (*made_of, "status", "closed_at", "published_at")

    def create(self, request: HttpRequest, values: Values) -> Model:
        return periods.open_period(actor=request.user, **values)

    def desk_links(self, obj: RatingPeriod) -> Iterable[tuple[str, Any]]:
        if obj.status == RatingPeriod.Status.OPEN:
            yield desk("close", obj.league, period=obj.pk), _("Close")
            return
        if obj.status == RatingPeriod.Status.CLOSED:
            yield desk("publish", obj.league, period=obj.pk), _("Publish")
        yield desk("reopen", obj.league, period=obj.pk), _("Reopen")


@admin.register(Adjustment)
class AdjustmentAdmin(WatchedAdmin):
    """Made and voided on the desk, where it is seen first whom they move."""

    fields = ("league", "player", "on", "to", "by", "reason", "actor", "made_at", "voided_at")
    list_display = ("player", "league", "on", "to", "by", "reason", "voided_at")
    list_filter = ("league",)
    list_select_related = ("league", "player")
    date_hierarchy = "on"
    ordering = ("-on", "-pk")
    people_paths = ("player",)

    def desk_links(self, obj: Adjustment) -> Iterable[tuple[str, Any]]:
        if obj.voided_at is None:
            yield desk("void_adjustment", obj.league, adjustment=obj.pk), _("Void")
        yield f"{desk('adjust', obj.league)}?player={obj.player_id}", _("Adjust this player")
