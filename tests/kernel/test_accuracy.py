"""Log-loss, Brier score and share of favourites, by hand."""

from math import log

import pytest

from ratings.kernel.accuracy import measure, predictions
from ratings.kernel.types import PlayerFacts

from .build import game, play, single


def test_three_games_by_hand():
    found = measure([(0.75, 2), (0.6, 0), (0.5, 1)])
    assert found.games == 3
    assert found.log_loss == pytest.approx((-log(0.75) - log(0.4) - log(0.5)) / 3)
    assert found.brier == pytest.approx((0.0625 + 0.36 + 0) / 3)
    assert (found.favourites, found.decided) == (0.5, 2)


def test_a_certain_expectation_that_fails_is_dear_but_finite():
    assert measure([(1.0, 0)]).log_loss == pytest.approx(13.8155, abs=1e-3)
    assert measure([(0.0, 0)]).log_loss == pytest.approx(0, abs=1e-5)


def test_no_games_have_no_accuracy():
    assert measure([]) == (0, None, None, None, 0)
    assert measure([(0.5, 2)]).favourites is None


def test_predictions_of_a_log_are_those_of_white():
    played = play("elo", [single(game(1, 1, 2, 2)), single(game(2, 2, 1, 1))], [PlayerFacts(1), PlayerFacts(2)])
    assert [halves for _, halves in predictions(played.rows)] == [2, 1]
    assert next(iter(predictions(played.rows)))[0] == 0.5
