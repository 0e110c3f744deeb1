"""The rows of one game on top, each kind in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

from django.db import connection

from league.models import League
from league.models.statements import fetched, insertion, names
from ratings.kernel import KERNEL_VERSION
from ratings.kernel.types import Change, PlayerId
from ratings.models import Rating, RatingRun, RunImpact

from . import rows, standings
from .keys import game_row_id
from .standings import Move

RatingValues = tuple[Any, ...]  # in the order of ``standings.COLUMNS``
_RATING = ("id", "league_id", "player_id", *standings.COLUMNS)
_RUN = (
    "league_id", "since", "reason", "actor_id", "started_at", "finished_at", "kernel_version", "league_version",
    "games_read", "rows_inserted", "rows_updated", "rows_deleted", "players_moved", "moved_slightly",
)  # fmt: skip
_IMPACT = ("run_id", "player_id", "before", "after")


def write_game(league: League, changes: Sequence[Change]) -> None:
    """Log rows of a game that has none yet."""
    values: list[Any] = []
    for row in changes:
        day = date.fromordinal(row.day)
        values += (game_row_id(league.pk, row.ref, row.side), league.pk, str(row.cause), day, *row[2:])
    fetched(insertion(rows.TABLE, rows.COLUMNS, len(changes)), values)


def write_standing(league: League, ratings: Sequence[tuple[int, PlayerId, RatingValues]]) -> None:
    """Rating rows that are there, by their id.

    As an insertion that meets each row: that says all of them in one statement, on both databases.
    """
    values: list[Any] = []
    for row, player, each in ratings:
        values += (row, league.pk, player, *each)
    if ratings:
        fetched(_in_place(len(ratings)), values)


def write_run(
    league: League, *, since: date, reason: str, actor: int | None, started: datetime, finished: datetime, rows: int,
    moves: Sequence[Move],
) -> int:  # fmt: skip
    """The run of a game, and whom it moved. Returns its id."""
    listed, moment = [move for move in moves if move.listed], connection.ops.adapt_datetimefield_value
    made = fetched(
        _run(),
        (league.pk, since, reason[:300], actor, moment(started), moment(finished), KERNEL_VERSION, league.version, 1,
         rows, 0, 0, len(listed), len(moves) - len(listed)),
    )  # fmt: skip
    run: int = made[0][0]
    if listed:
        values = [value for move in listed for value in (run, *move)]
        fetched(insertion(RunImpact._meta.db_table, _IMPACT, len(listed)), values)
    return run


@cache
def _in_place(count: int) -> str:
    sets = ", ".join(f"{names([column])} = EXCLUDED.{names([column])}" for column in standings.COLUMNS)
    return f"{insertion(Rating._meta.db_table, _RATING, count)} ON CONFLICT (id) DO UPDATE SET {sets}"


@cache
def _run() -> str:
    return f"{insertion(RatingRun._meta.db_table, _RUN, 1)} RETURNING id"
