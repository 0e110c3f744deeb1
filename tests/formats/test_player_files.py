"""Files of players."""

import pytest

from league.formats.faults import Unreadable
from league.formats.players import read_players
from league.formats.text import decode


def read(text):
    return read_players(decode(text.encode() if isinstance(text, str) else text))


def one(text):
    file = read(text)
    assert not file.faults, list(file.faults)
    (row,) = file.rows
    return row


def test_all_columns():
    row = one(
        "name,birth_year,sex,federation,fide_id,title,affiliation,rating,games,peak\n"
        '"Berg, Anna",1984,F,pol,01234567,g,Town,"2,105",40,2131\n'
    )
    assert row[2:12] == ("Berg, Anna", 1984, "w", "POL", "1234567", "GM", "Town", 2105, 40, 2131)


def test_one_column_of_names():
    """BR-049"""
    assert [row.name for row in read("Name\nBerg, Anna\nCole\nDahl, Emma\n").rows] == [
        "Berg, Anna",
        "Cole",
        "Dahl, Emma",
    ]


def test_surname_and_given_name_become_one():
    assert one("last_name;first_name\nIZUFU;Folo\n").name == "IZUFU, Folo"
    assert one("Фамилия;Имя\nЁлкин;Пётр\n").name == "Ёлкин, Пётр"
    assert one("nazwisko;rok;płeć\nŻak;1990;K\n").birth_year == one("ФИО;Год\nЁлкин;1990\n").birth_year == 1990
    assert one("Имя;Год рожд.\nЁлкин, Пётр;1984\n").name == "Ёлкин, Пётр"


@pytest.mark.parametrize(
    ("text", "year"),
    [("1984", 1984), ("1984-05-03", 1984), ("03.05.1984", 1984), ("19840503", 1984), ("00.00.0000", None), ("", None),
     ("0", None)],
)  # fmt: skip
def test_birth_years(text, year):
    assert one(f"name,birth\nAnna,{text}\n").birth_year == year


@pytest.mark.parametrize(
    ("head", "cell", "code"),
    [
        ("birth_year", "about 1984 or 1985", "birth_year"),
        ("birth_year", "1234", "out_of_range"),
        ("sex", "x", "sex"),
        ("fide_id", "12a", "fide_id"),
        ("federation", "Poland", "too_long"),
        ("rating", "good", "number"),
        ("games", "-1", "out_of_range"),
        ("peak", "1e4", "number"),
        ("title", "Grandmaster", "too_long"),
        ("affiliation", "x" * 121, "too_long"),
    ],
)
def test_a_cell_that_cannot_be_taken_is_named(head, cell, code):
    (fault,) = read(f"name,{head}\nAnna,{cell}\n").faults
    assert (fault.rows, fault.column, fault.text, fault.code) == ((2,), head, cell, code)


def test_a_row_without_a_name_is_a_fault():
    (fault,) = read("name,rating\n,1500\n").faults
    assert (fault.column, fault.code) == ("name", "empty_cell")


def test_zero_and_blank_are_no_rating():
    assert one("name,rating,games\nAnna,0,\n")[9:11] == (None, None)


def test_no_header_is_refused():
    with pytest.raises(Unreadable) as refused:
        read("Anna,1500\nBerg,1600\n")
    assert refused.value.code == "no_header"


@pytest.mark.parametrize(
    ("path", "rows", "first"),
    [
        ("club/arad_2026_A_startingrank.csv", 209, "Esotaribo, Iruk"),
        ("club/fra_preregistration_2026-04.csv", 266, "GOZAKALA, Comebosa"),
        ("club/ru_cup_2025-09_players_cp1251.csv", 29, "Озатлин, Асаним Бисудвич"),
        ("club/layout_rus_smanager_standard.csv", 20, "Озатлин Артём Игоревич"),
        ("club/layout_can_tdlist.txt", 3, "---, ---"),
    ],
)
def test_real_files_are_read_whole(shared, path, rows, first):
    file = read((shared / "data" / path).read_bytes())
    assert (len(file.rows), file.rows[0].name) == (rows, first)
