"""What is planned and what is said, before there is a result: days of rounds, pairings, results that players report."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .people import Player
from .play import Event, Game, Outcome


class EventRound(models.Model):
    """The day of a round. Rounds without a row are played on some day of the event."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="round_days", verbose_name=_("event"))
    number = models.PositiveSmallIntegerField(_("round"))
    day = models.DateField(_("date"))

    class Meta:
        verbose_name = _("round of an event")
        verbose_name_plural = _("rounds of events")
        ordering = ["event", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_round_once")]

    def __str__(self):
        return f"{self.event} · {self.number}"


class Pairing(models.Model):
    """Who is to meet whom. It moves nothing: the result, once entered, is a game of the same round and players."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="pairings", verbose_name=_("event"))
    round = models.PositiveSmallIntegerField(_("round"))
    board = models.PositiveSmallIntegerField(_("board"))
    white = models.ForeignKey(Player, models.PROTECT, related_name="pairings_as_white", verbose_name=_("White"))
    black = models.ForeignKey(Player, models.PROTECT, related_name="pairings_as_black", verbose_name=_("Black"))

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["event", "round", "board"]
        constraints = [
            models.UniqueConstraint(fields=["event", "round", "board"], name="pairing_once_a_board"),
            models.CheckConstraint(condition=~Q(white=F("black")), name="pairing_two_players"),
        ]

    def __str__(self):
        return f"{self.white} – {self.black}"


class ResultClaim(models.Model):
    """What a player says a game of their own ended like. Two that agree make it final, two that differ a dispute."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="claims", verbose_name=_("game"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="claims", verbose_name=_("player"))
    outcome = models.CharField(_("result"), max_length=3, choices=Outcome.choices)
    white_points = models.IntegerField(_("White's points or goals"), null=True, blank=True)
    black_points = models.IntegerField(_("Black's points or goals"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    claimed_at = models.DateTimeField(_("reported at"))

    class Meta:
        verbose_name = _("reported result")
        verbose_name_plural = _("reported results")
        ordering = ["game", "claimed_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="claim_once")]

    def __str__(self):
        return f"{self.player}: {self.get_outcome_display()}"
