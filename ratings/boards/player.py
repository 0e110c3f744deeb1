"""One player in one league: standing, every change, the line of the rating, results by opponent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Count, Max, Q, QuerySet

from league.models import PLAYED, Game, GameRevision, League, Player, RatingPeriod
from ratings.facts.rated import excluded_by_facts
from ratings.kernel.types import Cause
from ratings.models import Rating, RatingChange, RatingListEntry

from .foreseen import games_so_far
from .ladder import ladder
from .order import by_period, newest_first, oldest_first
from .scope import active_since, games_of, games_rated_in, is_active, last_day


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's standing: rank among the active players (None: not ranked), and of how many."""

    rating: Rating
    rank: int | None
    ranked: int
    active: bool


def profile(league: League, player_id: int) -> Profile | None:
    """Where a player of this league stands; None: nobody here, or nobody whom the reader may look at."""
    standing = Rating.objects.filter(league=league, player=player_id, player__merged_into=None)
    rating = standing.select_related("player").first()
    if rating is None or rating.player.is_hidden:
        return None
    since = active_since(league, last_day(league))
    if rating.shown is None or not is_active(rating, since):
        return Profile(rating, None, 0, is_active(rating, since))
    steps = ladder(league, since)
    return Profile(rating, steps.rank(rating.shown), steps.total, True)


def history(league: League, player: Player) -> QuerySet[RatingChange]:
    """Every row of the log about a player, newest first; per period under each period's own row."""
    rows = RatingChange.objects.filter(league=league, player=player).select_related("period")
    return by_period(rows) if league.mode == League.Mode.PERIOD else newest_first(rows)


@dataclass(frozen=True, slots=True)
class Point:
    """Where the rating stood after a day. ``marks``: causes of a mark in the chart."""

    day: date
    rating: float
    deviation: float | None = None
    marks: tuple[str, ...] = ()


def trail(league: League, player: Player, since: date | None = None) -> list[Point]:
    """The player's rating after each day on which it was touched, oldest first."""
    rows = RatingChange.objects.filter(league=league, player=player)
    if since:
        rows = rows.filter(day__gte=since)
    columns = ("day", "closing", "deviation_after", "cause", "ref", "opening", "deviation")
    corrected = _corrected_games(league, player)
    points: list[Point] = []
    marks: dict[date, list[str]] = defaultdict(list)
    for day, closing, deviation, cause, ref, opening, before in oldest_first(rows).values_list(*columns):
        if cause == Cause.ADJUSTMENT or cause == Cause.CORRECTION:
            marks[day].append(cause)
        elif cause == Cause.GAME and ref in corrected:
            marks[day].append(Cause.CORRECTION)
        if closing is None:
            continue
        if not points and opening is not None and opening != closing:
            points.append(Point(day, opening, before))
        if len(points) > 1 and points[-1].day == day:
            points.pop()
        points.append(Point(day, closing, deviation))
    return _marked(points, marks)


def trails(leagues: Sequence[League], player: Player) -> dict[int, list[Point]]:
    """The lines of several leagues by their ids, without marks: one query for all of them."""
    rows = RatingChange.objects.filter(league__in=[each.pk for each in leagues], player=player, closing__isnull=False)
    found: dict[int, list[Point]] = defaultdict(list)
    for league, day, closing in oldest_first(rows).values_list("league", "day", "closing"):
        points = found[league]
        if points and points[-1].day == day:
            points.pop()
        points.append(Point(day, closing))
    return found


def published(league: League, player: Player) -> list[tuple[date, int]]:
    """The numbers on published lists, oldest first."""
    entries = RatingListEntry.objects.filter(player=player, list__league=league).order_by("list__dated")
    return list(entries.values_list("list__dated", "rating"))


def elsewhere(league: League, player: Player) -> list[Rating]:
    """The player's ratings in the other leagues of the club."""
    other = Rating.objects.filter(player=player, league__archived_at=None, shown__isnull=False).exclude(league=league)
    found = list(other.select_related("league").order_by("league__name", "pk"))
    for rating in found:
        rating.player, rating.league.club = player, league.club
    return found


def _marked(points: list[Point], marks: dict[date, list[str]]) -> list[Point]:
    """The points with the marks of their day, on the last point of the day."""
    left = dict(marks)
    newest_first = [replace(p, marks=tuple(dict.fromkeys(map(str, left.pop(p.day, ()))))) for p in reversed(points)]
    return newest_first[::-1]


def _corrected_games(league: League, player: Player) -> set[int]:
    theirs = Q(game__white=player) | Q(game__black=player)
    changes = GameRevision.objects.filter(theirs, game__league_id=league.games_from_id or league.pk)
    return set(changes.exclude(action=GameRevision.Action.RECORD).values_list("game", flat=True))


def _games_with(league: League, player: Player) -> QuerySet[Game]:
    games = games_of(league).filter(Q(white=player) | Q(black=player))
    return games.select_related("event", "white", "black").order_by("-played_on", "-pk")


