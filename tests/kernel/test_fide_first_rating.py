"""FIDE B.02 7.1.4 and 8.2: the first rating of an unrated player (R20 to R23)."""

import pytest

from ratings.kernel.fide import counted_results, first_rating, publishable
from ratings.kernel.replay import no_openings
from ratings.kernel.types import Cause, PlayerFacts, PooledResult

from .build import batch, day, game, month, play, single


def result(number, halves, opponent=1800, on="2025-11-30", event=1, start="2025-11-01"):
    return PooledResult(day(on), event, number, opponent, halves, day(start))


def test_r22_published_first_rating_of_december_2025():
    """1902 1877 1884 2012 1832, three points: 1922 on the list."""
    scores = zip((1902, 1877, 1884, 2012, 1832), (1, 1, 2, 0, 2), strict=True)
    pool = [result(n, halves, rating) for n, (rating, halves) in enumerate(scores)]
    found = first_rating(pool, day("2025-11-30"))
    assert (found.games, found.halves, found.percent, found.dp, found.rating) == (5, 6, 57, 50, 1922)


@pytest.mark.parametrize(
    ("opponents", "halves", "computed", "rating"),
    [
        ([2700] * 5, 10, 2752, 2200),  # at most 2200
        ([1000] * 5, 10, 1538, 1538),
        ([1700] * 6, 8, 1820, 1820),  # .625 rounds to .63
        ([1705] + [1800] * 7, 8, 1791, 1791),  # an average of 1790.5
    ],
)
def test_r22_r23_average_percentage_and_limit(opponents, halves, computed, rating):
    pool = [result(n, 0, opponent) for n, opponent in enumerate(opponents)]
    pool[0] = pool[0]._replace(halves=halves)
    found = first_rating(pool, day("2025-11-30"))
    assert (found.computed, found.rating) == (computed, rating)


def test_before_march_2024_the_average_was_raised_by_20_a_half_point():
    pool = [result(n, halves, 2000) for n, halves in enumerate((2, 2, 2, 0, 0))]
    assert first_rating(pool, day("2023-11-30")).rating == 2020
    assert first_rating(pool, day("2024-03-31")).rating == 1993


def test_r20_five_games_and_not_below_the_floor():
    four = first_rating([result(n, 1) for n in range(4)], day("2025-11-30"))
    five = first_rating([result(n, 1) for n in range(5)], day("2025-11-30"))
    assert (publishable(four, 1400), publishable(five, 1400)) == (False, True)
    assert (five.rating, publishable(five, 1800), publishable(five, 1801), publishable(five, None)) == (
        *(1800, True, False, True),
    )


@pytest.mark.parametrize(("on", "kept"), [("2023-10-31", 1), ("2023-09-30", 0)])
def test_r20_results_of_26_months_count(on, kept):
    """In November 2025 those since October 2023."""
    assert len(counted_results([result(1, 1, on=on)], day("2025-11-30"))) == kept


def test_r21_a_zero_in_the_first_event_is_ignored_a_later_one_counts():
    first = [result(n, 0, on="2025-09-30", event=7, start="2025-09-02") for n in (1, 2)]
    second = [result(n, halves, on="2025-10-31", event=3) for n, halves in ((3, 1), (4, 0))]
    third = [result(5, 0, event=5)]
    assert counted_results(first + second + third, day("2025-11-30")) == second + third


def test_r21_the_first_event_is_the_one_that_began_first():
    """Two events of one period: neither the order of the games nor the numbers of the events decide."""
    zero = [result(n, 0, event=9, start="2025-11-01") for n in (1, 2)]
    other = [result(n, 1, event=2, start="2025-11-08") for n in (3, 4)]
    assert counted_results(other + zero, day("2025-11-30")) == other


def test_r21_a_game_without_an_event_is_an_event_of_its_own():
    alone = [result(1, 0, event=0, start="2025-11-01"), result(2, 0, event=0, start="2025-11-02")]
    assert [r.game for r in counted_results(alone, day("2025-11-30"))] == [2]


