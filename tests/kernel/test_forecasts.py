"""What games would bring: the functions the calculators ask."""

from datetime import date

import pytest

from ratings.kernel.forecasts import Played, Tournament, exchange, fide_period, listed, series
from ratings.kernel.needs import ELO, FIDE, games_needed, opponents_needed, outcome, points_needed

DAY = date(2025, 11, 1).toordinal()


def fide(own, games, *, start=DAY, list_name="standard", k=None, **player):
    lines = fide_period(own, [Played(*game) for game in games], start=start, list_name=list_name, k=k, **player)
    return {line.code: line.values for line in lines}


def test_one_game_as_printed():
    made = exchange(1500, 1600, 20, 2)
    assert (round(made.expected, 4), round(made.change, 1), round(made.new, 1)) == (0.3599, 12.8, 1512.8)


def test_both_sides_of_a_game_with_the_same_k_sum_to_zero():
    assert exchange(1700, 1500, 32, 2).change + exchange(1500, 1700, 32, 0).change == pytest.approx(0, abs=1e-12)


def test_a_series_against_a_field_is_its_games_against_the_average():
    made = series(1500, 20, 9, 1550, 10)
    assert made.change == pytest.approx(
        sum(exchange(1500, 1550, 20, halves).change for halves in [2, 2, 2, 2, 1, 1, 0, 0, 0])
    )


def test_a_period_takes_the_starting_rating_and_a_row_the_running_one():
    games = [Played(1600, 2), Played(1550, 1)]
    period, turn = listed(1500, 20, games), listed(1500, 20, games, in_turn=True)
    assert period.games[0] == turn.games[0]
    assert period.games[1] == exchange(1500, 1550, 20, 1)
    assert turn.games[1] == exchange(turn.games[0].new, 1550, 20, 1)


def test_the_400_point_rule_and_its_exemption_from_2650_on():
    # 8.3.1: at 400 points 0.909 (curve), at 800 0.99
    capped = listed(2600, 10, [Played(1800, 2)], cap=True, exempt=True)
    assert round(capped.expected, 3) == 0.909
    kept = listed(2650, 10, [Played(1850, 2)], cap=True, exempt=True)
    assert round(kept.expected, 2) == 0.99
    assert listed(2650, 10, [Played(1850, 2)], cap=True).expected == pytest.approx(capped.expected)


def test_fide_period_of_the_arbiters_manual():
    # Arbiters' Manual: 2212, nine games, K 40: +56.4, 2268
    games = [(1926, 2), (2011, 2), (2318, 0), (2067, 1), (2219, 1), (2585, 0), (2659, 2), (2464, 1), (2652, 1)]
    made = fide(2212, games, start=date(2024, 6, 1).toordinal(), k=40.0)
    assert (made["sum"]["unrounded"], made["sum"]["rounded"], made["closing"]["computed"]) == (56.4, 56, 2268)


def test_8_3_3_the_k_is_found_and_limited_to_700():
    made = fide(1900, [(1900, 1)] * 39, games_before=99)
    assert (made["k"]["k"], made["k"]["rule"]) == (17, "limit_700")
    assert fide(1900, [(1900, 1)], games_before=99, peak=2400)["k"]["rule"] == "reached_2400"
    assert fide(1900, [(1900, 1)], games_before=99, birth_year=2007)["k"]["rule"] == "junior"


def test_rapid_a_gap_of_600_with_a_player_above_2600_is_not_rated():
    made = fide(1800, [(2601, 0)], list_name="rapid", k=40.0)
    assert made["not_rated"]["reason"] == "gap_600"
    assert made["closing"]["rating"] == 1800


def test_points_needed_are_the_fewest_that_reach_the_target():
    found = points_needed(ELO, 1950, 2000, 20, 9, 1900)
    assert found == 16
    assert outcome(ELO, 1950, 20, 9, 1900, found).new >= 2000 > outcome(ELO, 1950, 20, 9, 1900, found - 1).new


def test_points_that_cannot_be_reached_and_how_many_games_could():
    assert points_needed(ELO, 1500, 1600, 20, 5, 1500) is None
    # an equal opponent beaten brings K / 2 = 10 points: ten games
    assert games_needed(ELO, 1500, 1600, 20, 1500, 300) == 10
    assert games_needed(ELO, 1500, 1600, 0, 1500, 300) is None


def test_opponents_needed_is_the_lowest_average():
    found = opponents_needed(ELO, 1950, 2000, 20, 9, 12)
    assert outcome(ELO, 1950, 20, 9, found, 12).new >= 2000 > outcome(ELO, 1950, 20, 9, found - 1, 12).new


def test_a_target_already_reached_needs_nothing():
    assert points_needed(ELO, 1950, 1000, 20, 9, 1900) == 0
    assert opponents_needed(ELO, 1950, 1000, 20, 9, 0) == 0


def test_fide_needs_use_the_table_and_its_rounding():
    # 2 points of 2 against equals: K 20 x 1.0 = 20; 19.5 would round up to 20 and 19 would not
    assert points_needed(FIDE, 2000, 2020, 20, 2, 2000) == 4
    assert points_needed(FIDE, 2000, 2021, 20, 2, 2000) is None
    # 8.3.1: from 400 points on stronger opponents bring no more: .92 a win
    assert outcome(FIDE, 1500, 40, 1, 1900, 2).change == outcome(FIDE, 1500, 40, 1, 2900, 2).change == 37
    assert opponents_needed(FIDE, 1500, 1538, 40, 1, 2) is None


def test_several_tournaments_of_a_period_each_by_the_rule_of_its_day_and_rounded_once():
    """2022 and 2023: one game a tournament counts as 400, so two tournaments have two; real gaps count beside."""
    spring, autumn = (Tournament(date(2023, month, 1).toordinal()) for month in (5, 9))
    games = [Played(1500, 2, spring), Played(1450, 2, spring), Played(1400, 2, autumn)]
    lines = fide_period(2000, games, start=spring.start, list_name="standard", k=20.0)
    assert [line.values["rule"] for line in lines if line.code == "game"] == ["other_game", "one_game", "one_game"]


def test_a_tournament_takes_the_rating_in_force_at_its_start():
    """FIDE's own calculation, player P03 of December 2025: 2499 against 2322 in October's tournament: dR 0.27."""
    october = Tournament(date(2025, 10, 31).toordinal(), 2499)
    lines = fide_period(2505, [Played(2322, 2, october)], start=DAY, list_name="standard", k=10.0)
    made = {line.code: line.values for line in lines}
    assert (made["game"]["difference"], round(made["game"]["delta"], 2)) == (177, 0.27)
    assert made["closing"]["computed"] == 2508
