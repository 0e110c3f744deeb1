"""Standings that were printed with their tie-breaks, and FIDE's own program on the reports of tournaments."""

import csv
from pathlib import Path

import openpyxl
import pytest
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from league.formats.event_file import BYE_HALVES
from league.formats.outcomes import HALVES
from league.formats.text import decode
from league.formats.trf import read_trf, write_trf
from ratings.kernel.standings import Card, Meeting, Rules, Table, ranking, read_codes

from .tables_of_events import CELL, POINTS

# the cells of players without an opponent, in exports of chess-results
ALONE = {"-1": 1.0, "-½": 0.5, "½": 0.5, "-0": 0.0, "0": 0.0, "": 0.0}
# Swiss-Manager's setting of these events was the virtual opponent: printed columns, the codes that they are
PRINTED = {
    "heart_of_finland_2016_crosstable.csv": {"TB1": "BH:C1", "TB2": "SB:C1"},
    "moscow_open_2018_A.csv": {"TB1": "BH", "TB2": "BH:C1", "TB4": "SB"},
    "frome_open_2026_crosstable.csv": {"TB3": "PS"},
    "chessresults_rapid2026.xlsx": {"TB2": "BH:C1", "TB3": "BH:C2"},
    "chessresults_rapid_august.xlsx": {"TB2": "BH:C1", "TB3": "BH"},
    "chessresults_rapid_february.xlsx": {"TB2": "BH:C1", "TB3": "BH"},
    "chessresults_rapid_july.xlsx": {"TB2": "BH:C1", "TB3": "BH"},
}


def rows_of(path: Path) -> list[list[str]]:
    if path.suffix == ".xlsx":
        sheet = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
        return [["" if cell is None else str(cell).strip() for cell in row] for row in sheet]
    data = path.read_bytes()
    text = data.decode("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") or b"\xc2" in data else "cp1252")
    return [[cell.strip() for cell in row] for row in csv.reader(text.splitlines(), delimiter=";")]


def printed(path: Path) -> tuple[Table, dict[str, dict[int, float]]]:
    """The table, and the printed columns of tie-breaks by number of the row."""
    rows = rows_of(path)
    start = next(place for place, row in enumerate(rows) if sum(cell.endswith(".Rd") for cell in row) > 2)
    head = rows[start]
    rounds = [place for place, name in enumerate(head) if name.endswith(".Rd")]
    columns = {name: place for place, name in enumerate(head) if name.startswith("TB")}
    players = [row for row in rows[start + 1 :] if len(row) > 4 and row[head.index("Rtg")].isdecimal()]
    cards = {
        number: Card(tuple(cell_of(place, row[column]) for place, column in enumerate(rounds, 1)))
        for number, row in enumerate(players, 1)
    }
    values = {
        name: {number: float(row[column].replace(",", ".") or 0) for number, row in enumerate(players, 1)}
        for name, column in columns.items()
    }
    return Table(cards, len(rounds), True, Rules.VIRTUAL), values


def cell_of(round: int, text: str) -> Meeting:
    if text in ALONE:
        return Meeting(round, None, ALONE[text], played=False, away=ALONE[text] < 1)
    opponent, colour, code = CELL.fullmatch(text).groups()
    return Meeting(round, int(opponent), POINTS[code], code not in "+-", colour == "b", code == "-")


@pytest.mark.parametrize("name", PRINTED)
def test_the_printed_tie_breaks_of_657_players(shared, name):
    """Every value of every player, absent ones, byes and forfeits included."""
    table, columns = printed(shared / "data" / "club" / name)
    assert len(table.cards) > 20
    for column, code in PRINTED[name].items():
        found = {line.player: line.values[0] for line in ranking(table, read_codes(code))}
        assert found == columns[column], code


