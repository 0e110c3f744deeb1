"""PGN as people and programs write it, laid out here (BR-050, BR-051, BR-081)."""

from zoneinfo import ZoneInfo

import pytest

from league.formats.event_file import EventBye, EventFacts, EventFile, EventGame, EventPlayer
from league.formats.faults import Faults, Unreadable
from league.formats.outcomes import HALVES
from league.formats.pgn import read_pgn, write_pgn
from league.formats.text import decode

from .reports import said

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"


def game(result="1-0", moves=MOVES, end=None, **tags):
    usual = {"Event": "Club", "Date": "2026.01.10", "White": "Adams, Ann", "Black": "Brown, Bob", "Result": result}
    lines = [f'[{name} "{value}"]' for name, value in {**usual, **tags}.items() if value is not None]
    return "\n".join([*lines, "", f"{moves} {result if end is None else end}", "", ""])


def read(*games, zone=None) -> EventFile:
    return read_pgn(decode("".join(games).encode()), zone=zone)


@pytest.mark.parametrize(
    ("result", "outcome"),
    [("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "="), ("*", None), ("½-½", "="), ("[0:1]", "0-1"), ("[Ѕ:Ѕ]", "="),
     ("1–0", "1-0"), ("0.5-0.5", "=")],
)  # fmt: skip
def test_the_end_of_the_moves_in_its_spellings(result, outcome):
    assert read(game(result=None, end=result)).games[0].outcome == outcome


@pytest.mark.parametrize(
    ("tag", "end", "taken", "codes"),
    [
        ("1-0", "1-0", "1-0", set()),
        ("1-0", "0-1", "0-1", {"result_contradiction"}),
        ("*", "1-0", "1-0", set()),
        ("1-0", "*", "1-0", set()),
        ("1-0", "", "1-0", set()),
        ("", "0-1", "0-1", set()),
    ],
)
def test_a_tag_against_the_end_of_the_moves(tag, end, taken, codes):
    event = read(game(result=tag, end=end))
    assert event.games[0].outcome == taken
    assert {warning.code for warning in event.warnings} == codes


@pytest.mark.parametrize(
    ("moves", "taken"), [("1. f3 e5 2. g4 Qh4#", "0-1"), ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#", "1-0"),
                         ("1. f3 e5 2. g4 { no } 2... Qh4#", "0-1")]
)  # fmt: skip
def test_a_mate_decides_against_what_is_written(moves, taken):
    event = read(game(result="1/2-1/2", moves=moves))
    assert event.games[0].outcome == taken
    assert {warning.code for warning in event.warnings} == {"result_mate"}


def test_comments_variations_and_clocks_are_no_moves():
    moves = "1. e4 { [%clk 1:00] 0-1 } (1. d4 d5 (1... Nf6) 0-1) 1... e5 ; 0-1 here\n2. Nf3 $1"
    assert read(game(moves=moves)).games[0].outcome == "1-0"


def test_a_tag_in_a_comment_is_none():
    event = read(game(moves='1. e4 { see\n[White "Nobody"]\nthere } e5'), game())
    assert [player.name for player in event.players] == ["Adams, Ann", "Brown, Bob"]


def test_nested_braces_end_at_the_first():
    event = read(game(moves="1. e4 { a { b } c d } e5"), game())
    assert event.counts().played == 2


def test_a_comment_that_nobody_closed_does_not_swallow_the_next_game():
    event = read(game(moves="1. e4 { forgotten"), game(White="Clark, Cid"))
    assert event.counts().played == 2
    assert ("comment_open", (1,)) in said(event.warnings)


def test_an_empty_line_between_tags_is_no_new_game():
    text = game().replace('[Date "2026.01.10"]', '\n[Date "2026.01.10"]')
    assert read(text).games[0].day == "2026-01-10"


def test_only_the_first_game_has_an_event():
    event = read(game(moves="", end="", Round="1.1"), game(Event=None, moves="", end="", Round="1.2"))
    assert [(each.round, each.board, each.outcome) for each in event.games] == [(1, 1, "1-0"), (1, 2, "1-0")]


def test_br_050_a_byte_order_mark_and_a_last_ctrl_z():
    assert read_pgn(decode(b"\xef\xbb\xbf" + game().encode())).counts().played == 1


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "cp1250"])
def test_br_051_names_keep_their_letters(encoding):
    data = game(White="Müller, Jörg").encode(encoding)
    assert read_pgn(decode(data)).players[0].name == "Müller, Jörg"


@pytest.mark.parametrize(
    ("date", "day"),
    [("2026.01.10", "2026-01-10"), ("1984.??.??", "1984"), ("1984.05.??", "1984-05"), ("????.??.??", ""), ("?", ""),
     ("2026.02.30", "2026-02"), ("2026-01-10", "2026-01-10"), ("2019", "2019"), ("", "")],
)  # fmt: skip
def test_br_081_dates_as_far_as_they_are_known(date, day):
    assert read(game(Date=date)).games[0].day == day


