"""FIDE B.02: which games count, and with which difference (R1 to R9, R14 to R19)."""

import pytest

from ratings.kernel.fide import difference, floor_on, list_of, raised_in_2024, too_far_apart
from ratings.kernel.types import Cause, PlayerFacts, TimeControl

from .build import batch, day, game, month, play, single


@pytest.mark.parametrize(
    ("start", "list_name", "own", "opponent", "used", "rule"),
    [
        # 2009-07 to 2021: 400, in any number of games, on all lists
        ("2015-05-01", "standard", 2700, 2100, 400, "cap_400"),
        ("2021-12-31", "rapid", 1500, 2100, -400, "cap_400"),
        # from March 2024 again, in both directions
        ("2024-03-01", "standard", 2700, 2100, 400, "cap_400"),
        ("2024-03-01", "standard", 1500, 2100, -400, "cap_400"),
        ("2025-09-30", "standard", 2700, 2100, 400, "cap_400"),
        # from October 2025 the player's own 2650 lifts it in standard
        ("2025-10-01", "standard", 2650, 2249, 401, "own_2650"),
        ("2025-10-01", "standard", 2650, 3060, -410, "own_2650"),
        ("2025-10-01", "standard", 2649, 2100, 400, "cap_400"),
        ("2025-10-01", "standard", 2100, 2700, -400, "cap_400"),
        ("2025-10-01", "rapid", 2700, 2200, 400, "cap_400"),
        ("2025-10-01", "blitz", 2700, 2200, 400, "cap_400"),
        # 400 itself is not cut
        ("2025-10-01", "standard", 2000, 1600, 400, ""),
    ],
)
def test_r15_r16_b02_8_3_1_difference_of_more_than_400(start, list_name, own, opponent, used, rule):
    """BR-023"""
    found = difference(own, opponent, day(start), list_name, largest=True)
    assert (found.rating, found.used, found.rule) == (own - opponent, used, rule)


@pytest.mark.parametrize("start", ["2022-01-01", "2024-02-29"])
@pytest.mark.parametrize("list_name", ["standard", "rapid", "blitz"])
def test_2022_to_2024_only_the_largest_difference_of_a_tournament_is_cut(start, list_name):
    assert difference(2700, 2100, day(start), list_name, largest=True)[1:] == (400, "one_game")
    assert difference(2700, 2100, day(start), list_name, largest=False)[1:] == (600, "other_game")


def _one(white: float, black: float, halves: int = 2, **parameters):
    """One game of November 2025; change parts of both sides at K 10."""
    facts = [PlayerFacts(1, rating=white, k=10), PlayerFacts(2, rating=black, k=10)]
    played = play("fide", [batch([game(1, 1, 2, halves)], month("2025-11"))], facts, **parameters)
    return [row for row in played.rows if row.cause == Cause.GAME]


def test_2700_beats_2200_uncapped_for_the_one_and_capped_for_the_other():
    """BR-023: the player's own rating decides, so the two sides can use different differences."""
    strong, weak = _one(2700, 2200)
    assert (strong.expected, weak.expected) == (0.96, 0.08)
    assert (strong.change, weak.change) == (0.4, -0.8)


@pytest.mark.parametrize(("white", "black", "list_name"), [(2600, 2100, "standard"), (2700, 2200, "rapid")])
def test_2600_in_standard_and_anybody_in_rapid_is_capped(white, black, list_name):
    """BR-023"""
    assert [row.expected for row in _one(white, black, list=list_name)] == [0.92, 0.08]


def test_which_game_was_cut_in_2022_to_2024_is_decided_per_tournament():
    opponents = {2: 1063, 3: 1299, 4: 1413, 5: 1100}
    facts = [PlayerFacts(1, rating=2000, k=20)] + [PlayerFacts(n, rating=r) for n, r in opponents.items()]
    games = [game(n, 1, n, 2, "2023-03-02", event=1 if n < 5 else 2) for n in opponents]
    played = play("fide", [batch(games, month("2023-03"))], facts, list="rapid")
    parts = {row.ref: row.expected for row in played.rows if row.player == 1 and row.cause == Cause.GAME}
    assert parts == {2: 0.92, 3: 0.99, 4: 0.98, 5: 0.92}


@pytest.mark.parametrize(
    ("start", "list_name", "own", "opponent", "apart"),
    [
        ("2024-12-01", "rapid", 2601, 2001, True),
        ("2024-12-01", "blitz", 2001, 2601, True),
        ("2024-12-01", "rapid", 2600, 2000, False),
        ("2024-12-01", "rapid", 2601, 2002, False),
        ("2024-11-30", "rapid", 2601, 2001, False),
        ("2025-11-05", "standard", 2601, 2001, False),
    ],
)
def test_r5_rapid_and_blitz_gap_of_600_with_a_player_above_2600(start, list_name, own, opponent, apart):
    assert too_far_apart(own, opponent, day(start), list_name) is apart


def test_r5_a_gap_of_600_is_not_rated_for_either_side_and_says_why():
    rows = _one(2601, 2001, list="blitz")
    assert [(row.reason, row.change, row.expected, row.k) for row in rows] == [("gap_600", 0.0, None, None)] * 2


