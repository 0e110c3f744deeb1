"""What was played: events, games, byes, and every earlier version of a game."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .imports import ImportBatch
from .people import Player
from .rules import League, Season


class Outcome(models.TextChoices):
    """How a game ended. ``PLAYED`` is rated; the rest only counts for points."""

    WHITE_WINS = "1-0", "1–0"
    DRAW = "=", "½–½"
    BLACK_WINS = "0-1", "0–1"
    WHITE_FORFEITS_TO = "+-", _("+ – − (black did not appear)")
    BLACK_FORFEITS_TO = "-+", _("− – + (white did not appear)")
    BOTH_FORFEIT = "--", _("− – − (nobody appeared)")
    SHORT_WHITE_WINS = "W", _("1–0, less than one move played")
    SHORT_DRAW = "D", _("½–½, less than one move played")
    SHORT_BLACK_WINS = "L", _("0–1, less than one move played")


# outcome -> (white, black) in halves; the database checks the same pairs
OUTCOME_HALVES = {
    Outcome.WHITE_WINS: (2, 0),
    Outcome.DRAW: (1, 1),
    Outcome.BLACK_WINS: (0, 2),
    Outcome.WHITE_FORFEITS_TO: (2, 0),
    Outcome.BLACK_FORFEITS_TO: (0, 2),
    Outcome.BOTH_FORFEIT: (0, 0),
    Outcome.SHORT_WHITE_WINS: (2, 0),
    Outcome.SHORT_DRAW: (1, 1),
    Outcome.SHORT_BLACK_WINS: (0, 2),
}
PLAYED = (Outcome.WHITE_WINS, Outcome.DRAW, Outcome.BLACK_WINS)
FORFEITS = (Outcome.WHITE_FORFEITS_TO, Outcome.BLACK_FORFEITS_TO, Outcome.BOTH_FORFEIT)
TOO_SHORT = (Outcome.SHORT_WHITE_WINS, Outcome.SHORT_DRAW, Outcome.SHORT_BLACK_WINS)


class Event(models.Model):
    """A tournament, match or evening. ``rated_by_game``: games count in the period of their own
    day (events of more than 30 days), else all in the period in which the event ends. ``official``: the closing
    date of a list does not concern it. ``championship``: what B.01 1.4.1b makes an exception for.

    ``rounds``: how many are planned; of a match, the games it is over, and FIDE lists do not rate those after its
    decision unless ``rated_after_decision`` (agreed beforehand). ``tiebreaks``: codes of ``ratings.kernel.standings``
    in their order, with blanks between; empty: those that its kind has.
    """

    class Kind(models.TextChoices):
        FREE = "free", _("free rounds")
        ROBIN = "robin", _("round robin")
        DOUBLE = "double", _("double round robin")
        SWISS = "swiss", _("Swiss system")
        LADDER = "ladder", _("ladder evening")
        MATCH = "match", _("match")

    class Championship(models.TextChoices):  # the words of ``ratings.kernel.norm_games``
        ORDINARY = "ordinary", _("any tournament: 9 games")
        TEAM = "team", _("world or continental championship of teams or clubs: 7 games")
        CUP = "cup", _("World Cup: 8 games, which count as 9")

    league = models.ForeignKey(League, models.PROTECT, related_name="events", verbose_name=_("league"))
    name = models.CharField(_("name"), max_length=160)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.FREE, db_default=Kind.FREE)
    rounds = models.PositiveSmallIntegerField(_("number of rounds"), null=True, blank=True)
    tiebreaks = models.CharField(_("tie-breaks"), max_length=80, blank=True, default="", db_default="")
    site = models.CharField(_("place"), max_length=120, blank=True)
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="events", verbose_name=_("season")
    )
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    rated = models.BooleanField(pgettext_lazy("event", "rated"), default=True)
    rated_by_game = models.BooleanField(_("rated month by month"), default=False)
    rated_after_decision = models.BooleanField(
        _("match of which all games are rated, as agreed beforehand"), default=False, db_default=False
    )
    official = models.BooleanField(_("official FIDE event: may end on the last day"), default=False, db_default=False)
    championship = models.CharField(
        _("games that a title norm needs"), max_length=10, choices=Championship.choices,
        default=Championship.ORDINARY, db_default=Championship.ORDINARY,
    )  # fmt: skip
    base_minutes = models.FloatField(_("minutes per player"), null=True, blank=True, validators=[MinValueValidator(0)])
    increment_seconds = models.FloatField(_("seconds per move"), default=0, validators=[MinValueValidator(0)])
    first_control_moves = models.PositiveSmallIntegerField(_("moves of the first time control"), default=0)
    approved_fast = models.BooleanField(_("approved as standard in spite of its time control"), default=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True, editable=False)  # entered by mistake

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-starts_on", "-pk"]
        indexes = [models.Index(fields=["league", "starts_on"], name="event_by_day")]
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="event_days_in_order"),
            models.CheckConstraint(
                condition=Q(kind="match") | Q(rated_after_decision=False), name="event_agreed_match"
            ),
        ]

    def __str__(self):
        return self.name


class EventEntry(models.Model):
    """A player in an event, with title, federation and rating as they were then."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries", verbose_name=_("event"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="event_entries", verbose_name=_("player"))
    number = models.PositiveIntegerField(_("starting number"), null=True, blank=True)
    rating = models.FloatField(_("rating"), null=True, blank=True)
    title = models.CharField(_("title"), max_length=4, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("plays from round"), null=True, blank=True)
    withdrawn_from = models.PositiveSmallIntegerField(_("withdrawn from round"), null=True, blank=True)

    class Meta:
        verbose_name = _("event entry")
        verbose_name_plural = _("event entries")
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_entry_once")]

    def __str__(self):
        return f"{self.player} · {self.event}"

    @property
    def shown_title(self):
        return self.player.told(self.title)

    @property
    def shown_federation(self):
        return self.player.told(self.federation)


