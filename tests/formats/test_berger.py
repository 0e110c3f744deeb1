"""Berger tables against the printed ones (FIDE Handbook C.05, Annex 1)."""

from itertools import combinations

import pytest

from league.formats.berger import berger

PRINTED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: ["1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1"],
}  # fmt: skip


@pytest.mark.parametrize("size", PRINTED)
def test_rounds_are_as_printed(size):
    table = berger(size)
    rounds = [
        {f"{each.white}-{each.black}" for each in table.values() if each.round == number} for number in range(1, size)
    ]
    assert rounds == [set(text.split()) for text in PRINTED[size]]


@pytest.mark.parametrize("size", [2, 3, 5, 7, 12, 21])
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_br_083_everybody_meets_everybody_and_is_free_once(size, cycles):
    table = berger(size, cycles)
    assert {key[:2] for key in table} == set(combinations(range(1, size + 1), 2))
    rounds = cycles * (size + size % 2 - 1)
    for player in range(1, size + 1):
        played = sorted(each.round for each in table.values() if player in (each.white, each.black))
        assert len(played) == len(set(played)) == cycles * (size - 1)
        free = set(range(1, rounds + 1)) - set(played)
        assert len(free) == (cycles if size % 2 else 0)


@pytest.mark.parametrize("size", [4, 7, 10])
def test_colours_turn_in_the_second_cycle(size):
    table = berger(size, 2)
    for one, other in combinations(range(1, size + 1), 2):
        first, second = table[one, other, 1], table[one, other, 2]
        assert (first.white, first.black) == (second.black, second.white)
