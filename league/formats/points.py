"""Points of an event against its results: a cell that was typed wrong shows in the sum."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from .event_file import PLAYED, EventBye, EventGame, EventPlayer
from .faults import Faults
from .outcomes import HALVES

# points of a win and a draw; the first is the rule, the others are found in the file
SYSTEMS = ((1.0, 0.5), (3.0, 1.0), (2.0, 1.0))
_NEAR = 0.01


class Row(NamedTuple):
    """What a player's row is worth: sure points, points of byes still to come, rounds that say nothing of points.

    ``open_rounds``: rounds up to the last one played without game or bye, or with a bye of no kind.
    """

    sure: float
    coming: float
    open_rounds: tuple[int, ...]

    def holds(self, points: float, win: float) -> bool:
        return self.sure - _NEAR <= points <= self.sure + self.coming + len(self.open_rounds) * win + _NEAR


def settle_byes(
    players: Iterable[EventPlayer],
    games: Collection[EventGame],
    byes: Iterable[EventBye],
    faults: Faults,
    warnings: Faults,
    *,
    column: str,
) -> list[EventBye]:
    """Check each player's points against the results (BR-062); byes that only the points show are added.

    Older programs leave the cell of a bye empty: then the points tell whether it was worth half a
    point, a whole one or none. Each is a warning, like other points for a win (3-1-0) that fit
    everybody. Points that no reading of the row gives are a fault.
    """
    byes = list(byes)
    told = [player for player in players if player.points is not None]
    for win, draw in SYSTEMS if games else ():
        rows = _rows(told, games, byes, win, draw)
        if all(rows[player.number].holds(player.points or 0.0, win) for player in told):
            if win == SYSTEMS[0][0]:
                return _filled(told, rows, byes, warnings, column)
            warnings.add(told[0].line, column, f"{win:g}-{draw:g}-0", "scoring")
            return plain(byes)
    if games:
        win, draw = SYSTEMS[0]
        rows = _rows(told, games, byes, win, draw)
        for player in told:
            points, row = player.points or 0.0, rows[player.number]
            if not row.holds(points, win):
                values = {"name": player.name, "counted": f"{row.sure:g}"}
                faults.add(player.line, column, f"{points:g}", "points_differ", **values)
    return plain(byes)


def plain(byes: Iterable[EventBye]) -> list[EventBye]:
    """Byes of no kind are absences: the handbook's reading of an empty cell."""
    return [bye if bye.kind else bye._replace(kind="Z") for bye in byes]


def last_played(games: Iterable[EventGame]) -> int:
    """The last round with a result over the board."""
    return max((game.round or 0 for game in games if game.outcome in PLAYED), default=0)


def _rows(
    players: list[EventPlayer], games: Collection[EventGame], byes: list[EventBye], win: float, draw: float
) -> dict[int, Row]:
    by_halves = {0: 0.0, 1: draw, 2: win}
    worth = {"H": draw, "F": win, "U": win, "Z": 0.0}
    last = last_played(games)
    sure: dict[int, float] = defaultdict(float)
    coming: dict[int, float] = defaultdict(float)
    settled: dict[int, set[int]] = defaultdict(set)
    for game in games:
        for player, halves in zip((game.white, game.black), HALVES[game.outcome or "--"], strict=True):
            sure[player] += by_halves[halves]
            settled[player].add(game.round or 0)
    for bye in byes:
        if bye.kind:
            # a bye still to come may be counted already (BR-071)
            (coming if bye.round > last else sure)[bye.player] += worth[bye.kind]
            settled[bye.player].add(bye.round)
    rounds = range(1, last + 1)
    return {
        number: Row(sure[number], coming[number], tuple(r for r in rounds if r not in settled[number]))
        for number in (player.number for player in players)
    }


def _filled(
    players: list[EventPlayer], rows: dict[int, Row], byes: list[EventBye], warnings: Faults, column: str
) -> list[EventBye]:
    kinds: dict[tuple[int, int], str] = {}
    for player in players:
        row = rows[player.number]
        missing = round(2 * ((player.points or 0.0) - row.sure - row.coming))
        if missing <= 0 or not row.open_rounds:
            continue
        whole = max(0, missing - len(row.open_rounds))
        worth = ["F"] * whole + ["H"] * (missing - 2 * whole)
        kinds |= {(player.number, number): kind for number, kind in zip(row.open_rounds, worth, strict=False)}
        values = {"name": player.name, "rounds": ", ".join(map(str, row.open_rounds[: len(worth)]))}
        warnings.add(player.line, column, f"{player.points:g}", "bye_from_points", **values)
    known = {(bye.player, bye.round) for bye in byes}
    filled = [bye._replace(kind=bye.kind or kinds.get((bye.player, bye.round), "Z")) for bye in byes]
    lines = {player.number: player.line for player in players}
    filled += [EventBye(lines[n], r, n, kind) for (n, r), kind in kinds.items() if (n, r) not in known]
    return sorted(filled, key=lambda bye: (bye.round, bye.player))
