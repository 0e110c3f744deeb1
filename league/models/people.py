"""Who exists: clubs, their members, their players under all their names."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .audience import BY_NUMBER, NUMBERS_LAST, anonymous, sees_full_names, shown_name


class Naming(models.TextChoices):
    """How strangers see a name."""

    FULL = "full", _("full name")
    SHORT = "short", _("family name and initial: Kowalski J.")
    NUMBER = "number", _("a number only: Player 17")


class Club(models.Model):
    """The tenant: owns players and leagues. Nothing of one club is reachable through another's URL."""

    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    # what strangers see of its people; whoever works in the club sees everything
    names = models.CharField(
        _("names on public pages"), max_length=6, choices=Naming, default=Naming.FULL, db_default=Naming.FULL
    )
    minors = models.CharField(
        _("names of minors"), max_length=6, choices=Naming, default=Naming.SHORT, db_default=Naming.SHORT
    )
    show_birth_years = models.BooleanField(_("show birth years"), default=False, db_default=False)
    show_odds = models.BooleanField(_("show chances of winning"), default=True, db_default=True)
    search_engines = models.BooleanField(_("may be found by search engines"), default=True, db_default=True)
    members_only = models.BooleanField(_("pages for members only"), default=False, db_default=False)
    # for which year the minors' names were last worked out
    names_year = models.PositiveSmallIntegerField(null=True, editable=False)
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "pk"]

    def __str__(self):
        return self.name


class Membership(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ADMIN = "admin", _("admin")
        ARBITER = "arbiter", _("arbiter")
        RECORDER = "recorder", _("recorder")
        PLAYER = "player", _("player")

    club = models.ForeignKey(Club, models.PROTECT, related_name="memberships", verbose_name=_("club"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships", verbose_name=_("user")
    )
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    player = models.ForeignKey(
        "Player", models.SET_NULL, null=True, blank=True, related_name="memberships", verbose_name=_("player")
    )
    joined_at = models.DateTimeField(_("member since"), default=timezone.now)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="membership_once")]

    def __str__(self):
        return f"{self.user} · {self.get_role_display()}"


class Player(models.Model):
    """A person (or team) of a club. ``start_*`` is what the player brings along into any league."""

    class Sex(models.TextChoices):
        MALE = "m", _("male")
        FEMALE = "w", _("female")

    club = models.ForeignKey(Club, models.PROTECT, related_name="players", verbose_name=_("club"))
    name = models.CharField(pgettext_lazy("person", "name"), max_length=120)
    name_key = models.CharField(_("search key"), max_length=160, editable=False)
    birth_year = models.PositiveSmallIntegerField(_("birth year"), null=True, blank=True)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex.choices, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    fide_id = models.CharField(_("FIDE id"), max_length=12, blank=True)
    title = models.CharField(_("title"), max_length=4, blank=True)
    affiliation = models.CharField(_("affiliation"), max_length=120, blank=True)
    start_rating = models.FloatField(_("start rating"), null=True, blank=True)
    start_games = models.PositiveIntegerField(_("rated games before"), default=0)
    start_peak = models.FloatField(_("highest published rating before"), null=True, blank=True)
    guest = models.BooleanField(_("guest (games kept, not rated)"), default=False)
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged_from", verbose_name=_("merged into")
    )
    # what tells a player from namesakes: a year, a club, an id; kept by the services with the names
    distinction = models.CharField(max_length=120, blank=True, editable=False, db_default="", default="")
    # as strangers see the player
    names = models.CharField(
        _("name on public pages"), max_length=6, choices=Naming, blank=True, default="", db_default=""
    )  # "": as the club has it
    search_engines = models.BooleanField(_("may be found by search engines"), default=True, db_default=True)
    listed = models.BooleanField(_("on public pages"), default=True, db_default=True)
    # the whole of it, where it is not the plain name; kept by the services with the names
    public_name = models.CharField(max_length=250, blank=True, editable=False, db_default="", default="")
    anonymised_at = models.DateTimeField(_("anonymised at"), null=True, blank=True, editable=False)
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name_key", "pk"]
        indexes = [
            models.Index(fields=["club", "name_key", "id"], name="player_by_name"),
            models.Index(fields=["club"], condition=Q(archived_at__isnull=False), name="player_put_away"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "fide_id"], condition=~Q(fide_id=""), name="player_fide_id_once"),
            models.CheckConstraint(
                condition=Q(birth_year__isnull=True) | Q(birth_year__range=(1800, 2200)), name="player_birth_year"
            ),
        ]

    def __str__(self):
        return self.label

    @property
    def label(self):
        """The name as the reader may see it, told apart from namesakes; for who is anonymised a number."""
        if self.anonymised_at is not None:
            return anonymous(self.pk)
        return shown_name(self.club_id, self.pk, self.name, self.distinction, self.public_name)

    @property
    def is_hidden(self):
        """Without a page that the reader could open, and found by nothing: a number in the tables of others."""
        return not self.listed and not sees_full_names(self.club_id)

    @property
    def goes_by_number(self):
        """No name is shown to the reader, and no other number by which to find it."""
        return self.public_name == BY_NUMBER and not sees_full_names(self.club_id)

    @property
    def order_key(self):
        """Where the name stands among names, as the reader sees it: numbers behind all of them."""
        return NUMBERS_LAST if self.goes_by_number else self.name_key

    def told(self, value):
        """What is known of the player besides the name, unless it would tell the reader who goes by a number."""
        return "" if self.goes_by_number else value

    @property
    def shown_title(self):
        return self.told(self.title)

    @property
    def shown_federation(self):
        return self.told(self.federation)

    @property
    def shown_affiliation(self):
        return self.told(self.affiliation)

    @property
    def shown_fide_id(self):
        """The FIDE id, unless it would tell the reader the name that is kept back."""
        return self.fide_id if not self.public_name or sees_full_names(self.club_id) else ""


