"""FIDE's lists: text by the columns of its header, XML; odd rows (BR-077, BR-078, BR-079)."""

import io
import zipfile
from datetime import date

import pytest

from league.formats.faults import Unreadable
from league.formats.fide_lists import BadRow, Listed, open_list

STANDARD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA AUG25 Gms K  B-day Flag\r\n"
)
ALL = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\r\n"
)
LEKO = (
    "703303         Leko, Peter                                                  HUN M   GM                       "
    "    2676  0   10 2700  0   10 2738  0   10 1979      \r\n"
)


def line(fide_id="4711", name="Berg, Anna", fed="POL", sex="M", title="", wtitle="", otitle="", foa="", numbers=None,
         born="1984", flag=""):  # fmt: skip
    numbers = numbers or ("2100", "4", "20")
    return (
        f"{fide_id:<15}{name:<61}{fed:<4}{sex:<4}{title:<5}{wtitle:<5}{otitle:<15}{foa:<4}"
        f"{numbers[0]:<6}{numbers[1]:<4}{numbers[2]:<3}{born:<6}{flag:<4}\r\n"
    )


def opened(data, name="standard_aug25frl.txt"):
    return open_list(name, io.BytesIO(data if isinstance(data, bytes) else data.encode()))


def rows(data, name="standard_aug25frl.txt", wanted=None, lists=None):
    source = opened(data, name)
    return list(source.rows(lists or source.lists, wanted))


def one(text, **options):
    (row,) = rows(STANDARD.encode() + (text if isinstance(text, bytes) else text.encode()), **options)
    return row


def player(**cells):
    inside = "".join(f"<{tag}>{text}</{tag}>\n" for tag, text in cells.items())
    return f"<player>\n{inside}</player>\n"


def xml(*players):
    return "<playerslist>\n" + "".join(players) + "</playerslist>\n"


def test_a_list_of_one_month_is_found_by_its_header():
    source = opened(STANDARD + line())
    assert (source.layout, source.lists, source.month, source.said_in) == (
        "fixed", ("standard",), date(2025, 8, 1), "header",
    )  # fmt: skip
    (row,) = source.rows(source.lists)
    assert row[:7] == (2, "4711", "Berg, Anna", "POL", "m", "", 1984)
    assert row.ratings == {"standard": Listed(2100, 4, 20)}


def test_the_combined_list_has_three_ratings():
    (leko,) = rows(ALL + LEKO, "players_list_foa.txt")
    assert (leko.fide_id, leko.title, leko.birth_year) == ("703303", "GM", 1979)
    assert [leko.ratings[each].rating for each in ("standard", "rapid", "blitz")] == [2676, 2700, 2738]


def test_a_month_in_the_name_and_which_list_it_is():
    source = opened("<playerslist>\n<player><fideid>1</fideid></player></playerslist>", "rapid_oct24frl_xml.xml")
    assert (source.layout, source.lists, source.month, source.said_in) == ("xml", ("rapid",), date(2024, 10, 1), "name")


@pytest.mark.parametrize(
    ("flag", "woman", "inactive"),
    [("", False, False), ("i", False, True), ("w", True, False), ("wi", True, True)],
)
def test_flags_are_letters(flag, woman, inactive):
    """BR-077: w is a woman, not inactive."""
    row = one(line(sex="F" if woman else "M", flag=flag))
    assert (row.woman, row.inactive) == (woman, inactive)


def test_k_of_0_is_unknown_and_a_rating_of_0_is_none():
    """BR-078"""
    assert one(line(numbers=("2100", "0", "0"))).ratings["standard"] == Listed(2100, 0, None)
    assert one(line(numbers=("0", "0", "0"))).ratings["standard"] == Listed(None, 0, None)


@pytest.mark.parametrize(
    ("cells", "title", "odd"),
    [
        ({"title": "WGM", "wtitle": "WGM", "otitle": "IA"}, "WGM", ()),
        ({"title": "WGM,", "wtitle": "IA"}, "WGM", ()),
        ({"title": "IM", "wtitle": "WGM"}, "IM", ()),
        ({"title": "g"}, "GM", ()),
        ({"title": "WH"}, "", (("title", "WH"),)),
        ({"otitle": "IA,FST", "foa": "AFM"}, "", ()),
    ],
)
def test_titles(cells, title, odd):
    """BR-078: run together, of arbiters, of an unknown kind."""
    row = one(line(**cells))
    assert (row.title, row.odd) == (title, odd)


def test_titles_too_long_for_their_columns_push_the_numbers_to_the_right():
    """BR-078: the rating is not read from the wrong place."""
    row = one(line(title="WGM", wtitle="WGM", otitle="IA,FST,DI,IO,NI,LSI,FT", flag="w"))
    assert (row.title, row.ratings["standard"], row.birth_year, row.woman) == ("WGM", Listed(2100, 4, 20), 1984, True)
    without_year = one(line(otitle="IA,FST,DI,IO,NI,LSI,FT", born=""))
    assert (without_year.ratings["standard"], without_year.birth_year) == (Listed(2100, 4, 20), None)


def test_a_row_that_fits_no_columns_is_bad_and_the_next_is_read():
    bad, good = rows(STANDARD + "4711  Berg Anna POL 2100\r\n" + line("4712"))
    assert isinstance(bad, BadRow)
    assert (bad.line, bad.code, good.fide_id, good.line) == (2, "columns", "4712", 3)


@pytest.mark.parametrize(("born", "year"), [("", None), ("0000", None), ("1984", 1984)])
def test_a_missing_birth_year_is_unknown(born, year):
    """BR-079"""
    assert one(line(born=born)).birth_year == year


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_the_encoding_may_change_from_one_list_to_the_next(encoding):
    """BR-079"""
    row = one(line(name="Müller, Zoë").encode(encoding))
    assert (row.name, row.ratings["standard"].rating) == ("Müller, Zoë", 2100)


