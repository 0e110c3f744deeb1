"""Every PGN file in ../shared/data: games, players, results, and what is told of each."""

import gzip

import pytest

from league.formats.detect import detect, read_event
from league.formats.event_file import Counts
from league.formats.faults import Unreadable
from league.formats.pgn import read_pgn, write_pgn
from league.formats.text import decode

from .reports import said

# players, games played, forfeited, too short, without a result; byes
FILES = {
    "chessbase_empty_line.pgn": Counts(2, 1, 0, 0, 0, 0),
    "comments_variations_bom.pgn": Counts(33, 0, 0, 0, 17, 0),
    "fix_result_tags.pgn": Counts(10, 5, 0, 0, 0, 0),
    "kasparov_deep_blue_1997.pgn": Counts(2, 6, 0, 0, 0, 0),
    "lichess_2012_rating_diff_32.pgn": Counts(38, 32, 0, 0, 0, 0),
    "linares_2001.pgn": Counts(11, 19, 0, 0, 0, 0),
    "london_1851_knockout.pgn": Counts(43, 251, 0, 0, 0, 0),
    "long_line.pgn": Counts(0, 0, 0, 0, 0, 0),
    "round_robin_2025_broadcast.pgn": Counts(10, 45, 0, 0, 0, 0),
    "ru_cup_2025-09_russian_letters.pgn": Counts(29, 113, 0, 0, 0, 0),
    "ru_cup_2025-12_cyrillic_names.pgn": Counts(33, 122, 0, 0, 0, 0),
    "tata_steel_masters_2022.pgn": Counts(14, 87, 4, 0, 0, 0),
    "utf8_bom.pgn": Counts(1, 0, 0, 0, 0, 0),
    "uzchess_cup_2025_roundrobin.pgn": Counts(10, 45, 0, 0, 0, 0),
}
# White wins, draws, Black wins: the index of the data; the Russian file counted by its brackets
RESULTS = {
    "fix_result_tags.pgn": (3, 0, 2),
    "kasparov_deep_blue_1997.pgn": (3, 3, 0),
    "lichess_2012_rating_diff_32.pgn": (22, 1, 9),
    "linares_2001.pgn": (7, 11, 1),
    "london_1851_knockout.pgn": (112, 30, 109),
    "round_robin_2025_broadcast.pgn": (18, 18, 9),
    "ru_cup_2025-09_russian_letters.pgn": (48, 20, 45),
    "uzchess_cup_2025_roundrobin.pgn": (12, 24, 9),
}


@pytest.fixture
def event(shared, request):
    return read_event(detect((shared / "data" / "pgn" / request.param).read_bytes()))


def test_no_file_is_left_out(shared):
    assert {path.name for path in (shared / "data" / "pgn").iterdir()} == {*FILES, "nested_comment.pgn"}


@pytest.mark.parametrize(("event", "counts"), FILES.items(), indirect=["event"], ids=FILES)
def test_a_file_is_read(event, counts):
    assert event.format == "pgn"
    assert event.counts() == counts


@pytest.mark.parametrize(("event", "results"), RESULTS.items(), indirect=["event"], ids=RESULTS)
def test_results_are_those_of_the_file(event, results):
    found = [sum(1 for game in event.games if game.outcome == code) for code in ("1-0", "=", "0-1")]
    assert tuple(found) == results


def test_a_file_of_moves_without_tags_has_no_games(shared):
    data = (shared / "data" / "pgn" / "nested_comment.pgn").read_bytes()
    with pytest.raises(Unreadable) as refused:
        detect(data)
    assert refused.value.code == "no_header"
    with pytest.raises(Unreadable, match="no_games"):
        read_event(detect(data, format="pgn"))


@pytest.mark.parametrize("event", ["long_line.pgn"], indirect=True)
def test_br_081_a_result_without_names_is_a_fault(event):
    assert said(event.faults) == {("player_unknown", (1,))}