@pytest.mark.parametrize(
    ("name", "forfeits"), [("ussa_closed_2026_roundrobin.csv", {2, 8}), ("chessresults_roundrobin_B.xlsx", {1, 4, 5})]
)
def test_the_printed_tie_breaks_of_round_robins(shared, name, forfeits):
    """Sonneborn-Berger and games won of everybody; chess-results gives a forfeit the winner's own score where FIDE
    counts it as the game it stands for, so those who have one are left out."""
    rows = rows_of(shared / "data" / "club" / name)
    start = next(place for place, row in enumerate(rows) if row[:1] == ["No."])
    head = rows[start]
    size = sum(1 for cell in head if cell.isdecimal())
    first = head.index("1")
    cards, won, berger = {}, {}, {}
    for row in rows[start + 1 : start + 1 + size]:
        number = int(row[0])
        cells = {n: row[first + n - 1] for n in range(1, size + 1) if n != number}
        cards[number] = Card(
            tuple(Meeting(n, n, POINTS[c] if c in POINTS else float(c), c not in "+-") for n, c in cells.items())
        )
        won[number], berger[number] = (float(row[head.index(tb)].replace(",", ".")) for tb in ("TB2", "TB3"))
    lines = {line.player: line for line in ranking(Table(cards, size, False), read_codes("WIN SB WON"))}
    for number in set(cards) - forfeits:
        assert lines[number].values[1] == berger[number], number
        assert won[number] in (lines[number].values[0], lines[number].values[2]), number


REPORTS = (
    "bunratty_masters_2011_34p.tab", "irish_junior_champs_2011_34p.tab", "javafo_quickgames_46p_10r.trf",
    "bbp_issue7_60p_14r.trf", "trf26_individual_import_16p.trf", "valid_forfeits_12p.tab",
)  # fmt: skip
CODES = "WIN WON BPG BWG PS BH SB BH:C1"


@pytest.mark.parametrize("day", ["2025-05-01", "2026-05-01"])
@pytest.mark.parametrize("name", REPORTS)
def test_as_the_program_of_fides_own_commission_counts(shared, name, day):
    """gacrux on our report of the same event, by the regulations of both dates."""
    event = read_trf(decode((shared / "data" / "trf" / name).read_bytes()))
    event = event._replace(
        facts=event.facts._replace(starts_on=day, ends_on=day, round_days=(), rounds=event.last_round()),
        players=[player._replace(points=None) for player in event.players],
    )
    rules = Rules.DUMMY if day < "2026-03-01" else Rules.CAPPED
    table = Table(cards_of(event), event.last_round(), True, rules)
    found = {line.player: line.values for line in ranking(table, read_codes(CODES))}
    theirs = independent(write_trf(event, "TRF26"), event.last_round())
    differing = {number: (found[number], theirs[number]) for number in found if found[number] != theirs[number]}
    assert not differing


def cards_of(event):
    """A report's players, with what no line says: nothing known of a round is a round away."""
    cells = {player.number: {} for player in event.players}
    for game in event.games:
        for own, other, side in ((game.white, game.black, 0), (game.black, game.white, 1)):
            halves = HALVES[game.outcome][side] if game.outcome else 0
            played = game.outcome in ("1-0", "=", "0-1", "W", "D", "L")
            away = game.outcome is None or (not played and halves == 0)
            cells[own][game.round] = Meeting(game.round, other, halves / 2, played, bool(side) and game.coloured, away)
    for bye in event.byes:
        halves = BYE_HALVES[bye.kind]
        cells[bye.player][bye.round] = Meeting(bye.round, None, halves / 2, False, away=halves < 2)
    rounds = range(1, event.last_round() + 1)
    return {
        number: Card(tuple(own.get(r) or Meeting(r, None, 0.0, False, away=True) for r in rounds))
        for number, own in cells.items()
    }


def independent(data: bytes, rounds: int):
    reader = trf2json()
    reader.parse_file(data.decode("utf-8"), False)
    tournament = reader.get_tournament(1)
    params = {
        "tiebreak": ["PTS", *CODES.replace(":C1", "/C1").split()],
        "check": False,
        "is_rr": False,
        "unrated": None,
    }
    tiebreak(tournament, rounds, params).compute_tiebreaks(tournament, params)
    return {
        each["cid"]: tuple(float(value) for value in each["tiebreakScore"][1:]) for each in tournament["competitors"]
    }
