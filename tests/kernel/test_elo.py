"""Elo: expectation, home advantage, margin, floor, seasons, periods."""

from random import Random

import pytest

from ratings.kernel.elo.trial import Games, foretold, plain
from ratings.kernel.expectation import by_table, logistic
from ratings.kernel.margin import MULTIPLIERS, goals, nba, nfl
from ratings.kernel.systems import SYSTEMS
from ratings.kernel.types import Adjust, Cause, PlayerFacts, Rules

from .build import batch, day, game, month, play, rules, single


def one(white=1500, black=1500, halves=2, **parameters):
    """One game; the rows of both sides. Options of the game begin with ``game_``."""
    options = {
        name.removeprefix("game_"): parameters.pop(name) for name in list(parameters) if name.startswith("game_")
    }
    facts = [PlayerFacts(1, rating=white), PlayerFacts(2, rating=black)]
    played = play("elo", [single(game(1, 1, 2, halves, **options))], facts, **parameters)
    return [row for row in played.rows if row.cause == Cause.GAME]


@pytest.mark.parametrize(
    ("difference", "expected"), [(0, 0.5), (100, 0.640), (200, 0.760), (300, 0.849), (400, 0.909), (-200, 0.240)]
)
def test_elo_1978_percentage_expectancies(difference, expected):
    assert logistic(1500 + difference, 1500) == pytest.approx(expected, abs=0.0005)


def test_a_cap_holds_in_both_directions():
    assert logistic(2500, 1500, cap=400) == logistic(1900, 1500) == pytest.approx(1 - logistic(1500, 2500, cap=400))
    assert by_table(2500, 1500, cap=400) == 0.92


def test_the_table_is_read_with_whole_ratings():
    assert by_table(1503.4, 1500) == 0.5
    assert by_table(1503.5, 1500) == 0.51


def test_ratings_far_apart_do_not_overflow():
    assert logistic(0, 1e9) == 0
    assert logistic(1e9, 0) == 1
    assert [row.change for row in one(1e9, 0, 0, floor=0)] == [-32, 32]


def test_k_32_and_a_win_of_equals():
    white, black = one()
    assert (white.opening, white.expected, white.k, white.change, white.closing) == (1500, 0.5, 32, 16, 1516)
    assert (black.change, black.closing) == (-16, 1484)


def test_the_home_advantage_counts_for_white_and_not_on_neutral_ground():
    home, away = one(home_advantage=100)
    assert (home.expected, away.expected) == (pytest.approx(0.640, abs=5e-4), pytest.approx(0.360, abs=5e-4))
    assert home.opponent_rating == 1500
    assert [row.expected for row in one(home_advantage=100, game_neutral=True)] == [0.5, 0.5]


@pytest.mark.parametrize(("margin", "factor"), [(0, 1), (1, 1), (2, 1.5), (3, 1.75), (4, 1.875), (5, 2), (10, 2.625)])
def test_world_football_elo_goals(margin, factor):
    assert goals(margin, 0) == factor
    rows = one(k=20, margin="goals", halves=2 if margin else 1, game_white_points=margin, game_black_points=0)
    assert [row.k for row in rows] == [20 * factor, 20 * factor]


def test_the_margin_is_that_of_the_winner_whoever_is_named_first():
    home = one(1600, 1500, 0, margin="nba", k=20, game_white_points=90, game_black_points=100)
    away = one(1500, 1600, 2, margin="nba", k=20, game_white_points=100, game_black_points=90)
    assert [row.change for row in home] == [row.change for row in reversed(away)]
    assert home[0].k == pytest.approx(20 * 13**0.8 / (7.5 - 0.6))


def test_without_points_the_margin_is_one():
    assert [row.k for row in one(margin="nfl")] == [32, 32]


def test_a_shoot_out_has_a_winner_and_no_margin():
    assert [row.k for row in one(margin="goals", game_white_points=2, game_black_points=2)] == [32, 32]


def test_denominators_of_margins_stay_positive():
    """A favourite by 5000 points who loses: the formula's denominator would be negative."""
    assert nba(10, -5000) == 13**0.8 / 0.5
    assert nfl(10, -5000) == pytest.approx(2.397895 * 2.2 / 0.5, rel=1e-6)
    assert all(
        multiplier(margin, d) > 0 for multiplier in MULTIPLIERS.values() for margin in range(9) for d in (-9e9, 9e9)
    )


def test_a_floor_holds_through_fifty_losses_and_logs_what_is_left():
    """BR-090"""
    games = [single(game(n, 1, 2, 0)) for n in range(1, 51)]
    played = play("elo", games, [PlayerFacts(1, rating=300), PlayerFacts(2, rating=300)], floor=100)
    rows = [row for row in played.rows if row.player == 1 and row.cause == Cause.GAME]
    assert played.states[1].rating == 100
    assert all(row.closing >= 100 and row.change == row.closing - row.opening for row in rows)
    assert any(0 > row.change > row.k * (row.halves / 2 - row.expected) for row in rows)
    assert rows[-1].change == 0


