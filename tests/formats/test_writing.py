"""Tables for programs and for spreadsheets (BR-027, BR-110)."""

import csv
import io
import json
from datetime import date

import pytest
from openpyxl import load_workbook

from league.formats.writing import as_meant, csv_lines, harmless, json_lines, write_xlsx

DANGEROUS = ["=1+1", " =1+1", "+44", "@x", "-5", "\t=1", "\r=1", "\u00a0=1", "-=1", "\n+1", "=HYPERLINK(0)"]


@pytest.mark.parametrize("text", DANGEROUS)
def test_text_that_would_run_gets_an_apostrophe_and_is_read_back(text):
    assert harmless(text) == "'" + text
    assert as_meant(harmless(text)) == text


@pytest.mark.parametrize("text", ["Anna", "O'Neill", "'quoted'", "1-0", "a=b", "", "½", "Ёлкин", "x@y"])
def test_other_text_stays(text):
    assert harmless(text) == text
    assert as_meant(text) == text


def test_csv_keeps_numbers_numbers_and_text_text():
    rows = [("=1+1", -12.5, -3, None, True, date(2024, 5, 1), 2000.0, 0.1 + 0.2, 'a,"b"')]
    written = "".join(csv_lines(list("abcdefghi"), rows))
    assert list(csv.reader(io.StringIO(written)))[1] == [
        "'=1+1", "-12.5", "-3", "", "TRUE", "2024-05-01", "2000", "0.30000000000000004", 'a,"b"',
    ]  # fmt: skip


def test_csv_for_spreadsheets_has_their_decimal_sign():
    assert "".join(csv_lines(["a", "b"], [(1.5, -2.25)], delimiter=";", decimal=",")) == "a;b\n1,5;-2,25\n"


def test_without_rows_the_headings_stand_alone():
    assert "".join(csv_lines(["a", "b"], [])) == "a,b\n"
    assert json.loads("".join(json_lines(["a"], []))) == []


def test_json_keeps_every_text_as_it_is():
    written = "".join(json_lines(["a", "b"], [("=1+1", None), ("Ё", -1.5)]))
    assert json.loads(written) == [{"a": "=1+1", "b": None}, {"a": "Ё", "b": -1.5}]
    assert "Ё" in written


def test_a_workbook_has_no_formula_and_numbers_are_numbers():
    stream = io.BytesIO()
    write_xlsx(stream, ["a", "b", "c"], [(text, -12.5, None) for text in [*DANGEROUS, "\x00x"]])
    sheet = load_workbook(io.BytesIO(stream.getvalue())).active
    cells = list(sheet.iter_rows(min_row=2))
    assert all(row[0].data_type == "s" for row in cells)
    assert [row[0].value for row in cells[:5]] == DANGEROUS[:5]
    assert all(row[1].value == -12.5 and row[1].data_type == "n" for row in cells)


def test_rows_are_written_as_they_come():
    asked = []

    def rows():
        for number in range(3):
            asked.append(number)
            yield (number,)

    lines = csv_lines(["a"], rows())
    next(lines)
    assert asked == [0]
