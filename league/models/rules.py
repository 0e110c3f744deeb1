"""By which rules is rated: leagues, their parameters by date, who is in, seasons."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .people import Club, Player


class LeagueQuerySet(models.QuerySet):
    def lock(self, *pks):
        """These leagues (all of the queryset without ids), locked in id order; inside a transaction.

        ``no_key``: rows that point to a locked league can still be inserted on PostgreSQL.
        """
        leagues = self.filter(pk__in=pks) if pks else self
        return list(leagues.select_for_update(no_key=True, of=("self",)).order_by("pk"))


class League(models.Model):
    """One population rated together on one scale. System and mode never change.

    ``version`` rises with every change of a fact; ``stale_since`` is the earliest day whose
    consequences are not computed yet.
    """

    class System(models.TextChoices):
        ELO = "elo", _("Elo")
        FIDE = "fide", _("FIDE")
        GLICKO2 = "glicko2", "Glicko-2"

    class Mode(models.TextChoices):
        SEQUENTIAL = "sequential", _("game by game")
        PERIOD = "period", _("per rating period")

    class Discipline(models.TextChoices):
        CHESS = "chess", _("chess (White and Black)")
        HOME_AWAY = "home_away", _("home and away")
        NEUTRAL = "neutral", _("first and second player")

    class LateResults(models.TextChoices):
        RESTATE = "restate", _("recompute everything after it")
        NEXT_LIST = "next_list", _("count in the next list")

    class ReportOverdue(models.TextChoices):
        DESK = "desk", _("wait for the desk")
        COUNT = "count", _("count as reported")

    club = models.ForeignKey(Club, models.PROTECT, related_name="leagues", verbose_name=_("club"))
    slug = models.SlugField(_("short name in addresses"), max_length=60)
    name = models.CharField(_("name"), max_length=120)
    system = models.CharField(_("rating system"), max_length=10, choices=System.choices)
    mode = models.CharField(_("mode"), max_length=10, choices=Mode.choices)
    discipline = models.CharField(_("discipline"), max_length=10, choices=Discipline.choices, default=Discipline.CHESS)
    late_results = models.CharField(
        _("results for closed periods"), max_length=10, choices=LateResults.choices, default=LateResults.RESTATE
    )
    # days: events that end after the closing date belong to the next list (FIDE B.02, 7.1: 3); 0: it has none
    closing_days = models.PositiveSmallIntegerField(
        _("days from the closing date to the list"), default=0, db_default=0
    )
    player_reports = models.BooleanField(_("players report results"), default=True, db_default=True)
    report_days = models.PositiveSmallIntegerField(_("days to confirm a result"), default=3, db_default=3)  # 0: no end
    report_overdue = models.CharField(
        _("results not confirmed in time"), max_length=10, choices=ReportOverdue.choices,
        default=ReportOverdue.DESK, db_default=ReportOverdue.DESK,
    )  # fmt: skip
    games_from = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="followers", verbose_name=_("follows the games of")
    )
    standard_league = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="seeded", verbose_name=_("seeded from")
    )
    description = models.TextField(_("description"), blank=True)
    version = models.PositiveBigIntegerField(default=0, editable=False)
    stale_since = models.DateField(null=True, editable=False)
    stale_reason = models.CharField(max_length=300, blank=True, editable=False)
    rated_until = models.DateField(null=True, editable=False)  # last day of the last closed period, as rated
    rated_at = models.DateTimeField(null=True, editable=False)
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="league_slug_once")]

    def __str__(self):
        return self.name

    @property
    def path(self):
        """``club-slug/league-slug``, as commands name it."""
        return f"{self.club.slug}/{self.slug}"


class RatingRules(models.Model):
    """Parameters of a league's system, valid from a date on."""

    league = models.ForeignKey(League, models.PROTECT, related_name="rules", verbose_name=_("league"))
    valid_from = models.DateField(_("valid from"))
    parameters = models.JSONField(_("parameters"), default=dict)
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("rating rules")
        verbose_name_plural = _("rating rules")
        ordering = ["league", "valid_from"]
        constraints = [models.UniqueConstraint(fields=["league", "valid_from"], name="rules_once_a_day")]

    def __str__(self):
        return f"{self.league} · {self.valid_from:%Y-%m-%d}"


class LeagueEntry(models.Model):
    """A player takes part in a league. What is empty here is taken from the player, then the rules."""

    league = models.ForeignKey(League, models.PROTECT, related_name="entries", verbose_name=_("league"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries", verbose_name=_("player"))
    start_rating = models.FloatField(_("start rating"), null=True, blank=True)
    start_deviation = models.FloatField(_("start deviation"), null=True, blank=True, validators=[MinValueValidator(0)])
    start_volatility = models.FloatField(
        _("start volatility"), null=True, blank=True, validators=[MinValueValidator(0)]
    )
    start_games = models.PositiveIntegerField(_("rated games before"), null=True, blank=True)
    start_peak = models.FloatField(_("highest published rating before"), null=True, blank=True)
    k = models.FloatField(_("fixed K-factor"), null=True, blank=True, validators=[MinValueValidator(0)])
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("league entry")
        verbose_name_plural = _("league entries")
        constraints = [models.UniqueConstraint(fields=["league", "player"], name="entry_once")]

    def __str__(self):
        return f"{self.player} · {self.league}"


class Season(models.Model):
    """A season of a league; with carry-over rules its first day moves every rating."""

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons", verbose_name=_("league"))
    name = models.CharField(_("name"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"), null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["league", "starts_on"]
        constraints = [
            models.UniqueConstraint(fields=["league", "name"], name="season_name_once"),
            models.UniqueConstraint(fields=["league", "starts_on"], name="season_start_once"),
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")), name="season_days_in_order"
            ),
        ]

    def __str__(self):
        return self.name
