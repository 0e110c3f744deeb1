"""Tie-breaks against printed ones: the exercise of FIDE's Technical Commission of March 2024, a Swiss of 16 players
with every kind of unplayed round, first by the regulations then in force, then by those of March 2026."""

from datetime import date

import pytest

from ratings.kernel.standings import (
    DEFAULTS,
    KNOWN,
    Card,
    Rules,
    Table,
    TieBreakError,
    ranking,
    read_codes,
    rules_on,
)

from .tables_of_events import table

TEC = """1:2200:9w1 13b= 2w= 15b1 4w=
2:2150:10b1 7w1 1b= 16w1 3b=
3:2100:11w= 6b1 8w1 4b= 2w=
4:2050:12b1 H 13w1 3w= 1b=
5:2000:13w0 15b0 11w1 7b= 10w1
6:1950:14b0 3w0 U 10w1 8b1
7:1900:15w1 2b0 16b0 5w= 11b0
8:1850:16b= 14w1 3b0 13w1 6w0
9:1800:1b0 10w0 H 11b- U
10:1750:2w0 9b1 15w0 6b0 5b0
11:1700:3b= 16w0 5b0 9w+ 7w1
12:1650:4w0 U 14w+ Z Z
13:1600:5b1 1w= 4b0 8b0 14w0
14:1550:6w1 8b0 12w- Z 13b1
15:1500:7b0 5w1 10b1 1w0 16b0
16:1450:8w= 11b1 7w1 2b0 15w1"""
# code -> the printed values of players 1 to 16
EXERCISE = {
    "WIN": (2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3),
    "WON": (2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3),
    "BPG": (2, 3, 2, 2, 2, 2, 3, 2, 1, 3, 2, 0, 3, 2, 3, 2),
    "BWG": (1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1),
    "PS": (11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5),
    "PS:C1": (10, 12, 10.5, 10.5, 5, 6, 5, 8, 2.5, 4, 5, 7, 6, 5, 7, 10),
    "BH": (12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5),
    "BH:C1": (11, None, 13, 11.5, 7.5, None, 12.5, 12, 7.5, None, 12, 9.5, 12, 9, 11, 11),
    "SB": (8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25),
    "SB:C1": (7.25, 8.5, 9.25, 8, 3.25, 5.5, 1.25, 3.75, 2.25, 0, 4.25, 4, 4.25, 3, 2.5, 5.75),
    "ARO": (1820, 1880, 1940, 1888, 1690, 1813, 1760, 1730, 1975, 1880, 1863, 2050, 1930, 1800, 1860, 1820),
    "TPR": (1969, 2120, 2089, 2081, 1690, 1813, 1611, 1730, 1175, 1640, 1776, 1250, 1781, 1925, 1788, 1969),
}
# what the regulations of March 2026 changed in the exercise: the opponent that stands in is capped (16.4)
SINCE_2026 = {
    "BH": {4: 14.0, 6: 11.5, 11: 12.5}, "BH:C1": {11: 11.0}, "SB": {4: 9.25, 6: 6.0, 11: 4.75},
    "SB:C1": {4: 7.75, 6: 5.0, 11: 3.25},
}  # fmt: skip


def values(code, rules, text=TEC, **how):
    lines = ranking(table(text, rules=rules, **how), read_codes(code))
    return {line.player: line.values[0] for line in lines}


@pytest.mark.parametrize("code", EXERCISE)
def test_the_exercise_of_the_technical_commission(code):
    """C.07 7 to 10 and 14 to 16, as printed in 2024 (values that the exercise does not print are None)."""
    found = values(code, Rules.DUMMY)
    printed = {number: value for number, value in enumerate(EXERCISE[code], 1) if value is not None}
    assert {number: found[number] for number in printed} == printed


@pytest.mark.parametrize("code", EXERCISE)
def test_the_exercise_by_the_regulations_of_march_2026(code):
    found = values(code, Rules.CAPPED)
    printed = dict(enumerate(EXERCISE[code], 1)) | SINCE_2026.get(code, {})
    assert {number: found[number] for number, value in printed.items() if value is not None} == {
        number: value for number, value in printed.items() if value is not None
    }


