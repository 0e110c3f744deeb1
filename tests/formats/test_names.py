"""One person under many spellings (BR-029, BR-109, BR-110)."""

import pytest

from league.formats.names import KEY_LENGTH, clean_name, name_key, name_words


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Anna  Berg", "Anna Berg"),
        (" Anna\u00a0Berg\t", "Anna Berg"),
        ("An\u200bna Berg\ufeff", "Anna Berg"),
        ("Lefe\u0300vre", "Lefèvre"),
        ("Anna\u202e Berg", "Anna Berg"),
        ("Anna\x00 Berg", "Anna Berg"),
        ("Anna\r\nBerg", "Anna Berg"),
        ("مریم\u200cعلی", "مریم\u200cعلی"),
        ("👩\u200d🚀 Anna", "👩\u200d🚀 Anna"),
        ("O'Neill", "O'Neill"),
    ],
)
def test_a_name_is_stored_without_what_nobody_sees(typed, stored):
    assert clean_name(typed) == stored
    assert clean_name(stored) == stored


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna Berg", "anna berg "),
        ("Anna Berg", "ANNA\u00a0BERG"),
        ("Łódź", "lodz"),
        ("Żak", "zak"),
        ("Ødegård", "odegard"),
        ("Weiß", "WEISS"),
        ("Lefèvre", "Lefe\u0300vre"),
        ("Ёлкин", "елкин"),
        ("Ёлкин", "Elkin"),
        ("Иванов, Сергей", "Ivanov Sergey"),
        ("Щукина", "Shchukina"),
        ("O'Neill", "O\u2019Neill"),
        ("Kowalska, Anna", "Kowalska,Anna"),
        ("Anna-Maria Berg", "Anna\u2011Maria Berg"),
        ("Anna-Maria Berg", "Anna Maria Berg"),
        ("J. Smith", "J.Smith"),
        ("Işık", "isik"),
        ("İSTANBUL", "istanbul"),
        ("Æneas Þór", "aeneas thor"),
        ("Đoković", "Dokovic"),
        ("Ой\u0306", "oy\u0306"),
    ],
)
def test_spellings_of_one_name_share_a_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("🔥", "💧"),
        ("-5", "5"),
        ("=1+1", "1 1"),
        ("John Smith", "Smith John"),
        ("C++", "C"),
        ("Ким", "Кима"),
        ("金", "全"),
    ],
)
def test_different_names_have_different_keys(one, other):
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize("name", ["🔥", ".", "'", "\u0301", "—", "a", "й", "ﷺ", "щ" * 120, "각" * 120])
def test_every_name_has_a_key_that_fits_and_is_its_own_key(name):
    key = name_key(name)
    assert 0 < len(key) <= KEY_LENGTH
    assert name_key(key) == key


def test_an_empty_name_has_no_key():
    assert name_key(" \u200b ") == ""


def test_words_are_those_of_the_key():
    assert name_words("Müller-Lüdenscheidt, Éva") == {"muller", "ludenscheidt", "eva"}
    assert name_words("Иванов Ёж") == {"ivanov", "ezh"}