def test_a_moment_in_utc_is_moved_to_the_clubs_zone():
    text = game(Date=None, UTCDate="2026.01.10", UTCTime="23:30:00")
    made = read(text, zone=ZoneInfo("Europe/Warsaw")).games[0]
    assert (made.day, made.time) == ("2026-01-11", "00:30:00")


@pytest.mark.parametrize(
    ("text", "place"), [("3", (3, None)), ("3.2", (3, 2)), ("3.2.1", (3, None)), ("?", (None, None)),
                        ("-", (None, None)), ("", (None, None)), ("99999", (None, None))]
)  # fmt: skip
def test_rounds_and_boards(text, place):
    made = read(game(Round=text)).games[0]
    assert (made.round, made.board) == place


def test_games_of_a_match_are_no_boards():
    made = read(game(Round="1.1"), game(Round="1.2", White="Brown, Bob", Black="Adams, Ann"), game(Round="2.1"))
    assert [(each.round, each.board) for each in made.games] == [(1, None), (1, None), (2, None)]


@pytest.mark.parametrize("name", ["?", "", "-", "N.N.", "NN"])
def test_br_081_nobody_is_no_player(name):
    event = read(game(White=name))
    assert said(event.faults) == {("player_unknown", (1,))}
    assert [player.name for player in event.players] == ["Brown, Bob"]


def test_one_fide_id_is_one_player_however_spelled():
    event = read(game(WhiteFideId="1503014"), game(White="Adams,A", WhiteFideId="1503014"), game())
    assert [player.name for player in event.players] == ["Adams, Ann", "Brown, Bob"]


def test_two_fide_ids_of_one_name_are_two_players():
    event = read(game(WhiteFideId="1503014"), game(WhiteFideId="1503015"))
    assert len(event.players) == 3


def test_ratings_and_titles():
    event = read(game(WhiteElo="2700", BlackElo="0", WhiteTitle="GM", BlackTitle="-"))
    assert [(player.rating, player.title) for player in event.players] == [(2700, "GM"), (None, "")]


@pytest.mark.parametrize(
    ("ended", "outcome"),
    [("Normal", "1-0"), ("Time forfeit", "1-0"), ("forfeit", "+-"), ("Walkover", "+-"), ("abandoned", "1-0"),
     ("double forfeit", "--"), ("less than one move", "W")],
)  # fmt: skip
def test_br_133_a_walk_over_is_not_played_and_a_loss_on_time_is(ended, outcome):
    assert read(game(Termination=ended)).games[0].outcome == outcome


def test_a_game_that_is_there_twice_with_all_its_moves_is_taken_once():
    long = " ".join(f"{n}. Nf3 Ng8" for n in range(1, 20))
    event = read(game(moves=long), game(moves=long), game(moves=long + " 20. Nf3"))
    assert event.counts().played == 2
    assert {warning.code for warning in event.warnings} == {"game_repeated"}


@pytest.mark.parametrize(
    "event", ["?", "", "Rated Blitz game", "Casual rapid game", "Round 1: Adams, Ann - Brown, Bob"]
)
def test_headings_that_name_no_event(event):
    assert read(game(Event=event)).games[0].event == ""


def test_other_games_than_chess_are_told():
    assert {warning.code for warning in read(game(Variant="Crazyhouse")).warnings} == {"variant"}


def test_quotes_inside_a_value():
    escaped, loose = game(Event='Open \\"A\\"'), game(Event='Open "A"')
    assert {each.event for each in read(escaped, loose).games} == {'Open "A"'}


def test_a_bye_is_no_game():
    event = read(game(Black="BYE", Round="2", moves=""), game())
    assert event.counts().played == 1
    assert [(bye.round, bye.kind) for bye in event.byes] == [(2, "U")]


def test_a_file_without_games_is_refused():
    with pytest.raises(Unreadable, match="no_games"):
        read("nothing here")


@pytest.mark.parametrize("outcome", [*HALVES, None])
def test_every_result_code_comes_back(outcome):
    players = [
        EventPlayer(0, 1, 'Żak "Ż", Ewa', 2100, "1234567", title="WFM", federation="POL"),
        EventPlayer(0, 2, "B"),
    ]
    made = EventGame(0, 3, 2, 1, 2, outcome, "2026-01-10", "19:30:00", event="Open \\ x")
    facts = EventFacts(name="Open \\ x", city="Łódź", records=(("222", "5400+30"),))
    event = EventFile("", "", "", facts, players, [made], [EventBye(0, 1, 1, "H")], Faults(), Faults())
    again = read_pgn(decode(write_pgn(event)))
    assert again.games[0][1:10] == (3, 2, 1, 2, outcome, "2026-01-10", "19:30:00", True, "Open \\ x")
    assert again.players[0][2:8] == ('Żak "Ż", Ewa', 2100, "1234567", "", "WFM", "POL")
    assert again.facts == facts
