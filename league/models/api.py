"""Ways in for programs: tokens of a club, and the answers kept for requests that are sent again."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .people import Club


class ApiToken(models.Model):
    """A secret with which a program writes to a club's leagues. Only its hash is kept.

    ``scopes``: codes of ``league.permissions.Scope`` with blanks between. ``account`` can never sign in: what the
    program does stands under its name.
    """

    ROLE = "program"  # in histories, beside those of memberships

    club = models.ForeignKey(Club, models.CASCADE, related_name="api_tokens", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=60)
    scopes = models.CharField(_("what it may do"), max_length=120)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="api_token", verbose_name=_("account")
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)
    used_at = models.DateTimeField(pgettext_lazy("token", "last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-made_at", "-pk"]

    def __str__(self):
        return self.name


class ApiAnswer(models.Model):
    """What was answered to a request with an idempotency key: the same is answered when it is sent again."""

    token = models.ForeignKey(ApiToken, models.CASCADE, related_name="answers")
    key_hash = models.CharField(max_length=64)
    sha256 = models.CharField(max_length=64)  # of what was asked
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["token", "key_hash"], name="api_answer_once")]

    def __str__(self):
        return f"{self.token} {self.made_at:%Y-%m-%d %H:%M}"
