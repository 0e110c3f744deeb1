"""Rows and cells of files that no two programs write alike (BR-049, BR-059)."""

import pytest

from league.formats.delimited import ONE_COLUMN, find_delimiter, read_lines
from league.formats.faults import Unreadable
from league.formats.text import TextFile


def file_of(text):
    return TextFile(text.encode(), "utf-8")


def cells(text, delimiter=None):
    file = file_of(text)
    return [line.cells for line in read_lines(file, delimiter or find_delimiter(file))]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter):
    rows = [["date", "white", "black"], ["2024-05-01", "Berg", "Cole"], ["2024-05-02", "Dahl", "Eide"]]
    assert cells("\n".join(delimiter.join(row) for row in rows)) == rows


def test_decimal_commas_do_not_make_a_comma_file():
    assert find_delimiter(file_of("name;rating\nBerg, A.;1843,5\nCole, B.;1790,0\nDahl;1700\n")) == ";"


def test_a_delimiter_inside_quotes_does_not_count():
    text = 'white,black,event\n"Berg; A.","Cole; B.",Open\n"Dahl; C.","Eide; D.",Open\n'
    assert cells(text)[1] == ["Berg; A.", "Cole; B.", "Open"]


@pytest.mark.parametrize("names", [["Anna", "Emma", "Hanna"], ["one", "two", "three"], ["x"]])
def test_one_column_of_names_is_never_cut_at_a_letter(names):
    text = "\n".join(["Name", *names])
    assert find_delimiter(file_of(text)) == ONE_COLUMN
    assert cells(text) == [["Name"], *([name] for name in names)]


def test_the_line_sep_of_spreadsheets_is_taken_and_counted():
    file = file_of("sep=;\na;b\n1,5;2\n")
    lines = list(read_lines(file, find_delimiter_of(file)))
    assert [(line.number, line.cells) for line in lines] == [(2, ["a", "b"]), (3, ["1,5", "2"])]


def find_delimiter_of(file):
    from league.formats.delimited import delimiter_hint

    return delimiter_hint(file)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_numbers_are_those_of_an_editor(end):
    text = end.join(["a,b", "", " , ", '1,"x', 'y"', "2,z", ""])
    assert [line.number for line in read_lines(file_of(text), ",")] == [1, 4, 6]


@pytest.mark.parametrize(
    "text", ['a,b\n1,"x\n2,y\n3,z\n', 'a,b\n1,"x\n' + "2,y\n" * 500, 'a,b\n1,"' + "x" * 200_000 + "\n"]
)
def test_a_quote_that_is_never_closed_is_refused_with_its_line(text):
    with pytest.raises(Unreadable) as refused:
        list(read_lines(file_of(text), ","))
    assert (refused.value.code, refused.value.values["line"]) == ("open_quote", 2)


def test_quotes_in_the_middle_of_a_cell_are_letters():
    assert cells('id,name,city\n1,Kyle,New York"\n2,"Evan ""E"" Ngo",Scarborough\n', ",")[1:] == [
        ["1", "Kyle", 'New York"'],
        ["2", 'Evan "E" Ngo', "Scarborough"],
    ]
