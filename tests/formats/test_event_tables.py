"""Tables of events in every dialect, laid out here: cross tables, squares, pairing lists, cards, lists."""

import re

import pytest

from league.formats.detect import detect, read_event
from league.formats.faults import Unreadable

from .reports import said
from .sheets import workbook


def table(text, encoding="utf-8"):
    return read_event(detect(text.encode(encoding)))


def said_of(event):
    return [(game.round, game.white, game.black, game.outcome) for game in event.games]


SWISS = """No.;;Name;Rtg;FED;1.Rd;2.Rd;3.Rd;Pts.
1;FM;Adams Ann;2100;ENG;2w1;3b½;-1;2,5
2;;Brown Bob;2000;ENG;1b0;4w+;3w1;2
3;;Clark Cid;0;ENG;4w-;1w½;2b0;0,5
4;;Dent Dora;1800;ENG;3b-;2b-;-½;0,5
"""


def test_a_swiss_cross_table():
    event = table(SWISS)
    assert not event.faults
    assert said_of(event) == [
        (1, 1, 2, "1-0"), (1, 3, 4, "--"), (2, 3, 1, "="), (2, 2, 4, "+-"), (3, 2, 3, "1-0")
    ]  # fmt: skip
    assert [(bye.player, bye.round, bye.kind) for bye in event.byes] == [(1, 3, "U"), (4, 3, "H")]
    first = event.players[0]
    assert (first.name, first.rating, first.title, first.points) == ("Adams Ann", 2100, "FM", 2.5)


@pytest.mark.parametrize(
    ("white", "black", "half"), [("w", "s", "½"), ("б", "ч", "½"), ("b", "c", "½"), ("b", "n", "="), ("v", "m", "0.5"),
                                 ("w", "b", "Ѕ")]
)  # fmt: skip
def test_letters_of_the_colours_in_other_languages(white, black, half):
    letters = {"w": white, "b": black}
    text = re.sub(r"(?<=\d)[wb]", lambda letter: letters[letter[0]], SWISS).replace("½", half)
    assert said_of(table(text)) == said_of(table(SWISS))


def test_the_same_table_as_a_sheet_with_numbers_for_numbers():
    rows = [line.split(";") for line in SWISS.splitlines()]
    rows = [[int(cell) if cell.lstrip("-").isdigit() else cell for cell in row] for row in rows]
    event = read_event(detect(workbook([["From the Tournament-Database of Chess-Results"], ["Open 2026 "], *rows,
                                        [], ["You find all details under https://example.org"]])))  # fmt: skip
    assert event.facts.name == "Open 2026"
    assert said_of(event) == said_of(table(SWISS))


def test_ranks_are_left_blank_for_ties():
    text = "Rk.;;Name;Rtg;1.Rd;Pts.\n1;;A A;1;2w½;½\n;;B B;1;1b½;½\n3;;C C;1;4w½;½\n;;D D;1;3b½;½\n"
    event = table(text)
    assert said_of(event) == [(1, 1, 2, "="), (1, 3, 4, "=")]
    assert [each.rank for each in event.players] == [1, None, 3, None]


def test_opponents_are_named_by_whatever_number_makes_them_meet():
    text = "Rk.;SNo;;Name;Rtg;1.Rd;Pts.\n1;7;;A A;1;9w1;1\n2;8;;B B;1;6b1;1\n3;9;;C C;1;7b0;0\n4;6;;D D;1;8w0;0\n"
    assert said_of(table(text)) == [(1, 6, 8, "0-1"), (1, 7, 9, "1-0")]


def test_a_table_that_contradicts_itself_names_both_rows():
    event = table(SWISS.replace("1b0;", "1b½;", 1))
    assert {fault.code for fault in event.faults} == {"sides_differ"}
    assert {row for fault in event.faults for row in fault.rows} == {2, 3}


def test_points_against_the_results():
    assert said(table(SWISS.replace(";2,5\n", ";3,5\n")).faults) == {("points_differ", (2,))}


