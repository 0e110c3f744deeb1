"""What people type -> values. The patterns and rules here are also those of ``static/js/reading.js``.

Errors are codes with values; ``wording`` puts them into words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from ratings.kernel.forecasts import Played, Tournament
from ratings.kernel.glicko2 import Result
from ratings.kernel.norm_check import Opponent

MOST_LINES: Final = 300
MOST_CHARACTERS: Final = 120  # in a line
SHOWN: Final = 30  # characters of a wrong text that a message repeats
MESSAGES: Final = 5  # wrong lines named one by one
EARLIEST, LATEST = "1971-07-01", "2100-12-31"

# Only ASCII digits, and nothing that two languages' engines read differently.
_RATING = "[1-3][ \u00a0\u202f][0-9]{3}|[0-9]+(?:[.,][0-9]+)?"
_SCORE = "1/2|1\u20442|½|=|0?[.,]50*|1(?:[.,]0*)?|0(?:[.,]0*)?"
_BETWEEN = "[ \u00a0\t;:,|]"
_NAME = f"^(?:.*?{_BETWEEN}+)??"
_AFTER = f"(?:{_BETWEEN}+({_SCORE})|[ ]*(=|½))[ \t;,|]*$"
PATTERNS: Final[Mapping[str, str]] = {
    "blanks": "[ \u00a0\u2009\u202f\t']",
    "number": "^[+−-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)$",
    "thousands": "^[1-3][.,][0-9]{3}$",
    "halves": "^(?:([0-9]{0,6}) ?½|(?:([0-9]{1,6}) )?1/2|([0-9]{0,6})[.,]50*)$",
    "points": "^([0-9]{1,6})(?:[.,]0*)?$",
    "score": f"^(?:{_SCORE})$",
    "games": f"{_NAME}({_RATING}){_AFTER}",
    "unplayed": f"{_NAME}(?:{_RATING})(?:{_BETWEEN}+|[ ]*)[?][ \t;,|]*$",
    "tournament": f"^([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})(?:{_BETWEEN}+({_RATING}))?{_BETWEEN}*$",
    "uncertain": f"{_NAME}({_RATING}){_BETWEEN}+({_RATING}){_AFTER}",
    "norm": f"^({_RATING}|-|unr)(?:{_BETWEEN}+(GM|IM|WGM|FM|WIM|WFM|CM|WCM|-))?(?:{_BETWEEN}+([A-Z]{{3}}|-))?{_AFTER}",
    "day": "^([0-9]{4})-([0-9]{2})-([0-9]{2})$",
    "federation": "^[A-Z]{3}$",
}
_COMPILED: Final = {name: re.compile(text, re.IGNORECASE | re.ASCII) for name, text in PATTERNS.items()}


class Wrong(ValueError):
    """A text that cannot be taken. ``problems``: codes with values, first things first."""

    def __init__(self, *problems: tuple[str, Mapping[str, Any]], field: str = "") -> None:
        super().__init__(problems)
        self.problems = problems
        self.field = field


def wrong(code: str, /, *, field: str = "", **values: Any) -> Wrong:
    return Wrong((code, values), field=field)


def matched(pattern: str, text: str) -> re.Match[str] | None:
    return _COMPILED[pattern].fullmatch(text)


def shortened(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


class Bounds(NamedTuple):
    """What a number may be. ``rating``: 1,834 means 1834."""

    low: float
    high: float
    whole: bool = False
    rating: bool = False


def read_number(text: str, bounds: Bounds) -> float:
    """A number within bounds, decimal comma or point. Raises ``Wrong``."""
    bare = _COMPILED["blanks"].sub("", text)
    if not bare:
        raise wrong("empty")
    if not matched("number", bare):
        raise wrong("not_a_number", text=shortened(text.strip()))
    if bounds.rating and matched("thousands", bare):
        bare = bare[0] + bare[2:]
    value = float(bare.replace("−", "-").replace(",", "."))
    if not bounds.low <= value <= bounds.high:
        raise wrong("out_of_range", low=bounds.low, high=bounds.high)
    if bounds.whole and value != int(value):
        raise wrong("not_whole", text=shortened(text.strip()))
    return int(value) if bounds.whole else value + 0.0


def read_points(text: str) -> int:
    """Points of several games in halves: 7.5, 7,5, 7½, 7 1/2, ½. Raises ``Wrong``."""
    bare = text.replace("\u00a0", " ").strip(" \t")
    if not bare:
        raise wrong("empty")
    if found := matched("halves", bare):
        return 2 * int(next((group for group in found.groups() if group), "0")) + 1
    if found := matched("points", bare):
        return 2 * int(found[1])
    raise wrong("not_points", text=shortened(bare))


def halves_of(score: str) -> int:
    """A score that ``PATTERNS`` took, in halves."""
    if score in ("1/2", "1\u20442", "½", "=") or "5" in score:
        return 1
    return 2 if score.startswith("1") else 0


def read_score(text: str) -> int:
    """The score of one game in halves: 1, 0, 1/2, ½, 0,5, 0.5, =. Raises ``Wrong``."""
    bare = text.strip(" \t\u00a0")
    if not bare:
        raise wrong("empty")
    if not matched("score", bare):
        raise wrong("not_a_score", text=shortened(bare))
    return halves_of(bare)


def read_day(text: str) -> date:
    """``YYYY-MM-DD``, a day there is. Raises ``Wrong``."""
    bare = text.strip(" \t")
    if not bare:
        raise wrong("empty")
    found = matched("day", bare)
    try:
        day = date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        day = None
    if day is None:
        raise wrong("not_a_day", text=shortened(bare))
    if not EARLIEST <= bare <= LATEST:
        raise wrong("day_out_of_range", first=EARLIEST, last=LATEST)
    return day


def read_federation(text: str) -> str:
    """Three letters; empty: none. Raises ``Wrong``."""
    bare = text.strip(" \t").upper()
    if bare and not matched("federation", bare):
        raise wrong("not_a_federation", text=shortened(bare))
    return bare


Line = Callable[[str], Any]


def read_lines(text: str, line: Line) -> list[Any]:
    """One value a line; empty lines, a heading and games to come are left out. Raises ``Wrong`` naming the lines."""
    numbered = list(_filled(text))
    if not numbered:
        raise wrong("no_lines")
    if len(numbered) > MOST_LINES:
        raise wrong("too_many_lines", count=len(numbered), most=MOST_LINES)
    found: list[Any] = []
    problems: list[tuple[str, Mapping[str, Any]]] = []
    for number, each in numbered:
        try:
            found.append(line(each))
        except Wrong as error:
            code, values = error.problems[0]
            problems.append((f"line_{code}", {"line": number, **values}))
    if problems:
        more = len(problems) - MESSAGES
        raise Wrong(*problems[:MESSAGES], *([("more_lines", {"count": more})] if more > 0 else []))
    played = [each for each in found if each is not None]
    if not any(not isinstance(each, Tournament) for each in played):
        raise wrong("none_played")
    return played


def _filled(text: str) -> Iterator[tuple[int, str]]:
    heading = True  # until the first line with a number in it, once
    for number, each in enumerate(re.split("\r\n|\r|\n", text), start=1):
        line = each.strip(" \t\u00a0")
        if not line:
            continue
        if not (heading and not re.search("[0-9]", line)):
            yield number, line
        heading = False


def _match(pattern: str, line: str, code: str) -> re.Match[str]:
    found = matched(pattern, line) if len(line) <= MOST_CHARACTERS else None
    if found is None:
        raise wrong(code, text=shortened(line))
    return found


def line_of_game(bounds: Bounds) -> Line:
    """``1800:1``, ``1800;½``, also after a name or a number; ``1800:?`` is still to be played: None."""

    def read(line: str) -> Played | None:
        if len(line) <= MOST_CHARACTERS and matched("unplayed", line):
            return None
        found = _match("games", line, "no_game")
        return Played(read_number(found[1], bounds), halves_of(found[2] or found[3]))

    return read


def line_of_period(bounds: Bounds) -> Line:
    """A game, or ``2025-09-20``, ``2025-09-20 2207``: a tournament begins, with the own rating then."""
    game = line_of_game(bounds)

    def read(line: str) -> Played | Tournament | None:
        if len(line) > MOST_CHARACTERS or not (found := matched("tournament", line)):
            return game(line)
        own = None if found[2] is None else read_number(found[2], bounds)
        return Tournament(read_day(found[1]).toordinal(), own)

    return read


def in_tournaments(lines: Sequence[Played | Tournament]) -> list[Played]:
    """The games, each with the tournament whose line stands above it."""
    made, now = [], None
    for each in lines:
        if isinstance(each, Tournament):
            now = each
        else:
            made.append(each._replace(tournament=now))
    return made


def line_of_result(rating: Bounds, deviation: Bounds) -> Line:
    """``1400 30 1``: rating, deviation, score."""

    def read(line: str) -> Result | None:
        if len(line) <= MOST_CHARACTERS and matched("unplayed", line):
            return None
        found = _match("uncertain", line, "no_result")
        score = halves_of(found[3] or found[4]) / 2
        return Result(read_number(found[1], rating), read_number(found[2], deviation), score)

    return read


def line_of_opponent(bounds: Bounds) -> Line:
    """``2450 GM POL 1``: rating (- for none), title, federation, score."""

    def read(line: str) -> Opponent:
        found = _match("norm", line, "no_opponent")
        unrated = found[1].lower() in ("-", "unr", "0")
        rating = None if unrated else int(read_number(found[1], bounds))
        title = (found[2] or "").upper().replace("-", "")
        federation = (found[3] or "").upper().replace("-", "")
        return Opponent(rating, title, federation, halves_of(found[4] or found[5]))

    return read


def values_of(problems: Sequence[tuple[str, Mapping[str, Any]]]) -> list[list[Any]]:
    """Problems as JSON has them."""
    return [[code, dict(values)] for code, values in problems]
