"""Log rows into the table: only those that differ from what is stored, in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from django.db import connection

from league.models import Game, League
from league.models.bulk import delete_rows, insert_rows, update_rows
from ratings.kernel.types import Cause, Change, Day
from ratings.models import RatingChange

from .apart import Apart
from .keys import game_base, row_id
from .laid_over import LaidOver
from .spool import Spool
from .staged import Staged, Written
from .straight import Straight
from .tally import GAME, Tally

TABLE: Final = RatingChange._meta.db_table
COLUMNS: Final = tuple(str(field.column) for field in RatingChange._meta.concrete_fields)
_INDEXED: Final = {"id", "league_id", "player_id", "day"}
_IN_PLACE: Final = tuple(i for i, column in enumerate(COLUMNS) if column not in _INDEXED)
_IN_PLACE_COLUMNS: Final = tuple(COLUMNS[i] for i in _IN_PLACE)
_DAY: Final = COLUMNS.index("day")
_POSTGRES: Final = {
    "BigIntegerField": "int8", "ForeignKey": "int8", "CharField": "text", "DateField": "date",
    "SmallIntegerField": "int2", "IntegerField": "int4", "FloatField": "float8",
}  # fmt: skip
TYPES: Final = tuple(_POSTGRES[field.get_internal_type()] for field in RatingChange._meta.concrete_fields)
_CAUSES: Final = {cause.value: cause.value for cause in Cause}  # plain text, whatever kind of text comes in
FEW: Final = 500


Beside = Staged | Apart | LaidOver


class IsoDays(dict[Day, str]):
    """Kernel day -> ISO text, each converted once."""

    def __missing__(self, day: Day) -> str:
        text = self[day] = date.fromordinal(day).isoformat()
        return text


class Dates(dict[Day, date]):
    """Kernel day -> date, each converted once."""

    def __missing__(self, day: Day) -> date:
        found = self[day] = date.fromordinal(day)
        return found


class LogWriter:
    """Collects the differences between computed and stored rows; ``apply`` writes them."""

    def __init__(self, league: League) -> None:
        self._league = league.pk
        self._days = IsoDays()
        self.inserts, self.updates, self.deletes = Spool(), Spool(), Spool()
        self.written = Written()  # what is in the table already
        self.staged: Beside | None = None

    def take(self, key: int, new: Change | None, old: Change | None) -> bool:
        """Whether the stored row has to change."""
        if old is not None and new == old:
            return False
        if new is None:
            self.deletes.add((key,))
            return True
        if old is not None and old[5] == new[5] and old[1] == new[1]:
            self.updates.add((key, _CAUSES[new[0]], *new[2:5], *new[6:]))  # the key and what no index holds
            return True
        if old is not None:  # indexed columns move: a new row
            self.deletes.add((key,))
        self.inserts.add((key, self._league, _CAUSES[new[0]], self._days[new[1]], *new[2:]))
        return True

    def take_all(self, rows: Iterable[Change], tally: Tally) -> None:
        """All rows of a league without a log: nothing to compare, so one tight loop; ``tally`` counts each."""
        self.inserts.fill(self._all(rows, tally, self._days))

    def write_all(self, rows: Iterable[Change], tally: Tally, straight: Straight | Beside) -> None:
        """All rows of a league, into the table as they come."""
        days = Dates() if connection.vendor == "postgresql" else self._days
        straight.take(self._all(rows, tally, days))
        if isinstance(straight, Beside):
            self.staged = straight
            straight.ready()
        else:
            self.written = Written(inserted=straight.count)

    def _all(
        self, rows: Iterable[Change], tally: Tally, days: Mapping[Day, Any]
    ) -> Iterator[tuple[Any, ...]]:  # fmt: skip
        """Rows as the table has them. The rated game of a league of single games, most of a replay, is counted
        here and not by ``Tally.see``: a call for each row would cost more than what it does."""
        league, base, count_of, see = self._league, game_base(self._league), tally.get, tally.see
        latest, on = 0, days.get(0)  # games come day by day
        for row in rows:
            (cause, day, period, ref, side, player, halves, expected, k, own, opponent, opening, change, closing,
             deviation, deviation_after, volatility, volatility_after, games, peak, last, reason) = row  # fmt: skip
            if cause == GAME:
                key = base + ref * 2 + side
                count = count_of(player)
                if reason or closing is None or count is None or count.peak is None or count.low is None:
                    see(row)
                else:
                    count.games += 1
                    if halves == 2:
                        count.wins += 1
                    elif halves == 0:
                        count.losses += 1
                    else:
                        count.draws += 1
                    count.last_played, count.last_change = day, change
                    if closing > count.peak:
                        count.peak, count.peak_on = closing, day
                    elif closing < count.low:
                        count.low, count.low_on = closing, day
            else:
                see(row)
                key, cause = row_id(league, row), _CAUSES[cause]
            if day != latest:
                latest, on = day, days[day]
            yield (
                key, league, cause, on, period, ref, side, player, halves, expected, k, own, opponent, opening,
                change, closing, deviation, deviation_after, volatility, volatility_after, games, peak, last, reason,
            )  # fmt: skip

    def apply(self) -> None:
        """Write what was collected, inside the caller's transaction."""
        if self.staged is not None:
            self.written = self.staged.settle(self._league)
        write(deletes=self.deletes, updates=self.updates, inserts=self.inserts)

    def put_in(self) -> None:
        """The end of the writing: from here on the log of the league is locked for everybody until the commit."""
        if self.staged is not None:
            self.staged.put_in()

    @property
    def counts(self) -> Written:
        """Rows written or, before ``apply``, to write; those staged count once they are compared."""
        new, changed, gone = self.written
        return Written(new + len(self.inserts), changed + len(self.updates), gone + len(self.deletes))


