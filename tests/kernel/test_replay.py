"""The replay: who enters when, season turns, adjustments, rows as checkpoints, the fast loop."""

import pytest
from hypothesis import given, settings

from ratings.kernel.elo import Elo
from ratings.kernel.fide import Fide
from ratings.kernel.fide.admission import Standings
from ratings.kernel.fide.system import _period
from ratings.kernel.replay import Listed, listed, replay, state_before
from ratings.kernel.replay import no_openings as from_the_start
from ratings.kernel.rows import taking_part
from ratings.kernel.systems import PERIOD, SEQUENTIAL
from ratings.kernel.types import Adjust, Cause, Change, PlayerFacts, PooledResult, RatingState, SeasonTurn

from .build import batch, day, game, month, play, single
from .leagues import PARAMETERS, leagues

ALL = [
    *PARAMETERS["elo"],
    {"k": 20, "home_advantage": 65.5},
    {"margin": "nba"},
    {"scale": 173.3, "difference_cap": 300, "floor": 1000},
    {"k": [{"k": 60, "rating_below": 1700}, {"k": 10, "age_from": 40, "peak_from": 1800}, {"k": 25}]},
]


class SlowElo(Elo):
    """Elo without its loop over single games."""

    run = None


@settings(max_examples=300, deadline=None)
@given(league=leagues("elo", SEQUENTIAL, ALL))
def test_the_fast_loop_gives_the_rows_of_rate_bit_for_bit(league):
    fast = league.play()
    openings = from_the_start()
    slow = replay(SlowElo(), league.steps, players=league.players, rules=league.rules, openings=openings)
    assert fast.rows == list(slow)
    assert fast.states == openings.states
    assert all(type(row) is type(fast.rows[0]) for row in fast.rows)


class SlowFide(Fide):
    """FIDE without its fast way through a period: what explanations are made of."""

    period = None

    def rate(self, batch, world):
        standing = Standings(batch, world)
        for player, games in taking_part(batch).items():
            yield from _period(player, games, standing, batch, world)


def in_order(rows):
    """Games first or players first is all the same: each row has its place in the log."""
    return sorted(rows, key=lambda row: (row.day, row.cause, row.ref, row.side, row.player))


@settings(max_examples=300, deadline=None)
@given(league=leagues("fide", PERIOD, [*PARAMETERS["fide"], {"k": 21.5, "list": "rapid"}]))
def test_the_fast_way_through_a_period_gives_the_rows_of_explanations_bit_for_bit(league):
    fast, openings, bare = league.play(), from_the_start(), from_the_start()
    given = {"players": league.players, "rules": league.rules, "calendar": league.calendar}
    slow = in_order(replay(SlowFide(), league.steps, openings=openings, **given))
    assert in_order(fast.rows) == slow
    assert in_order(map(Change._make, replay(Fide(), league.steps, openings=bare, bare=True, **given))) == slow
    assert fast.states == openings.states == bare.states
    assert all(type(row) is type(fast.rows[0]) for row in fast.rows)


def test_the_fast_loop_survives_ratings_beyond_any_curve():
    facts = [PlayerFacts(1, rating=1e6), PlayerFacts(2, rating=0)]
    won, lost = (play("elo", [single(game(1, 1, 2, halves))], facts, scale=1).states for halves in (2, 0))
    assert (won[1].rating, won[2].rating) == (1e6, 0)
    assert (lost[1].rating, lost[2].rating) == (1e6 - 32, 32)


def test_a_player_enters_with_a_row_on_the_day_of_the_first_game():
    played = play("elo", [single(game(1, 1, 2, 2, "2025-11-07"))], [PlayerFacts(1, rating=1700), PlayerFacts(2)])
    assert [(row.cause, row.player, row.day, row.opening, row.closing, row.change) for row in played.rows[:2]] == [
        ("entry", 1, day("2025-11-07"), None, 1700, None),
        ("entry", 2, day("2025-11-07"), None, 1500, None),
    ]


def test_in_a_period_a_player_enters_on_its_first_day():
    played = play("elo", [batch([game(1, 1, 2, 2, "2025-11-07")], month("2025-11"))], [PlayerFacts(1), PlayerFacts(2)])
    assert {row.day for row in played.rows if row.cause == Cause.ENTRY} == {day("2025-11-01")}


