"""Ways in: invitations into a club, and links with which one event's results are entered.

Neither keeps its secret: only a hash, so that whoever reads the database (or a copy of it) holds no link.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .people import Club, Membership, Player
from .play import Event


class Invitation(models.Model):
    """A link that makes whoever opens it a member, once."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations", verbose_name=_("club"))
    role = models.CharField(_("role"), max_length=10, choices=Membership.Role.choices)
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("player")
    )
    note = models.CharField(_("for whom"), max_length=120, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("accepted by"),
    )

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-made_at", "-pk"]

    def __str__(self):
        return f"{self.club} · {self.get_role_display()}"


class ScorerLink(models.Model):
    """A link with which a scorer without an account enters the results of one event.

    ``account`` can never sign in: what is entered through the link stands under its name.
    """

    ROLE = "scorer"  # in histories, beside those of memberships

    event = models.ForeignKey(Event, models.CASCADE, related_name="scorer_links", verbose_name=_("event"))
    name = models.CharField(_("name"), max_length=60)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="scorer_link", verbose_name=_("account")
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("scorer link")
        verbose_name_plural = _("scorer links")
        ordering = ["-made_at", "-pk"]

    def __str__(self):
        return self.name


class ScorerUse(models.Model):
    """Somebody opened a scorer link, on one device, under a name of their own."""

    link = models.ForeignKey(ScorerLink, models.CASCADE, related_name="uses", verbose_name=_("scorer link"))
    name = models.CharField(pgettext_lazy("person", "name"), max_length=60, blank=True)
    opened_at = models.DateTimeField(_("opened at"), auto_now_add=True)

    class Meta:
        verbose_name = _("use of a scorer link")
        verbose_name_plural = _("uses of scorer links")
        ordering = ["-opened_at", "-pk"]

    def __str__(self):
        return self.name


class Preferences(models.Model):
    """What an account chose for its own pages, on every device. No row: nothing was chosen."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="preferences", verbose_name=_("user")
    )
    language = models.CharField(_("language"), max_length=10, blank=True)

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")

    def __str__(self):
        return str(self.user)
