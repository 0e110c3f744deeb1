"""Which file brought what, and files that wait for somebody to say yes."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .people import Club
from .rules import League


class ImportBatch(models.Model):
    """One committed import of a file: what it was, what it did, and whether it was undone.

    ``brought`` has ids of what came with it besides its games: ``players``, ``events``, ``revisions``
    (of games that it corrected), ``byes``, ``entries`` (of events); undoing reads them, and leaves
    ``archived``: the players it put away.
    """

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
    brought = models.JSONField(default=dict, editable=False)
    undone_at = models.DateTimeField(_("undone at"), null=True, blank=True, editable=False)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("undone by"),
        editable=False,
    )  # fmt: skip
    undone_reason = models.CharField(_("reason of the undoing"), max_length=300, blank=True, editable=False)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ["-made_at", "-pk"]

    def __str__(self):
        return self.file_name


class ImportDraft(models.Model):
    """A file that was uploaded or pasted and not committed yet, with what was answered so far.

    ``league`` is None for players of the club. ``options``: how it is to be read; ``choices``: who is meant
    by a name; ``left_out``: lines that are not to be taken. ``batch``: what a commit made of it.
    """

    class Kind(models.TextChoices):
        RESULTS = "results", _("results")
        PASTED = "pasted", _("pasted results")
        PLAYERS = "players", _("players")

    club = models.ForeignKey(Club, models.CASCADE, related_name="import_drafts", verbose_name=_("club"))
    league = models.ForeignKey(
        League, models.CASCADE, null=True, blank=True, related_name="import_drafts", verbose_name=_("league")
    )
    kind = models.CharField(_("kind"), max_length=7, choices=Kind.choices)
    file_name = models.CharField(_("file"), max_length=200)
    data = models.BinaryField(editable=False)
    options = models.JSONField(default=dict, editable=False)
    choices = models.JSONField(default=dict, editable=False)
    left_out = models.JSONField(default=list, editable=False)
    batch = models.ForeignKey(ImportBatch, models.SET_NULL, null=True, blank=True, related_name="+", editable=False)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    expires_at = models.DateTimeField(_("kept until"), db_index=True)

    class Meta:
        verbose_name = _("draft of an import")
        verbose_name_plural = _("drafts of imports")
        ordering = ["-made_at", "-pk"]

    def __str__(self):
        return self.file_name
