"""What is wrong with a file, as codes and values: the services put them into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

ROWS_NAMED = 20


class Fault(NamedTuple):
    """One text that cannot be taken, with every row that has it.

    ``rows``: the first lines of the file where it stands, from 1; ``times``: how many there are;
    ``column``: the heading as the file has it.
    """

    rows: tuple[int, ...]
    times: int
    column: str
    text: str
    code: str
    values: Mapping[str, Any]


class Faults:
    """Collects what is wrong in a file: the same text in the same column once, however many rows have it."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], tuple[list[int], Mapping[str, Any]]] = {}
        self._counts: Counter[tuple[str, str, str]] = Counter()

    def add(self, row: int, column: str, text: str, code: str, **values: Any) -> None:
        key = (column, text, code)
        self._counts[key] += 1
        rows, _ = self._found.setdefault(key, ([], values))
        if len(rows) < ROWS_NAMED:
            rows.append(row)

    def extend(self, others: Faults) -> None:
        """Take over what another reading found."""
        for key, (rows, values) in others._found.items():
            mine, _ = self._found.setdefault(key, ([], values))
            mine.extend(rows[: ROWS_NAMED - len(mine)])
        self._counts.update(others._counts)

    def __bool__(self) -> bool:
        return bool(self._found)

    def __iter__(self) -> Iterator[Fault]:
        """In the order of the rows where each stands first."""
        for key, (rows, values) in sorted(self._found.items(), key=lambda item: item[1][0][0]):
            yield Fault(tuple(rows), self._counts[key], *key, values)


class Unreadable(Exception):
    """The file as a whole cannot be read: ``code`` and ``values`` say why."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values
