"""Primary keys of the log, computed from what a row is about.

63 bits: league (18) | kind (2) | payload (43). A replay finds the stored row of a game side without
an index, the rows of one period or season are one range of keys, and a league's log lies together.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from ratings.kernel.types import Cause, Change, Day

KIND_SHIFT: Final = 43
LEAGUE_SHIFT: Final = 45
PLAYER_BITS: Final = 26
DAY_ZERO: Final = date(1800, 1, 1).toordinal()
LAST_DAY: Final = DAY_ZERO + (1 << 17) - 1  # in the year 2158
GAME, PERIOD, SEASON, OTHER = range(4)
_ADJUSTMENT, _ENTRY, _CORRECTION = range(3)


def _key(league: int, kind: int, payload: int) -> int:
    if not (0 < league < 1 << 18 and 0 <= payload < 1 << KIND_SHIFT):
        raise OverflowError(f"no log key for league {league}, kind {kind}, payload {payload}")
    return league << LEAGUE_SHIFT | kind << KIND_SHIFT | payload


def _day_player(day: Day, player: int) -> int:
    if not (0 <= player < 1 << PLAYER_BITS and 0 <= day - DAY_ZERO <= LAST_DAY - DAY_ZERO):
        raise OverflowError(f"no log key for player {player} on day {day}")
    return day - DAY_ZERO << PLAYER_BITS | player


def game_base(league: int) -> int:
    """Key of a game row = base + 2 x game id + side (0 white, 1 black)."""
    return _key(league, GAME, 0)


def game_row_id(league: int, game: int, side: int) -> int:
    return _key(league, GAME, game << 1 | side)


def period_row_id(league: int, day: Day, player: int) -> int:
    return _key(league, PERIOD, _day_player(day, player))


def season_row_id(league: int, day: Day, player: int) -> int:
    return _key(league, SEASON, _day_player(day, player))


def adjustment_row_id(league: int, adjustment: int) -> int:
    return _key(league, OTHER, adjustment << 2 | _ADJUSTMENT)


def entry_row_id(league: int, player: int) -> int:
    return _key(league, OTHER, player << 2 | _ENTRY)


def correction_row_id(league: int, game: int, side: int) -> int:
    """``side`` as in ``kernel.types.Correction``: it tells apart the corrections of a game in several lists."""
    return _key(league, OTHER, (game << 6 | side) << 2 | _CORRECTION)


def row_id(league: int, change: Change) -> int:
    """The key under which a change is stored."""
    cause = change.cause
    if cause == Cause.GAME:
        return game_row_id(league, change.ref, change.side)
    if cause == Cause.PERIOD:
        return period_row_id(league, change.day, change.player)
    if cause in (Cause.SEASON, Cause.LIST):  # no system has both
        return season_row_id(league, change.day, change.player)
    if cause == Cause.ADJUSTMENT:
        return adjustment_row_id(league, change.ref)
    if cause == Cause.ENTRY:
        return entry_row_id(league, change.player)
    return correction_row_id(league, change.ref, change.side)


def day_range(league: int, kind: int, first: Day, last: Day) -> tuple[int, int]:
    """Lowest and highest key of the period or season rows of these days."""
    return (
        _key(league, kind, max(first - DAY_ZERO, 0) << PLAYER_BITS),
        _key(league, kind, (last - DAY_ZERO << PLAYER_BITS) | (1 << PLAYER_BITS) - 1),
    )


def league_range(league: int) -> tuple[int, int]:
    """Lowest and highest key of a league's log."""
    return league << LEAGUE_SHIFT, (league + 1 << LEAGUE_SHIFT) - 1


def kind_range(league: int, kind: int) -> tuple[int, int]:
    base = league << LEAGUE_SHIFT | kind << KIND_SHIFT
    return base, base | (1 << KIND_SHIFT) - 1
