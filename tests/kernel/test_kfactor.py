"""K: FIDE's development coefficient by its published order, its limit of 700, and tiers."""

import pytest

from ratings.kernel.kfactor import KFactor, by_tiers, coefficient, limited_to_700, read_tiers
from ratings.kernel.types import Cause, PlayerFacts, RatingState

from .build import batch, day, game, month, play, single


@pytest.mark.parametrize(
    ("peak", "games", "born", "year", "k", "rule"),
    [
        (2400, 12, None, 2025, 10, "reached_2400"),
        (2400, 500, 2010, 2025, 10, "reached_2400"),
        (2399, 500, 1990, 2025, 20, "established"),
        (1800, 60, 2007, 2025, 40, "junior"),
        (2299, 60, 2007, 2025, 40, "junior"),
        (2300, 60, 2007, 2025, 20, "established"),
        (2300, 29, 2007, 2025, 40, "newcomer"),
        (1800, 60, 2007, 2026, 20, "established"),
        (1800, 29, None, 2025, 40, "newcomer"),
        (1800, 30, None, 2025, 20, "established"),
        (None, 0, None, 2025, 40, "newcomer"),
    ],
)
def test_b02_8_3_3_coefficient(peak, games, born, year, k, rule):
    assert coefficient(peak, games, born, year) == KFactor(k, rule)


@pytest.mark.parametrize(
    ("k", "games", "expected"),
    [(40, 17, 40), (40, 18, 38), (40, 19, 36), (40, 30, 23), (20, 35, 20), (20, 36, 19), (20, 39, 17), (10, 71, 9)],
)
def test_b02_8_3_3_k_times_games_is_at_most_700(k, games, expected):
    assert limited_to_700(KFactor(k, "x"), games).k == expected


def _month_of(count: int) -> tuple:
    """A newcomer's November of so many games against rated opponents."""
    facts = {1: PlayerFacts(1, rating=1700)} | {n: PlayerFacts(n, rating=1700, games=50) for n in range(2, 40)}
    games = [game(n, 1, n + 1, 2) for n in range(1, count + 1)]
    played = play("fide", [batch(games, month("2025-11"))], facts)
    return played, {row.k for row in played.rows if row.player == 1 and row.cause == Cause.GAME}


def test_the_limit_holds_for_all_games_of_the_period_and_falls_with_a_late_one():
    """BR-022: 18 games at K 40 make it 38, a late 19th 36, and voiding that one 38 again."""
    for count, k in ((17, 40), (18, 38), (19, 36), (18, 38)):
        played, used = _month_of(count)
        assert used == {k}
        assert played.of(1).k == k
        assert played.of(1).change == round(k * count * 0.5 + 1e-9)
    (line,) = [row for row in _month_of(18)[0].rows if row.cause == Cause.PERIOD and row.player == 2]
    assert line.k == 20


def test_games_that_do_not_count_do_not_lower_k():
    facts = {n: PlayerFacts(n, rating=1700 if n < 19 else None) for n in range(1, 40)}
    games = [game(n, 1, n + 1, 2) for n in range(1, 30)]
    played = play("fide", [batch(games, month("2025-11"))], facts)
    assert {row.k for row in played.rows if row.player == 1 and not row.reason and row.cause == Cause.GAME} == {40}


def test_the_k_of_the_list_in_force_holds_for_the_whole_period():
    """Game 30 and 2400 are reached inside the period: K changes with the next list."""
    facts = {1: PlayerFacts(1, rating=2390, games=28), 2: PlayerFacts(2, rating=2390, games=50)}
    periods = [month("2025-11", 1), month("2025-12", 2)]
    games = [[game(n + 10 * m, 1, 2, 2, f"2025-1{m}-07") for n in range(1, 5)] for m in (1, 2)]
    steps = [batch(each, period) for each, period in zip(games, periods, strict=True)]
    played = play("fide", steps, facts, calendar=tuple(p.ends for p in periods))
    first, second = [row for row in played.rows if row.player == 1 and row.cause == Cause.PERIOD]
    assert (first.k, first.closing, second.k) == (40, 2470, 10)
    assert second.peak == 2470


