"""What goes wrong with files in other programs: one test for each report that no other module names."""

import pytest

from league.formats.event_rows import known_federation
from league.formats.pasted import read_pasted
from league.formats.text import decode

from .reports import player, read, said


def test_br_050_a_mark_before_pasted_text_is_no_part_of_a_name():
    (row,) = read_pasted(decode("\ufeffMüller - O’Neill 1:0".encode()), day="2026-01-05").rows
    assert (row.white.name, row.black.name) == ("Müller", "O’Neill")


@pytest.mark.parametrize(
    ("name", "page"), [("Łódź, Ewa", "cp1250"), ("O’Neill, Pat", "cp1252"), ("Müller, Jan", "cp1252")]
)
def test_br_051_accents_of_old_code_pages_arrive(name, page):
    event = read(player(1, name), encoding=page)
    assert [each.name for each in event.players] == [name]


def test_br_051_one_bad_byte_names_its_line():
    from league.formats.faults import Unreadable

    with pytest.raises(Unreadable) as caught:
        decode("Żak\nZażółć gęślą jaźń\n".encode() + b"Mu\xffller\n")
    assert (caught.value.code, caught.value.values["line"]) == ("bad_byte", 3)


def test_br_061_a_draw_written_with_a_comma_in_a_file_of_semicolons():
    from league.formats.results import read_results

    text = "date;white;black;white_score;black_score\n2026-01-05;Anna;Bo;0,5;0,5\n2026-01-06;Anna;Bo;1,0;0,0\n"
    assert [row.result.outcome for row in read_results(decode(text.encode())).rows] == ["=", "1-0"]


def test_br_062_ten_points_and_a_half_of_twelve_rounds_are_read_whole():
    rounds = ["2 w 1", "2 b 1"] * 5
    back = ["1 b 0", "1 w 0"] * 5
    event = read(
        player(1, "Adams, Ann", *rounds, "2 w =", "2 b 1", points="11.5"),
        player(2, "Brown, Bob", *back, "1 b =", "1 w 0", points="0.5"),
    )
    assert [each.points for each in event.players] == [11.5, 0.5]
    assert not event.faults and not event.warnings
    assert event.last_round() == 12


def test_br_063_days_of_five_kinds_are_one_day():
    for text in ("2026/09/11", "11.09.2026", "11. 09. 2026", "11.09.26", "September 11, 2026"):
        event = read("012 Cup", f"042 {text}", "052 2026/09/20", player(1, "Adams, Ann"))
        assert event.facts.starts_on == "2026-09-11", text


@pytest.mark.parametrize("text", ["00.00.0000", "0000/00/00", "unknown", "1984", "03.05.1984"])
def test_br_063_a_birth_date_that_is_none_stops_nothing(text):
    event = read(player(1, "Adams, Ann", birth=text))
    assert not event.faults and len(event.players) == 1
    assert event.players[0].birth[:4] == ("1984" if "1984" in text else "")


def test_br_067_a_list_of_players_without_rounds_has_players_and_no_game():
    event = read("012 Cup", player(1, "Adams, Ann"), player(2, "Brown, Bob"))
    assert (len(event.players), len(event.games), event.last_round()) == (2, 0, 0)
    assert not event.faults


@pytest.mark.parametrize(
    ("sex", "title", "read_as"),
    [("m", "", ("m", "")), ("w", "", ("w", "")), ("F", "", ("w", "")), ("m", "g", ("m", "GM")),
     ("w", "wf", ("w", "WFM")), ("m", "m", ("m", "IM")), ("m", "f", ("m", "FM"))],
)  # fmt: skip
def test_br_069_sex_and_title_stand_in_columns_of_their_own(sex, title, read_as):
    (found,) = read(player(1, "Adams, Ann", sex=sex, title=title)).players
    assert (found.sex, found.title) == read_as


@pytest.mark.parametrize(
    ("text", "code"),
    [("DEU", "GER"), ("GER", "GER"), ("ger", "GER"), ("ENG", "ENG"), ("---", ""), ("", ""), ("UK", "")],
)  # fmt: skip
def test_br_073_slips_of_federations_stop_nothing(text, code):
    event = read(player(1, "Adams, Ann", fed=text))
    assert not event.faults
    assert known_federation(event.players[0]) == code


@pytest.mark.parametrize(
    ("text", "name"),
    [("Pele", "Pele"), ("O'Brien,Pat", "O'Brien, Pat"), ("van der Berg, Jan", "van der Berg, Jan"),
     ("Wolfeschlegelsteinhausenbergerdorff, Hubert", "Wolfeschlegelsteinhausenbergerdor")],
)  # fmt: skip
def test_br_074_names_of_one_word_without_a_blank_and_too_long_for_the_column(text, name):
    assert [each.name for each in read(player(1, text[:33])).players] == [name]


def test_br_075_one_fide_id_on_two_players_names_both_lines():
    event = read(player(1, "Adams, Ann", fide="1503014"), player(2, "Brown, Bob", fide="1503014"))
    assert ("player_twice", (1, 2)) in said(event.faults)


def test_br_075_an_id_that_is_no_number_is_none():
    (found,) = read(player(1, "Adams, Ann", fide="n/a")).players
    assert (found.fide_id, found.local_id) == ("", "")