@pytest.mark.parametrize(
    ("minutes", "seconds", "moves", "white", "black", "fits"),
    [
        (120, 0, 0, 2400, 1000, "standard"),
        (119, 0, 0, 2400, 1000, None),
        (90, 30, 0, 2400, 2000, "standard"),
        (90, 0, 0, 2399, 1500, "standard"),
        (89, 0, 0, 1800, 1500, None),
        (60, 0, 0, 1799, None, "standard"),
        (59.5, 0, 0, 1799, None, "rapid"),
        (120, 0, 30, 2400, 2400, "standard"),
        (120, 0, 29, 2400, 2400, None),
        (45, 10, 20, 1500, 1500, "rapid"),
        (10, 0.5, 0, 2000, 2000, "rapid"),
        (10, 0, 0, 2000, 2000, "blitz"),
        (3, 2, 0, 2000, 2000, "blitz"),
        (3, 0, 0, 2000, 2000, None),
        (60, 15, 0, 2000, 1500, None),
    ],
)
def test_r3_r4_rate_of_play(minutes, seconds, moves, white, black, fits):
    assert list_of(TimeControl(minutes, seconds, moves), white, black) == fits


def test_r3_an_approved_fast_event_is_standard():
    assert list_of(TimeControl(45, 30, approved_fast=True), 2700, 2700) == "standard"


@pytest.mark.parametrize(
    ("list_name", "reason"), [("standard", "time_control"), ("rapid", ""), ("blitz", "time_control")]
)
def test_a_time_control_that_does_not_fit_the_list_is_not_rated(list_name, reason):
    facts = [PlayerFacts(1, rating=2000), PlayerFacts(2, rating=1900)]
    for steps in (
        [batch([game(1, 1, 2, 2, control=TimeControl(15, 10))], month("2025-11"))],
        [single(game(1, 1, 2, 2, control=TimeControl(15, 10)))],
    ):
        played = play("fide", steps, facts, list=list_name)
        assert {row.reason for row in played.rows if row.cause == Cause.GAME} == {reason}
        assert (played.states[1].rating > 2000) is (reason == "")


def test_without_a_known_time_control_a_game_is_taken_to_fit():
    assert [row.reason for row in _one(2000, 1900, list="blitz")] == ["", ""]


def test_r2_a_rated_player_changes_only_against_rated_opponents():
    facts = [PlayerFacts(1, rating=2000), PlayerFacts(2), PlayerFacts(3)]
    games = [game(1, 1, 2, 0), game(2, 2, 3, 2)]
    played = play("fide", [batch(games, month("2025-11"))], facts)
    reasons = {(row.ref, row.player): row.reason for row in played.rows if row.cause == Cause.GAME}
    assert reasons == {
        (1, 1): "unrated_opponent",
        (1, 2): "unrated_player",
        (2, 2): "unrated_opponent",
        (2, 3): "unrated_opponent",
    }
    total = played.of(1)
    assert (total.opening, total.change, total.closing, total.expected, total.k) == (2000, 0, 2000, None, None)
    assert (played.states[1].games, played.states[1].last) == (0, 0)


def test_r19_all_games_of_a_period_are_summed_and_rounded_once():
    """Three draws against 1981 at K 10: -0.3 each, -0.9 in all; rounded one by one they would give 0."""
    facts = [PlayerFacts(1, rating=2001, k=10)] + [PlayerFacts(n, rating=1981) for n in (2, 3, 4)]
    games = [game(n, 1, n, 1, f"2025-11-0{n}", event=n) for n in (2, 3, 4)]
    total = play("fide", [batch(games, month("2025-11"))], facts).of(1)
    assert (total.change, total.closing, total.expected, total.opponent_rating) == (-1, 2000, 1.59, 1981)


def test_r14_r18_game_by_game_hundredths_are_kept_exactly():
    """D of whole ratings: -100, -74, -90, -86, -60 are .36 .40 .38 .38 .42."""
    facts = [PlayerFacts(1, rating=1500, games=50), PlayerFacts(2, rating=1600, games=50)]
    played = play("fide", [single(game(n, 1, 2, halves)) for n, halves in enumerate((2, 0, 1, 2, 2), start=1)], facts)
    rows = [row for row in played.rows if row.player == 1 and row.cause == Cause.GAME]
    assert [(row.opening, row.change, row.closing) for row in rows] == [
        (1500, 12.8, 1512.8),
        (1512.8, -8.0, 1504.8),
        (1504.8, 2.4, 1507.2),
        (1507.2, 12.4, 1519.6),
        (1519.6, 11.6, 1531.2),
    ]


@pytest.mark.parametrize(("on", "floor"), [("2024-02-29", 1000), ("2024-03-01", 1400), ("2025-11-01", 1400)])
def test_r12_b02_7_2_1_floor_by_date(on, floor):
    assert floor_on(day(on)) == floor


@pytest.mark.parametrize(
    ("old", "new"), [(1000, 1400), (1500, 1700), (1600, 1760), (1700, 1820), (1950, 1970), (2000, 2000), (2700, 2700)]
)
def test_increase_of_march_2024(old, new):
    assert raised_in_2024(old) == new