@pytest.mark.parametrize("event", ["utf8_bom.pgn"], indirect=True)
def test_br_081_a_study_without_names_and_result_is_only_told(event):
    assert not event.faults
    assert said(event.warnings) == {("player_unknown", (1, 14))}


@pytest.mark.parametrize("event", ["fix_result_tags.pgn"], indirect=True)
def test_a_mate_on_the_board_decides_and_is_told(event):
    told = {(fault.code, fault.rows, fault.text, fault.values["taken"]) for fault in event.warnings}
    assert told == {
        ("result_mate", (1,), "1-0", "0-1"),
        ("result_mate", (36, 67), "1/2-1/2", "1-0"),
        ("result_mate", (52,), "0-1", "1-0"),
    }


@pytest.mark.parametrize("event", ["tata_steel_masters_2022.pgn"], indirect=True)
def test_a_result_without_moves_beside_games_with_moves_is_a_forfeit(event):
    assert said(event.warnings) == {("no_moves", (1216, 1918, 2252)), ("no_moves", (2081,))}
    names = {player.number: player.name for player in event.players}
    forfeits = [game for game in event.games if game.outcome in ("+-", "-+")]
    losers = {names[game.black if game.outcome == "+-" else game.white] for game in forfeits}
    assert losers == {"Dubov, Daniil"}


@pytest.mark.parametrize("event", ["uzchess_cup_2025_roundrobin.pgn"], indirect=True)
def test_tags_alone_are_games_that_were_played(event):
    assert {(game.round, game.board) for game in event.games} == {(r, b) for r in range(1, 10) for b in range(1, 6)}
    assert len({frozenset((game.white, game.black)) for game in event.games}) == 45
    assert all(player.fide_id and player.rating for player in event.players)


@pytest.mark.parametrize("event", ["ru_cup_2025-09_russian_letters.pgn"], indirect=True)
def test_russian_letters_and_results_in_brackets(event):
    assert (event.players[0].name, event.players[1].name) == ("Озатлин Асаним", "Ифоков Асаним")
    assert {game.day for game in event.games} == {""}


@pytest.mark.parametrize("event", ["ru_cup_2025-12_cyrillic_names.pgn"], indirect=True)
def test_cyrillic_event_and_place(event):
    assert (event.facts.name, event.facts.city) == ("Декабрьский кубок ЦАО-2025", "Москва, Проспект мира, 43.")
    assert {game.round for game in event.games} == {None}


@pytest.mark.parametrize("event", ["lichess_2012_rating_diff_32.pgn"], indirect=True)
def test_headings_of_a_server_are_no_events(event):
    assert {game.event for game in event.games} == {""}
    assert (event.games[0].day, event.games[0].time) == ("2012-12-31", "23:01:03")
    assert (event.games[0].white_rating, event.games[0].black_rating) == (1639, 1403)


@pytest.mark.parametrize("event", ["london_1851_knockout.pgn"], indirect=True)
def test_br_081_a_date_of_a_year_is_kept_as_that(event):
    assert {game.day for game in event.games} == {"1851"}


@pytest.mark.parametrize("event", [name for name, counts in FILES.items() if sum(counts[1:5])], indirect=True)
def test_tags_round_trip_without_a_difference(event):
    again = read_pgn(decode(write_pgn(event)))
    assert _games(again) == _games(event)
    assert write_pgn(again) == write_pgn(event)


def _games(event):
    names = {player.number: player[2:] for player in event.players}
    return [(names[g.white], names[g.black], g[1:3], g[5:8], g.event) for g in event.games]


def test_thousands_of_games_with_spellings_and_years_only(shared):
    data = gzip.decompress((shared / "data" / "bulk" / "pgn_3290_games.pgn.gz").read_bytes())
    event = read_event(detect(data))
    assert event.counts() == Counts(1111, 3290, 0, 0, 0, 0)
    assert not event.faults
    assert sum(1 for game in event.games if len(game.day) < 10) == 1181