def _outcome_matches_halves():
    condition = Q()
    for outcome, (white, black) in OUTCOME_HALVES.items():
        condition |= Q(outcome=outcome.value, white_halves=white, black_halves=black)
    return condition


class Game(models.Model):
    """One game: who, when, how it ended. Never deleted once entered, only voided."""

    class Status(models.TextChoices):
        FINAL = "final", pgettext_lazy("game", "final")
        PENDING = "pending", pgettext_lazy("game", "pending")
        VOID = "void", pgettext_lazy("game", "void")

    league = models.ForeignKey(
        League, models.PROTECT, related_name="games", db_index=False, verbose_name=_("league")
    )  # game_by_day serves, and gives the order of play with it
    event = models.ForeignKey(
        Event, models.PROTECT, null=True, blank=True, related_name="games", verbose_name=_("event")
    )
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    played_on = models.DateField(_("date"))
    played_at = models.TimeField(_("time"), null=True, blank=True)
    white = models.ForeignKey(Player, models.PROTECT, related_name="games_as_white", verbose_name=_("White"))
    black = models.ForeignKey(Player, models.PROTECT, related_name="games_as_black", verbose_name=_("Black"))
    outcome = models.CharField(_("result"), max_length=3, choices=Outcome.choices)
    white_halves = models.PositiveSmallIntegerField(_("White's score in halves"), editable=False)
    black_halves = models.PositiveSmallIntegerField(_("Black's score in halves"), editable=False)
    white_points = models.IntegerField(_("White's points or goals"), null=True, blank=True)
    black_points = models.IntegerField(_("Black's points or goals"), null=True, blank=True)
    weight = models.FloatField(_("weight"), default=1.0)
    white_k = models.FloatField(_("K for White"), null=True, blank=True)
    black_k = models.FloatField(_("K for Black"), null=True, blank=True)
    neutral = models.BooleanField(_("neutral ground"), default=False)
    status = models.CharField(_("status"), max_length=7, choices=Status.choices, default=Status.FINAL)
    reference = models.CharField(_("id in the source"), max_length=60, blank=True)
    batch = models.ForeignKey(
        ImportBatch, models.PROTECT, null=True, blank=True, related_name="games", verbose_name=_("import")
    )
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("entered by")
    )
    entered_at = models.DateTimeField(_("entered at"), auto_now_add=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-played_on", "-pk"]
        indexes = [
            models.Index(fields=["league", "played_on"], name="game_by_day"),
            models.Index(fields=["league", "reference"], condition=~Q(reference=""), name="game_by_reference"),
            models.Index(fields=["league", "-id"], condition=Q(batch=None), name="game_by_entry"),  # entered by hand
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(white=F("black")), name="game_two_players"),
            models.CheckConstraint(condition=_outcome_matches_halves(), name="game_outcome_halves"),
            models.CheckConstraint(condition=Q(weight__gte=0), name="game_weight_not_negative"),
            models.UniqueConstraint(
                fields=["event", "round", "board"],
                condition=Q(round__isnull=False, board__isnull=False) & ~Q(status="void"),
                name="game_once_a_board",
            ),
        ]

    def __str__(self):
        return f"{self.white} – {self.black} {self.get_outcome_display()}"


class Bye(models.Model):
    """A round without an opponent: points for the standings, never rated."""

    class Kind(models.TextChoices):
        HALF = "H", _("half-point bye")
        FULL = "F", _("full-point bye")
        ALLOCATED = "U", _("pairing-allocated bye")
        ZERO = "Z", _("absent")

    event = models.ForeignKey(Event, models.PROTECT, related_name="byes", verbose_name=_("event"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="byes", verbose_name=_("player"))
    round = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=1, choices=Kind.choices)
    halves = models.PositiveSmallIntegerField(_("points in halves"))

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        constraints = [models.UniqueConstraint(fields=["event", "player", "round"], name="bye_once_a_round")]

    def __str__(self):
        return f"{self.player} · {self.get_kind_display()}"


class GameRevision(models.Model):
    """What a game said before and after a change, who made it and why. Never changed afterwards."""

    class Action(models.TextChoices):
        RECORD = "record", _("recorded")
        CORRECT = "correct", _("corrected")
        VOID = "void", _("voided")
        RESTORE = "restore", _("restored")

    game = models.ForeignKey(Game, models.PROTECT, related_name="revisions", verbose_name=_("game"))
    action = models.CharField(_("action"), max_length=10, choices=Action.choices)
    old = models.JSONField(_("old values"), default=dict)
    new = models.JSONField(_("new values"), default=dict)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("game revision")
        verbose_name_plural = _("game revisions")
        ordering = ["-made_at", "-pk"]

    def __str__(self):
        return f"{self.get_action_display()} {self.made_at:%Y-%m-%d %H:%M}"
