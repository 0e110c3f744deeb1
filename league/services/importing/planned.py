"""The games of an import: made of the rows of its files when they are asked for, never all of them held."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, compress, islice, repeat
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple, overload

from league.formats.results import EventSaid, PackedRows, ResultRow, Who

EventOf = Callable[[EventSaid, str], int]
NOBODY: Mapping[Who, int] = MappingProxyType({})


class PlannedGame(NamedTuple):
    """A game of a file with its players and event; ids below 0 are new ones, event 0 is none."""

    file: int
    row: ResultRow
    white: int
    black: int
    event: int


class PlannedGames(Sequence[PlannedGame]):
    """Games of files, or some of them. ``places`` number the games of all files; ``taken`` says which are meant.

    ``refs``: the reference of each side named; ``event_of``: that of an event on a day, 0 for none.
    """

    def __init__(
        self, files: Sequence[PackedRows] = (), refs: Mapping[Who, int] = NOBODY, event_of: EventOf = lambda *_said: 0,
        taken: bytearray | None = None,
    ) -> None:  # fmt: skip
        self._files, self._refs, self._event_of, self._taken = files, refs, event_of, taken
        self._ends = list(accumulate(map(len, files)))
        self._count = sum(taken) if taken is not None else sum(map(len, files))
        self._places: array[int] | None = None

    def only(self, taken: bytearray) -> PlannedGames:
        """Those whose place in all of the files has a 1."""
        return self if all(taken) else PlannedGames(self._files, self._refs, self._event_of, taken)

    @property
    def taken(self) -> bytearray:
        """A 1 for each game that is meant, by its place."""
        return bytearray(self._taken) if self._taken is not None else bytearray(b"\1") * sum(map(len, self._files))

    def at(self, place: int) -> PlannedGame:
        """The game of a place."""
        file = bisect_right(self._ends, place)
        row = self._files[file][place - (self._ends[file - 1] if file else 0)]
        event = self._event_of(row.event, row.at.day)
        return PlannedGame(file, row, self._refs[row.white], self._refs[row.black], event)

    def placed(self) -> Iterator[tuple[int, PlannedGame]]:
        """The games with their places."""
        return zip(self._meant(iter(range(sum(map(len, self._files))))), self, strict=False)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> PlannedGame: ...
    @overload
    def __getitem__(self, number: slice) -> list[PlannedGame]: ...
    def __getitem__(self, number: int | slice) -> PlannedGame | list[PlannedGame]:
        if isinstance(number, slice):
            return [self[each] for each in range(len(self))[number]]
        if self._places is None:
            self._places = array("I", self._meant(iter(range(sum(map(len, self._files))))))
        return self.at(self._places[number])

    def __iter__(self) -> Iterator[PlannedGame]:
        return self._meant(chain.from_iterable(map(self._of_file, range(len(self._files)))))

    def column(self, field: str) -> Iterator[Any]:
        """One field of each game's row."""
        return self.changed(field, lambda value: value)

    def changed(self, field: str, change: Callable[[Any], Any]) -> Iterator[Any]:
        """What ``change`` makes of one field of each game's row."""
        files = (islice(rows.changed(field, change), len(rows)) for rows in self._files if rows)
        return self._meant(chain.from_iterable(files))

    def different(self, field: str) -> set[Any]:
        """The different values of a field in all of the files."""
        return {value for rows in self._files for value in rows.different(field)}

    def days(self) -> set[str]:
        """The days on which they were played."""
        return set(self.changed("at", attrgetter("day")))

    def players(self) -> set[int]:
        """References of all who play."""
        return {ref for side in ("white", "black") for ref in self.changed(side, self._refs.__getitem__)}

    def events(self) -> Iterator[int]:
        """The reference of each game's event; 0 for none."""
        return self._meant(chain.from_iterable(islice(self._events(rows), len(rows)) for rows in self._files))

    def files(self, named: Sequence[Any]) -> Iterator[Any]:
        """For each game what stands for its file."""
        files = (repeat(name, len(rows)) for name, rows in zip(named, self._files, strict=False))
        return self._meant(chain.from_iterable(files))

    def _of_file(self, file: int) -> Iterator[PlannedGame]:
        rows, ref = self._files[file], self._refs.__getitem__
        sides = (rows.changed("white", ref), rows.changed("black", ref)) if rows else (iter(()), iter(()))
        return map(PlannedGame._make, zip(repeat(file), rows, *sides, self._events(rows), strict=False))

    def _events(self, rows: PackedRows) -> Iterator[int]:
        return rows.pairs_changed("event", "at", lambda said, at: self._event_of(said, at.day)) if rows else iter(())

    def _meant(self, values: Iterator[Any]) -> Iterator[Any]:
        return values if self._taken is None else compress(values, self._taken)
