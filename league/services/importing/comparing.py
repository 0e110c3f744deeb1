"""Games of a file and of the league as they are compared: only by what the file says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from league.models import Game

from .planned import PlannedGame, PlannedGames
from .problems import ImportProblem

Content = tuple[Any, ...]


class Stored(NamedTuple):
    """A game of the league as it is compared."""

    id: int
    day: str
    time: str | None
    white: int
    black: int
    event: int
    round: int | None
    board: int | None
    outcome: str
    white_points: int | None
    black_points: int | None
    status: str
    reference: str
    weight: float
    white_k: float | None
    black_k: float | None
    neutral: bool


class Differing(NamedTuple):
    """A row that says something else than the game in its place."""

    game: PlannedGame
    stored: Stored

    @property
    def final(self) -> bool:
        """The game waits for a confirmation, and the row is final."""
        return self.stored.status == Game.Status.PENDING and self.game.row.status == Game.Status.FINAL

    @property
    def confirms(self) -> bool:
        """The row says what players reported: it is a confirmation, no correction."""
        game, stored = self.game, self.stored
        said = (game.white, game.black, *game.row.result)
        reported = (stored.white, stored.black, stored.outcome, stored.white_points, stored.black_points)
        return self.final and said == reported


@dataclass
class Matches:
    """What becomes of the games of a file."""

    new: PlannedGames = field(default_factory=PlannedGames)
    there: int = 0
    there_void: int = 0
    corrected_since: int = 0
    repeated: list[PlannedGame] = field(default_factory=list)
    alike: list[PlannedGame] = field(default_factory=list)
    differing: list[Differing] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)


class Comparison:
    """Which columns a file has, and so what of a game is compared: columns it lacks say nothing."""

    def __init__(self, columns: Iterable[str]) -> None:
        has = set(columns)
        self.time, self.event = "time" in has, "event" in has
        self.round, self.board, self.points = "round" in has, "board" in has, "points" in has
        self.factors, self.neutral = "factors" in has, "neutral" in has
        self.once_a_round = "once_a_round" in has  # two players meet at most once in a round

    def of_row(self, game: PlannedGame) -> Content:
        row = game.row
        outcome, white_points, black_points = row.result
        return (
            row.at.day, game.white, game.black, outcome,
            row.at.time if self.time else None, game.event if self.event else None,
            row.round if self.round else None, row.board if self.board else None,
            white_points if self.points else None, black_points if self.points else None,
        )  # fmt: skip

    def of_stored(self, game: Stored) -> Content:
        return (
            game.day, game.white, game.black, game.outcome,
            game.time if self.time else None, game.event if self.event else None,
            game.round if self.round else None, game.board if self.board else None,
            game.white_points if self.points else None, game.black_points if self.points else None,
        )  # fmt: skip

    def same_factors(self, game: PlannedGame, stored: Stored) -> bool:
        factors = (stored.white_k, stored.black_k, stored.weight)
        if self.factors and tuple(game.row.factors) != factors:
            return False
        return not self.neutral or game.row.neutral == bool(stored.neutral)


def place_of(game: PlannedGame) -> tuple[int, int, int] | None:
    """Event, round and board, where all three are known and the game is not void."""
    row = game.row
    if not game.event or row.round is None or row.board is None or row.status == Game.Status.VOID:
        return None
    return game.event, row.round, row.board


def told(game: PlannedGame, name_of: Callable[[int], str]) -> str:
    """A game of a file in a few words."""
    return f"{game.row.at.day} {name_of(game.white)} – {name_of(game.black)} {game.row.result.outcome}"
