"""Reports in every dialect, laid out here by column (C.02.03, Annexure A; rating-rules 8)."""

import pytest

from league.formats.faults import Unreadable
from league.formats.text import decode
from league.formats.trf import read_trf

from .reports import player, read, report, said

TWO = (player(1, "Adams, Ann", "2 w 1"), player(2, "Brown, Bob", "1 b 0"))


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_end_in_any_way(ends):
    event = read("012 Open", *TWO, ends=ends)
    assert (event.facts.name, event.counts().played) == ("Open", 1)


def test_br_050_a_byte_order_mark_is_no_part_of_the_first_record():
    event = read_trf(decode(report("012 Open", *TWO, encoding="utf-8-sig")))
    assert event.facts.name == "Open"


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("latin-1", "Müller, Jörg"), ("cp1250", "Żak, Łukasz"), ("cp1251", "Иванов, Пётр"), ("utf-8", "Žižka, Ján")],
)
def test_br_051_names_keep_their_letters_in_every_encoding(encoding, name):
    lines = [player(n, name, f"{3 - n} {'wb'[n - 1]} =") for n in (1, 2)]
    event = read(*lines, encoding=encoding)
    assert [each.name for each in event.players] == [name, name]
    assert event.counts().played == 1


def test_a_line_counted_in_bytes_is_still_read():
    line = player(1, "Öö, Ää", "2 w 1", rating=2100, fed="EST", points="1.0", rank=1)
    bytes_wide = line.replace("Öö, Ää" + " " * 27, "Öö, Ää" + " " * 23)
    event = read(bytes_wide, player(2, "Brown, Bob", "1 b 0", rating=1900, points="0.0", rank=2))
    assert list(event.faults) == []
    assert (event.players[0].name, event.players[0].rating, event.players[0].points) == ("Öö, Ää", 2100, 1.0)
    assert said(event.warnings) == {("columns_in_bytes", (1,))}


def test_every_column_of_a_player():
    line = player(17, "O'Brien, Pat", sex="w", title="WGM", rating=2345, fed="IRL", fide=2500035, birth="1978/05/03",
                  points="11.5", rank=3)  # fmt: skip
    each = read(line).players[0]
    assert each[1:13] == (17, "O'Brien, Pat", 2345, "2500035", "", "WGM", "IRL", "w", "1978-05-03", 11.5, 3, None)


@pytest.mark.parametrize(
    ("sex", "title", "shown"),
    [("m", "g", ("m", "GM")), ("w", "wf", ("w", "WFM")), ("F", "", ("w", "")), ("", "f", ("", "FM")),
     ("M", "IM", ("m", "IM")), ("w", "WGM", ("w", "WGM"))],
)  # fmt: skip
def test_br_069_sex_and_title_have_columns_of_their_own(sex, title, shown):
    each = read(player(1, "Adams, Ann", sex=sex, title=title)).players[0]
    assert (each.sex, each.title) == shown


@pytest.mark.parametrize("points", ["10.0", "10.5", "11.5"])
def test_br_062_points_above_ten(points):
    whole = int(float(points) * 2) // 2
    halves = ["="] if points.endswith("5") else []
    mine = ["2 w 1"] * whole + [f"2 w {code}" for code in halves]
    theirs = ["1 b 0"] * whole + [f"1 b {code}" for code in halves]
    event = read(player(1, "Adams, Ann", *mine, points=points), player(2, "Brown, Bob", *theirs))
    assert event.players[0].points == float(points)
    assert list(event.faults) == []


@pytest.mark.parametrize(
    ("written", "day"),
    [("25.02.2011", "2011-02-25"), ("28. 07. 2005", "2005-07-28"), ("2008-02-01", "2008-02-01"),
     ("03/30/2011", "2011-03-30"), ("May 29, 2020", "2020-05-29"), ("2025/10/12", "2025-10-12"),
     ("30/09/2011", "2011-09-30")],
)  # fmt: skip
def test_br_063_dates_of_the_event_in_any_form(written, day):
    event = read("012 Open", f"042 {written}", f"052 {written}", *TWO)
    assert (event.facts.starts_on, event.facts.ends_on) == (day, day)
    assert event.games[0].day == day


@pytest.mark.parametrize("written", ["11/09/26", "11.09.26", "11.26.09", "26.09.11", "09/26/11", "01.09.26"])
def test_br_063_days_of_rounds_are_read_in_the_order_that_fits_the_event(written):
    event = read("042 2011/09/26", "052 2011/09/27", "132" + " " * 88 + written, *TWO)
    assert event.facts.round_days == ("2011-09-26",)


def test_br_063_days_of_rounds_that_fit_in_no_order_are_left_out_with_a_word():
    event = read("042 2011/09/26", "052 2011/09/27", "132" + " " * 88 + "11/12/25", *TWO)
    assert event.facts.round_days == ()
    assert said(event.warnings) == {("round_days", (3,))}
    assert event.games[0].day == ""


@pytest.mark.parametrize(
    ("written", "birth"),
    [("1978", "1978"), ("1987/00/00", "1987"), ("1969.12.06", "1969-12-06"), ("1975.  .", "1975"), ("    .  .", ""),
     ("00.00.0000", ""), ("06.12.1969", "1969-12-06"), ("03/04/1978", "1978"), ("18960000", "1896")],
)  # fmt: skip
def test_br_063_births_as_far_as_they_are_known(written, birth):
    event = read(player(1, "Adams, Ann", birth=written))
    assert event.players[0].birth == birth
    assert not event.warnings


