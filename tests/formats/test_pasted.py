"""Results as people write them into a mail, or copy them from a sheet."""

import pytest

from league.formats.pasted import read_pasted
from league.formats.text import decode


def read(text, **said):
    return read_pasted(decode(text.encode()), **({"day": "2026-11-25"} | said))


def games(file):
    return [(row.white.name, row.black.name, row.result.outcome) for row in file.rows]


@pytest.mark.parametrize(
    ("line", "game"),
    [
        ("Kowalski - Nowak 1:0", ("Kowalski", "Nowak", "1-0")),
        ("Kowalski – Nowak 0-1", ("Kowalski", "Nowak", "0-1")),
        ("Kowalski-Nowak 1/2", ("Kowalski", "Nowak", "=")),
        ("Kowalski 1:0 Nowak", ("Kowalski", "Nowak", "1-0")),
        ("Kowalski ½-½ Nowak", ("Kowalski", "Nowak", "=")),
        ("Kowalski vs Nowak 0,5:0,5", ("Kowalski", "Nowak", "=")),
        ("Smith vs. Jones 0", ("Smith", "Jones", "0-1")),
        ("Kowalska-Berg - O'Brien, Pat 1-0", ("Kowalska-Berg", "O'Brien, Pat", "1-0")),
        ("Иванов — Петров ничья", ("Иванов", "Петров", "=")),
        ("Anna Berg beat Bo Dahl", ("Anna Berg", "Bo Dahl", "1-0")),
        ("Kowalski - Nowak +:-", ("Kowalski", "Nowak", "+-")),
        ("> Kowalski - Nowak remis", ("Kowalski", "Nowak", "=")),
        ("Kowalski\tNowak\t1:0", ("Kowalski", "Nowak", "1-0")),
        ("Kowalski\t1\t0\tNowak", ("Kowalski", "Nowak", "1-0")),
        ("Kowalski, Jan;Nowak, Adam;0,5", ("Kowalski, Jan", "Nowak, Adam", "=")),
        ("Kowalski - Nowak;0-1", ("Kowalski", "Nowak", "0-1")),
    ],
)
def test_a_line_is_a_game(line, game):
    assert games(read(line)) == [game]


def test_a_board_in_front_and_ratings_in_brackets_are_kept():
    (row,) = read("12. Anna Kowalska (1834) - Jan Nowak (1790) 1:0").rows
    assert (row.board, row.white.name, row.white_rating, row.black_rating) == (12, "Anna Kowalska", 1834, 1790)
    (row,) = read("3;Kowalski;1834;Nowak;1790;1:0").rows
    assert (row.board, row.white.name, row.white_rating, row.black_rating) == (3, "Kowalski", 1834, 1790)


def test_a_day_and_a_round_hold_for_the_lines_below():
    file = read("Anna - Bo 1:0\n\n26.11.2026\nRound 2\nBo - Cy 0:1\nRunda 3, 2026-12-03\nCy - Anna ½")
    assert [(row.at.day, row.round) for row in file.rows] == [
        ("2026-11-25", None), ("2026-11-26", 2), ("2026-12-03", 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line", ["2026-10-01 Anna - Bo 1-0", "01.10.2026: Anna - Bo 1:0", "1/10/26 Anna 1:0 Bo", "2026-10-01;Anna;Bo;1-0",
             "2026-10-01\tAnna\tBo\t1-0", "1.10.2026, 3. Anna - Bo 1-0"],
)  # fmt: skip
def test_a_day_before_a_game_is_that_games_alone(line):
    file = read(f"{line}\nBo - Cy 0:1")
    assert [(row.at.day, row.white.name) for row in file.rows] == [("2026-10-01", "Anna"), ("2026-11-25", "Bo")]


def test_days_before_games_show_their_order_and_one_that_is_none_is_said():
    file = read("10/13/2026 Anna - Bo 1-0\n10/01/2026 Bo - Cy 0-1")
    assert [row.at.day for row in file.rows] == ["2026-10-13", "2026-10-01"]
    assert [(fault.rows[0], fault.code) for fault in read("2026-13-05 Anna - Bo 1-0").faults] == [(1, "day_impossible")]


def test_text_around_the_results_is_left_out_and_said():
    file = read("\ufeffHello, the results of tonight:\nAnna - Bo 1:0\n\nRegards,\nJan")
    assert (games(file), file.remarks) == ([("Anna", "Bo", "1-0")], [1, 4, 5])


def test_seed_style_lines_are_games_of_one_player():
    file = read("1800:1\nNowak 1750;½\nBerg 0\nOle\t1", subject="Anna")
    assert games(file) == [
        ("Anna", "Elo 1800", "1-0"), ("Anna", "Nowak", "="), ("Anna", "Berg", "0-1"), ("Anna", "Ole", "1-0"),
    ]  # fmt: skip
    assert [row.black_rating for row in file.rows] == [1800, 1750, None, None]


@pytest.mark.parametrize(
    ("line", "code"),
    [("1800:1", "one_name"), ("Nowak 1", "one_name"), ("Anna - Bo", "line_unclear"), ("Anna - Bo 7:3x", "line_unclear"),
     ("Anna - Bo 0:0", "result_zero"), ("Anna - " + "B" * 121 + " 1:0", "too_long")],
)  # fmt: skip
def test_what_is_not_understood_is_named_by_its_line(line, code):
    (fault,) = read("Anna - Cy 1:0\n" + line).faults
    assert (fault.rows, fault.code) == ((2,), code)


def test_a_game_without_a_day_is_refused_by_its_line():
    (fault,) = read("Anna - Bo 1:0", day=None).faults
    assert (fault.rows, fault.code) == ((1,), "day_missing")


def test_points_are_read_by_all_lines_together():
    """3:1 beside 1:0: both are points, not a chess result."""
    assert [row.result for row in read("A - B 3:1\nC - D 1:0").rows] == [("1-0", 3, 1), ("1-0", 1, 0)]


@pytest.mark.parametrize("text", ["a " * 90_000, ": " * 90_000, "1 - 0 " * 30_000, "\n".join(["a 1 : " * 45] * 600)])
def test_no_text_takes_long(text):
    """A page waits for it: what is no result is said at once."""
    from time import perf_counter

    start = perf_counter()
    read(text, subject="Anna")
    read(text)
    assert perf_counter() - start < 5
