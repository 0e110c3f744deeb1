"""Rows by the block and in a few bytes each: the same as row by row, whatever stands between."""

import random

import pytest

from league.formats import delimited, text
from league.formats.days import Moment
from league.formats.delimited import read_blocks, read_lines
from league.formats.faults import Unreadable
from league.formats.results import PackedRows, ResultRow, coding, read_results, reading
from league.formats.text import decode

HEAD = "date,time,event,round,white,black,result,game\n"
LINES = (
    "2026-01-05,19:30,Cup,1,Anna,Bartek,1-0,{n}\n",
    "2026-01-06,,Cup,2,Bartek,Anna,0-1,g-{n}\n",
    "2026-01-07,,,,Żak,Anna,1/2,\n",
    "2026-01-07,,Cup,3,Żak,bye,1-0,{n}\n",  # a bye
    "2026-01-08,,Cup,3,Anna,Żak,,{n}\n",  # still to come
    "2026-01-09,,Cup,3,,Żak,1-0,{n}\n",  # one side only
    "2026-01-09,,Cup,4,Anna,Żak,7-9,{n}\n",  # no result of a game
    "\n",
    ",,,,,,,\n",
    "2026-01-10,,Cup,5\n",
    "2026-01-11,,Cup,6,Anna,Żak,1-0,{n},,\n",
    "2026-01-11,,Cup,6,Anna,Żak,1-0,{n},,more\n",
    '2026-01-12,,"Cup, the",7,"Anna",Żak,1-0,{n}\n',
    HEAD,
)
BROKEN = '2026-01-13,,"Cup\nof two lines",8,Anna,Żak,1-0,{n}\n'


def said(data, **options):
    file = read_results(decode(data.encode()), **options)
    return (list(file.rows), list(file.faults), file.without_result, file.byes, file.remarks,
            file.day_order, file.spellings)  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_blocks_say_what_single_rows_say(monkeypatch, seed):
    chance = random.Random(seed)
    lines = [*LINES, BROKEN] if seed % 3 == 2 else LINES[:3] if seed % 3 else LINES
    data = HEAD + "".join(chance.choice(lines).format(n=number) for number in range(60))
    data = data.replace("\n", chance.choice(["\n", "\r\n"]))
    with monkeypatch.context() as slow:
        slow.setattr(reading._Reader, "_plain", lambda *_block: None)
        one_by_one = said(data)
    assert one_by_one[0]
    for size in (1, 7, 1000):
        monkeypatch.setattr(delimited, "_IN_A_BLOCK", size)
        assert said(data) == one_by_one


def test_texts_that_are_forgotten_are_read_again(monkeypatch):
    data = HEAD + "".join(LINES[0].format(n=n).replace("19:30", f"19:{n % 7:02}") for n in range(50))
    whole = said(data)
    monkeypatch.setattr(coding, "MOST_REMEMBERED", 3)
    assert said(data) == whole


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_blocks_have_the_rows_and_lines_of_single_rows(monkeypatch, size):
    monkeypatch.setattr(delimited, "_IN_A_BLOCK", size)
    file = decode(b'sep=,\na,b\n1,2\n\n"x\r\ny",3\n4,"5"\n')
    blocks = [pair for lines, block in read_blocks(file, ",") for pair in zip(lines, block, strict=True)]
    assert [pair for pair in blocks if pair[1]] == [tuple(line) for line in read_lines(file, ",")]


def test_a_quotation_mark_nobody_closed_is_an_error_in_blocks_too():
    with pytest.raises(Unreadable) as refused:
        list(read_blocks(decode(("a,b\n" * 1500 + '"x,y\n' + "1,2\n" * 30).encode()), ","))
    assert (refused.value.code, refused.value.values) == ("open_quote", {"line": 1501})


def test_packed_rows_are_the_rows():
    rows = read_results(decode((HEAD + "".join(LINES[:3]).format(n=7)).encode())).rows
    packed = PackedRows.of(list(rows))
    assert packed == rows == list(packed) and PackedRows.of(packed) is packed
    assert all(isinstance(row, ResultRow) for row in packed)
    assert [row.reference for row in rows] == ["7", "g-7", ""]
    assert (packed[-1], packed[:2], rows[-1]) == (rows[2], rows[:2], packed[2])
    assert list(packed.column("round")) == list(rows.column("round")) == [1, 2, None]
    assert list(rows.changed("at", lambda at: at.day[-1])) == ["5", "6", "7"]
    assert [who.name for who in rows.different("white")] == ["Anna", "Bartek", "Żak"]
    assert rows.first_places("white", "neutral") == {(row.white, False): place for place, row in enumerate(rows)}
    assert list(rows.pairs_changed("round", "at", lambda round, at: (round, at)))[1] == (2, Moment("2026-01-06", None))
    with pytest.raises(IndexError):
        packed[3]


def test_no_rows_are_nothing():
    packed = PackedRows.of(())
    assert (list(packed), packed.different("white"), packed.first_places("event", "at")) == ([], [], {})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251", "cp1250"])
def test_a_letter_on_the_edge_of_two_pieces_is_read(monkeypatch, encoding):
    word = "Анна Иванова" if encoding == "cp1251" else "Żółć ąę Łódź"
    data = (word * 5).encode(encoding)
    for size in (1, 3, 5):
        monkeypatch.setattr(text, "_PIECE", size)
        assert decode(data, encoding).open().read().lstrip("\ufeff") == word * 5


def test_a_bad_byte_is_named_where_it_stands_in_the_whole_file(monkeypatch):
    monkeypatch.setattr(text, "_PIECE", 4)
    with pytest.raises(Unreadable) as refused:
        decode("żółć\nżółć\n".encode() + b"\xc5\nabc", "utf-8")
    assert refused.value.values == {"line": 3, "byte": "0xC5"}
