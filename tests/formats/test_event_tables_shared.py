"""Every file of ../shared/data/club: read as what it is, with the right counts, or refused for the right reason."""

import pytest

from league.formats.detect import detect, read_event
from league.formats.event_file import Counts
from league.formats.faults import Unreadable
from league.formats.players import read_players
from league.formats.results import read_results
from league.formats.text import decode
from league.formats.trf import read_trf, write_trf

from .reports import independent, rated, said

# layout; players, games played, forfeited, too short, to come; byes
FILES = {
    "arad_2026_A_startingrank.csv": ("start list", Counts(209, 0, 0, 0, 0, 0)),
    "chessresults_rapid2026.xlsx": ("swiss", Counts(25, 75, 4, 0, 0, 6)),
    "chessresults_rapid_august.xlsx": ("swiss", Counts(107, 356, 10, 0, 0, 5)),
    "chessresults_rapid_february.xlsx": ("swiss", Counts(73, 235, 10, 0, 0, 2)),
    "chessresults_rapid_july.xlsx": ("swiss", Counts(91, 307, 3, 0, 0, 1)),
    "chessresults_roundrobin_B.xlsx": ("matrix", Counts(6, 13, 2, 0, 0, 0)),
    "frome_open_2026_crosstable.csv": ("swiss", Counts(38, 83, 0, 0, 0, 24)),
    "heart_of_finland_2016_crosstable.csv": ("swiss", Counts(103, 435, 2, 0, 0, 53)),
    "icu_foreign_event.csv": ("icu foreign", Counts(16, 16, 0, 0, 0, 1)),
    "icu_foreign_event_latin1.csv": ("icu foreign", Counts(3, 2, 0, 0, 0, 0)),
    "layout_rus_smanager_standard.csv": ("start list", Counts(20, 0, 0, 0, 0, 0)),
    "moscow_open_2018_A.csv": ("swiss", Counts(220, 956, 12, 0, 0, 3)),
    "ru_cup_2025-09_cards_utf8.csv": ("cards", Counts(29, 114, 3, 0, 0, 27)),
    "swissperfect_club_champ_2009.txt": ("swiss", Counts(18, 56, 2, 0, 0, 8)),
    "ussa_closed_2026_pairings.csv": ("pairings", Counts(9, 35, 1, 0, 0, 9)),
    "ussa_closed_2026_roundrobin.csv": ("matrix", Counts(9, 35, 1, 0, 0, 0)),
}
# rows of players
PLAYERS = {
    "fra_preregistration_2026-04.csv": 266,
    "layout_can_tdlist.txt": 3,
    "layout_fin_selo.csv": 4,
    "ru_cup_2025-09_players_cp1251.csv": 29,
}
# rows of results, and the line whose winner is neither of the two
RESULTS = {"table_tennis_season2_245.csv": (243, 117)}
REFUSED = {
    "altibox_2019_matchpoints.csv": {"row": 4, "text": "7w1½", "teams": False},
    "olympiad_2018_teams.csv": {"row": 5, "text": "69w3", "teams": True},
}


def data_of(shared, name):
    return (shared / "data" / "club" / name).read_bytes()


@pytest.fixture
def event(shared, request):
    return read_event(detect(data_of(shared, request.param)))


def test_no_file_is_left_out(shared):
    names = {path.name for path in (shared / "data" / "club").iterdir()}
    assert names == {*FILES, *PLAYERS, *RESULTS, *REFUSED}


@pytest.mark.parametrize(("event", "expected"), FILES.items(), indirect=["event"], ids=FILES)
def test_a_file_is_read_as_what_it_is(event, expected):
    assert list(event.faults) == []
    assert (event.layout, event.counts()) == expected


@pytest.mark.parametrize(("name", "rows"), PLAYERS.items())
def test_lists_of_players_have_a_reader_of_their_own(shared, name, rows):
    found = detect(data_of(shared, name))
    assert found.layout == "players"
    read = read_players(found.text)
    assert len(read.rows) == rows
    assert not read.faults


@pytest.mark.parametrize(("name", "expected"), RESULTS.items())
def test_rows_of_results_have_a_reader_of_their_own(shared, name, expected):
    found = detect(data_of(shared, name))
    assert found.layout == "results"
    read = read_results(found.text)
    assert len(read.rows) == expected[0]
    assert said(read.faults) == {("winner_unknown", expected[1:])}


@pytest.mark.parametrize(("name", "values"), REFUSED.items())
def test_sums_of_several_games_are_refused_with_the_cell(shared, name, values):
    with pytest.raises(Unreadable) as refused:
        detect(data_of(shared, name))
    assert (refused.value.code, refused.value.values) == ("not_individual", values)