def test_columns_that_count_bytes_are_read_too():
    text = line(name="Müller, Zoë").replace("Zoë  ", "Zoë")  # two letters of two bytes: two blanks fewer
    row = one(text.encode())
    assert (row.name, row.federation, row.ratings["standard"].rating) == ("Müller, Zoë", "POL", 2100)


def test_only_those_wanted_are_read_and_rows_without_an_id():
    text = STANDARD + line("1111") + line("4711") + line("no id") + "\r\n"
    found = rows(text, wanted={"4711"})
    assert [(type(row).__name__, row.fide_id) for row in found] == [("FideRow", "4711"), ("BadRow", "no id")]


def test_xml_forgets_blanks_inside_names_and_takes_what_is_there():
    (row,) = rows(
        xml(player(fideid="2500035", name=" Orr  ,  Mark  J  L", country="IRL", sex="M", title="IM", rating="2240",
                   games="0", k="15", rapid_rating="", birthday="1955", flag="")),
        "players_list.xml",
    )  # fmt: skip
    assert (row.name, row.title, row.birth_year) == ("Orr, Mark J L", "IM", 1955)
    assert row.ratings == {
        "standard": Listed(2240, 0, 15), "rapid": Listed(None, None, None), "blitz": Listed(None, None, None),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("head", "encoding"), [("", "utf-8"), ("<?xml version='1.0' encoding='utf-8'?>\n", "cp1252"),
                           ('<?xml version="1.0" encoding="windows-1252"?>\n', "cp1252")],
)  # fmt: skip
def test_xml_in_another_encoding_than_it_says(head, encoding):
    """BR-079"""
    made = head + xml(player(fideid="1", name="Müller & Zoë", rating="2000", rapid_rating="0"))
    (row,) = rows(made.encode(encoding), "players_list.xml")
    assert (row.name, row.ratings["standard"].rating) == ("Müller & Zoë", 2000)


def test_xml_of_many_parts_loses_no_player():
    players = [player(fideid=str(n), name=f"Böhm {n}", rating="1900", rapid_rating="0") for n in range(1, 5001)]
    found = rows(xml(*players), "players_list.xml")
    assert [row.fide_id for row in found] == [str(n) for n in range(1, 5001)]
    assert {row.name.split()[0] for row in found} == {"Böhm"}


def test_xml_that_breaks_off_is_no_list():
    whole = xml(player(fideid="1", name="A", rapid_rating="0"))
    with pytest.raises(Unreadable) as caught:
        rows(whole[:-10], "players_list.xml")
    assert (caught.value.code, caught.value.values["row"]) == ("xml_broken", 1)


def test_a_damaged_player_is_one_bad_row():
    """BR-079"""
    good = player(fideid="2", name="B", rating="1900", rapid_rating="0")
    found = rows(xml("<player><fideid>1</fideid><name>A</player>", good), "players_list.xml")
    assert [(type(row).__name__, row.line, row.fide_id) for row in found] == [("BadRow", 1, "1"), ("FideRow", 2, "2")]


def test_xml_with_entities_of_its_own_is_not_read():
    bomb = '<!DOCTYPE a [<!ENTITY a "aaaa">]>' + xml(player(fideid="1", name="&a;", rapid_rating="0"))
    with pytest.raises(Unreadable) as caught:
        rows(bomb, "players_list.xml")
    assert caught.value.code == "xml_entities"


def test_a_zip_holds_one_list():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("standard_aug25frl.txt", STANDARD + line())
    (row,) = rows(packed.getvalue(), "standard.zip")
    assert row.fide_id == "4711"
    with pytest.raises(Unreadable, match="zip"):
        opened(b"no zip", "list.zip")


@pytest.mark.parametrize(("data", "code"), [(b"", "empty"), (b"name,rating\nAnna,1800\n", "fide_layout")])
def test_what_is_no_list_is_refused(data, code):
    with pytest.raises(Unreadable) as caught:
        opened(data)
    assert caught.value.code == code


def test_the_excerpt_beside_the_project_is_read_as_printed(shared):
    """65 real rows of August 2025 in the text layout: the same as the table they were made from."""
    import csv

    folder = shared / "data" / "fide_list"
    name = "standard_rating_list_aug25frl.txt"
    found = rows((folder / name).read_bytes(), name)
    with (folder / "standard_2025-08_excerpt.csv").open(encoding="utf-8") as file:
        printed = list(csv.DictReader(file))
    assert len(found) == 65
    for row, cells in zip(found, printed, strict=True):
        title = "" if cells["title"] == "NA" else cells["title"]
        assert (row.fide_id, row.federation, row.title) == (cells["id"], cells["fed"], title)
        assert row.ratings["standard"] == Listed(int(cells["rating"]), int(cells["games"]), int(cells["k"]))


@pytest.mark.parametrize(("name", "count"), [("players_list_foa_sample.txt", 21), ("players_list_sample.xml", 11)])
def test_the_samples_beside_the_project_have_no_bad_row(shared, name, count):
    found = rows((shared / "data" / "fide_list" / name).read_bytes(), name)
    assert len(found) == count
    assert not [row for row in found if isinstance(row, BadRow)]


def test_flags_of_the_sample(shared):
    """BR-077: three women, two of them inactive."""
    name = "players_list_sample.xml"
    found = {row.fide_id: row for row in rows((shared / "data" / "fide_list" / name).read_bytes(), name)}
    assert (found["6371470"].woman, found["6371470"].inactive) == (True, True)
    assert (found["9229175"].woman, found["9229175"].inactive) == (True, False)
    assert (found["36171079"].woman, found["36171079"].inactive) == (False, True)
