"""Halves are rounded away from zero, averages up; nothing drifts."""

from random import Random

import pytest

from ratings.kernel.fide.game import UNITS, rounded
from ratings.kernel.rounding import half_away, half_up, nearest, whole
from ratings.kernel.types import Cause, PlayerFacts

from .build import game, play, single


@pytest.mark.parametrize(
    ("points", "expected"),
    [(2.5, 3), (-2.5, -3), (-17.5, -18), (-22.5, -23), (0.5, 1), (-0.5, -1), (2.4999, 2), (-2.4999, -2), (0, 0)],
)
def test_b02_8_3_4_half_away_from_zero(points, expected):
    """BR-021"""
    assert rounded(round(points * UNITS)) == expected
    assert half_away(round(points * 10_000), 10_000) == expected
    assert nearest(points) == expected


@pytest.mark.parametrize(("value", "expected"), [(2379.5, 2380), (2380.49, 2380), (2379.99, 2380), (1500.5, 1501)])
def test_b01_averages_round_half_up(value, expected):
    assert half_up(round(value * 100), 100) == expected
    assert whole(value) == expected


def test_half_up_of_a_negative_tie_goes_up():
    assert (half_up(-5, 2), half_away(-5, 2)) == (-2, -3)


def test_a_tie_that_floats_hide_is_still_a_tie():
    """10 x (0.5 - 0.45) is 0.49999999999999989 in binary."""
    assert 10 * (0.5 - 0.45) < 0.5
    assert (nearest(10 * (0.5 - 0.45)), nearest(10 * (0.45 - 0.5))) == (1, -1)


@pytest.mark.parametrize("rounding", ["integer", "tenth", "none"])
def test_a_thousand_games_of_equals_keep_their_sum(rounding):
    """BR-019: truncated changes pulled two equal players from 1000 to 525 and 476."""
    chance = Random(19)
    games = [single(game(n, 1, 2, chance.randint(0, 2))) for n in range(1, 1001)]
    facts = [PlayerFacts(1, rating=1000), PlayerFacts(2, rating=1000)]
    played = play("elo", games, facts, k=24, rounding=rounding)
    first, second = played.states[1].rating, played.states[2].rating
    assert first + second == pytest.approx(2000, abs=1e-6)
    assert abs(first - 1000) < 200
    steps = {"integer": 1, "tenth": 10, "none": None}[rounding]
    if steps:
        closings = [row.closing for row in played.rows if row.cause == Cause.GAME]
        assert all(round(closing * steps) / steps == closing for closing in closings)
