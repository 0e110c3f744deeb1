"""How services say no: in words for people, with the field or the cell each word is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, NoReturn


class Problem(NamedTuple):
    """One thing that is wrong; ``row`` counts the lines of a file, ``column`` names a field or column."""

    row: int | None
    column: str | None
    message: str


class Refused(Exception):
    """The data is refused and nothing was changed. ``message`` is translated text for people."""

    def __init__(self, message: str = "", *, field: str | None = None, problems: Iterable[Problem] = ()) -> None:
        self.problems = list(problems) or [Problem(None, field, message)]
        self.message = message or "\n".join(problem.message for problem in self.problems)
        self.field = field if field is not None else self.problems[0].column
        super().__init__(self.message)


class ChangedMeanwhile(Refused):
    """Somebody else changed the thing after it was shown; show it again before saving."""


class Problems:
    """Collects what is wrong, so that a person hears all of it at once."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, message: str, field: str | None = None) -> None:
        self.found.append(Problem(None, field, message))

    def __bool__(self) -> bool:
        return bool(self.found)

    def refuse(self) -> None:
        """Raise ``Refused`` with everything found, if anything was."""
        if self.found:
            raise Refused(problems=self.found)


def refuse(message: str, field: str | None = None) -> NoReturn:
    raise Refused(message, field=field)
