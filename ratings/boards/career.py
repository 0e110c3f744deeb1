"""Everything a player's games say together: by side, against stronger and weaker, by event, streaks, best wins.

One query reads the rated games of the log; the rest is counting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from league.models import Event, League, Player
from ratings.kernel.performance import performance
from ratings.kernel.types import Cause
from ratings.ledger.standings import shown
from ratings.ledger.tally import COUNTED
from ratings.models import RatingChange

from .order import oldest_first
from .player import Point

BEST_WINS: Final = 5
MOST_EVENTS: Final = 40
GAME_NUMBERS: Final = (1, 10, 50, 100, 250, 500, 1000, 2000)
MOST_HUNDREDS: Final = 8
WON, DRAWN, LOST = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Played:
    """A rated game as the player saw it; ratings are those it was computed with (None: not rated then)."""

    day: date
    game: int
    white: bool
    halves: int
    opponent: int
    event: int | None
    expected: float | None
    own: float | None
    other: float | None
    change: float | None
    row: int


@dataclass(slots=True)
class Tally:
    """Results of some games; ``expected``: what the ratings foretold, of ``foretold`` of them."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    expected: float = 0.0
    foretold: int = 0

    def add(self, played: Played) -> None:
        self.games += 1
        self.wins += played.halves == WON
        self.draws += played.halves == DRAWN
        self.losses += played.halves == LOST
        if played.expected is not None:
            self.expected += played.expected
            self.foretold += 1

    @property
    def score(self) -> float:
        """Points a game, in [0, 1]."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0


@dataclass(slots=True)
class EventLine:
    """One event: points, average opponent, performance (table of B.02), what it brought."""

    event: Event
    tally: Tally = field(default_factory=Tally)
    opponents: list[int] = field(default_factory=list)
    halves: int = 0
    change: float = 0.0

    @property
    def average(self) -> int | None:
        return performance(self.opponents, self.halves).average if self.opponents else None

    @property
    def performance(self) -> int | None:
        return performance(self.opponents, self.halves).rating if self.opponents else None


@dataclass(frozen=True, slots=True)
class Streak:
    """A run of games: how many, from when to when; ``running``: it holds to this day."""

    kind: str  # wins, unbeaten, losses
    length: int
    first: date
    last: date
    running: bool


@dataclass(frozen=True, slots=True)
class Win:
    played: Played
    opponent: Player


@dataclass(frozen=True, slots=True)
class Milestone:
    """``kind``: game (the number-th rated game) or rating (for the first time at that hundred)."""

    day: date
    kind: str
    number: int


@dataclass(frozen=True, slots=True)
class Career:
    all: Tally
    white: Tally
    black: Tally
    stronger: Tally
    weaker: Tally
    equal: Tally
    average_opponent: float | None
    streaks: list[Streak]
    best_wins: list[Win]
    events: list[EventLine]
    milestones: list[Milestone]


def career(league: League, player: Player, points: Sequence[Point]) -> Career:
    """``points``: the line of the rating, oldest first (``player.trail``)."""
    games = list(_games(league, player))
    tallies = {name: Tally() for name in ("all", "white", "black", "stronger", "weaker", "equal")}
    for each in games:
        for name in ("all", "white" if each.white else "black", *_strength(each)):
            tallies[name].add(each)
    known = [each.other for each in games if each.other is not None]
    return Career(
        **tallies,
        average_opponent=sum(known) / len(known) if known else None,
        streaks=streaks(games),
        best_wins=_best_wins(games),
        events=_events(games),
        milestones=milestones(games, points),
    )


def _games(league: League, player: Player) -> Iterable[Played]:
    rows = RatingChange.objects.filter(league=league, player=player, cause=Cause.GAME, reason__in=COUNTED)
    columns = (
        "day", "ref", "side", "halves", "game__white", "game__black", "game__event", "expected", "own_rating",
        "opponent_rating", "change", "pk", "opening",
    )  # fmt: skip
    for day, ref, side, halves, white, black, event, expected, own, other, change, pk, opening in oldest_first(
        rows.filter(halves__isnull=False)
    ).values_list(*columns):
        is_white = side == 0
        opponent = black if is_white else white
        used = opening if own is None else own
        yield Played(day, ref, is_white, halves, opponent, event, expected, used, other, change, pk)


def _strength(played: Played) -> tuple[str, ...]:
    """By the numbers as people see them: whole ratings of the time."""
    own, other = shown(played.own), shown(played.other)
    if own is None or other is None:
        return ()
    return ("equal",) if own == other else ("stronger",) if other > own else ("weaker",)


def streaks(games: Sequence[Played]) -> list[Streak]:
    """The longest run of each kind (the first of equally long ones), and what runs now where it is another."""
    kinds = {"wins": {WON}, "unbeaten": {WON, DRAWN}, "losses": {LOST}}
    found = []
    for kind, wanted in kinds.items():
        runs = _runs(games, wanted)
        if not runs:
            continue
        longest = max(runs, key=len)
        running = runs[-1] if runs[-1][-1] is games[-1] else None
        for run in [longest] if running in (None, longest) else [longest, running]:
            if len(run) > 1 and run is not None:
                found.append(Streak(kind, len(run), run[0].day, run[-1].day, run is running))
    return found


def _runs(games: Sequence[Played], wanted: set[int]) -> list[list[Played]]:
    runs: list[list[Played]] = []
    inside = False
    for each in games:
        if each.halves in wanted:
            if inside:
                runs[-1].append(each)
            else:
                runs.append([each])
        inside = each.halves in wanted
    return runs


def _best_wins(games: Sequence[Played]) -> list[Win]:
    won = [each for each in games if each.halves == WON and each.other is not None]
    won.sort(key=lambda each: (-(each.other or 0), each.day, each.game))
    best = won[:BEST_WINS]
    players = Player.objects.in_bulk({each.opponent for each in best})
    return [Win(each, players[each.opponent]) for each in best]


def _events(games: Sequence[Played]) -> list[EventLine]:
    """The newest events first."""
    of_event: dict[int, list[Played]] = {}
    for each in games:
        if each.event is not None:
            of_event.setdefault(each.event, []).append(each)
    newest = sorted(of_event, key=lambda pk: (of_event[pk][-1].day, pk), reverse=True)[:MOST_EVENTS]
    events = Event.objects.in_bulk(newest)
    return [_event_line(events[pk], of_event[pk]) for pk in newest]


def _event_line(event: Event, games: Sequence[Played]) -> EventLine:
    line = EventLine(event)
    for each in games:
        line.tally.add(each)
        line.change += each.change or 0.0
        other = shown(each.other)
        if other is not None:
            line.opponents.append(other)
            line.halves += each.halves
    return line


def milestones(games: Sequence[Played], points: Sequence[Point]) -> list[Milestone]:
    """Round numbers of games, and hundreds reached for the first time, newest first."""
    found = [Milestone(games[n - 1].day, "game", n) for n in GAME_NUMBERS if n <= len(games)]
    hundreds: list[Milestone] = []
    top = shown(points[0].rating) if points else None
    for point in points[1:]:
        rating = shown(point.rating)
        if rating is None or top is None:
            continue
        reached = rating // 100 * 100
        if reached > top // 100 * 100:
            hundreds.append(Milestone(point.day, "rating", reached))
        top = max(top, rating)
    found += hundreds[-MOST_HUNDREDS:]
    return sorted(found, key=lambda each: (each.day, each.kind, each.number), reverse=True)
