"""Ratings, the log and the lists in the admin site: to look at. They follow from the facts."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.admin.service import WatchedAdmin, WatchedInline
from league.models import League
from ratings.ledger import keys

from .models import Rating, RatingChange, RatingList, RatingListEntry, RatingRun, RunImpact


@admin.register(Rating)
class RatingAdmin(WatchedAdmin):
    list_display = ("player", "league", "shown", "live", "deviation", "games", "last_played", "peak")
    list_filter = ("league", "provisional")
    list_select_related = ("player", "league")
    ordering = ("-shown", "player")
    people_paths = ("player",)


class LeagueOfLog(admin.SimpleListFilter):
    """A league's log is one range of keys: no index is needed and none is there."""

    title = _("league")
    parameter_name = "of"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[int, str]]:
        return list(League.objects.order_by("name", "pk").values_list("pk", "name"))

    def queryset(self, request: HttpRequest, queryset: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
        value = self.value()
        known = {str(pk) for pk, _name in self.lookup_choices}
        return queryset.filter(pk__range=keys.league_range(int(value))) if value in known else queryset


@admin.register(RatingChange)
class RatingChangeAdmin(WatchedAdmin):
    list_display = ("day", "player", "league", "cause", "expected", "k", "opening", "change", "closing", "reason")
    list_display_links = ("day", "player")
    list_filter = (LeagueOfLog,)
    list_select_related = ("player", "league")
    ordering = ("-pk",)
    sortable_by = ()  # millions of rows: in the order of their keys
    people_paths = ("player",)


class ImpactInline(WatchedInline):
    model = RunImpact
    fields = ("player", "before", "after")
    readonly_fields = fields
    max_num = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[RunImpact]:
        return super().get_queryset(request).select_related("player").order_by("pk")


@admin.register(RatingRun)
class RatingRunAdmin(WatchedAdmin):
    list_display = ("finished_at", "league", "since", "reason", "actor", "games_read", "players_moved")
    list_filter = ("league",)
    list_select_related = ("league", "actor")
    ordering = ("-pk",)
    text_paths = ("league__name",)


@admin.register(RatingList)
class RatingListAdmin(WatchedAdmin):
    list_display = ("dated", "league", "period", "players", "published_at")
    list_filter = ("league",)
    list_select_related = ("league", "period")
    ordering = ("-dated", "-pk")
    text_paths = ("league__name",)


@admin.register(RatingListEntry)
class RatingListEntryAdmin(WatchedAdmin):
    list_display = ("list", "rank", "name", "rating", "change", "games", "corrected")
    list_select_related = ("list__league",)
    ordering = ("-list", "rank", "pk")
    people_paths = ("player",)
