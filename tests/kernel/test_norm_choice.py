"""Games that a player may leave out of a norm: B.01 1.4.1e and f."""

import pytest

from ratings.kernel.norm_check import Opponent, norm_check
from ratings.kernel.norm_choice import best_norm
from ratings.kernel.norm_games import Championship, NormEvent

SWISS = NormEvent(swiss=True)
SEVEN_OF_NINE = (2, 2, 2, 2, 2, 1, 1, 1, 1)  # against 2380: a GM norm, and not half a point to spare


def met(scores, rating=2380, title="GM"):
    return [Opponent(rating, title, ("GER", "FRA", "ESP")[n % 3], halves) for n, halves in enumerate(scores)]


def test_1_4_1e_rounds_after_the_norm_was_reached_are_left_out():
    field = met([*SEVEN_OF_NINE, 0, 0])
    assert not norm_check("GM", "POL", field).reached
    made = best_norm("GM", "POL", field, SWISS)
    assert (made.reached, made.ignored, made.counted.games) == (True, (9, 10), 9)
    assert made.performance.performance.rating == 2600


def test_1_4_1e_with_pairings_fixed_beforehand_all_rounds_count():
    assert not best_norm("GM", "POL", met([*SEVEN_OF_NINE, 0, 0])).reached


def test_1_4_1e_earlier_rounds_are_not_left_out():
    assert not best_norm("GM", "POL", met([0, 0, *SEVEN_OF_NINE]), SWISS).reached


@pytest.mark.parametrize("event", [SWISS, NormEvent()])
def test_1_4_1f_a_game_won_is_left_out(event):
    """Wins over 1500 and 1900 spoil the average; with one of them, raised to 2200, it is 2362 and still too low."""
    weak = [Opponent(1500, "FM", "ITA", 2), Opponent(1900, "FM", "ITA", 2)]
    field = [*weak, *met(SEVEN_OF_NINE)]
    assert not norm_check("GM", "POL", field).reached
    made = best_norm("GM", "POL", field, event)
    assert (made.reached, made.ignored) == (True, (0, 1))
    assert made.performance.performance.rating == 2600


def test_1_4_1f_a_draw_or_a_loss_is_not():
    for halves in (1, 0):
        field = [Opponent(1500, "FM", "ITA", halves), Opponent(1500, "FM", "ITA", halves), *met(SEVEN_OF_NINE)]
        assert not best_norm("GM", "POL", field, SWISS).reached


def test_1_4_1f_nine_games_are_left():
    field = [Opponent(1500, "FM", "ITA", 2), Opponent(1500, "FM", "ITA", 2), *met(SEVEN_OF_NINE[:7])]
    assert len(field) == 9
    assert not best_norm("GM", "POL", field, SWISS).reached
    team = best_norm("GM", "POL", field, NormEvent(championship=Championship.TEAM))
    assert (team.reached, team.ignored, team.counted.games - team.counted.surplus) == (True, (0, 1), 7)


def test_1_4_1f_beaten_countrymen_are_left_out_for_the_mix_of_federations():
    """Seven of eleven are too many of one's own (three fifths: six); with pairings by rounds one may go."""
    field = [*met([2] * 7, 2600), *met([1] * 4, 2600)]
    field = [each._replace(federation="POL") if n < 7 else each for n, each in enumerate(field)]
    assert not norm_check("IM", "POL", field).reached
    made = best_norm("IM", "POL", field, SWISS)
    assert made.reached and len(made.ignored) == 1 and made.ignored[0] < 7


def test_1_4_1f_in_a_round_robin_the_mix_of_the_whole_event_must_allow_it():
    field = [*met([2] * 7, 2600), *met([1] * 4, 2600)]
    field = [each._replace(federation="POL") if n < 7 else each for n, each in enumerate(field)]
    assert not best_norm("IM", "POL", field).reached


def test_the_most_games_are_kept():
    """One of two weak opponents is enough to leave out: 2398 with the other raised, 2362 with both."""
    field = [Opponent(2000, "FM", "ITA", 2), Opponent(2000, "FM", "ITA", 2), *met([2, 2, 2, 2, 2, 2, 2, 1, 1], 2420)]
    made = best_norm("GM", "POL", field, SWISS)
    assert (made.reached, made.ignored) == (True, (0,))
    assert made.performance.performance.average == 2398


def test_what_is_a_norm_as_it_is_stays_whole():
    field = met([*SEVEN_OF_NINE, 2, 2])
    made = best_norm("GM", "POL", field, SWISS)
    assert (made.reached, made.ignored) == (True, ())
    assert made == norm_check("GM", "POL", field)


def test_1_7_rounds_are_those_of_the_event_whatever_is_left_out():
    """Fifteen rounds, one of them left out: fourteen games that count as thirteen, and none added for points."""
    weak = Opponent(1000, "", "ITA", 2)
    made = best_norm("GM", "POL", [*met([2, 1] * 6 + [0], 2480), weak, weak], SWISS)
    assert (made.reached, made.ignored) == (True, (13,))
    assert (made.counted.games, made.counted.cut, made.counted.surplus) == (13, True, 0)
    twelve = best_norm("GM", "POL", [*met([2, 1] * 6, 2480), weak, weak], SWISS)
    assert (len(twelve.ignored), twelve.counted.games, twelve.counted.surplus) == (1, 13, 0)


def test_a_long_event_without_a_norm_is_answered_at_once():
    """Nineteen rounds, all won against players who do not allow it: no ways are tried one by one."""
    assert not best_norm("GM", "POL", met([2] * 19, 1600, "FM"), SWISS).reached
