"""Consequences: what the facts did to each rating. Written by ``ratings.ledger`` only."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models import Game, League, Player, RatingPeriod, shown_name

from .kernel.types import Cause


class Rating(models.Model):
    """Where a player of a league stands now.

    ``value`` is the carried state (None: unrated), ``shown`` its whole number, by which ranks are
    made; ``live`` is what the value would be if the open period closed now (sequential leagues: the
    value itself). ``published`` is the number on the last published list.
    """

    league = models.ForeignKey(League, models.PROTECT, related_name="ratings", verbose_name=_("league"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings", verbose_name=_("player"))
    value = models.FloatField(_("rating"), null=True)
    deviation = models.FloatField(_("deviation"), null=True)
    volatility = models.FloatField(_("volatility"), null=True)
    live = models.FloatField(_("live rating"), null=True)
    shown = models.IntegerField(_("shown rating"), null=True)
    published = models.IntegerField(_("published rating"), null=True)
    provisional = models.BooleanField(_("provisional"), default=False)
    carried_games = models.PositiveIntegerField(_("rated games, those before included"), default=0)
    carried_peak = models.FloatField(_("highest published rating so far"), null=True)
    games = models.PositiveIntegerField(_("games"), default=0)
    wins = models.PositiveIntegerField(_("wins"), default=0)
    draws = models.PositiveIntegerField(_("draws"), default=0)
    losses = models.PositiveIntegerField(_("losses"), default=0)
    peak = models.FloatField(_("peak"), null=True)
    peak_on = models.DateField(_("peak on"), null=True)
    low = models.FloatField(_("low"), null=True)
    low_on = models.DateField(_("low on"), null=True)
    entered_on = models.DateField(_("entered on"), null=True)  # day of the entry row or first batch
    last_played = models.DateField(_("last played"), null=True)
    last_change = models.FloatField(_("last change"), null=True)
    last_rated = models.IntegerField(default=0)  # kernel day of the last batch, 0 before the first

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["league", "player"], name="rating_once")]
        # in order of the board; with ``last_played`` all that counting the active players needs
        indexes = [models.Index(fields=["league", "-shown", "player", "last_played"], name="rating_board")]

    def __str__(self):
        return f"{self.player} {self.shown if self.shown is not None else '–'}"


class RatingChange(models.Model):
    """One row of the log: before, after, and every number between.

    The primary key is computed from what the row is about (``ratings.ledger.keys``), so that a
    replay finds each stored row without an index. Columns follow ``kernel.types.Change``. Foreign
    keys carry no database constraint: a replay writes millions of rows, ``verify`` checks them.
    """

    id = models.BigIntegerField(primary_key=True)
    league = models.ForeignKey(League, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="changes")
    cause = models.CharField(_("cause"), max_length=10, choices=[(c.value, c.value) for c in Cause])
    day = models.DateField(_("date"))
    period = models.ForeignKey(
        RatingPeriod, models.DO_NOTHING, db_constraint=False, db_index=False, null=True, related_name="+"
    )
    ref = models.BigIntegerField(default=0)  # id of the game, season or adjustment
    # no column: what ``ref`` names on game rows, so that a rated game cannot be deleted
    game = models.ForeignObject(
        Game, models.PROTECT, from_fields=["ref"], to_fields=["id"], null=True, related_name="changes"
    )
    side = models.SmallIntegerField(default=0)  # 0 white, 1 black
    player = models.ForeignKey(
        Player, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="rating_changes"
    )
    halves = models.SmallIntegerField(_("score in halves"), null=True)
    expected = models.FloatField(_("expected score"), null=True)
    k = models.FloatField("K", null=True)
    own_rating = models.FloatField(_("own rating used"), null=True)
    opponent_rating = models.FloatField(_("opponent's rating used"), null=True)
    opening = models.FloatField(_("opening"), null=True)
    change = models.FloatField(_("change"), null=True)
    closing = models.FloatField(_("closing"), null=True)
    deviation = models.FloatField(null=True)
    deviation_after = models.FloatField(null=True)
    volatility = models.FloatField(null=True)
    volatility_after = models.FloatField(null=True)
    games = models.IntegerField(default=0)  # rated games before this row
    peak = models.FloatField(null=True)  # before this row
    last = models.IntegerField(default=0)  # kernel day of the batch before, 0 before the first
    reason = models.CharField(_("why not rated"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        indexes = [models.Index(fields=["player", "league", "day"], name="change_history")]

    def __str__(self):
        return f"{self.cause} {self.day}"


class RatingRun(models.Model):
    """One re-rating that changed something: why, by whom, from when, how much moved."""

    league = models.ForeignKey(League, models.PROTECT, related_name="runs", verbose_name=_("league"))
    since = models.DateField(_("since"), null=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    started_at = models.DateTimeField(_("started at"))
    finished_at = models.DateTimeField(_("finished at"))
    kernel_version = models.CharField(_("kernel version"), max_length=20)
    league_version = models.PositiveBigIntegerField(_("league version"))
    games_read = models.PositiveIntegerField(_("games replayed"), default=0)
    rows_inserted = models.PositiveIntegerField(_("rows inserted"), default=0)
    rows_updated = models.PositiveIntegerField(_("rows updated"), default=0)
    rows_deleted = models.PositiveIntegerField(_("rows deleted"), default=0)
    players_moved = models.PositiveIntegerField(_("players moved"), default=0)
    moved_slightly = models.PositiveIntegerField(_("players moved by less than 0.05"), default=0)

    class Meta:
        verbose_name = _("rating run")
        verbose_name_plural = _("rating runs")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["league", "-id"], name="run_by_league")]

    def __str__(self):
        return f"{self.league} {self.finished_at:%Y-%m-%d %H:%M}"


class RunImpact(models.Model):
    """A player whom a run moved: the shown rating differs, or the change is at least 0.05."""

    run = models.ForeignKey(RatingRun, models.CASCADE, related_name="impacts")
    player = models.ForeignKey(Player, models.PROTECT, related_name="impacts", verbose_name=_("player"))
    before = models.FloatField(_("before"), null=True)
    after = models.FloatField(_("after"), null=True)

    class Meta:
        verbose_name = _("run impact")
        verbose_name_plural = _("run impacts")
        constraints = [models.UniqueConstraint(fields=["run", "player"], name="impact_once")]


class RatingList(models.Model):
    """A published list: frozen when published, dated the day after its period ends."""

    league = models.ForeignKey(League, models.PROTECT, related_name="lists", verbose_name=_("league"))
    period = models.OneToOneField(
        RatingPeriod, models.PROTECT, related_name="published_list", verbose_name=_("rating period")
    )
    dated = models.DateField(_("date of the list"))
    published_at = models.DateTimeField(_("published at"))
    players = models.PositiveIntegerField(_("players"), default=0)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["league", "-dated"]

    def __str__(self):
        return f"{self.league} {self.dated:%Y-%m-%d}"


class RatingListEntry(models.Model):
    """One line of a published list, as it was published."""

    list = models.ForeignKey(RatingList, models.PROTECT, related_name="entries")
    rank = models.PositiveIntegerField(_("rank"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="list_entries", verbose_name=_("player"))
    name = models.CharField(_("name as published"), max_length=120)
    rating = models.IntegerField(_("rating"))
    deviation = models.FloatField(_("deviation"), null=True)
    provisional = models.BooleanField(_("provisional"), default=False)
    change = models.IntegerField(_("change"), null=True)
    games = models.PositiveIntegerField(_("games in the period"), default=0)
    k = models.FloatField("K", null=True)
    corrected = models.IntegerField(_("corrected rating"), null=True)

    class Meta:
        verbose_name = _("list entry")
        verbose_name_plural = _("list entries")
        ordering = ["list", "rank", "pk"]
        constraints = [models.UniqueConstraint(fields=["list", "player"], name="list_entry_once")]
        indexes = [models.Index(fields=["list", "rank", "id"], name="list_by_rank")]

    @property
    def label(self):
        """The name as published, told apart from namesakes as they are now."""
        if self.player.anonymised_at is not None:
            return self.player.label
        owner = self.player
        return shown_name(owner.club_id, owner.pk, self.name, owner.distinction, owner.public_name)


class CountedPeriod(models.Model):
    """What a published list counted: the games, players and ratings from elsewhere exactly as they were rated.

    Kept for leagues whose late results count in the next list. There a published list is an input: no
    replay writes its period, and what differs since is found by comparing the facts with this.
    """

    league = models.ForeignKey(League, models.PROTECT, related_name="counted_periods")
    period = models.OneToOneField(RatingPeriod, models.PROTECT, related_name="counted")
    inputs = models.BinaryField()  # as ``ratings.facts.counted`` reads it

    class Meta:
        verbose_name = _("counted period")
        verbose_name_plural = _("counted periods")

    def __str__(self):
        return f"{self.period}"


class CarriedGame(models.Model):
    """A game of a published period that the first open one may have to carry: come late, or changed since.

    ``counted``: what lists have counted of it so far (None: nothing). Emptied when a list is published.
    """

    league = models.ForeignKey(League, models.PROTECT, related_name="carried_games")
    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    counted = models.JSONField(null=True)

    class Meta:
        verbose_name = _("carried game")
        verbose_name_plural = _("carried games")
        constraints = [models.UniqueConstraint(fields=["league", "game"], name="carried_once")]

    def __str__(self):
        return f"{self.game_id}"


class RatingCheck(models.Model):
    """One check of a league: asked for, done, and what it found. Kept are the newest few of each league.

    ``found``: the first differences in the words of ``verify``, each with what it is about. ``mends``: what
    differs is to be computed anew; ``run`` is the run that did.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="checks", verbose_name=_("league"))
    asked_at = models.DateTimeField(_("asked for at"))
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    mends = models.BooleanField(default=False)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True)
    league_version = models.PositiveBigIntegerField(_("league version"), null=True)
    kernel_version = models.CharField(_("kernel version"), max_length=20, blank=True)
    differences = models.PositiveIntegerField(_("differences"), default=0)
    found = models.JSONField(default=list)
    run = models.ForeignKey(RatingRun, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("check")
        verbose_name_plural = _("checks")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["league", "-id"], name="check_by_league")]

    def __str__(self):
        return f"{self.league} {self.asked_at:%Y-%m-%d %H:%M}"


class WorkerBeat(models.Model):
    """A sign of life of ``manage.py work``, so that the web process knows it need not do the work."""

    name = models.CharField(max_length=80, primary_key=True)
    seen_at = models.DateTimeField()
    league = models.ForeignKey(League, models.SET_NULL, null=True, related_name="+")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)


class LeagueStatistics(models.Model):
    """What took long to count about a league, as of one version of it; counted anew when somebody asks later."""

    league = models.OneToOneField(League, models.CASCADE, related_name="statistics", verbose_name=_("league"))
    version = models.PositiveBigIntegerField(_("league version"))
    made_at = models.DateTimeField(_("made at"))
    content = models.JSONField()  # as ``ratings.services.statistics`` reads it

    class Meta:
        verbose_name = _("statistics")
        verbose_name_plural = _("statistics")

    def __str__(self):
        return f"{self.league} · {self.version}"
