"""Sheets as text, and archives that want to be more than they seem (BR-122)."""

import time
from datetime import date, datetime
from datetime import time as clock

import pytest
from openpyxl import Workbook

from league.formats import xlsx
from league.formats.detect import detect
from league.formats.faults import Unreadable
from league.formats.results import read_results
from league.formats.xlsx import is_xlsx, read_sheet

from .sheets import replaced, saved, with_member, workbook

ROWS = [["date", "white", "black", "result"], [date(2026, 1, 10), "Żak, Ewa", "Öberg, Åsa", "½-½"]]


def lines(data, **how):
    return read_sheet(data, **how).text.data.decode().split("\n")


def test_cells_become_text_as_a_csv_file_has_it():
    row = [date(2026, 1, 10), datetime(2026, 1, 10, 19, 30), clock(19, 30), 12, 12.0, 0.5, True, None, "a\nb\tc", "½"]
    assert lines(workbook([row]))[0] == "2026-01-10\t2026-01-10 19:30:00\t19:30:00\t12\t12\t0.5\tTRUE\t\ta b c\t½"


def test_lines_are_the_rows_of_the_sheet():
    found = lines(workbook([["a", "b"], [], [None, None], ["c", "d"]]))
    assert found[:4] == ["a\tb", "", "", "c\td"]


def test_the_first_sheet_with_anything_is_read_and_the_others_are_named():
    sheet = read_sheet(workbook(("Empty", []), ("Games", ROWS), ("Notes", [["x"]])))
    assert (sheet.name, sheet.others) == ("Games", ("Notes",))
    assert detect(workbook(("Games", ROWS), ("Notes", [["x"]]))).warnings


def test_a_sheet_can_be_named():
    data = workbook(("One", [["a"]]), ("Two", [["b"]]))
    assert lines(data, sheet="Two")[0] == "b"
    with pytest.raises(Unreadable) as refused:
        read_sheet(data, "Three")
    assert (refused.value.code, refused.value.values["found"]) == ("sheet", ["One", "Two"])


def test_results_in_a_sheet_are_read_like_a_csv_file():
    found = detect(workbook(ROWS))
    assert (found.format, found.layout) == ("xlsx", "results")
    row = read_results(found.text).rows[0]
    assert (row.line, row.at.day, row.white.name, row.black.name, row.result.outcome) == (
        2, "2026-01-10", "Żak, Ewa", "Öberg, Åsa", "="
    )  # fmt: skip


def test_br_055_a_result_that_became_a_date_is_named():
    found = detect(workbook([ROWS[0], [date(2026, 1, 10), "A", "B", datetime(2026, 1, 1)]]))
    assert {fault.code for fault in read_results(found.text).faults} == {"result_date"}


def test_an_empty_workbook_is_refused():
    with pytest.raises(Unreadable, match="empty"):
        read_sheet(workbook([]))


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"PK\x03\x04" + b"\0" * 100, b"", b"\x89PNG\r\n"])
def test_br_122_what_is_no_workbook_is_not_taken_for_one(data):
    assert not is_xlsx(data)


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9, 0.99])
def test_br_122_a_broken_workbook_is_a_plain_refusal(cut):
    data = workbook(ROWS)
    with pytest.raises(Unreadable):
        read_sheet(data[: int(len(data) * cut)])


def test_br_122_an_archive_without_a_workbook_is_refused():
    with pytest.raises(Unreadable):
        read_sheet(with_member(b"", "xl/nothing.xml", b"<a/>"))


def test_br_122_what_an_archive_unpacks_to_is_measured_before_it_is_opened():
    data = with_member(workbook(ROWS), "xl/big.bin", b"\0" * (xlsx.MOST_UNPACKED + 1))
    assert len(data) < 200_000
    started = time.monotonic()
    with pytest.raises(Unreadable) as refused:
        read_sheet(data)
    assert refused.value.code == "zip_bomb"
    assert time.monotonic() - started < 1


def test_br_122_archives_of_too_many_members_are_refused():
    data = with_member(workbook(ROWS), "xl/{}.xml", b"<a/>", times=xlsx.MOST_MEMBERS + 1)
    with pytest.raises(Unreadable, match="zip_members"):
        read_sheet(data)


def test_br_122_entities_are_not_blown_up():
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'
    with pytest.raises(Unreadable, match="damaged"):
        read_sheet(replaced(workbook(ROWS), "xl/worksheets/sheet1.xml", bomb))


def test_br_122_rows_are_counted_even_where_the_sheet_leaves_them_out(monkeypatch):
    monkeypatch.setattr(xlsx, "MOST_ROWS", 1_000)
    book = Workbook()
    book.active["A1"] = "a"
    book.active["A1000000"] = "b"
    with pytest.raises(Unreadable, match="too_many_rows"):
        read_sheet(saved(book))


def test_br_122_too_wide_a_row_is_refused():
    with pytest.raises(Unreadable, match="too_wide"):
        read_sheet(workbook([["x"] * (xlsx.MOST_COLUMNS + 1)]))
