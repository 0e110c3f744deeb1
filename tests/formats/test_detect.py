"""What a file is, found in its content and never in its name (BR-049, BR-122)."""

import pytest

from league.formats.detect import detect, read_event
from league.formats.faults import Unreadable

from .reports import player, report
from .sheets import workbook

RESULTS = "date,white,black,result\n2026-01-10,Ann,Bob,1-0\n"
PGN = '[Event "Club"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 1-0\n'
TRF = report("012 Open", player(1, "Ann", "2 w 1"), player(2, "Bob", "1 b 0"))
SWISS = "No.;;Name;Rtg;1.Rd;Pts.\n1;;Ann A;1;2w1;1\n2;;Bob B;1;1b0;0\n"


@pytest.mark.parametrize(
    ("data", "format", "layout"),
    [
        (RESULTS.encode(), "csv", "results"),
        (RESULTS.replace("date,", "").replace("2026-01-10,", "").encode(), "csv", "results"),
        (RESULTS.encode("utf-16"), "csv", "results"),
        (PGN.encode(), "pgn", "pgn"),
        (PGN.encode("utf-8-sig"), "pgn", "pgn"),
        (TRF, "trf", "trf"),
        (b"\xef\xbb\xbf" + TRF, "trf", "trf"),
        (report("012 Open", "022 Nowhere", "032 POL"), "trf", "trf"),
        (TRF.replace(b"\n", b"\r\n") + b"\x1a", "trf", "trf"),
        (SWISS.encode(), "csv", "swiss"),
        (SWISS.replace(";", "\t").encode(), "csv", "swiss"),
        (SWISS.replace(";", ",").encode(), "csv", "swiss"),
        (workbook([line.split(";") for line in SWISS.splitlines()]), "xlsx", "swiss"),
        (workbook([line.split(",") for line in RESULTS.splitlines()]), "xlsx", "results"),
        (b"name,birth_year\nAnn,1978\n", "csv", "players"),
        (b"Name\nAnn\nBob\nCid\n", "csv", "players"),
    ],
)
def test_a_file_is_what_stands_in_it(data, format, layout):
    found = detect(data)
    assert (found.format, found.layout) == (format, layout)


def test_br_049_one_column_of_names_is_one_column():
    assert detect(b"Name\nAnna Adams\nBob Brown\nCid Clark\n").layout == "players"


def test_what_is_detected_is_read_and_keeps_its_format():
    assert read_event(detect(TRF)).format == "trf"
    assert read_event(detect(workbook([line.split(";") for line in SWISS.splitlines()]))).format == "xlsx"


@pytest.mark.parametrize(
    ("data", "code", "kind"),
    [
        (b"", "empty", None),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "not_text", "PNG"),
        (b"%PDF-1.7 ...", "not_text", "PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "not_text", "XLS"),
        (b"<html><table><tr><td>1</td></tr></table></html>", "not_text", "HTML"),
        (b"<!DOCTYPE html>\n<html></html>", "not_text", "HTML"),
        (b"\0\1\2\3\4\5", "not_text", ""),
        (b"just some words\nand more of them\n", "no_header", None),
    ],
)
def test_br_122_what_is_no_file_of_results_is_refused_with_the_reason(data, code, kind):
    with pytest.raises(Unreadable) as refused:
        detect(data)
    assert refused.value.code == code
    assert refused.value.values.get("kind") == kind


@pytest.mark.parametrize(("data", "format"), [(RESULTS.encode(), "xlsx"), (RESULTS.encode(), "trf"),
                                              (RESULTS.encode(), "pgn"), (TRF, "pgn"), (TRF, "ods")])  # fmt: skip
def test_a_format_that_somebody_names_must_be_true(data, format):
    with pytest.raises(Unreadable):
        read_event(detect(data, format=format))
