"""Parameters out of range are refused, with the key and what is accepted."""

import pytest

from ratings.kernel.systems import SYSTEMS
from ratings.kernel.types import ParameterError


@pytest.mark.parametrize(
    ("system", "given", "key", "says"),
    [
        ("elo", {"k": 0}, "k", "not above 0"),
        ("elo", {"k": -10}, "k", "not above 0"),
        ("elo", {"k": "32"}, "k", "not a number"),
        ("elo", {"k": True}, "k", "not a number"),
        ("elo", {"k": float("nan")}, "k", "not a number"),
        ("elo", {"k": float("inf")}, "k", "not a number"),
        ("elo", {"k": None}, "k", "not a number"),
        ("elo", {"k": []}, "k", "last tier"),
        ("elo", {"k": [{"k": 40, "games_below": 30}]}, "k", "last tier"),
        ("elo", {"k": [{"k": 40}, {"k": 20}]}, "k", "never reached"),
        ("elo", {"k": [{"k": 40, "elo_below": 30}, {"k": 20}]}, "k", "games_below"),
        ("elo", {"k": [{"games_below": 30}, {"k": 20}]}, "k", "a tier looks like"),
        ("elo", {"k": [40, {"k": 20}]}, "k", "a tier looks like"),
        ("elo", {"k": [{"k": 0, "games_below": 30}, {"k": 20}]}, "k.k", "not above 0"),
        ("elo", {"k": [{"k": 9, "games_below": "30"}, {"k": 20}]}, "k.games_below", "not a number"),
        ("elo", {"scale": 0}, "scale", "not above 0"),
        ("elo", {"initial": "high"}, "initial", "not a number"),
        ("elo", {"initial": 50, "floor": 100}, "initial", "below the floor"),
        ("elo", {"expectation": "normal"}, "expectation", "logistic, fide_table"),
        ("elo", {"difference_cap": 0}, "difference_cap", "not above 0"),
        ("elo", {"margin": "points"}, "margin", "none, goals, nba, nfl"),
        ("elo", {"rounding": "whole"}, "rounding", "none, tenth, integer"),
        ("elo", {"provisional_games": -1}, "provisional_games", "below 0"),
        ("elo", {"provisional_games": 2.5}, "provisional_games", "not a whole number"),
        ("elo", {"carryover": 0.75}, "carryover", '"keep"'),
        ("elo", {"carryover": {"keep": 0.75}}, "carryover", '"mean"'),
        ("elo", {"carryover": {"keep": 1.5, "mean": 1500}}, "carryover.keep", "above 1"),
        ("fide", {"list": "bullet"}, "list", "standard, rapid, blitz"),
        ("fide", {"k": 0}, "k", "not above 0"),
        ("fide", {"floor": "low"}, "floor", "not a number"),
        ("fide", {"floor": [1400]}, "floor", "not a number"),
        ("fide", {"initial": 0}, "initial", "not above 0"),
        ("glicko2", {"tau": 0}, "tau", "below 0.01"),
        ("glicko2", {"initial_deviation": 0}, "initial_deviation", "not above 0"),
        ("glicko2", {"initial_volatility": 0}, "initial_volatility", "below"),
        ("glicko2", {"initial_volatility": 2}, "initial_volatility", "above 1"),
        ("glicko2", {"period_days": 0}, "period_days", "not above 0"),
        ("glicko2", {"max_deviation": 300}, "max_deviation", "below 350"),
        ("glicko2", {"min_deviation": 400}, "min_deviation", "above 350"),
        ("glicko2", {"initial": 1500, "floor": 1600}, "initial", "between floor and ceiling"),
        ("glicko2", {"skip_deviation_increase": 1}, "skip_deviation_increase", "neither true nor false"),
    ],
)
def test_refused(system, given, key, says):
    with pytest.raises(ParameterError) as refused:
        SYSTEMS[system].parameters(given)
    assert refused.value.key == key
    assert says in str(refused.value)
    assert key in str(refused.value)


@pytest.mark.parametrize(
    ("system", "given"),
    [
        ("elo", {"k": 0.5, "floor": None, "difference_cap": "none", "carryover": None, "margin": None}),
        ("elo", {"k": [{"k": 40, "games_below": 30, "age_to": 18}, {"k": 20}], "provisional_games": 10.0}),
        ("fide", {"floor": None, "k": None, "initial": None}),
        ("fide", {"floor": "fide", "k": "fide"}),
        ("fide", {"floor": 1000, "k": [{"k": 30, "rating_below": 1600}, {"k": 20}]}),
        ("glicko2", {"period_days": 4.665, "max_deviation": 500, "initial_deviation": 500, "min_deviation": 45}),
    ],
)
def test_accepted(system, given):
    assert SYSTEMS[system].parameters(given) == SYSTEMS[system].parameters(dict(given))


@pytest.mark.parametrize(
    ("system", "given"),
    [
        ("elo", {"scale": 1e-300}),
        ("elo", {"initial": 1e300}),
        ("elo", {"home_advantage": -1e30}),
        ("elo", {"k": 1e308}),
        ("elo", {"k": [{"k": 5000}]}),
        ("elo", {"k": 10**400}),
        ("glicko2", {"initial_deviation": 1e9}),
    ],
)
def test_a_number_that_no_rating_could_be_reckoned_with_is_refused(system, given):
    with pytest.raises(ParameterError):
        SYSTEMS[system].parameters(given)
