"""A tournament as a file tells it: one plain value, whatever the format of the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .faults import Faults
from .names import clean_name

BYE_HALVES = {"H": 1, "F": 2, "U": 2, "Z": 0}  # half, full, pairing-allocated, zero-point: never rated
PLAYED = ("1-0", "=", "0-1")
FORFEITS = ("+-", "-+", "--")
SHORT = ("W", "D", "L")


class EventFacts(NamedTuple):
    """What the head of a file says of the event; empty where it says nothing.

    Days are ISO text; the first and the last only where the file says them of the event, not those of
    its games. ``rounds``: how many are planned. ``round_days[r - 1]``: day of round r, empty
    where it is not known. ``records``: further TRF26 records, code and text as they stand.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    starts_on: str = ""
    ends_on: str = ""
    kind: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    rounds: int | None = None
    round_days: tuple[str, ...] = ()
    records: tuple[tuple[str, str], ...] = ()
    teams: bool = False

    def record(self, code: str) -> str:
        return next((text for known, text in self.records if known == code), "")


class EventPlayer(NamedTuple):
    """A player by starting number.

    ``birth``: ISO text, as much as is known (``1978`` or ``1978-05-03``). ``sex``: m, w or empty.
    ``fide_id`` and ``local_id``: digits; an id too short to be FIDE's is a local one. ``points``: as
    the file has them, byes included.
    """

    line: int
    number: int
    name: str
    rating: int | None = None
    fide_id: str = ""
    local_id: str = ""
    title: str = ""
    federation: str = ""
    sex: str = ""
    birth: str = ""
    points: float | None = None
    rank: int | None = None
    national_rating: int | None = None
    club: str = ""


class EventGame(NamedTuple):
    """A game between two starting numbers.

    ``outcome``: a code of ``outcomes.HALVES``; None: no result (yet). ``day``: ISO text, as much as is
    known (``1984``, ``1984-05``, ``1984-05-03``). ``coloured``: the file says who had White.
    ``event``: the name that the game itself carries, where a file holds games of several events.
    """

    line: int
    round: int | None
    board: int | None
    white: int
    black: int
    outcome: str | None
    day: str = ""
    time: str | None = None
    coloured: bool = True
    event: str = ""
    white_rating: int | None = None
    black_rating: int | None = None


class EventBye(NamedTuple):
    """A round that a player had no opponent in, said so by the file; ``kind`` is a key of ``BYE_HALVES``."""

    line: int
    round: int
    player: int
    kind: str


class Counts(NamedTuple):
    """How many of what a file holds; the unrated games by why they are not rated."""

    players: int
    played: int
    forfeits: int
    short: int
    to_come: int
    byes: int


class EventFile(NamedTuple):
    """A file read.

    ``faults`` stop an import; ``warnings`` are told and do not. ``assumed``: what the file does not say
    and was filled in (``round``, ``colour``: from the Berger tables).
    """

    format: str
    layout: str
    encoding: str
    facts: EventFacts
    players: list[EventPlayer]
    games: list[EventGame]
    byes: list[EventBye]
    faults: Faults
    warnings: Faults
    assumed: frozenset[str] = frozenset()

    def counts(self) -> Counts:
        by_outcome = Counter(game.outcome for game in self.games)
        return Counts(
            len(self.players),
            sum(by_outcome[code] for code in PLAYED),
            sum(by_outcome[code] for code in FORFEITS),
            sum(by_outcome[code] for code in SHORT),
            by_outcome[None],
            len(self.byes),
        )

    def last_round(self) -> int:
        """The last round that has a game or a bye; 0: none has."""
        rounds = [game.round or 0 for game in self.games] + [bye.round for bye in self.byes]
        return max(rounds, default=0)


def kind_of(file: EventFile) -> str:
    """``robin`` where everybody met everybody once, ``double`` twice; ``swiss`` where there are more players than
    rounds, each with one game or bye a round at most; else ``free``.
    """
    met = Counter(frozenset((game.white, game.black)) for game in file.games)
    size = len({number for pair in met for number in pair})
    if size > 2 and len(met) == size * (size - 1) // 2 and len(set(met.values())) == 1:
        return {1: "robin", 2: "double"}.get(next(iter(met.values())), "free")
    if size == 2:
        return "match"
    places = [(game.round, side) for game in file.games for side in (game.white, game.black)]
    once = len(places) == len(set(places)) and all(round for round, _side in places)
    return "swiss" if once and 1 < file.last_round() < size and max(met.values(), default=0) == 1 else "free"


def with_rounds(file: EventFile, counted: int) -> EventFile:
    """The file with as many rounds as it says or ``counted``; of a match only what it says: that is what it is over."""
    if kind_of(file) == "match":
        return file
    return file._replace(facts=file.facts._replace(rounds=max(file.facts.rounds or 0, counted) or None))


def check_players(players: Iterable[EventPlayer], faults: Faults) -> None:
    """One starting number, one FIDE id, one person (BR-075): both lines are named."""
    seen: dict[tuple[str, str], tuple[int, str]] = {}
    for player in players:
        kept = {"number": str(player.number), "fide_id": player.fide_id, "local_id": player.local_id}
        for column, text in kept.items():
            if not text:
                continue
            line, name = seen.setdefault((column, text), (player.line, player.name))
            if line != player.line:
                faults.add(line, column, text, "player_twice", one=name, other=player.name)
                faults.add(player.line, column, text, "player_twice", one=name, other=player.name)


def named(name: str) -> str:
    """A name as it is shown: ``Surname,Given`` gets its blank, a single name stays one."""
    cleaned = clean_name(name)
    return ", ".join(part.strip() for part in cleaned.split(",") if part.strip())
