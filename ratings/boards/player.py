"""One player in one league: standing, every change, the line of the rating, results by opponent."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import connection
from django.db.models import Q, QuerySet

from league.models import PLAYED, Game, League, Player, RatingPeriod
from ratings.facts.rated import excluded_by_facts
from ratings.kernel.types import Cause
from ratings.models import Rating, RatingChange, RatingListEntry

from .foreseen import games_so_far
from .ladder import ladder
from .order import OLDEST_FIRST_SQL, by_period, newest_first, oldest_first
from .revised import differing_games
from .scope import active_since, as_day, games_rated_in, games_with, is_active, last_day


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
    corrected = differing_games(league, player)
    points: list[Point] = []
    marks: dict[date, list[str]] = defaultdict(list)
    for day, closing, deviation, cause, ref, opening, before in _trail_rows(league, player, since):
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


def _trail_rows(league: League, player: Player, since: date | None) -> Iterator[tuple]:
    """A thousand rows of a log, without what the ORM does to each of them."""
    sql = f"""
        SELECT c.day, c.closing, c.deviation_after, c.cause, c.ref, c.opening, c.deviation
          FROM ratings_ratingchange c
         WHERE c.player_id = %s AND c.league_id = %s {"AND c.day >= %s" if since else ""}
         ORDER BY {OLDEST_FIRST_SQL}"""
    with connection.cursor() as cursor:
        cursor.execute(sql, [player.pk, league.pk, *([since.isoformat()] if since else [])])
        for day, *others in cursor.fetchall():
            yield as_day(day), *others


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
    """The points with their marks: those of a day on its last point, those of days without a point, which a period
    rates together, on the point that the period makes. Corrections of a point are one mark, each adjustment is one."""
    days = [p.day for p in points]
    found: dict[int, list[str]] = defaultdict(list)
    for day, causes in marks.items():
        place = bisect_left(days, day)
        if place < len(days):
            found[bisect_right(days, days[place]) - 1] += map(str, causes)
    return [replace(p, marks=_each_adjustment(found[n])) if n in found else p for n, p in enumerate(points)]


def _each_adjustment(causes: list[str]) -> tuple[str, ...]:
    corrected = [Cause.CORRECTION.value] if Cause.CORRECTION in causes else []
    return (*corrected, *(cause for cause in causes if cause == Cause.ADJUSTMENT))


def _games_with(league: League, player: Player) -> QuerySet[Game]:
    games = games_with(league, player.pk)
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
    out = ~Q(status=Game.Status.FINAL) | ~Q(outcome__in=PLAYED) | Q(event__rated=False)
    games = _games_with(league, player).filter(out | Q(white__guest=True) | Q(black__guest=True))
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


def open_periods(league: League) -> list[RatingPeriod]:
    """The first open periods in their order; none in a league that rates game by game."""
    if league.mode != League.Mode.PERIOD:
        return []
    found = RatingPeriod.objects.filter(league=league, status=RatingPeriod.Status.OPEN).order_by("starts_on")
    return list(found[: OPEN_PERIODS + 1])


def running_period(league: League, player: Player, still_open: Sequence[RatingPeriod]) -> RatingPeriod | None:
    """The first of the open periods that has a game of the player, else the first of all."""
    with_games = (each for each in still_open[:OPEN_PERIODS] if games_rated_in(league, each, player.pk).exists())
    return next(with_games, still_open[0] if still_open else None)


def plays_later(
    league: League, player: Player, period: RatingPeriod | None, still_open: Sequence[RatingPeriod]
) -> bool:
    """Has the player games in the open period after this one, too? The live rating counts them as well."""
    later = [each for each in still_open if period is not None and each.starts_on > period.ends_on][:1]
    return any(games_rated_in(league, each, player.pk).exists() for each in later)


def running_games(league: League, player: Player, period: RatingPeriod | None) -> list[Running]:
    """The player's games of the open period, which its closing will rate."""
    if period is None:
        return []
    games = games_rated_in(league, period, player.pk)
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


def opponents(league: League, player: Player, first: int | None = None) -> list[Opponent]:
    """Results by opponent, most games first (``first``: only so many). Played games only: forfeits, byes, void
    ones are no meetings."""
    met = _meetings(league, player)
    if first is not None and len(met) > first:
        least = sorted((games for _other, games, *_results in met), reverse=True)[first - 1]
        met = [each for each in met if each[1] >= least]
    found = {other: Opponent(Player(pk=other), None, *tally) for other, *tally in met}
    ratings = Rating.objects.filter(league=league, player__in=found).select_related("player")
    for rating in ratings:
        found[rating.player_id].rating = rating
        found[rating.player_id].player = rating.player
    _name_the_rest(found)
    return sorted(found.values(), key=lambda o: (-o.games, o.player.order_key, o.player.pk))[:first]


def _name_the_rest(found: dict[int, Opponent]) -> None:
    """Opponents without a rating in this league (guests)."""
    nameless = [key for key, tally in found.items() if tally.rating is None]
    for key, other in Player.objects.in_bulk(nameless).items() if nameless else ():
        found[key].player = other


# +: the games of the player are looked up, not those of the league.
_MEETINGS = """
SELECT m.other, COUNT(*), COUNT(CASE m.halves WHEN 2 THEN 1 END), COUNT(CASE m.halves WHEN 1 THEN 1 END),
       COUNT(CASE m.halves WHEN 0 THEN 1 END), MAX(m.played_on)
  FROM (SELECT black_id AS other, white_halves AS halves, played_on FROM league_game
         WHERE white_id = %s AND +league_id = %s AND status = %s AND outcome IN ({marks})
         UNION ALL
        SELECT white_id, black_halves, played_on FROM league_game
         WHERE black_id = %s AND +league_id = %s AND status = %s AND outcome IN ({marks})) m
 GROUP BY m.other
"""


def _meetings(league: League, player: Player) -> list[tuple[int, int, int, int, int, date]]:
    """(opponent, games, won, drawn, lost, last day)."""
    played = [outcome.value for outcome in PLAYED]
    side = [player.pk, league.games_from_id or league.pk, Game.Status.FINAL.value, *played]
    with connection.cursor() as cursor:
        cursor.execute(_MEETINGS.format(marks=", ".join(["%s"] * len(played))), [*side, *side])
        return [(*numbers, as_day(last)) for *numbers, last in cursor.fetchall()]
