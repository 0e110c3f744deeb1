"""Encodings: what a file is saved in is found, or it is refused with the line (BR-050, BR-051, BR-122)."""

import codecs

import pytest

from league.formats.faults import Unreadable
from league.formats.text import decode

RUSSIAN = "дата;белые;чёрные;результат\n2024-05-01;Пётр Ёлкин;Семён Яшин;1-0\n"
POLISH = "data;białe;czarne;wynik\n2024-05-01;Łukasz Żak;Gęślą Jaźń;remis\n"
GERMAN = "date,white,black,result\n2024-05-01,Jürgen Müller,Weiß,1-0\n"


def read(data):
    file = decode(data)
    return file.open().read(), file.encoding_name


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        (RUSSIAN, "utf-8", "utf-8"),
        (RUSSIAN, "utf-8-sig", "utf-8"),
        (RUSSIAN, "utf-16", "utf-16"),
        (GERMAN, "utf-16-le", "utf-16-le"),
        (GERMAN, "utf-16-be", "utf-16-be"),
        (RUSSIAN, "cp1251", "cp1251"),
        (POLISH, "cp1250", "cp1250"),
        (POLISH, "iso8859_2", "iso8859_2"),
        (GERMAN, "cp1252", "cp1252"),
        ("name\nPatrick O\u2019Neill\n", "cp1252", "cp1252"),
        ("name;club\nIvanova;\u00abСпартак\u00bb\nОрлов;ЦСКА\n", "cp1251", "cp1251"),
        ("name\nÅsa Öberg\nVäinö Mäkelä\n", "cp1252", "cp1252"),
        ("name\nplain\n", "ascii", "utf-8"),
    ],
)
def test_text_in_any_usual_encoding_is_read(text, encoding, found):
    assert read(text.encode(encoding)) == (text, found)


def test_a_byte_order_mark_is_no_part_of_the_first_heading():
    text, _ = read(codecs.BOM_UTF8 + b"name\nAnna\n")
    assert text.startswith("name")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("name\nMüller\nŻak\nAn".encode() + b"\xffna\n", 4),
        (b"name\nAnna\nBe\xffrg\n", 3),
        (b"name\nAnna\nBe\x81rg\n", 3),
        ("name\nŁukasz\nMül".encode() + b"\xfcler\n", 3),
    ],
)
def test_one_bad_byte_is_refused_with_its_line(data, line):
    with pytest.raises(Unreadable) as refused:
        decode(data)
    assert refused.value.code == "bad_byte"
    assert refused.value.values["line"] == line


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "PNG"),
        (b"PK\x03\x04\x14\x00\x00\x00\x08\x00 results.csv", "ZIP"),
        (b"PK\x03\x04\x14\x00\x00\x00\x08\x00xl/workbook.xml", "XLSX"),
        (b"%PDF-1.7", "PDF"),
        (b"\x1f\x8b\x08\x00", "gzip"),
        (b"date,white\x00\x01\x02black\n", ""),
        (b"\x00\x01\x02\x03\xfe\xff\x80\x90" * 50, ""),
        (b"a,b\n1,\x07\n", ""),
    ],
)
def test_what_is_not_text_is_refused(data, kind):
    with pytest.raises(Unreadable) as refused:
        decode(data)
    assert refused.value.code == "not_text"
    assert refused.value.values["kind"] == kind


@pytest.mark.parametrize("data", [b"", b"\n \n\t\n", codecs.BOM_UTF8])
def test_an_empty_file_is_refused(data):
    with pytest.raises(Unreadable) as refused:
        decode(data)
    assert refused.value.code == "empty"


def test_a_named_encoding_is_taken_and_an_unknown_one_refused():
    assert decode("Müller".encode("cp437"), "cp437").open().read() == "Müller"
    for name in ("no-such", "rot13", "hex"):
        with pytest.raises(Unreadable) as refused:
            decode(b"abc", name)
        assert refused.value.code == "encoding"


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"date,white\n", "bad_byte"), (b"ab", "bad_byte"), (codecs.BOM_UTF16_LE + b"a\x00b", "bad_byte")],
)
def test_utf_16_said_of_a_file_that_is_none_is_refused_like_any_wrong_encoding(data, code):
    with pytest.raises(Unreadable) as refused:
        decode(data, "utf-16")
    assert refused.value.code == code


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_that_somebody_chose_needs_no_byte_order_mark(encoding):
    assert decode(GERMAN.encode(encoding), "utf-16").open().read() == GERMAN


@pytest.mark.parametrize(("data", "encoding"), [(b"a+2AA-b", "utf-7"), (b"a\\ud800b", "unicode_escape")])
def test_half_a_letter_is_no_text(data, encoding):
    with pytest.raises(Unreadable) as refused:
        decode(data, encoding)
    assert refused.value.code == "not_text"


@pytest.mark.parametrize(
    ("path", "encoding", "holds"),
    [
        ("club/ru_cup_2025-09_players_cp1251.csv", "cp1251", "Москва"),
        ("club/heart_of_finland_2016_crosstable.csv", "cp1252", "ä"),
        ("club/layout_fin_selo.csv", "cp1252", "Väätänen"),
        ("club/icu_foreign_event_latin1.csv", "cp1252", "Brätto"),
        ("trf/krause_latin1_3p.tab", "cp1252", ""),
        ("club/ru_cup_2025-09_cards_utf8.csv", "utf-8", "Тур"),
    ],
)
def test_real_files_are_read(shared, path, encoding, holds):
    text, found = read((shared / "data" / path).read_bytes())
    assert found == encoding
    assert holds in text
