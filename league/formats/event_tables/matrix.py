"""Round robins as a square: a row and a column a player, each game twice."""

from __future__ import annotations

from ..berger import Place, berger
from ..event_file import EventFile, EventGame, EventPlayer, check_players
from ..faults import Faults, Unreadable
from ..points import settle_byes
from ..text import TextFile
from .cells import plain
from .grid import Grid, Table, find_table
from .people import read_people
from .preamble import read_preamble

_DIAGONAL = frozenset({"*", "x", "х", "■", "█", "\\", "-----", "***"})
_BLANK = frozenset({"", "…", "...", "?", "na"})
_SIGNS = {"1": "1", "0": "0", "½": "=", "=": "=", "+": "+", "-": "-"}
_OPPOSITE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
_OUTCOMES = {
    ("1", "0"): "1-0", ("=", "="): "=", ("0", "1"): "0-1", ("+", "-"): "+-", ("-", "+"): "-+", ("-", "-"): "--",
}  # fmt: skip


def is_matrix(table: Table) -> bool:
    """Whether a table's columns are players: the diagonal says so."""
    if not table.rounds:
        return False
    people = read_people(table, "", Faults())
    size = len(table.rounds[0])
    marked = sum(1 for n, (_player, row) in people.items() if n <= size and _at(row.cells, table, 0, n) in _DIAGONAL)
    return marked >= 2 and 2 * marked > len(people)


def read_matrix(file: TextFile, grid: Grid) -> EventFile:
    """Read a round robin.

    The square says neither rounds nor colours: where its rows are in the order of starting numbers, both
    are taken from the Berger tables and named as ``assumed``. Raises ``Unreadable`` ``not_individual``.
    """
    table = find_table(grid)
    if table is None or not table.rounds:
        raise Unreadable("no_layout")
    faults, warnings = Faults(), Faults()
    people = read_people(table, "", warnings)
    players = [player for player, _row in people.values()]
    check_players(players, faults)
    in_order = _is_in_starting_order(table, players)
    games = _games(table, players, in_order, faults)
    if in_order and games:
        warnings.add(table.heading.number, "", "", "rounds_assumed")
    if not faults:
        settle_byes(players, _countable(games), [], faults, Faults(), column=table.title("points"))
    facts = read_preamble(table.above)
    one_day = facts.starts_on if facts.starts_on == facts.ends_on else ""
    games = sorted((game._replace(day=one_day) for game in games), key=lambda g: (g.round or 0, g.board or 0, g.white))
    assumed = frozenset({"round", "colour"}) if in_order else frozenset()
    return EventFile(
        "table", "matrix", file.encoding_name, facts, players, games, [], faults, warnings, frozenset(assumed)
    )


def _is_in_starting_order(table: Table, players: list[EventPlayer]) -> bool:
    """Rows headed by a number that is no rank."""
    number, rank = table.columns.get("number"), table.columns.get("rank")
    return number is not None and (rank is None or number < rank) and bool(players)


def _games(table: Table, players: list[EventPlayer], in_order: bool, faults: Faults) -> list[EventGame]:
    rows = {row.number: row.cells for row in table.rows}
    signs: dict[tuple[int, int], str] = {}
    for player in players:
        for number in range(1, len(players) + 1):
            cells = [_at(rows[player.line], table, run, number) for run in range(len(table.rounds))]
            signs[player.number, number] = _signs(player.line, cells, table, number, faults)
    games = []
    cycles = max(map(len, signs.values()), default=0)
    places = berger(len(players), cycles) if in_order else {}
    for one in players:
        for other in players[one.number :]:
            mine, theirs = signs[one.number, other.number], signs[other.number, one.number]
            if not _agree(mine, theirs):
                for line, text in ((one.line, mine), (other.line, theirs)):
                    if _is_sum(text):
                        raise Unreadable("not_individual", row=line, text=text, teams=table.has("team"))
                column = table.heading.cells[table.rounds[0][min(other.number, len(table.rounds[0])) - 1]]
                values = {"player": one.name, "opponent": other.name, "other": theirs}
                for line in (one.line, other.line):
                    faults.add(line, column, mine, "matrix_differs", **values)
                continue
            for cycle, pair in enumerate(zip(mine, theirs, strict=True), 1):
                games.append(_game(one, other, pair, places.get((one.number, other.number, cycle))))
    return games


def _game(one: EventPlayer, other: EventPlayer, signs: tuple[str, str], place: Place | None) -> EventGame:
    outcome = _OUTCOMES[signs]
    if place is None:
        return EventGame(one.line, None, None, one.number, other.number, outcome, coloured=False)
    if place.white == other.number:
        outcome = _OUTCOMES[signs[1], signs[0]]
    return EventGame(one.line, place.round, place.board, place.white, place.black, outcome)


def _agree(mine: str, theirs: str) -> bool:
    """One says the opposite of the other, game by game; a double forfeit is a minus on both sides."""
    both = list(zip(mine, theirs, strict=False))
    return len(mine) == len(theirs) and all(_OPPOSITE[a] == b or (a, b) == ("-", "-") for a, b in both)


def _signs(line: int, cells: list[str], table: Table, other: int, faults: Faults) -> str:
    """The results in the cells of a pair, one sign a game."""
    signs = ""
    for text in cells:
        if text in _BLANK or text in _DIAGONAL:
            continue
        bare = text.replace("1/2", "½").replace("0.5", "½").replace(" ", "").replace("1.0", "1").replace("0.0", "0")
        if any(sign not in _SIGNS for sign in bare):
            if _is_sum(bare):
                raise Unreadable("not_individual", row=line, text=text, teams=table.has("team"))
            accepted = "1, ½, 0, +, -, *"
            faults.add(line, table.heading.cells[table.rounds[0][other - 1]], text, "cell_unknown", accepted=accepted)
            continue
        signs += "".join(_SIGNS[sign] for sign in bare)
    return signs


def _is_sum(text: str) -> bool:
    """``2``, ``1½``, ``2.5``: more than one game can bring."""
    number = text.replace("½", ".5").replace("=", ".5")
    try:
        return float(number) > 1
    except ValueError:
        return False


def _at(cells: list[str], table: Table, run: int, number: int) -> str:
    columns = table.rounds[run]
    place = columns[number - 1] if 0 < number <= len(columns) else len(cells)
    return plain(cells[place]) if place < len(cells) else ""


def _countable(games: list[EventGame]) -> list[EventGame]:
    """With a round each, as the sum of points wants them: a square has no empty rounds."""
    return [game._replace(round=number) for number, game in enumerate(games, 1)] if games else []