class PlayerAlias(models.Model):
    """Another name under which files and people know a player."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="aliases", verbose_name=_("player"))
    name = models.CharField(pgettext_lazy("person", "name"), max_length=120)
    name_key = models.CharField(_("search key"), max_length=160, editable=False)

    class Meta:
        verbose_name = _("alias")
        verbose_name_plural = _("aliases")
        constraints = [models.UniqueConstraint(fields=["club", "name_key"], name="alias_once")]

    def __str__(self):
        return self.name


class PlayerNameQuerySet(models.QuerySet):
    def starting(self, word):
        """Words that start so: a range for the index, the prefix itself for exactness.

        The end of the range is set only where letters and digits alone decide it: there every
        collation of PostgreSQL agrees with SQLite's order.
        """
        found = self.filter(word__gte=word, word__startswith=word)
        stem = word.rstrip("z9")
        last = stem[-1:]
        if "a" <= last < "z" or "0" <= last < "9":
            found = found.filter(word__lt=stem[:-1] + chr(ord(last) + 1))
        return found


class PlayerName(models.Model):
    """One normalised word of a player's names: searched by range, so a prefix of any word finds."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="words")
    word = models.CharField(max_length=160)
    public = models.BooleanField(default=True, db_default=True)  # a word that strangers see

    objects = PlayerNameQuerySet.as_manager()

    class Meta:
        verbose_name = _("search word")
        verbose_name_plural = _("search words")
        indexes = [models.Index(fields=["club", "word", "player"], name="player_by_word")]
        constraints = [models.UniqueConstraint(fields=["player", "word"], name="player_word_once")]

    def __str__(self):
        return self.word


class Merge(models.Model):
    """Two records of one person became one; ``moved`` keeps the ids of what went over, so a split restores it."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    kept = models.ForeignKey(Player, models.PROTECT, related_name="+", verbose_name=_("kept"))
    absorbed = models.ForeignKey(Player, models.PROTECT, related_name="+", verbose_name=_("absorbed"))
    moved = models.JSONField(default=dict)
    reason = models.CharField(_("reason"), max_length=300)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    split_at = models.DateTimeField(_("split at"), null=True, blank=True)

    class Meta:
        verbose_name = _("merge")
        verbose_name_plural = _("merges")

    def __str__(self):
        return f"{self.absorbed} → {self.kept}"


class DifferentPeople(models.Model):
    """Two records that look like one person and are not: somebody looked. ``one`` has the lower id."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("different people")
        verbose_name_plural = _("different people")
        constraints = [models.UniqueConstraint(fields=["one", "other"], name="different_people_once")]

    def __str__(self):
        return f"{self.one} ≠ {self.other}"