@dataclass(frozen=True, slots=True)
class WithReason:
    """A game that moved nobody's rating, and why (a ``kernel.types.Reason``)."""

    game: Game
    opponent: Player
    white: bool
    reason: str


def not_counted(league: League, player: Player, limit: int = 50) -> list[WithReason]:
    """The newest games that the facts keep from being rated: forfeits, pending, void, unrated events."""
    plain = Q(status=Game.Status.FINAL, outcome__in=PLAYED, white__guest=False, black__guest=False)
    counted = plain & (Q(event__isnull=True) | Q(event__rated=True))
    games = _games_with(league, player).exclude(pk__in=_games_with(league, player).filter(counted).values("pk"))
    return [
        WithReason(g, g.black if g.white_id == player.pk else g.white, g.white_id == player.pk, excluded_by_facts(g))
        for g in games[:limit]
    ]


@dataclass(frozen=True, slots=True)
class Running:
    """A game of an open period. ``change``: its part of the sum as it would be now; ``reason``: why it has none."""

    game: Game
    change: float | None
    reason: str


OPEN_PERIODS = 3  # looked at for a player's games; who plays further ahead waits


def running_period(league: League, player: Player) -> RatingPeriod | None:
    """The first of the open periods that has a game of the player, else the first of all."""
    found = RatingPeriod.objects.filter(league=league, status=RatingPeriod.Status.OPEN).order_by("starts_on")
    periods = list(found[:OPEN_PERIODS])
    theirs = Q(white=player) | Q(black=player)
    with_games = (each for each in periods if games_rated_in(league, each).filter(theirs).exists())
    return next(with_games, periods[0] if periods else None)


def plays_later(league: League, player: Player, period: RatingPeriod | None) -> bool:
    """Has the player games in an open period after this one, too? The live rating counts them as well."""
    if period is None:
        return False
    later = RatingPeriod.objects.filter(
        league=league, status=RatingPeriod.Status.OPEN, starts_on__gt=period.ends_on
    ).order_by("starts_on")[:1]
    theirs = Q(white=player) | Q(black=player)
    return any(games_rated_in(league, each).filter(theirs).exists() for each in later)


def running_games(league: League, player: Player, period: RatingPeriod | None) -> list[Running]:
    """The player's games of the open period, which its closing will rate."""
    if period is None:
        return []
    games = games_rated_in(league, period).filter(Q(white=player) | Q(black=player))
    games = games.select_related("event", "white", "black").order_by("-played_on", "-pk")
    found = list(games.filter(status=Game.Status.FINAL, outcome__in=PLAYED)[:100])
    rows = {ref: row for (ref, _), row in games_so_far(league, {player.pk}).items()} if found else {}
    return [
        Running(game, row.change if row and not row.reason else None, row.reason if row else "")
        for game in found
        for row in (rows.get(game.pk),)
    ]


@dataclass(slots=True)
class Opponent:
    """Results against one opponent, forfeits left out."""

    player: Player
    rating: Rating | None = None
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    last: date | None = None

    @property
    def halves(self) -> int:
        return 2 * self.wins + self.draws


def opponents(league: League, player: Player) -> list[Opponent]:
    """Results by opponent, most games first. Played games only: forfeits, byes, void ones are no meetings."""
    found: dict[int, Opponent] = {}
    for other, won, drawn, lost, last in _meetings(league, player):
        tally = found.setdefault(other, Opponent(Player(pk=other)))
        tally.wins += won
        tally.draws += drawn
        tally.losses += lost
        tally.games += won + drawn + lost
        tally.last = max(filter(None, (tally.last, last)))
    ratings = Rating.objects.filter(league=league, player__in=found).select_related("player")
    for rating in ratings:
        found[rating.player_id].rating = rating
        found[rating.player_id].player = rating.player
    _name_the_rest(found)
    return sorted(found.values(), key=lambda o: (-o.games, o.player.name_key, o.player.pk))


def _name_the_rest(found: dict[int, Opponent]) -> None:
    """Opponents without a rating in this league (guests)."""
    nameless = [key for key, tally in found.items() if tally.rating is None]
    for key, other in Player.objects.in_bulk(nameless).items() if nameless else ():
        found[key].player = other


def _meetings(league: League, player: Player) -> Iterator[tuple[int, int, int, int, date]]:
    """(opponent, won, drawn, lost, last day), once for each colour."""
    games = games_of(league).filter(status=Game.Status.FINAL, outcome__in=PLAYED)
    for own, other, mine in (("white", "black", "white_halves"), ("black", "white", "black_halves")):
        yield from (
            games.filter(**{own: player})
            .order_by()
            .values(other)
            .annotate(
                won=Count("pk", filter=Q(**{mine: 2})),
                drawn=Count("pk", filter=Q(**{mine: 1})),
                lost=Count("pk", filter=Q(**{mine: 0})),
                last=Max("played_on"),
            )
            .values_list(other, "won", "drawn", "lost", "last")
        )
