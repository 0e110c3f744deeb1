"""Tables 8.1.1 and 8.1.2, entry by entry against the printed ones."""

import csv

import pytest

from ratings.kernel.fide_tables import expected_hundredths, performance_difference, table_row


def rows(shared, name):
    with (shared / "tables" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_table_8_1_1_has_all_101_entries(shared):
    printed = {round(100 * float(row["p"])): int(row["dp"]) for row in rows(shared, "table_8_1_1.csv")}
    assert printed == {percent: performance_difference(percent) for percent in range(101)}


def test_table_8_1_2_has_all_51_rows(shared):
    printed = rows(shared, "table_8_1_2.csv")
    assert len(printed) == 51
    for row in printed:
        first, last = int(row["d_min"]), int(row["d_max"] or 3000)
        high, low = round(100 * float(row["pd_high"])), round(100 * float(row["pd_low"]))
        for difference in range(first, last + 1):
            assert expected_hundredths(difference) == high
            if difference:
                assert expected_hundredths(-difference) == low
            assert table_row(difference) == table_row(-difference) == (first, last if row["d_max"] else None)


@pytest.mark.parametrize(
    ("difference", "hundredths"),
    [(0, 50), (3, 50), (4, 51), (-4, 49), (391, 91), (392, 92), (411, 92), (412, 93), (735, 99), (736, 100), (-736, 0)],
)
def test_r17_table_8_1_2_at_its_edges(difference, hundredths):
    assert expected_hundredths(difference) == hundredths


def test_both_sides_of_a_game_expect_one_point_together():
    assert all(expected_hundredths(d) + expected_hundredths(-d) == 100 for d in range(1, 1000))


def test_table_8_1_1_is_symmetric():
    assert all(performance_difference(p) == -performance_difference(100 - p) for p in range(101))