@pytest.mark.parametrize("event", [n for n, (_layout, counts) in FILES.items() if counts.played], indirect=True)
@pytest.mark.parametrize("version", ["TRF16", "TRF26"])
def test_as_a_report_it_says_the_same(event, version):
    data = write_trf(event, version)
    again = read_trf(decode(data))
    assert not again.faults
    assert [_said(game) for game in again.games] == sorted(map(_said, event.games))
    assert sorted(bye[1:] for bye in again.byes) == sorted(bye[1:] for bye in event.byes)
    assert [each.name[:33].rstrip() for each in event.players] == [each.name for each in again.players]
    assert [each[3:5] for each in event.players] == [each[3:5] for each in again.players]
    status, games = independent(data)
    assert status == 0
    if all(game.coloured for game in event.games):
        assert games == rated(event)


def _said(game):
    return (game.round, min(game.white, game.black), game.white, game.black, game.outcome or "", game.coloured)


def test_a_square_filled_in_by_the_berger_tables_is_the_pairing_list(shared):
    square = read_event(detect(data_of(shared, "ussa_closed_2026_roundrobin.csv")))
    pairs = read_event(detect(data_of(shared, "ussa_closed_2026_pairings.csv")))
    assert square.assumed == {"round", "colour"}
    assert {game[1:6] for game in square.games} == {game[1:6] for game in pairs.games}
    assert [each[1:4] for each in square.players] == [each[1:4] for each in pairs.players]


@pytest.mark.parametrize("event", ["ussa_closed_2026_pairings.csv"], indirect=True)
def test_rows_between_pairings_are_rounds_with_day_and_time(event):
    assert event.facts.round_days[:5] == (*["2026-08-08"] * 4, "2026-08-09")
    assert event.games[0][1:8] == (1, 1, 2, 9, "0-1", "2026-08-08", "08:30:00")
    assert {bye.kind for bye in event.byes} == {"Z"}


def test_cards_and_report_of_one_event_say_the_same(shared):
    cards = read_event(detect(data_of(shared, "ru_cup_2025-09_cards_utf8.csv")))
    report = read_event(detect((shared / "data" / "trf" / "derived_ru_cup_2025-09_utf8.trf").read_bytes()))
    assert sorted(map(_said, cards.games)) == sorted(map(_said, report.games))
    assert [(each.number, each.name[:33], each.rating) for each in cards.players] == [
        (each.number, each.name, each.rating) for each in report.players
    ]


@pytest.mark.parametrize("event", ["chessresults_rapid_august.xlsx"], indirect=True)
def test_the_head_of_a_page(event):
    facts = event.facts
    assert (facts.name, facts.city) == ("Keshmat Circuit - Rapid - August 2024", "Keshmat Chess Center (Dekweneh)")
    assert (facts.starts_on, facts.ends_on, facts.rounds, facts.federation) == ("2024-08-28", "2024-08-28", 7, "LBN")
    assert facts.time_control == "10 minutes + 3 secs per move"
    assert {game.day for game in event.games} == {"2024-08-28"}


@pytest.mark.parametrize("event", ["chessresults_rapid_august.xlsx"], indirect=True)
def test_blank_ranks_of_tied_players_are_counted_on(event):
    last = event.players[105]
    assert (last.number, last.name, last.rating, last.rank) == (106, "Ogiho Buhuzum", None, None)
    met = {
        (game.round, game.white, game.black, game.outcome) for game in event.games if 106 in (game.white, game.black)
    }
    assert met == {(1, 106, 54, "-+"), (2, 88, 106, "+-"), (3, 106, 100, "-+")}


@pytest.mark.parametrize("event", ["frome_open_2026_crosstable.csv"], indirect=True)
def test_byes_of_a_cross_table(event):
    kinds = [bye.kind for bye in event.byes]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"H": 14, "Z": 7, "U": 3}


@pytest.mark.parametrize("event", ["heart_of_finland_2016_crosstable.csv"], indirect=True)
def test_br_051_finnish_letters_and_decimal_commas(event):
    assert (event.players[10].name, event.players[11].name) == ("Iömedä Lufam", "Oäsazutää Etuc")
    assert event.players[0].points == 6.5


@pytest.mark.parametrize("event", ["icu_foreign_event.csv"], indirect=True)
def test_a_game_of_two_tracked_players_is_one_game(event):
    names = {each.name: each.number for each in event.players}
    one, other = names["Bak, Odupami"], names["Ucadace, Nuzif"]
    met = [game for game in event.games if {game.white, game.black} == {one, other}]
    assert [(game.round, game.white, game.outcome) for game in met] == [(3, other, "=")]
    assert (event.players[0].local_id, event.players[0].points) == ("456", 4.0)


@pytest.mark.parametrize("event", ["swissperfect_club_champ_2009.txt"], indirect=True)
def test_swissperfect_has_no_colours(event):
    assert {game.coloured for game in event.games} == {False}
    assert {code for code, _rows in said(event.warnings)} == {"colour_missing"}
    assert event.players[0][2:6] == ("Rokimem, Usaloca", None, "", "87025")


@pytest.mark.parametrize("event", ["arad_2026_A_startingrank.csv"], indirect=True)
def test_a_starting_list_has_ids_and_titles(event):
    assert event.players[0][2:8] == ("Esotaribo, Iruk", 2669, "14117908", "", "GM", "UKR")
