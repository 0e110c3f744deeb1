"""Which file brought what."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .people import Club
from .rules import League


class ImportBatch(models.Model):
    """One committed import of a file: what it was and what it did."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="imports", verbose_name=_("club"))
    league = models.ForeignKey(
        League, models.PROTECT, null=True, blank=True, related_name="imports", verbose_name=_("league")
    )
    file_name = models.CharField(_("file"), max_length=200)
    sha256 = models.CharField(max_length=64, editable=False)
    format = models.CharField(_("format"), max_length=10)
    report = models.JSONField(_("report"), default=dict)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ["-made_at", "-pk"]

    def __str__(self):
        return self.file_name
