"""Title norms, requirement by requirement: B.01 1.4.3 to 1.4.8."""

import pytest

from ratings.kernel.norm_check import Opponent, norm_check


def opponents(count=9, rating=2450, halves=1, **changes):
    """As many titled foreigners from three federations, each drawn with."""
    nations = ("GER", "FRA", "ESP")
    made = [Opponent(rating, "GM", nations[n % 3], halves) for n in range(count)]
    return [each._replace(**changes) for each in made]


def check(made, code):
    return next(each for each in made.checks if each.code == code)


def test_a_norm_with_everything_met():
    made = norm_check("IM", "POL", opponents())
    assert made.reached
    assert made.performance.performance.rating == 2450


def test_1_4_1_nine_games_are_needed():
    made = norm_check("IM", "POL", opponents(8))
    assert not made.reached
    assert check(made, "norm_games").needed == 9


@pytest.mark.parametrize(
    ("games", "holders", "level", "own", "one"), [(9, 5, 3, 5, 6), (11, 6, 4, 6, 7), (13, 7, 5, 7, 8)]
)
def test_1_4_3_and_1_4_5_numbers_of_opponents(games, holders, level, own, one):
    made = norm_check("IM", "POL", opponents(games))
    needed = [check(made, code).needed for code in ("norm_holders", "norm_level", "norm_own", "norm_one")]
    assert needed == [holders, level, own, one]


def test_1_4_4_cm_and_wcm_are_no_title_holders():
    made = norm_check("WIM", "POL", opponents(title="CM"))
    assert check(made, "norm_holders").has == 0


def test_1_4_3_two_other_federations():
    one = norm_check("IM", "POL", opponents(federation="GER"))
    assert (check(one, "norm_foreign").has, check(one, "norm_foreign").met) == (1, False)
    assert not check(one, "norm_one").met
    own = norm_check("IM", "GER", opponents(federation="GER"))
    assert (check(own, "norm_own").has, check(own, "norm_own").met) == (9, False)


def test_1_4_6_only_the_lowest_opponent_is_raised():
    field = opponents(rating=2500)
    made = norm_check("GM", "POL", [field[0]._replace(rating=1900), field[1]._replace(rating=None), *field[2:]])
    assert sorted(made.performance.opponents)[:2] == [1900, 2200]


def test_1_4_8_at_least_35_per_cent_exactly():
    # 4.5 of 13 is 34.6 per cent: not rounded up; 5 are needed
    halves = [1] * 9 + [0] * 4
    made = norm_check("IM", "POL", [o._replace(halves=h) for o, h in zip(opponents(13), halves, strict=True)])
    points = check(made, "norm_points")
    assert (points.needed, points.has, points.met) == (5, 4.5, False)