def straight_in() -> Straight:
    """The log as it takes rows while they are computed."""
    return Straight(TABLE, COLUMNS, TYPES)


def beside(league: League, *, big: bool) -> Beside:
    """A place beside the log for all rows of a league, from where the database itself changes what differs.

    ``big``: the league's log is worth a table of its own.
    """
    if connection.vendor != "postgresql":
        return LaidOver(TABLE, COLUMNS)
    return Apart(TABLE, COLUMNS, TYPES, league.pk, _games(league)) if big else Staged(TABLE, COLUMNS, TYPES)


def _games(league: League) -> int:
    return int(Game.objects.filter(league=league.games_from_id or league.pk).count())


def write(*, deletes: Spool, updates: Spool, inserts: Spool) -> None:
    """Log rows out, in place and in."""
    if len(deletes):
        delete_rows(connection, TABLE, "id", (row[0] for row in deletes))
    if 0 < len(updates) <= FEW:
        update_few(TABLE, _IN_PLACE_COLUMNS, updates)
    elif len(updates):
        types = ("int8", *(TYPES[i] for i in _IN_PLACE))
        update_rows(connection, TABLE, "id", _IN_PLACE_COLUMNS, updates, types=types)
    if 0 < len(inserts) <= FEW:
        insert_few(TABLE, COLUMNS, inserts)
    elif len(inserts):
        insert_rows(connection, TABLE, COLUMNS, dated(inserts), types=TYPES)


def dated(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """For a binary COPY the day must be a date; SQLite takes the text."""
    if connection.vendor != "postgresql":
        yield from rows
        return
    dates: dict[str, date] = {}
    for row in rows:
        text = row[_DAY]
        day = dates.get(text)
        if day is None:
            day = dates[text] = date.fromisoformat(text)
        yield (*row[:_DAY], day, *row[_DAY + 1 :])


def insert_few(table: str, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """A handful of rows in one statement each, without the set-up that a bulk load needs."""
    names = list(columns)
    sql = f"INSERT INTO {table} ({', '.join(map(_quote, names))}) VALUES ({', '.join(['%s'] * len(names))})"
    with connection.cursor() as cursor:
        cursor.executemany(sql, list(rows))


def update_few(table: str, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Set columns of a handful of rows; each row is ``(id, *values)``."""
    sets = ", ".join(f"{_quote(column)} = %s" for column in columns)
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {sets} WHERE id = %s", [(*row[1:], row[0]) for row in rows])


def _quote(name: str) -> str:
    return connection.ops.quote_name(name)
