"""Games as the kernel sees them: to be rated, kept for a first rating, counted otherwise now.

Units as in ``types``, through which everybody else imports these.
"""

from __future__ import annotations

from typing import NamedTuple

Day = int
PlayerId = int
GameId = int

# a game's place in a match of two players (FIDE B.02 6)
NO_MATCH, IN_MATCH, AFTER_DECISION = 0, 1, 2
NOT_TOLD = -1  # counted by a list before matches were told apart


class TimeControl(NamedTuple):
    """Rate of play of one game. ``first_control_moves`` 0: the base time is for all moves."""

    base_minutes: float
    increment_seconds: float
    first_control_moves: int = 0
    approved_fast: bool = False  # standard event approved by FIDE's QC in spite of its time control


class RatedGame(NamedTuple):
    """One game as the kernel sees it. Only games that the facts allow to be rated get here.

    ``start`` is the first day of the game's event (its own day without an event): rules and lists
    in force are those of that day. ``white_points``/``black_points`` are goals or points where
    the discipline has them (margin rules), else None. ``k_white``/``k_black`` replace the K-factor,
    ``weight`` multiplies it. ``match``: its place in a match, for systems that ask.
    """

    game: GameId
    day: Day
    start: Day
    white: PlayerId
    black: PlayerId
    halves: int
    weight: float = 1.0
    k_white: float | None = None
    k_black: float | None = None
    white_points: int | None = None
    black_points: int | None = None
    neutral: bool = False
    event: int = 0
    control: TimeControl | None = None
    match: int = NO_MATCH


class PooledResult(NamedTuple):
    """A game of a still unrated player against a rated opponent, kept for the first rating.

    ``period_end``: last day of the period that rated it (sequential: the game's day).
    ``start``: first day of the event; it tells which event was the first.
    """

    period_end: Day
    event: int
    game: GameId
    opponent_rating: float
    halves: int  # from the unrated player's side
    start: Day = 0


class Correction(NamedTuple):
    """One side of a game that a published list has counted, and that counts otherwise now.

    ``was``: the score counted so far in halves of this player, ``now``: the one to count (None: not at
    all). ``expected``, ``k`` and the ratings are those used when the game was rated; ``reason``: why
    this side was not. ``side``: 0 white, 1 black, plus 4 for each correction published before.
    """

    game: GameId
    side: int
    player: PlayerId
    was: int | None
    now: int | None
    expected: float | None
    k: float | None
    own_rating: float | None
    opponent_rating: float | None
    reason: str = ""
