"""Starting lists: players of an event, no games yet."""

from __future__ import annotations

from ..event_file import EventFile, check_players
from ..faults import Faults, Unreadable
from ..text import TextFile
from .grid import Grid, find_table
from .people import read_people
from .preamble import read_preamble


def read_start_list(file: TextFile, grid: Grid) -> EventFile:
    """Read a starting list (BR-067). Raises ``Unreadable`` ``no_layout``."""
    table = find_table(grid)
    if table is None:
        raise Unreadable("no_layout")
    faults, warnings = Faults(), Faults()
    players = [player for player, _row in read_people(table, "number", warnings).values()]
    if not players:
        raise Unreadable("no_players")
    check_players(players, faults)
    facts = read_preamble(table.above)
    return EventFile("table", "start list", file.encoding_name, facts, players, [], [], faults, warnings)
