"""FIDE B.02: lists in force, several events in a period, floor, seeding (R9 to R12, R24, R25)."""

import pytest

from ratings.kernel.replay import HORIZON_DAYS
from ratings.kernel.types import Adjust, Cause, PlayerFacts

from .build import batch, day, game, month, play

MONTHS = [month("2025-10", 1), month("2025-11", 2), month("2025-12", 3)]
CALENDAR = tuple(period.ends for period in MONTHS)


def three_months(players, october=(), november=(), december=(), marks=(), **more):
    """A league of three periods; adjustments act before the period their day is in."""
    steps = []
    for period, games in zip(MONTHS, (october, november, december), strict=True):
        steps += [mark for mark in marks if period.starts <= mark.day <= period.ends]
        steps.append(batch(games, period))
    return play("fide", steps, players, calendar=CALENDAR, **more)


def parts(played, player):
    return [row for row in played.rows if row.player == player and row.cause == Cause.GAME]


def test_r9_an_event_uses_the_list_in_force_when_it_starts():
    """An event of 31 October to 2 November is rated in November with the ratings of October's list."""
    players = [PlayerFacts(1, rating=2000, games=50), PlayerFacts(2, rating=2000, games=50)]
    october = [game(1, 1, 2, 2, "2025-10-05")]
    late = game(2, 1, 2, 2, "2025-11-02", start=day("2025-10-31"), event=9)
    own = game(3, 1, 2, 2, "2025-11-20")
    played = three_months(players, october, [late, own])
    first, second, third = parts(played, 1)
    assert (second.own_rating, second.opponent_rating, second.expected) == (2000, 2000, 0.5)
    assert (third.own_rating, third.opponent_rating, third.expected) == (2010, 1990, 0.53)
    november = [row for row in played.rows if row.player == 1 and row.cause == Cause.PERIOD][1]
    assert (first.change, november.opening, november.change, november.closing) == (10, 2010, 19, 2029)


def test_r10_the_change_is_added_to_the_rating_before_the_period_not_to_the_one_used():
    """Both events of the period in one sum, rounded once."""
    players = [PlayerFacts(1, rating=2000, k=10), PlayerFacts(2, rating=2000, k=10)]
    october = [game(n, 1, 2, 2, "2025-10-05") for n in range(1, 4)]
    late = [game(9, 1, 2, 1, "2025-11-02", start=day("2025-10-31"), event=9)]
    november = [game(10, 1, 2, 0, "2025-11-20", event=10)]
    played = three_months(players, october, late + november)
    rows = [row for row in played.rows if row.player == 1 and row.cause == Cause.PERIOD]
    assert [(row.opening, row.change, row.closing) for row in rows] == [(2000, 15, 2015), (2015, -5, 2010)]
    assert [row.change for row in parts(played, 1)[3:]] == [0, -5.4]


def test_r9_a_list_is_looked_up_at_most_four_months_back():
    assert 120 <= HORIZON_DAYS <= 130
    players = [PlayerFacts(1, rating=2000, games=50), PlayerFacts(2, rating=2000, games=50)]
    adjust = Adjust(day("2025-10-01"), 1, 1, to=2100)
    long = game(2, 1, 2, 2, "2025-12-20", start=day("2025-09-15"), event=1)
    older = game(3, 1, 2, 2, "2025-12-21", start=day("2024-09-15"), event=2)
    played = three_months(players, december=[long, older], marks=[adjust])
    assert [row.own_rating for row in parts(played, 1)] == [2000, 2000]


def test_r11_a_correction_of_the_base_is_an_adjustment():
    players = [PlayerFacts(1, rating=2052, games=90), PlayerFacts(2, rating=2053, games=90)]
    adjust = Adjust(day("2025-11-01"), 1, 1, to=2053)
    played = three_months(players, november=[game(1, 1, 2, 2, "2025-11-07")], marks=[adjust])
    assert [row.closing for row in played.rows if row.player == 1 and row.closing] == [2052, 2053, 2063]
    assert parts(played, 1)[0].own_rating == 2053


def test_r12_below_1400_a_player_is_unrated_from_the_next_list_on():
    players = [PlayerFacts(n, rating=rating, games=50) for n, rating in ((1, 1405), (2, 1405), (3, 1700))]
    played = three_months(
        players,
        october=[game(1, 1, 2, 0, "2025-10-05")],
        november=[game(2, 1, 3, 1, "2025-11-05")],
    )
    october, november = [row for row in played.rows if row.player == 1 and row.cause == Cause.PERIOD]
    assert (october.opening, october.change, october.closing) == (1405, -10, None)
    assert (november.opening, november.closing, november.games, november.peak) == (None, None, 51, 1405)
    assert [row.reason for row in parts(played, 1)] == ["", "unrated_player"]
    assert [row.reason for row in parts(played, 3)] == ["unrated_opponent"]