def test_the_junior_k_ends_with_the_january_list_after_the_18th_birthday():
    facts = {1: PlayerFacts(1, rating=1900, games=60, birth_year=2007), 2: PlayerFacts(2, rating=1900, games=60)}
    periods = [month("2025-12", 1), month("2026-01", 2)]
    steps = [batch([game(p.period, 1, 2, 1, p.starts + 1)], p) for p in periods]
    played = play("fide", steps, facts)
    assert [row.k for row in played.rows if row.player == 1 and row.cause == Cause.PERIOD] == [40, 20]


def test_a_junior_who_once_had_2300_keeps_20_below_it():
    facts = [PlayerFacts(1, rating=2250, games=200, birth_year=2010, peak=2304), PlayerFacts(2, rating=2250, games=90)]
    assert play("fide", [batch([game(1, 1, 2, 1)], month("2025-11"))], facts).of(1).k == 20


def test_game_by_game_k_follows_the_state_before_each_game():
    facts = [PlayerFacts(1, rating=1900, games=28), PlayerFacts(2, rating=1900, games=60)]
    played = play("fide", [single(game(n, 1, 2, 1)) for n in (1, 2, 3)], facts)
    assert [row.k for row in played.rows if row.player == 1 and row.cause == Cause.GAME] == [40, 40, 20]


TIERS = [
    {"k": 40, "games_below": 30},
    {"k": 35, "age_to": 18, "peak_below": 2300},
    {"k": 10, "peak_from": 2400},
    {"k": 15, "rating_from": 2200, "rating_below": 2400},
    {"k": 25, "age_from": 65, "games_from": 100},
    {"k": 20},
]


@pytest.mark.parametrize(
    ("state", "born", "k", "tier"),
    [
        (RatingState(1500, games=29, peak=1500), None, 40, 1),
        (RatingState(1500, games=30, peak=1500), None, 20, 6),
        (RatingState(1500, games=30, peak=1500), 2007, 35, 2),
        (RatingState(1500, games=30, peak=2300), 2007, 20, 6),
        (RatingState(2399, games=30, peak=2400), None, 10, 3),
        (RatingState(2200, games=30, peak=2200), None, 15, 4),
        (RatingState(1500, games=99, peak=1500), 1950, 20, 6),
        (RatingState(1500, games=100, peak=1500), 1960, 25, 5),
        (RatingState(1500, games=100, peak=1500), 1961, 20, 6),
    ],
)
def test_the_first_tier_that_fits_decides(state, born, k, tier):
    found = by_tiers(read_tiers(TIERS), state, PlayerFacts(1, birth_year=born), day("2025-06-01"))
    assert found == KFactor(k, "tier", tier)


@pytest.mark.parametrize(("own", "of_player", "k"), [(None, None, 32), (None, 15, 15), (24, 15, 24), (24, None, 24)])
def test_a_k_of_the_game_goes_before_one_of_the_player_before_the_rules(own, of_player, k):
    facts = [PlayerFacts(1, k=of_player), PlayerFacts(2)]
    for system, parameters in (("elo", {}), ("elo", {"rounding": "tenth"}), ("fide", {"k": 32, "initial": 1500})):
        played = play(system, [single(game(1, 1, 2, 2, k_white=own))], facts, **parameters)
        assert [row.k for row in played.rows if row.cause == Cause.GAME] == [k, 32]


def test_a_weight_multiplies_whatever_k_there_is():
    played = play("elo", [single(game(1, 1, 2, 2, weight=2.5, k_white=10))], [PlayerFacts(1), PlayerFacts(2)])
    assert [row.k for row in played.rows if row.cause == Cause.GAME] == [25, 80]
