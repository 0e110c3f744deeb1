"""Numbers of several countries (BR-061, BR-134)."""

import pytest

from league.formats.numbers import read_id, read_number, read_rating, read_whole, read_yes


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1834", 1834), ("1834.5", 1834.5), ("1834,5", 1834.5), ("1 834", 1834), ("1\u00a0834,50", 1834.5),
        ("2,105", 2105), ("2.105", 2105), ("1834?", 1834), ("1500.0000", 1500), ("0", None), ("", None), ("-", None),
        ("unr", None), ("NA", None), ("-50", -50),
    ],
)  # fmt: skip
def test_ratings(text, value):
    assert read_rating(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("1,5", 1.5), ("0.75", 0.75), (".5", 0.5), ("32", 32), ("−12", -12), ("n/a", None)]
)
def test_numbers(text, value):
    assert read_number(text) == value


@pytest.mark.parametrize("read", [read_number, read_whole, read_rating])
def test_more_digits_than_any_number_has_are_refused(read):
    with pytest.raises(ValueError):
        read("9" * 400)


def test_the_number_of_a_row_is_digits_that_a_database_takes():
    assert [read_id(text) for text in ("17", "0", "007", "9" * 18)] == [17, 0, 7, 10**18 - 1]
    assert {
        read_id(text) for text in ("", "-1", "+1", "1.0", "²", "٣", "9" * 19, "9" * 5000, "000001" + "9" * 5000)
    } == {None}


@pytest.mark.parametrize("text", ["abc", "1e5", "nan5", "1.2.3", "inf", "0x10", "12a"])
def test_no_numbers(text):
    with pytest.raises(ValueError):
        read_number(text)


def test_whole_numbers_may_come_as_decimals():
    assert [read_whole(text) for text in ("12", "12.0", "12,00", "")] == [12, 12, 12, None]
    with pytest.raises(ValueError):
        read_whole("12.5")


def test_yes_and_no_in_three_languages():
    assert all(map(read_yes, ("TRUE", "1", "yes", "да", "tak", "x")))
    assert not any(map(read_yes, ("FALSE", "0", "no", "нет", "nie", "")))
    with pytest.raises(ValueError):
        read_yes("maybe")