def test_a_cell_that_nobody_knows_is_named_with_the_accepted_forms():
    fault = next(iter(table(SWISS.replace("2w1", "2w1?")).faults))
    assert (fault.code, fault.rows, fault.column, fault.text) == ("cell_unknown", (2,), "1.Rd", "2w1?")
    assert "19w1" in fault.values["accepted"]


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        ("No.;Team;1.Rd;2.Rd\n1;China;2w3½;3b2\n2;India;1b½;3w4\n3;Chad;2b0;1w2\n", True),
        ("Pl;Name;1;2\n1;A A;2w1½;3b2\n2;B B;1b½;3w1\n3;C C;2b1;1w0\n", False),
        ("No.;;Team;1;2;3;Pts.\n1;;China;*;2½;3;5½\n2;;India;1½;*;4;5½\n3;;Chad;1;0;*;1\n", True),
    ],
)
def test_team_tables_and_match_points_are_refused(text, teams):
    with pytest.raises(Unreadable) as refused:
        table(text)
    assert (refused.value.code, refused.value.values["teams"]) == ("not_individual", teams)
    assert refused.value.values["row"] == 2


SQUARE = """No.;;Name;Rtg;1;2;3;4;Pts.;Rk.
1;;A A;2000;*;1;½;+;2,5;1
2;;B B;1900;0;*;1;0;1;3
3;;C C;1800;½;0;*;1;1,5;2
4;;D D;1700;-;1;0;*;1;4
"""


def test_a_round_robin_square_gets_rounds_and_colours_from_the_berger_tables():
    event = table(SQUARE)
    assert not event.faults
    assert said_of(event) == [
        (1, 1, 4, "+-"), (1, 2, 3, "1-0"), (2, 4, 3, "0-1"), (2, 1, 2, "1-0"), (3, 2, 4, "0-1"), (3, 3, 1, "="),
    ]  # fmt: skip
    assert event.assumed == {"round", "colour"}
    assert said(event.warnings) == {("rounds_assumed", (1,))}


def test_a_square_in_the_order_of_ranks_says_neither_rounds_nor_colours():
    event = table(SQUARE.replace("No.;;", "Rk.;;").replace(";Rk.\n", ";SB\n"))
    assert event.assumed == frozenset()
    assert {(game.round, game.coloured) for game in event.games} == {(None, False)}
    assert event.counts().played == 5


def test_a_double_round_robin_in_one_square():
    event = table("No.;Name;1;2;3;Pts.\n1;A A;*;1½;01;2,5\n2;B B;0½;*;11;2,5\n3;C C;10;00;*;1\n")
    assert not event.faults
    assert event.counts().played == 6
    assert sorted(game.round for game in event.games) == [1, 2, 3, 4, 5, 6]
    first, second = (game for game in event.games if {game.white, game.black} == {1, 2})
    assert (first.white, second.white) == (second.black, first.black)


def test_a_square_that_contradicts_itself_names_both_rows():
    fault = next(iter(table(SQUARE.replace("2;;B B;1900;0;", "2;;B B;1900;1;").replace(";1;3\n", ";2;3\n")).faults))
    assert (fault.code, fault.rows) == ("matrix_differs", (2, 3))


PAIRS = """Round 1 on 2026/01/10 at 10:00
Bo.;No.;Rtg;;White;Result;;Black;Rtg;No.
1;1;2000;FM;Adams, Ann;1 - 0;;Brown, Bob;1900;2
2;3;0;;Clark, Cid;½;;bye;0;-1
Round 2 on 11.01.2026
Bo.;No.;Rtg;;White;Result;;Black;Rtg;No.
1;3;0;;Clark, Cid;- - +;FM;Adams, Ann;2000;1
2;2;1900;;Brown, Bob;;;not paired;;
"""


def test_a_pairing_list():
    event = table(PAIRS)
    assert not event.faults
    assert [game[1:8] for game in event.games] == [
        (1, 1, 1, 2, "1-0", "2026-01-10", "10:00:00"), (2, 1, 3, 1, "-+", "2026-01-11", None)
    ]  # fmt: skip
    assert [(bye.round, bye.player, bye.kind) for bye in event.byes] == [(1, 3, "H"), (2, 2, "Z")]
    assert [(*each[1:4], each.title) for each in event.players] == [
        (1, "Adams, Ann", 2000, "FM"), (2, "Brown, Bob", 1900, ""), (3, "Clark, Cid", None, "")
    ]  # fmt: skip


def test_pairings_without_a_result_are_to_come():
    assert table(PAIRS.replace("1 - 0", "")).counts().to_come == 1