def test_a_period_below_the_floor_and_a_correction_that_lifts_again():
    """BR-090"""
    facts = [PlayerFacts(1, rating=110), PlayerFacts(2, rating=110)]
    low = batch([game(n, 1, 2, 0) for n in range(1, 9)], month("2025-11"))
    fixed = batch([game(n, 1, 2, 2 * (n == 8)) for n in range(1, 9)], month("2025-11"))
    assert (play("elo", [low], facts, floor=100).of(1).closing, play("elo", [low], facts).of(1).closing) == (100, -18)
    win = batch([game(n, 1, 2, 2 if n > 3 else 0) for n in range(1, 9)], month("2025-11"))
    assert play("elo", [fixed], facts, floor=100).of(1).closing == 100
    assert play("elo", [win], facts, floor=100).of(1).closing == 142


def test_an_adjustment_below_the_floor_stops_at_it():
    played = play("elo", [Adjust(day("2025-11-01"), 1, 1, to=50)], [PlayerFacts(1)], floor=100)
    assert played.states[1].rating == 100


def test_all_games_of_a_period_are_rated_from_its_opening_ratings():
    games = [game(n, 1, 2, 2) for n in (1, 2, 3)]
    played = play("elo", [batch(games, month("2025-11"))], [PlayerFacts(1), PlayerFacts(2)], k=20)
    total = played.of(1)
    assert [row.change for row in played.rows if row.player == 1 and row.cause == Cause.GAME] == [10, 10, 10]
    assert (total.change, total.closing, total.expected, total.k, total.halves) == (30, 1530, 1.5, 20, None)


def test_a_period_of_one_game_gives_what_the_game_gives_by_itself():
    facts = [PlayerFacts(1, rating=1712.25), PlayerFacts(2, rating=1503.5)]
    for parameters in ({}, {"rounding": "integer"}, {"home_advantage": 70, "floor": 1500}):
        alone = play("elo", [single(game(1, 1, 2, 0))], facts, **parameters)
        period = play("elo", [batch([game(1, 1, 2, 0)], month("2025-11"))], facts, **parameters)
        assert alone.states == period.states


def test_a_rounded_period_is_rounded_once():
    """Three games of 0.4 each are 1, not 0."""
    games = [game(n, 1, 2, 1) for n in (1, 2, 3)]
    facts = [PlayerFacts(1, rating=1500), PlayerFacts(2, rating=1514)]
    played = play("elo", [batch(games, month("2025-11"))], facts, k=20, rounding="integer")
    assert [row.change for row in played.rows if row.cause == Cause.PERIOD] == [1, -1]


def test_rounded_changes_are_alike_for_both_sides():
    """+2.5 and -2.5 give +3 and -3, so nobody gains by being rounded (BR-021)."""
    white, black = one(k=5, rounding="integer")
    assert (white.change, white.closing, black.change, black.closing) == (3, 1503, -3, 1497)


def test_on_a_grid_changes_are_the_decimals_they_stand_for():
    rows = one(1500.1, 1512.7, k=7, rounding="tenth")
    assert [row.change for row in rows] == [3.6, -3.6]
    assert [row.closing for row in rows] == [1503.7, 1509.1]


def test_rules_are_those_valid_when_the_event_began():
    read = SYSTEMS["elo"].parameters
    ruled = Rules(((0, read({"k": 10})), (day("2025-11-10"), read({"k": 20})), (day("2025-11-20"), read({"k": 30}))))
    games = [
        game(1, 1, 2, 2, "2025-11-09"),
        game(2, 1, 2, 2, "2025-11-10"),
        game(3, 1, 2, 2, "2025-11-21", start=day("2025-11-19"), event=1),
        game(4, 1, 2, 2, "2025-11-21"),
    ]
    for steps in ([single(each) for each in games], [batch(games, month("2025-11"))]):
        played = play("elo", steps, [PlayerFacts(1), PlayerFacts(2)], under=ruled)
        assert [row.k for row in played.rows if row.player == 1 and row.cause == Cause.GAME] == [10, 20, 20, 30]


@pytest.mark.parametrize("parameters", [{}, {"k": 12.5, "scale": 250, "initial": 1234}])
def test_rules_tried_without_a_log_give_its_ratings_and_expectations(parameters):
    chance = Random(3)
    pairs = [(*chance.sample(range(1, 9), 2), chance.randrange(3)) for _ in range(400)]
    played = play(
        "elo", [single(game(n, *pair)) for n, pair in enumerate(pairs, 1)], map(PlayerFacts, range(9)), **parameters
    )
    games = Games([w for w, _, _ in pairs], [b for _, b, _ in pairs], [halves / 2 for *_, halves in pairs])
    valid = plain(rules("elo", **parameters))
    ratings = [valid.initial] * 9
    expected = list(foretold(games, ratings, valid))
    logged = [row.expected for row in played.rows if row.cause == Cause.GAME and row.side == 0]
    assert expected == pytest.approx(logged, abs=1e-12)
    assert ratings[1:] == pytest.approx([played.states[player].rating for player in range(1, 9)], abs=1e-9)


@pytest.mark.parametrize(
    "parameters",
    [
        *({"home_advantage": 50}, {"margin": "goals"}, {"rounding": "tenth"}, {"floor": 1000}, {"difference_cap": 400}),
        *({"expectation": "fide_table"}, {"k": [{"k": 40, "games_below": 30}, {"k": 20}]}),
    ],
)
def test_rules_that_ask_for_more_are_replayed(parameters):
    assert plain(rules("elo", **parameters)) is None