def test_r12_who_fell_below_is_still_seen_as_rated_by_opponents_in_an_event_begun_before():
    players = [PlayerFacts(n, rating=rating, games=50) for n, rating in ((1, 1405), (2, 1405), (3, 1405))]
    late = game(2, 1, 3, 1, "2025-11-02", start=day("2025-10-28"), event=1)
    played = three_months(players, october=[game(1, 1, 2, 0, "2025-10-05")], november=[late])
    assert parts(played, 1)[1].reason == "unrated_player"
    (seen,) = parts(played, 3)
    assert (seen.reason, seen.opponent_rating, seen.change) == ("", 1405, 0)


@pytest.mark.parametrize(("floor", "closing"), [(None, 1395), (1000, 1395), (1390, 1395), (1396, None)])
def test_another_floor_can_be_set_or_none(floor, closing):
    players = [PlayerFacts(1, rating=1405, games=50), PlayerFacts(2, rating=1405, games=50)]
    played = three_months(players, october=[game(1, 1, 2, 0, "2025-10-05")], floor=floor)
    assert played.states[1].rating == closing


def test_r24_rated_after_the_event_began_he_is_rated_but_opponents_see_him_unrated():
    players = [PlayerFacts(1)] + [PlayerFacts(n, rating=1800, games=50) for n in range(2, 8)]
    october = [game(n, 1, n + 1, 1, "2025-10-05", event=1) for n in range(1, 6)]
    late = game(9, 1, 7, 2, "2025-11-02", start=day("2025-10-31"), event=2)
    played = three_months(players, october, [late])
    first = next(row for row in played.rows if row.player == 1 and row.cause == Cause.PERIOD)
    assert (first.opening, first.closing) == (None, 1800)
    own, seen = parts(played, 1)[-1], parts(played, 7)[0]
    assert (own.reason, own.own_rating, own.opponent_rating, own.expected, own.k) == ("", 1800, 1800, 0.5, 40)
    assert (seen.reason, seen.change) == ("unrated_opponent", 0)
    assert played.states[1].rating == 1820


def test_r25_a_standard_rating_seeds_rapid_at_the_events_start():
    """New rating = standard rating + change, with this list's own K; for opponents he is rated."""
    standard = {1: [(0, None), (day("2025-11-01"), 2000), (day("2025-12-01"), 2040)]}

    def seeds(player, start):
        return next((rating for since, rating in reversed(standard.get(player, [])) if since <= start), None)

    players = [PlayerFacts(1, birth_year=1980), PlayerFacts(2, rating=2000, games=50)]
    november, december = game(1, 1, 2, 2, "2025-11-07"), game(2, 1, 2, 2, "2025-12-07")
    october = game(3, 1, 2, 2, "2025-10-07")
    played = three_months(players, [october], [november], [december], list="rapid", seeds=seeds)
    first, second, third = parts(played, 1)
    assert (first.reason, second.reason, third.reason) == ("unrated_player", "", "")
    assert (second.own_rating, second.expected, second.k) == (2000, 0.5, 40)
    rows = [row for row in played.rows if row.player == 1 and row.cause == Cause.PERIOD]
    assert [(row.opening, row.closing) for row in rows] == [(None, None), (None, 2020), (2020, 2038)]
    assert third.own_rating == 2020
    assert [row.reason for row in parts(played, 2)] == ["unrated_opponent", "", ""]
    assert played.states[1].games == 2


def test_r25_of_two_events_in_a_period_the_later_ones_standard_rating_is_the_base():
    """Each event is rated with the standard rating in force at its own start."""
    november = day("2025-11-01")

    def seeds(player, start):
        return (2000 if start < november else 2040) if player == 1 else None

    players = [PlayerFacts(1, k=20), PlayerFacts(2, rating=2000, games=50), PlayerFacts(3, rating=2040, games=50)]
    late = game(1, 1, 2, 2, "2025-11-02", start=day("2025-10-31"), event=1)
    played = three_months(players, november=[late, game(2, 1, 3, 2, "2025-11-20")], list="blitz", seeds=seeds)
    assert [row.own_rating for row in parts(played, 1)] == [2000, 2040]
    assert played.states[1].rating == 2060
