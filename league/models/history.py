"""What was done to the facts: one row a change, added and never edited."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .people import Club, Player
from .rules import League


class FactChange(models.Model):
    """One change of facts: who, when, why, what it said before and after, which re-rating it caused.

    A result on top of a league's log is its own record (``Game.entered_by``, ``entered_at``) and has no
    row here; every other change has one. ``kind`` is a dotted code (``game.correct``, ``rules.change``). Rows
    are about ids: no names of people but the author's, which outlives the account. Only ``run``
    is written later, when the re-rating is done.
    """

    WAITING = 0  # as ``run``: a worker will do the re-rating

    club = models.ForeignKey(Club, models.PROTECT, db_index=False, related_name="changes", verbose_name=_("club"))
    league = models.ForeignKey(
        League, models.PROTECT, null=True, blank=True, db_index=False, related_name="fact_changes",
        verbose_name=_("league"),
    )  # fmt: skip
    kind = models.CharField(_("kind"), max_length=30)
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    actor_name = models.CharField(_("name of the author"), max_length=150, blank=True)
    actor_role = models.CharField(_("role of the author"), max_length=10, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    subject_kind = models.CharField(_("about"), max_length=30, blank=True)  # name of the model, in small letters
    subject_id = models.BigIntegerField(_("id"), null=True, blank=True)
    before = models.JSONField(_("old values"), default=dict, blank=True)
    after = models.JSONField(_("new values"), default=dict, blank=True)
    run = models.BigIntegerField(_("rating run"), null=True, blank=True)  # id of a RatingRun, or WAITING
    undoes = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="undone_by", verbose_name=_("takes back")
    )

    class Meta:
        verbose_name = _("change of facts")
        verbose_name_plural = _("changes of facts")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["league", "-id"], name="change_by_league"),
            models.Index(fields=["club", "-id"], name="change_by_club"),
            models.Index(fields=["subject_kind", "subject_id"], name="change_by_subject"),
            models.Index(fields=["league"], condition=Q(run=0), name="change_waiting"),
        ]

    def __str__(self):
        return f"{self.kind} {self.made_at:%Y-%m-%d %H:%M}"


class ChangedPlayer(models.Model):
    """Whom a change is about; what is known of a player goes along the index (player, change)."""

    change = models.ForeignKey(FactChange, models.CASCADE, related_name="about")
    player = models.ForeignKey(Player, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")

    class Meta:
        verbose_name = _("player of a change")
        verbose_name_plural = _("players of a change")
        constraints = [models.UniqueConstraint(fields=["player", "change"], name="changed_player_once")]


class ChangeReach(models.Model):
    """A league that a change reached though it was not made in it: a follower's, a seeded list, a player's leagues."""

    change = models.ForeignKey(FactChange, models.CASCADE, related_name="reach")
    league = models.ForeignKey(League, models.PROTECT, db_index=False, related_name="+", verbose_name=_("league"))
    run = models.BigIntegerField(_("rating run"), null=True, blank=True)  # as FactChange.run

    class Meta:
        verbose_name = _("reach of a change")
        verbose_name_plural = _("reaches of a change")
        constraints = [models.UniqueConstraint(fields=["league", "change"], name="reach_once")]