def test_an_unrated_player_enters_without_a_row():
    played = play("fide", [batch([game(1, 1, 2, 2)], month("2025-11"))], [PlayerFacts(1, rating=1800), PlayerFacts(2)])
    assert [row.player for row in played.rows if row.cause == Cause.ENTRY] == [1]
    assert played.states[2] == RatingState(None)


def test_a_season_turn_gives_a_row_to_everybody_rated_in_the_order_of_players():
    steps = [single(game(1, 2, 1, 2)), SeasonTurn(day("2025-12-01"), 5)]
    played = play("elo", steps, [PlayerFacts(1), PlayerFacts(2)], carryover={"keep": 0.75, "mean": 1505})
    rows = [row for row in played.rows if row.cause == Cause.SEASON]
    assert [(row.player, row.ref) for row in rows] == [(1, 5), (2, 5)]
    assert [row.closing for row in rows] == [0.75 * 1484 + 0.25 * 1505, 0.75 * 1516 + 0.25 * 1505]


def test_without_a_carry_over_a_season_turn_moves_nobody():
    steps = [single(game(1, 1, 2, 2)), SeasonTurn(day("2025-12-01"), 5)]
    assert Cause.SEASON not in {row.cause for row in play("elo", steps, [PlayerFacts(1), PlayerFacts(2)]).rows}


@pytest.mark.parametrize(("to", "by", "closing"), [(1650.0, None, 1650), (None, -20.5, 1479.5), (None, 0.0, 1500)])
def test_an_adjustment_sets_or_moves_a_rating_and_lets_a_player_in(to, by, closing):
    played = play("elo", [Adjust(day("2025-11-03"), 4, 1, to=to, by=by)], [PlayerFacts(1)])
    assert [(row.cause, row.ref, row.opening, row.closing, row.games) for row in played.rows] == [
        ("entry", 0, None, 1500, 0),
        ("adjustment", 4, 1500, closing, 0),
    ]
    assert played.rows[1].change == closing - 1500


def test_an_adjustment_makes_an_unrated_player_rated_and_forgets_the_pool():
    openings = from_the_start()
    openings.states[1] = RatingState(None)
    openings.pools[1] = [PooledResult(day("2025-10-31"), 1, 1, 1800, 1, day("2025-10-05"))]
    played = play("fide", [Adjust(day("2025-11-01"), 4, 1, to=1650)], [PlayerFacts(1)], openings=openings)
    assert [(row.opening, row.change, row.closing) for row in played.rows] == [(None, None, 1650)]
    assert openings.pools == {}


def test_moving_an_unrated_player_by_points_leaves_him_unrated():
    (row,) = play("fide", [Adjust(day("2025-11-01"), 4, 1, by=20)], [PlayerFacts(1)]).rows
    assert (row.opening, row.change, row.closing) == (None, None, None)


def test_a_row_says_the_state_before_it_and_what_it_put_on_the_list():
    played = play("fide", [batch([game(1, 1, 2, 2)], month("2025-11"))], _rated(2000, 2000))
    row = played.of(1)
    assert state_before(row) == RatingState(2000, games=40, peak=2000)
    assert listed(row) == Listed(day("2025-12-01"), 2000, 2010)
    assert listed(played.of(1, Cause.GAME)) is None
    assert listed(played.of(1, Cause.ENTRY)) is None


def test_an_adjustment_is_on_the_list_from_its_day():
    (_, row) = play("fide", [Adjust(day("2025-11-03"), 4, 1, to=1650)], _rated(2000)).rows
    assert listed(row) == Listed(day("2025-11-03"), 2000, 1650)


def test_peaks_are_carried_only_where_the_rules_look_at_them():
    tiers = {"k": [{"k": 10, "peak_from": 1510}, {"k": 40}]}
    games = [single(game(n, 1, 2, 2)) for n in (1, 2)]
    plain, tiered = (play("elo", games, [PlayerFacts(1), PlayerFacts(2)], **p) for p in ({}, tiers))
    assert {row.peak for row in plain.rows} == {None}
    assert [row.k for row in tiered.rows if row.player == 1 and row.cause == Cause.GAME] == [40, 10]
    assert tiered.states[2].peak == 1500


def _rated(*ratings):
    return [PlayerFacts(n, rating=rating, games=40) for n, rating in enumerate(ratings, start=1)]