def test_the_final_order_of_the_exercise():
    """By points, then Buchholz cut 1, Buchholz, progressive: the printed values leave nobody tied."""
    lines = ranking(table(TEC, rules=Rules.DUMMY), read_codes("BH:C1 BH PS"))
    assert [line.player for line in lines] == [2, 3, 4, 1, 16, 6, 8, 11, 5, 15, 12, 14, 7, 13, 9, 10]
    assert [line.rank for line in lines] == list(range(1, 17))
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)


def test_which_regulations_hold_on_the_first_day_of_an_event():
    assert rules_on(date(2022, 12, 31)) == Rules.VIRTUAL
    assert rules_on(date(2023, 1, 1)) == rules_on(date(2026, 2, 28)) == Rules.DUMMY
    assert rules_on(date(2026, 3, 1)) == rules_on(None) == Rules.CAPPED


@pytest.mark.parametrize(("cells", "round", "expected"), [("2w1 3b= Z", 3, 5.5), ("2w1 3b1 2w1 3b= 2w0 4w+", 6, 5.0)])
def test_the_virtual_opponent_of_the_examples_in_the_handbook(cells, round, expected):
    """C.02 13.15 until 2022, 9 rounds: absent in round 3 with 1.5 points; the opponent absent in round 6 with 3.5."""
    others = "".join(f"\n{number}::{'Z ' * 9}" for number in (2, 3, 4))
    with_it = table(f"1::{cells} {'4w0 ' * (9 - round)}{others}", rules=Rules.VIRTUAL)
    without = Table(
        {**with_it.cards, 1: Card(tuple(m for m in with_it.cards[1].meetings if m.played))}, 9, True, Rules.VIRTUAL
    )
    buchholz = [ranking(each, read_codes("BH"))[0] for each in (with_it, without)]
    assert buchholz[0].player == buchholz[1].player == 1
    assert buchholz[0].values[0] - buchholz[1].values[0] == expected


# -- direct encounter ------------------------------------------------------------------------------------


def order(text, codes, **how):
    return [(line.rank, line.player) for line in ranking(table(text, **how), read_codes(codes))]


def test_direct_encounter_of_two():
    """C.07 6.1: 1 and 2 have a point each; 2 beat 1."""
    text = "1::2w0 3b1\n2::1b1 4w0\n3::4w0 1w0\n4::3b1 2b1"
    assert order(text, "DE") == [(1, 4), (2, 2), (3, 1), (4, 3)]
    assert order(text, "WIN") == [(1, 4), (2, 1), (2, 2), (4, 3)]


def test_direct_encounter_is_looked_at_again_among_those_still_tied():
    """C.07 6.1.3: four have 2 points. Among them 4 made 2, the others 1, 1, 1 in a circle with 4's wins: 1, 2 and 3
    stay tied, for they beat each other in a circle."""
    circle = "1::2w1 3b0 4w1\n2::1b0 3w1 4b1\n3::1w1 2b0 4w1\n4::1b0 2w0 3b0"
    assert order(circle, "DE", swiss=False) == [(1, 1), (1, 2), (1, 3), (4, 4)]
    five = "1::2w= 3b1 4w= 5b0\n2::1b= 3w= 4b1 5w0\n3::1w0 2b= 4w1 5b=\n4::1b= 2w0 3b0 5w1\n5::1w1 2b1 3w= 4b0"
    assert order(five, "DE", swiss=False) == [(1, 5), (2, 1), (3, 2), (4, 3), (5, 4)]
    pairs = "1::2w1 3b1 4w0 5b0\n2::1b0 3w1 4b1 5w0\n3::1w0 2b0 4w1 5b1\n4::1b1 2w0 3b0 5w1\n5::1w1 2b1 3w0 4b0"
    assert order(pairs, "DE", swiss=False) == [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]


