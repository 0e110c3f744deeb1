"""Values that go into and come out of the rating kernel.

Everything here is a plain tuple: the kernel knows neither Django nor the clock, and a replay of a
million games builds a few million of these.

Units: ratings and deviations in rating points; days as proleptic Gregorian ordinals
(``date.toordinal()``); scores in halves (0 = lost, 1 = drawn, 2 = won) of the white player;
expected scores in [0, 1].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from .games import Correction as Correction
from .games import Day as Day
from .games import GameId as GameId
from .games import PlayerId as PlayerId
from .games import PooledResult as PooledResult
from .games import RatedGame as RatedGame
from .games import TimeControl as TimeControl

NO_GAMES: Mapping[int, int] = MappingProxyType({})


SEQUENTIAL = "sequential"
PERIOD = "period"


class Cause(StrEnum):
    """What made a row of the log; the order is the order of rows of one player on one day."""

    ENTRY = "entry"
    SEASON = "season"
    ADJUSTMENT = "adjustment"
    LIST = "list"  # the federation's list says otherwise (openings "external")
    GAME = "game"
    CORRECTION = "correction"
    PERIOD = "period"


class Reason(StrEnum):
    """Why a game moved nobody's rating. Empty: it was rated."""

    RATED = ""
    # decided by the facts alone
    VOID = "void"
    PENDING = "pending"
    FORFEIT = "forfeit"
    NOT_PLAYED = "not_played"
    TOO_SHORT = "too_short"  # fewer than one move by each player (FIDE B.02 5.1)
    UNRATED_EVENT = "unrated_event"
    GUEST = "guest"
    NO_PERIOD = "no_period"
    # decided by the rules and the ratings
    UNRATED_OPPONENT = "unrated_opponent"
    UNRATED_PLAYER = "unrated_player"  # counts towards the player's own first rating
    TIME_CONTROL = "time_control"
    GAP_600 = "gap_600"  # rapid/blitz: 600 points or more and a player above 2600
    MATCH_UNRATED = "match_unrated"  # a match with an unrated player (FIDE B.02 6)
    MATCH_DECIDED = "match_decided"  # played after the match was decided (FIDE B.02 6)


class Side(StrEnum):
    WHITE = "white"
    BLACK = "black"


class PlayerFacts(NamedTuple):
    """What is known of a player before the first game of the league."""

    player: PlayerId
    birth_year: int | None = None
    rating: float | None = None  # start rating brought along; None: the rules' initial rating
    deviation: float | None = None
    volatility: float | None = None
    games: int = 0  # rated games brought along
    peak: float | None = None  # highest published rating brought along
    k: float | None = None  # K-factor fixed for this player


class RatingState(NamedTuple):
    """Where a player stands between two batches; every log row carries one, so each is a checkpoint.

    ``rating`` None: unrated. ``peak``: the highest published rating so far (sequential: the
    highest reached). ``last``: day of the last batch that rated the player, 0 before the first.
    """

    rating: float | None
    deviation: float | None = None
    volatility: float | None = None
    games: int = 0
    peak: float | None = None
    last: Day = 0


class Period(NamedTuple):
    """A rating period: games rated from ``starts`` to ``ends`` inclusive."""

    period: int
    starts: Day
    ends: Day


class Batch(NamedTuple):
    """What one kernel step rates: the games of one period, or one game (``period`` None).

    ``corrections``: of games that earlier, published periods counted; they join the period's sum.
    ``again``: games of this batch that a published period counted with other players or terms -> what
    is added to the side of their rows, which have the cause "correction".
    """

    day: Day  # the game's day; of a period, its last day
    games: Sequence[RatedGame]
    period: Period | None = None
    corrections: Sequence[Correction] = ()
    again: Mapping[GameId, int] = NO_GAMES


class SeasonTurn(NamedTuple):
    """A season starts on ``day``: the rules' carry-over is applied to every rated player."""

    day: Day
    season: int


class Adjust(NamedTuple):
    """A rating set (``to``) or moved (``by``) by hand; exactly one of the two is given."""

    day: Day
    adjustment: int
    player: PlayerId
    to: float | None = None
    by: float | None = None


Step = Batch | SeasonTurn | Adjust


class Change(NamedTuple):
    """One row of the log. The order of the fields is the order of the table's columns.

    ``opening`` to ``volatility_after`` are None on rows that explain part of a batch without moving
    the rating themselves: the games of a period. There ``change`` is the game's unrounded part of
    the sum. ``own_rating`` is the rating used where it is not ``opening``.

    Rows of cause "correction" explain a part, too: ``ref`` is the game, ``side`` that of ``Correction``
    (2 more: the game is counted anew), ``halves`` the score now (None: it does not count any more),
    ``last`` the score counted until then (-1: none).
    """

    cause: str
    day: Day
    period: int | None
    ref: int  # id of the game, season or adjustment; 0 on entry and period rows
    side: int  # 0 white, 1 black; 0 on other rows
    player: PlayerId
    halves: int | None
    expected: float | None
    k: float | None
    own_rating: float | None
    opponent_rating: float | None
    opening: float | None
    change: float | None
    closing: float | None
    deviation: float | None
    deviation_after: float | None
    volatility: float | None
    volatility_after: float | None
    games: int  # rated games before this row
    peak: float | None  # before this row
    last: Day  # before this row
    reason: str = ""


class Line(NamedTuple):
    """One line of an explanation: a code that pages put into words, and the numbers in it."""

    code: str
    values: Mapping[str, Any]


class ParameterError(ValueError):
    """Parameters of a system that cannot be: says which, and what is accepted."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


RatingUsed = Callable[[PlayerId, Day], float | None]
States = Mapping[PlayerId, RatingState]
Players = Mapping[PlayerId, PlayerFacts]
Pools = Mapping[PlayerId, Sequence[PooledResult]]
Changes = Iterable[Change]


@dataclass(frozen=True)
class Rules:
    """A league's parameters, each set valid from a day on. ``sets`` is sorted by day, never empty."""

    sets: tuple[tuple[Day, Any], ...]

    def at(self, day: Day) -> Any:
        """The parameters valid on a day (before the first set: the first set)."""
        sets = self.sets
        valid = sets[0][1]
        if len(sets) == 1:
            return valid
        for start, parameters in sets:
            if start > day:
                break
            valid = parameters
        return valid


class Official(NamedTuple):
    """A line of a federation's list; ``k`` None: the list does not say."""

    rating: float | None
    k: float | None = None


OfficialRating = Callable[[PlayerId, Day], "Official | None"]


def unlisted(player: PlayerId, start: Day) -> None:
    """No federation's list is known here."""
    return


def unseeded(player: PlayerId, start: Day) -> None:
    """No other list seeds this league."""
    return


class World(NamedTuple):
    """What a system may look at while it rates a batch. It changes nothing in it.

    ``rating_used(player, start)``: the rating in force on the first day of a game's event; systems
    without lists ignore it and take the opening rating. ``pools``: results so far of players who
    are still unrated. ``calendar``: last days of all rating periods of the league, sorted (idle
    periods are counted in it). ``seeds(player, start)``: the standard rating in force on a day,
    for rapid and blitz lists. ``official(player, start)``: what a federation's list in force on a day says.
    """

    states: States
    players: Players
    rules: Rules
    rating_used: RatingUsed
    pools: Pools
    calendar: Sequence[Day] = ()
    seeds: RatingUsed = unseeded
    official: OfficialRating = unlisted
