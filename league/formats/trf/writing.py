"""An event -> a report, TRF16 or TRF26: CRLF, UTF-8, columns counted in characters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from ..event_file import BYE_HALVES, EventFacts, EventFile, EventGame, EventPlayer
from ..outcomes import HALVES
from .columns import EXTENSIONS, FIRST_ROUND, NAME_WIDTH, ROUND_WIDTH, SCORING, TRF26_HEAD, TRF26_ONLY

Version = Literal["TRF16", "TRF26"]
# outcome -> what each side's line says
_CODES = {
    "1-0": ("1", "0"), "=": ("=", "="), "0-1": ("0", "1"), "+-": ("+", "-"), "-+": ("-", "+"), "--": ("-", "-"),
    "W": ("W", "L"), "D": ("D", "D"), "L": ("L", "W"), None: (" ", " "),
}  # fmt: skip
_RULER = "### SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR"


class Unwritable(ValueError):
    """An event that no report can hold: ``round_missing``, ``round_twice``, ``number``, ``name``; values say where."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values


class _Standing(NamedTuple):
    points: float
    rank: int


def write_trf(event: EventFile, version: Version = "TRF26") -> bytes:
    """The report of an event. Points that the event does not have, and then ranks, are counted from its results;
    so are they in TRF16 where the event counts points otherwise, for which TRF16 has no record.

    Games need a round, and a player at most one game or bye in it. Names are cut to the 33 characters
    of their column. Raises ``Unwritable``.
    """
    lines = [*_head(event, version), *_player_lines(event, version)]
    lines += _records(event.facts, version, head=False)
    return "".join(f"{line.rstrip()}\r\n" for line in lines).encode("utf-8")


def _head(event: EventFile, version: Version) -> Iterator[str]:
    facts = event.facts
    rated = sum(1 for player in event.players if player.rating)
    yield f"012 {_one_line(facts.name)}"
    yield f"022 {_one_line(facts.city)}"
    yield f"032 {facts.federation}"
    yield f"042 {_day(facts.starts_on)}"
    yield f"052 {_day(facts.ends_on)}"
    yield f"062 {len(event.players)}"
    yield f"072 {rated}"
    yield f"082 {_teams(facts, version)}"
    yield f"092 {_one_line(facts.kind)}"
    yield f"102 {_one_line(facts.arbiter)}"
    yield from (f"112 {_one_line(deputy)}" for deputy in facts.deputies)
    yield f"122 {_one_line(facts.time_control)}"
    if any(facts.round_days):
        yield "132".ljust(FIRST_ROUND - 1) + "".join(f"{_round_day(day):<{ROUND_WIDTH}}" for day in facts.round_days)
    yield from _later_head(facts, version)


def _later_head(facts: EventFacts, version: Version) -> Iterator[str]:
    """TRF16 has no record for the number of rounds: programs read JaVaFo's."""
    if facts.rounds:
        yield f"{'142' if version == 'TRF26' else 'XXR'} {facts.rounds}"
    yield from _records(facts, version, head=True)
    if version == "TRF26":
        yield _RULER


def _records(facts: EventFacts, version: Version, *, head: bool) -> Iterator[str]:
    """Records kept as they stood, those that the version knows."""
    by_name_only = not facts.record("310")  # teams of TRF26 have line-ups that 013 cannot say
    for code, text in facts.records:
        fits = version == "TRF26" or code in EXTENSIONS or (code == "013" and by_name_only)
        if fits and (code in TRF26_HEAD) == head:
            yield f"{code} {_one_line(text, keep=True)}"


def _teams(facts: EventFacts, version: Version) -> int:
    return sum(1 for code, _text in facts.records if code == ("310" if version == "TRF26" else "013"))


def _player_lines(event: EventFile, version: Version) -> Iterator[str]:
    blocks = _blocks(event)
    standings = _standings(event)
    counted = version == "TRF16" and bool({code for code, _ in event.facts.records} & SCORING & TRF26_ONLY)
    for player in sorted(event.players, key=lambda each: each.number):
        if not 1 <= player.number <= 9999:
            raise Unwritable("number", number=player.number)
        if counted:
            player = player._replace(points=None)
        line = _player_line(player, standings[player.number])
        rounds = blocks.get(player.number, {})
        for number in range(1, max(rounds, default=0) + 1):
            line += rounds.get(number, " " * ROUND_WIDTH)
        yield line


def _player_line(player: EventPlayer, standing: _Standing) -> str:
    name = _one_line(player.name)[:NAME_WIDTH].rstrip()
    if not name:
        raise Unwritable("name", number=player.number)
    rating = "" if player.rating is None else round(player.rating)
    points = standing.points if player.points is None else player.points
    rank = player.rank or (standing.rank if player.points is None else "")
    return (
        f"001 {player.number:>4} {player.sex or ' '}{player.title[:3]:>3} {name:<{NAME_WIDTH}} {rating:>4}"
        f" {player.federation[:3]:<3} {(player.fide_id or player.local_id)[:11]:>11} {_birth(player.birth):<10}"
        f" {points:>4.1f} {rank:>4}  "
    )


def _blocks(event: EventFile) -> dict[int, dict[int, str]]:
    """Starting number -> round -> the ten columns of it."""
    blocks: dict[int, dict[int, str]] = defaultdict(dict)

    def put(player: int, round: int | None, block: str) -> None:
        if not round:
            raise Unwritable("round_missing", player=player)
        if round in blocks[player]:
            raise Unwritable("round_twice", player=player, round=round)
        blocks[player][round] = block

    for game in event.games:
        colours = "wb" if game.coloured else "--"
        codes = _CODES[game.outcome]
        put(game.white, game.round, f"{game.black:>4} {colours[0]} {codes[0]}  ")
        put(game.black, game.round, f"{game.white:>4} {colours[1]} {codes[1]}  ")
    for bye in event.byes:
        put(bye.player, bye.round, f"0000 - {bye.kind}  ")
    return blocks


def _standings(event: EventFile) -> Mapping[int, _Standing]:
    """Points by result, half a point a half; equal points share the rank."""
    halves: dict[int, int] = {player.number: 0 for player in event.players}
    for game in event.games:
        for player, made in zip((game.white, game.black), _halves(game), strict=True):
            halves[player] = halves.get(player, 0) + made
    for bye in event.byes:
        halves[bye.player] = halves.get(bye.player, 0) + BYE_HALVES[bye.kind]
    order = sorted((halves[player.number] for player in event.players), reverse=True)
    return {player.number: _Standing(made / 2, order.index(made) + 1) for player, made in _of(event.players, halves)}


def _of(players: Iterable[EventPlayer], halves: Mapping[int, int]) -> Iterator[tuple[EventPlayer, int]]:
    return ((player, halves[player.number]) for player in players)


def _halves(game: EventGame) -> tuple[int, int]:
    return HALVES[game.outcome] if game.outcome else (0, 0)


def _one_line(text: str, *, keep: bool = False) -> str:
    """Nothing that would begin another record; ``keep``: blanks inside are columns."""
    if keep:
        return "".join(letter for letter in text if letter.isprintable())
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _day(iso: str) -> str:
    return iso.replace("-", "/")


def _round_day(iso: str) -> str:
    return _day(iso)[2:]


def _birth(iso: str) -> str:
    return f"{iso}/00/00" if len(iso) == 4 else _day(iso)
