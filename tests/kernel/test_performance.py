"""Performance ratings and the arithmetic of norms (B.01, C.07)."""

import pytest

from ratings.kernel.norms import NORMS, counted_opponents, enough_points, mix, norm_performance
from ratings.kernel.performance import perfect_performance, performance


@pytest.mark.parametrize(("halves", "dp", "rating"), [(0, -800, 700), (6, 800, 2300), (3, 0, 1500)])
def test_all_lost_all_won_and_half(halves, dp, rating):
    """BR-093: 800 points at most, draws as half points."""
    made = performance([1500, 1500, 1500], halves)
    assert (made.dp, made.rating) == (dp, rating)


@pytest.mark.parametrize(("opponents", "halves"), [([], 0), ([1500], 3), ([1500], -1)])
def test_a_score_that_cannot_be_is_refused(opponents, halves):
    with pytest.raises(ValueError):
        performance(opponents, halves)


def test_a_perfect_performance_needs_a_game():
    with pytest.raises(ValueError):
        perfect_performance([], 0)


def test_a_full_score_needs_more_than_735_points_over_the_strongest():
    assert perfect_performance([1500, 1700], 4) == 1700 + 736


def test_b01_1_4_6_only_the_lowest_opponent_is_raised():
    opponents = [1900, 2100, 2400, 2420, 2450, None, 2480, 2500, 2520]
    assert counted_opponents(NORMS["GM"], opponents) == (1900, 2100, 2400, 2420, 2450, 2200, 2480, 2500, 2520)
    assert counted_opponents(NORMS["GM"], [2250, 2300]) == (2250, 2300)


@pytest.mark.parametrize(
    ("title", "opponents", "halves", "reached"),
    [
        ("GM", [2380] * 9, 14, True),  # 78 %: 2380 + 220
        ("GM", [2379] * 9, 14, False),  # average too low
        ("GM", [2380] * 9, 13, False),  # 72 %: 2546
        ("IM", [2230] * 9, 14, True),
        ("WGM", [2320] * 9, 11, True),  # 61 %: 2400
        ("WIM", [2030] * 9, 14, True),
    ],
)
def test_b01_1_4_8_performance_and_average(title, opponents, halves, reached):
    assert norm_performance(title, opponents, halves).reached is reached


def test_b01_1_4_8_35_per_cent_exactly():
    assert enough_points(7, 10) and not enough_points(9, 13)


@pytest.mark.parametrize(
    ("games", "numbers"),
    [(7, (4, 3, 4, 4)), (9, (5, 3, 5, 6)), (10, (5, 4, 6, 6)), (11, (6, 4, 6, 7)), (13, (7, 5, 7, 8))],
)
def test_b01_1_4_4_minima_round_up_and_maxima_down(games, numbers):
    assert tuple(mix(games)) == numbers