def test_who_leads_the_tied_leaves_the_others_to_their_own_games():
    """C.07 6.1.3: 1, 2, 3 have 2 points; 3 made 1.5 of the others, 1 and 2 made 1 and 0.5."""
    text = "1::2w= 3b= 4w1\n2::1b= 3w0 4b1 \n3::1w= 2b1 4w=\n4::1b0 2w0 3b="
    lines = ranking(table(text, swiss=False), read_codes("DE"))
    assert [(line.player, line.points) for line in lines] == [(1, 2), (3, 2), (2, 1.5), (4, 0.5)]
    assert [line.values[0] for line in lines] == [None, None, None, None]  # 1 and 3 drew: it decides nothing


def test_in_a_swiss_who_has_not_met_all_is_first_only_where_nobody_could_have_reached_it():
    """C.07 6.2: 1 beat 2 and 3, who did not meet; then 4, whom nobody of the tied met, could have beaten both."""
    sure = "1::2w1 3b1 4b0\n2::1b0 4w1 5w1\n3::5b1 1w0 6b1\n4::Z 2b0 1w1\n5::3w0 Z 2b0\n6::Z Z 3w0"
    assert order(sure, "DE")[:3] == [(1, 1), (2, 2), (2, 3)]
    unsure = "1::2w1 4b0 U\n2::1b0 5w1 U\n3::5b1 4w0 U\n4::3b1 1w1 U\n5::2b0 3w0 U"
    assert order(unsure, "DE") == [(1, 4), (2, 1), (2, 2), (2, 3), (5, 5)]


def test_who_met_twice_counts_with_the_average():
    """C.07 6.1.2: 1 and 2 met twice, 1 made 1.5 of 2."""
    text = "1::2w1 2b= 3w0 3b0\n2::1b0 1w= 3b1 3w0\n3::1b1 1w1 2w0 2b1"
    lines = ranking(table(text, swiss=False), read_codes("DE"))
    assert [(line.rank, line.player, line.values) for line in lines] == [
        (1, 3, (None,)), (2, 1, (0.75,)), (3, 2, (0.25,)),
    ]  # fmt: skip


# -- round robins ----------------------------------------------------------------------------------------


def test_in_a_round_robin_a_forfeit_counts_as_the_game_it_stands_for():
    """C.07 15.1: and a free round counts as nothing."""
    text = "1::2w+ - 3b1\n2::1b- 3w1 -\n3::- 2b0 1w0"
    assert values("SB", Rules.CAPPED, text, swiss=False) == {1: 1.0, 2: 0.0, 3: 0.0}
    assert values("WON", Rules.CAPPED, text, swiss=False) == {1: 1, 2: 1, 3: 0}
    assert values("TPR", Rules.CAPPED, text.replace("::", ":1500:"), swiss=False)[1] == 2300


def test_koya_counts_points_against_those_with_half_of_what_could_be_made():
    """C.07 9.2"""
    text = "1::2w1 3b1 4w0\n2::1b0 3w1 4b1\n3::1w0 2b0 4w1\n4::1b1 2w0 3b0"
    assert values("KS", Rules.CAPPED, text, swiss=False) == {1: 1.0, 2: 0.0, 3: 0.0, 4: 1.0}


# -- orders ----------------------------------------------------------------------------------------------


def test_orders_are_read_and_refused():
    assert [each.code for each in read_codes("bh:c1, BH  sb")] == ["BH:C1", "BH", "SB"]
    assert [each.code for each in read_codes(" ".join(KNOWN[:8]))] == list(KNOWN[:8])
    for kind, codes in DEFAULTS.items():
        assert tuple(each.code for each in read_codes("", kind)) == codes
    for wrong in ("XY", "BH BH", "BH:C9", " ".join(KNOWN)):
        with pytest.raises(TieBreakError):
            read_codes(wrong)


def test_who_has_no_rated_opponent_stands_behind_those_who_have():
    lines = ranking(table("1:1500:2w=\n2::1b=\n3:1400:4w=\n4:1300:3b="), read_codes("TPR"))
    assert [(line.rank, line.player, line.values[0]) for line in lines] == [
        (1, 2, 1500), (2, 4, 1400), (3, 3, 1300), (4, 1, None),
    ]  # fmt: skip