RATED = [PlayerFacts(n, rating=1800, games=50) for n in range(2, 12)]
SUMMER = [month("2025-06", 6), month("2025-07", 7), month("2025-08", 8)]
ENDS = tuple(period.ends for period in SUMMER)


def summer(*months, players=None):
    """Periods from June on of player 1 against 1800s: halves per month, one event a month."""
    steps, number = [], 0
    for period, scores in zip(SUMMER, months, strict=False):
        games = []
        for halves in scores:
            number += 1
            games.append(game(number, 1, 1 + number, halves, period.starts + 6, event=period.period))
        steps.append(batch(games, period))
    return play("fide", steps, players or [PlayerFacts(1), *RATED], calendar=ENDS)


def periods(played):
    return [row for row in played.rows if row.player == 1 and row.cause == Cause.PERIOD]


def test_r20_results_of_consecutive_periods_are_pooled_until_there_are_five():
    played = summer((1, 1), (1,), (1, 1))
    assert [(row.opening, row.change, row.closing) for row in periods(played)] == [
        (None, None, None),
        (None, None, None),
        (None, None, 1800),
    ]
    assert (played.states[1].games, played.states[1].peak) == (5, 1800)


def test_r21_zero_first_event_in_a_league():
    played = summer((0, 0), (1, 1, 1), (1, 1))
    assert periods(played)[-1].closing == 1800
    assert played.states[1].games == 5


def test_r20_a_first_rating_below_the_floor_stays_pooled():
    """Five games, half a point: 1284 is not published; five wins more: 1466.67 + 29."""
    weak = [PlayerFacts(1)] + [PlayerFacts(n, rating=1400, games=50) for n in range(2, 12)]
    played = summer((1, 0, 0, 0, 0), (2, 2, 2, 2, 2), players=weak)
    assert [row.closing for row in periods(played)] == [None, 1496]


def test_two_events_on_one_day_are_one_pool():
    """BR-007: the second section does not ignore the first."""
    games = [game(n, 1, n + 1, 1, "2025-06-07", event=n % 2 + 1) for n in range(1, 7)]
    played = play("fide", [batch(games, SUMMER[0])], [PlayerFacts(1), *RATED])
    assert (periods(played)[0].closing, played.states[1].games) == (1800, 6)


def test_newcomers_among_themselves_stay_unrated():
    """BR-038"""
    games = [game(1, 1, 2, 2), game(2, 2, 3, 2), game(3, 3, 1, 1)]
    played = play("fide", [batch(games, month("2025-11"))], [PlayerFacts(1), PlayerFacts(2), PlayerFacts(3)])
    assert {row.reason for row in played.rows if row.cause == Cause.GAME} == {"unrated_opponent"}
    assert {state.rating for state in played.states.values()} == {None}


def test_game_by_game_the_fifth_game_gives_the_first_rating():
    players = [PlayerFacts(1), *RATED]
    games = [game(n, 1, n + 1, 1, f"2025-11-0{n}") for n in range(1, 7)]
    played = play("fide", map(single, games), players)
    rows = [row for row in played.rows if row.player == 1]
    assert [(row.opening, row.closing, row.reason) for row in rows] == [
        *[(None, None, "unrated_player")] * 4,
        (None, 1800, "unrated_player"),
        (1800, 1800, ""),
    ]
    assert [row.games for row in rows] == [0, 0, 0, 0, 0, 5]
    assert [row.reason for row in played.rows if row.player == 7 and row.cause == Cause.GAME] == [""]


def test_results_from_before_a_rating_do_not_come_back_after_its_loss():
    """Rated in June, below 1400 in July: August starts from nothing."""
    openings = no_openings()
    lost = summer((1, 1, 1, 1, 1), players=None).states[1]
    openings.states[1] = lost._replace(rating=None)
    openings.pools[1] = [result(n, 1, on="2025-06-30") for n in range(1, 5)]
    steps = [batch([game(1, 1, 2, 1, "2025-08-07")], SUMMER[2])]
    played = play("fide", steps, [PlayerFacts(1), *RATED], openings=openings, calendar=ENDS)
    assert (lost.last, played.states[1].rating) == (day("2025-06-30"), None)
