"""Dates as people write them (BR-063, BR-087, BR-133)."""

from zoneinfo import ZoneInfo

import pytest

from league.formats.days import DayOrder, Undated, find_day_order, read_day, read_moment, read_time

DAY_FIRST = DayOrder(day_first=True, certain=True)
MONTH_FIRST = DayOrder(day_first=False, certain=True)


@pytest.mark.parametrize(
    "text",
    [
        "2011-02-25", "2011/02/25", "2011.02.25", "2011-2-25", "20110225", "25.02.2011", "25.2.2011", "25. 02. 2011",
        "25/02/2011", "25-02-2011", "25.02.11", "25 Feb 2011", "25-Feb-2011", "25-Feb-11", "25th February 2011",
        "Feb 25, 2011", "February 25 2011", "25 февраля 2011", "25 февраля 2011 г.", "25 lutego 2011",
        "25 lutego 2011 r.",
        " 25.02.2011 ",
    ],
)  # fmt: skip
def test_spellings_of_one_day(text):
    assert read_day(text, DAY_FIRST).isoformat() == "2011-02-25"


@pytest.mark.parametrize(
    ("texts", "day_first", "certain"),
    [
        (["03/04/2024", "25/04/2024"], True, True),
        (["03/04/2024", "03/30/2011"], False, True),
        (["03/04/2024", "05/06/2024"], True, False),
        (["04/04/2024"], True, True),
        (["03.04.2024", "05.06.2024"], True, True),
        (["2024-03-04"], True, True),
    ],
)
def test_the_column_shows_whether_the_day_comes_first(texts, day_first, certain):
    assert find_day_order(texts)[:2] == (day_first, certain)


def test_both_orders_in_one_column_are_refused():
    with pytest.raises(Undated) as refused:
        find_day_order(["25/04/2024", "04/25/2024"])
    assert refused.value.code == "day_order"


def test_month_first_is_for_slashes_not_for_dots():
    assert read_day("03/04/2024", MONTH_FIRST).isoformat() == "2024-03-04"
    assert read_day("03.04.2024", MONTH_FIRST).isoformat() == "2024-04-03"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2024-02-30", "day_impossible"),
        ("31.04.2024", "day_impossible"),
        ("2024-13-01", "day_impossible"),
        ("29.02.2023", "day_impossible"),
        ("1984.??.??", "day_partial"),
        ("18960000", "day_partial"),
        ("00.00.0000", "day_partial"),
        ("2024", "day_partial"),
        ("2024-05", "day_partial"),
        ("yesterday", "day_unknown"),
        ("45292", "day_unknown"),
        ("5 Brumaire 1799", "day_unknown"),
    ],
)
def test_what_is_no_day_says_why(text, code):
    with pytest.raises(Undated) as refused:
        read_day(text, DAY_FIRST)
    assert refused.value.code == code


def test_two_digits_of_a_year_are_of_this_century_or_the_last():
    assert read_day("11.09.26", DAY_FIRST).year == 2026
    assert read_day("11.09.98", DAY_FIRST).year == 1998


@pytest.mark.parametrize(
    ("text", "day", "time"),
    [
        ("2024-05-01", "2024-05-01", None),
        ("2024-05-01 19:30", "2024-05-01", "19:30:00"),
        ("2024-05-01T19:30:05", "2024-05-01", "19:30:05"),
        ("01.05.2024 7:30 PM", "2024-05-01", "19:30:00"),
        ("2024-05-01 00:00:00", "2024-05-01", None),
    ],
)
def test_a_time_beside_the_date_is_kept(text, day, time):
    assert tuple(read_moment(text, DAY_FIRST)) == (day, time)


def test_a_time_with_an_offset_is_moved_to_the_club_so_that_the_day_is_its_own():
    moment = read_moment("2024-05-01T23:30:00Z", DAY_FIRST, ZoneInfo("Europe/Warsaw"))
    assert tuple(moment) == ("2024-05-02", "01:30:00")


def test_a_date_with_midnight_in_another_zone_stays_that_date():
    assert tuple(read_moment("2024-05-01T00:00:00Z", DAY_FIRST, ZoneInfo("America/New_York"))) == ("2024-05-01", None)


@pytest.mark.parametrize(
    ("text", "time"), [("19:30", "19:30:00"), ("9.05", "09:05:00"), ("12:15 am", "00:15:00"), ("", None)]
)
def test_times(text, time):
    assert read_time(text) == time


@pytest.mark.parametrize("text", ["25:00", "noon", "19:61"])
def test_no_time(text):
    with pytest.raises(ValueError):
        read_time(text)