def test_a_number_with_two_names_is_a_fault():
    assert {f.code for f in table(PAIRS.replace("+;FM;Adams, Ann", "+;FM;Adam, Jan")).faults} == {"player_twice"}


CARDS = """Ст.ном.;Тур;Доска;Соп.ном.;Имя соперника;Рейт.;Рез.;Цвет
1;1;1;2;Бобров, Пётр;1200;1;w
1;2;1;3;Волков, Иван;0;- 1K;b
2;1;1;1;Абрамов, Олег;1300;0;b
2;2;2;-2;нет;0;- ½;w
3;1;3;-1;нет;0;- 0;b
3;2;1;1;Абрамов, Олег;1300;- 0K;w
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251"])
def test_player_cards(encoding):
    event = table(CARDS.replace("½", "0,5") if encoding == "cp1251" else CARDS, encoding)
    assert not event.faults
    assert [game[1:6] for game in event.games] == [(1, 1, 1, 2, "1-0"), (2, 1, 3, 1, "-+")]
    assert [(bye.round, bye.player, bye.kind) for bye in event.byes] == [(1, 3, "Z"), (2, 2, "H")]
    assert [each[1:4] for each in event.players] == [
        (1, "Абрамов, Олег", 1300), (2, "Бобров, Пётр", 1200), (3, "Волков, Иван", None)
    ]  # fmt: skip


def test_a_card_without_its_other_side_is_a_fault():
    assert {fault.code for fault in table(CARDS.replace("2;1;1;1;", "2;3;1;1;")).faults} == {"side_missing"}


SWISSPERFECT = """No\tName          \tLoc Id\tTotal\t 1  \t 2  \t 3

1 \tAdams, Ann    \t871   \t2.5  \t 2:W\t 0:D\t 3:+
2 \tBrown, Bob    \t698   \t1    \t 1:L\t 3:W\t 0:
3 \tClark, Cid    \t8990  \t1    \t 0:W\t 2:L\t 1:-
"""


def test_the_text_of_swissperfect():
    event = table(SWISSPERFECT)
    assert not event.faults
    assert [(game.round, game.white, game.black, game.outcome, game.coloured) for game in event.games] == [
        (1, 1, 2, "1-0", False), (2, 2, 3, "1-0", False), (3, 1, 3, "+-", False)
    ]  # fmt: skip
    assert [(bye.round, bye.player, bye.kind) for bye in event.byes] == [(1, 3, "U"), (2, 1, "H")]
    assert [each.local_id for each in event.players] == ["871", "698", "8990"]


ICU = """Event,"Brätto Open, 2001"
Start,7th March 2001
End,8th March 2001
Rounds,3

Player,456,Adams,Ann
1,0,B,Zorn,Zoë,2209,IM,GER
2,=,W,Brown,Bob,2205,,IRL
3,1,-
Total,1.5

Player,159,Brown,Bob
2,=,B,Adams,Ann,2100,,IRL
Total,.5
"""


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_foreign_event_of_the_irish_union(encoding):
    event = table(ICU, encoding)
    assert not event.faults
    assert (event.facts.name, event.facts.starts_on, event.facts.ends_on) == (
        "Brätto Open, 2001",
        "2001-03-07",
        "2001-03-08",
    )
    names = {each.number: each.name for each in event.players}
    assert [(game.round, names[game.white], names[game.black], game.outcome) for game in event.games] == [
        (1, "Zorn, Zoë", "Adams, Ann", "1-0"), (2, "Adams, Ann", "Brown, Bob", "=")
    ]  # fmt: skip
    assert [(bye.round, names[bye.player], bye.kind) for bye in event.byes] == [(3, "Adams, Ann", "F")]


def test_a_starting_list_has_players_and_no_games():
    event = table(
        "No.;;;Name;FideID;FED;RtgI;RtgN;sex\n1;;GM;Adams, Ann;1234567;ENG;2600;0;w\n2;;;B, B;0;DEU;0;1500;\n"
    )
    assert event.layout == "start list"
    assert [(*each[1:9], each.national_rating) for each in event.players] == [
        (1, "Adams, Ann", 2600, "1234567", "", "GM", "ENG", "w", None), (2, "B, B", None, "", "", "", "GER", "", 1500)
    ]  # fmt: skip