def test_br_063_a_birth_that_is_text_is_left_out_with_a_word():
    event = read(player(1, "Adams, Ann", birth="unknown"))
    assert said(event.warnings) == {("birth_year", (1,))}


@pytest.mark.parametrize(
    ("written", "name"),
    [("Pele", "Pele"), ("O'Brien,Pat", "O'Brien, Pat"), ("van der Berg, Jan", "van der Berg, Jan"),
     ("Wolfeschlegelsteinhausenbergerdorff", "Wolfeschlegelsteinhausenbergerdor")],
)  # fmt: skip
def test_br_074_names_with_and_without_comma(written, name):
    assert read(player(1, written[:33])).players[0].name == name


@pytest.mark.parametrize(
    ("written", "code"), [("DEU", "GER"), ("ger", "GER"), ("---", ""), ("", ""), ("KIL", "KIL"), ("CHE", "SUI")]
)
def test_br_073_federations_and_their_slips(written, code):
    assert read(player(1, "Adams, Ann", fed=written)).players[0].federation == code


def test_br_075_one_id_on_two_players_names_both_lines():
    event = read(player(1, "Adams, Ann", fide=1234567), player(2, "Brown, Bob", fide=1234567))
    assert said(event.faults) == {("player_twice", (1, 2))}


def test_br_075_one_starting_number_on_two_players_names_both_lines():
    assert ("player_twice", (1, 2)) in said(read(player(1, "Adams, Ann"), player(1, "Brown, Bob")).faults)


@pytest.mark.parametrize("written", ["n/a", "0", ""])
def test_br_075_no_id_is_no_id(written):
    event = read(player(1, "Adams, Ann", fide=written), player(2, "Brown, Bob", fide=written))
    assert not event.faults
    assert [(each.fide_id, each.local_id) for each in event.players] == [("", ""), ("", "")]


def test_br_067_players_without_rounds_are_players():
    event = read("012 Open", player(1, "Adams, Ann"), player(2, "Brown, Bob"))
    assert event.counts() == (2, 0, 0, 0, 0, 0)
    assert not event.faults


def test_a_report_without_players_is_refused():
    with pytest.raises(Unreadable, match="no_players"):
        read("012 Open", "022 Nowhere", "032 POL")


def test_comments_rulers_extensions_and_national_records_are_no_error():
    event = read("# comment", "### SSSS", "DDD SSSS sTTT", "XXR 9", "XXC white1", "BBW  1.0", "",
                 *TWO, "FRA    1    A" + " " * 35 + "2200 IDF      D50113", "NRS")  # fmt: skip
    assert not event.faults
    assert (event.facts.rounds, event.players[0].national_rating) == (9, 2200)
    assert said(event.warnings) == {("scoring", (6,)), ("record_ignored", (11,))}


def test_a_players_line_under_a_wrong_number_is_not_lost_in_silence():
    assert said(read(*TWO, "101" + player(3, "Clark, Cid")[3:]).faults) == {("record_unknown", (3,))}


def test_team_events_are_read_as_the_games_of_their_players():
    event = read(*TWO, "013 Team A" + " " * 26 + "   1    2")
    assert event.facts.teams
    assert event.counts().played == 1
    assert said(event.warnings) == {("teams", (1,))}


def test_three_points_for_a_win_are_taken_with_a_word():
    event = read(player(1, "Adams, Ann", "2 w 1", "2 b =", points="4.0"),
                 player(2, "Brown, Bob", "1 b 0", "1 w =", points="1.0"))  # fmt: skip
    assert not event.faults
    assert said(event.warnings) == {("scoring", (1,))}


def test_points_that_are_not_the_results_name_the_line_and_both_sums():
    event = read(player(1, "Adams, Ann", "2 w 1", "2 b =", points="2.0"),
                 player(2, "Brown, Bob", "1 b 0", "1 w =", points="0.5"))  # fmt: skip
    fault = next(iter(event.faults))
    assert (fault.code, fault.rows, fault.text, fault.values["counted"]) == ("points_differ", (1,), "2", "1.5")


@pytest.mark.parametrize(
    ("points", "kinds"), [("1.0", ["Z", "Z"]), ("1.5", ["H", "Z"]), ("2.0", ["H", "H"]), ("3.0", ["F", "F"])]
)
def test_the_points_say_what_an_empty_bye_was_worth(points, kinds):
    event = read(player(1, "Adams, Ann", "2 w 1", "0000 -", "0000 -", "", points=points),
                 player(2, "Brown, Bob", "1 b 0", "3 w 1", "3 b 1", "3 w 1", points="3.0"),
                 player(3, "Clark, Cid", "", "2 b 0", "2 w 0", "2 b 0", points="0.0"))  # fmt: skip
    by_round = {bye.round: bye.kind for bye in event.byes if bye.player == 1}
    assert [by_round[2], by_round[3]] == kinds or points == "3.0"
    assert sum({"H": 1, "F": 2, "Z": 0}[kind] for kind in by_round.values()) == 2 * (float(points) - 1)
