"""What a board is about: whose games, who counts as active, which list is in force, what is open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import BigIntegerField, ExpressionWrapper, F, Q, QuerySet

from league.models import PLAYED, Event, Game, League, RatingPeriod
from ratings.facts.closing import events_between, rated_between
from ratings.kernel.fide.activity import year_before
from ratings.models import Rating, RatingList

OFFERED = 24  # lists that a board offers to open
# A game's league as a sum, which no index serves: a database without statistics would go through all games of the
# league to find those of a player.
NO_INDEX = ExpressionWrapper(F("league_id") + 0, BigIntegerField())


def places_of(league: League) -> int:
    """Decimals that say all a reader wants of this league's ratings: none where the rules keep whole numbers."""
    if league.system == League.System.FIDE:
        return 0 if league.mode == League.Mode.PERIOD else 2
    if league.system == League.System.ELO:
        rules = league.rules.order_by("-valid_from").values_list("parameters", flat=True).first() or {}
        return 0 if rules.get("rounding") == "integer" else 1
    return 1


def as_day(told: date | str) -> date:
    """A day as a database tells it to a query of our own: SQLite keeps texts."""
    return told if isinstance(told, date) else date.fromisoformat(told)


def games_of(league: League) -> QuerySet[Game]:
    """The games a league rates: its own, or those of the league it follows."""
    return Game.objects.filter(league_id=league.games_from_id or league.pk)


def games_with(league: League, *players: int) -> QuerySet[Game]:
    """The league's games of any of these players, looked up by them."""
    games = Game.objects.alias(source=NO_INDEX).filter(source=league.games_from_id or league.pk)
    return games.filter(Q(white__in=players) | Q(black__in=players))


def games_rated_in(league: League, period: RatingPeriod, *players: int) -> QuerySet[Game]:
    """The games that a period rates, of all or of these players: of events that belong to it, and those of its days."""
    days = (period.starts_on, period.ends_on)
    if players:
        return games_with(league, *players).filter(rated_between(league, *days))
    source = league.games_from_id or league.pk  # in each half: each goes along an index of its own
    events = Event.objects.filter(events_between(league, *days), league=source)
    by_day = Q(league=source, played_on__range=days) & (Q(event=None) | Q(event__rated_by_game=True))
    return Game.objects.filter(by_day | Q(event__in=events.values("pk")))


def last_day(league: League) -> date | None:
    """The day of the league's newest final game."""
    games = games_of(league).filter(status=Game.Status.FINAL).order_by("-played_on")
    return games.values_list("played_on", flat=True).first()


def active_since(league: League, newest: date | None) -> date | None:
    """Who played on this day or later is active (FIDE B.02 7.2.2): a year before the league's newest game.

    Measured from the league's own last game, so that a historic or resting league has active players.
    """
    return date.fromordinal(year_before(newest.toordinal())) if newest else None


def active(since: date | None) -> Q:
    """Played on this day or later, and still in the club."""
    return Q(last_played__gte=since or date.min, player__archived_at__isnull=True)


def is_active(rating: Rating, since: date | None) -> bool:
    """The same, asked of a row with its player."""
    played = rating.last_played is not None and (since is None or rating.last_played >= since)
    return played and rating.player.archived_at is None


def rated(league: League) -> QuerySet[Rating]:
    """Players with a rating, best first, along the index ``rating_board``. No NULL can come first."""
    return Rating.objects.filter(league=league, shown__isnull=False).order_by("-shown", "player_id")


@dataclass(frozen=True)
class Lists:
    """The published lists and periods that a board is measured by.

    ``published``: the newest lists, to choose from; ``current``: the newest of all; ``reference``: the
    list that arrows compare with, which is the one before the current where nothing newer than the
    current is shown (else every arrow would say "no change" right after publication); ``running``: the
    first open period, ``running_games`` its games so far; ``later_games`` those of the open periods after it, which
    move live ratings, too; ``open_days``: the first and the last day of the open ones; ``closed``: the newest closed
    period.
    """

    published: list[RatingList]
    current: RatingList | None
    reference: RatingList | None
    running: RatingPeriod | None
    running_games: int = 0
    closed: RatingPeriod | None = None
    later_games: int = 0
    open_days: tuple[date, date] | None = None

    @property
    def live(self) -> bool:
        """Results of open periods move live ratings already."""
        return self.running_games + self.later_games > 0

    @property
    def awaits_publication(self) -> bool:
        """The newest closed period has no published list yet."""
        return self.closed is not None and (self.current is None or self.current.period_id != self.closed.pk)


def lists_of(league: League, newest: date | None) -> Lists:
    """The lists by which a league's board is measured (at most five queries)."""
    published = list(RatingList.objects.filter(league=league).select_related("period").order_by("-dated")[:OFFERED])
    current, previous = (*published, None, None)[:2]
    if league.mode == League.Mode.SEQUENTIAL:
        moved_on = current is not None and newest is not None and newest > current.period.ends_on
        return Lists(published, current, current if moved_on else previous, None)
    periods = RatingPeriod.objects.filter(league=league)
    still_open = list(periods.filter(status=RatingPeriod.Status.OPEN).order_by("starts_on"))
    running = still_open[0] if still_open else None
    now = _games_in(league, still_open[:1])
    later = _games_in(league, still_open[1:])
    closed = periods.exclude(status=RatingPeriod.Status.OPEN).order_by("-starts_on").first()
    fresh = current is not None and (closed is None or closed.pk == current.period_id)
    days = (still_open[0].starts_on, still_open[-1].ends_on) if still_open else None
    return Lists(published, current, previous if fresh else current, running, now, closed, later, days)


def _games_in(league: League, periods: list[RatingPeriod]) -> int:
    """Played games of periods that follow each other."""
    if not periods:
        return 0
    whole = RatingPeriod(starts_on=periods[0].starts_on, ends_on=periods[-1].ends_on)
    return games_rated_in(league, whole).filter(status=Game.Status.FINAL, outcome__in=PLAYED).count()
