"""Rating periods, changes by hand, ratings that others published."""

import re
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from .people import Player
from .rules import League

_MONTH = re.compile(r"[12]\d{3}-(0[1-9]|1[0-2])")


class RatingPeriod(models.Model):
    """A rating period ``YYYY-MM`` (or a free name); the list it publishes is dated the day after."""

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("period", "open")
        CLOSED = "closed", pgettext_lazy("period", "closed")
        PUBLISHED = "published", pgettext_lazy("period", "published")

    league = models.ForeignKey(League, models.PROTECT, related_name="periods", verbose_name=_("league"))
    name = models.CharField(_("name"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.OPEN)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)

    class Meta:
        verbose_name = _("rating period")
        verbose_name_plural = _("rating periods")
        ordering = ["league", "starts_on"]
        constraints = [
            models.UniqueConstraint(fields=["league", "name"], name="period_name_once"),
            models.UniqueConstraint(fields=["league", "starts_on"], name="period_start_once"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="period_days_in_order"),
        ]

    def __str__(self):
        return self.label

    @property
    def label(self) -> str:
        """November 2026 for the period 2026-11; a free name as it is."""
        return period_label(self.name)


def period_label(name: str) -> str:
    """The month that a period's name says, in words; any other name as it is.

    Months are written small inside a sentence where the language does so, and a label is mostly inside one.
    """
    if not _MONTH.fullmatch(name):
        return name
    year, month = map(int, name.split("-"))
    label = date_format(date(year, month, 1), "YEAR_MONTH_FORMAT")
    return label if (get_language() or "en").startswith("en") else label[:1].lower() + label[1:]


class PeriodAction(models.Model):
    """Who opened, closed, published or reopened a period, when and why."""

    period = models.ForeignKey(RatingPeriod, models.PROTECT, related_name="actions", verbose_name=_("rating period"))
    action = models.CharField(_("action"), max_length=10)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("period action")
        verbose_name_plural = _("period actions")
        ordering = ["-made_at", "-pk"]

    def __str__(self):
        return f"{self.period} · {self.action}"


class Compensation(models.Model):
    """One action that moved everybody by a formula: ``factor`` x (``target`` - rating), a row for each player.

    ``side``: whom it takes, those below or above the target, or both. The rows keep the points; the formula
    says where they come from.
    """

    class Side(models.TextChoices):
        BELOW = "below", _("players below the target")
        ABOVE = "above", _("players above the target")
        BOTH = "both", pgettext_lazy("whom a formula moves", "everybody")

    class Rounding(models.TextChoices):
        NONE = "none", _("no rounding")
        TENTH = "tenth", _("to tenths")
        INTEGER = "integer", _("to whole points")

    league = models.ForeignKey(League, models.PROTECT, related_name="compensations", verbose_name=_("league"))
    on = models.DateField(_("date"))
    factor = models.FloatField(_("factor"))
    target = models.FloatField(_("target"))
    side = models.CharField(_("for whom"), max_length=5, choices=Side.choices, default=Side.BOTH)
    rounding = models.CharField(_("rounding"), max_length=7, choices=Rounding.choices, default=Rounding.NONE)
    reason = models.CharField(_("reason"), max_length=300)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by whom")
    )
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    voided_at = models.DateTimeField(_("voided at"), null=True, blank=True)

    class Meta:
        verbose_name = _("compensation")
        verbose_name_plural = _("compensations")
        ordering = ["-on", "-pk"]

    def __str__(self):
        return f"{self.league} · {self.on:%Y-%m-%d}"


class Adjustment(models.Model):
    """A rating set to a value or moved by one by hand. Never deleted, only voided."""

    league = models.ForeignKey(League, models.PROTECT, related_name="adjustments", verbose_name=_("league"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="adjustments", verbose_name=_("player"))
    on = models.DateField(_("date"))
    to = models.FloatField(_("set to"), null=True, blank=True)
    by = models.FloatField(_("move by"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by whom")
    )
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    voided_at = models.DateTimeField(_("voided at"), null=True, blank=True)
    compensation = models.ForeignKey(
        Compensation, models.PROTECT, null=True, blank=True, related_name="rows", verbose_name=_("compensation")
    )

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        ordering = ["-on", "-pk"]
        indexes = [models.Index(fields=["league", "on"], name="adjustment_by_day")]
        constraints = [
            models.CheckConstraint(
                condition=Q(to__isnull=True, by__isnull=False) | Q(to__isnull=False, by__isnull=True),
                name="adjustment_to_or_by",
            ),
        ]

    def __str__(self):
        return f"{self.player} · {self.on:%Y-%m-%d}"


class ExternalRating(models.Model):
    """What a federation published for a player on a list's date. Never results."""

    class List(models.TextChoices):
        STANDARD = "standard", _("FIDE standard")
        RAPID = "rapid", _("FIDE rapid")
        BLITZ = "blitz", _("FIDE blitz")
        NATIONAL = "national", _("national")

    player = models.ForeignKey(Player, models.PROTECT, related_name="external_ratings", verbose_name=_("player"))
    list = models.CharField(_("list"), max_length=10, choices=List.choices)
    date = models.DateField(_("date of the list"))
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    games = models.PositiveSmallIntegerField(_("games in the period"), null=True, blank=True)
    k = models.PositiveSmallIntegerField(_("K"), null=True, blank=True)
    inactive = models.BooleanField(_("inactive by the federation"), default=False)

    class Meta:
        verbose_name = _("external rating")
        verbose_name_plural = _("external ratings")
        ordering = ["player", "list", "-date"]
        constraints = [models.UniqueConstraint(fields=["player", "list", "date"], name="external_rating_once")]

    def __str__(self):
        return f"{self.player} · {self.get_list_display()} {self.date:%Y-%m}"
