"""Glicko-2: the paper's example, idle periods, one game at a time, limits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.kernel.glicko2 import Glicko2, Result, grown, predicted_score, update
from ratings.kernel.glicko2.system import rated_player
from ratings.kernel.glicko2.trial import Games, by_period, one_by_one, seated
from ratings.kernel.replay import no_openings, replay
from ratings.kernel.rows import by_player, part_row, period_row
from ratings.kernel.systems import PERIOD, SEQUENTIAL, SYSTEMS
from ratings.kernel.types import Batch, Cause, PlayerFacts, RatingState, Rules

from .build import batch, day, game, month, play, rules, single
from .leagues import PARAMETERS, leagues


class PlayerByPlayer(Glicko2):
    """Glicko-2 without its fast way through a period: what explanations are made of."""

    def rate(self, batch, world):
        for player, games in by_player(batch.games).items():
            rated, state = rated_player(player, games, batch, world), world.states[player]
            yield from (part_row(batch, scored, state) for scored in rated.scored)
            yield period_row(batch, player, rated.scored, state, rated.change, rated.after, None)


PAPER = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
PLAYERS = [
    PlayerFacts(1, rating=1500, deviation=200, volatility=0.06),
    PlayerFacts(2, rating=1400, deviation=30),
    PlayerFacts(3, rating=1550, deviation=100),
    PlayerFacts(4, rating=1700, deviation=300),
]
GAMES = [game(1, 1, 2, 2), game(2, 1, 3, 0), game(3, 1, 4, 0)]


@settings(max_examples=200, deadline=None)
@given(league=leagues("glicko2", PERIOD, [*PARAMETERS["glicko2"], {"max_volatility": 0.0601, "floor": 1450}]))
def test_the_fast_way_through_a_period_gives_the_rows_of_explanations_bit_for_bit(league):
    fast, openings = league.play(), no_openings()
    slow = replay(
        PlayerByPlayer(), league.steps, players=league.players, rules=league.rules, openings=openings,
        calendar=league.calendar,
    )  # fmt: skip
    assert fast.rows == list(slow)
    assert fast.states == openings.states
    assert all(type(row) is type(fast.rows[0]) for row in fast.rows)


TRIED = [
    *PARAMETERS["glicko2"], {"max_volatility": 0.0601, "floor": 1450, "ceiling": 1600}, {"min_deviation": 300},
    {"period_days": 0.02, "max_deviation": 400}, {"initial": 1800, "initial_deviation": 90, "initial_volatility": 0.1},
]  # fmt: skip


def columns(games, days):
    return Games([g.white for g in games], [g.black for g in games], [g.halves / 2 for g in games], days)


@pytest.mark.parametrize("mode", [PERIOD, SEQUENTIAL])
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_a_trial_without_a_log_gives_its_ratings_and_expectations_bit_for_bit(mode, data):
    league = data.draw(leagues("glicko2", mode, TRIED))
    league.rules = Rules(league.rules.sets[:1])
    parameters, steps = league.rules.at(0), [step for step in league.steps if isinstance(step, Batch)]
    played = league.play(steps)
    seats = seated(
        SYSTEMS["glicko2"].initial(league.players.get(n, PlayerFacts(n)), parameters)
        for n in range(len(league.players) + 1)
    )
    games = [each for step in steps for each in step.games]
    if mode == PERIOD:
        made = by_period([columns(step.games, [step.day]) for step in steps], seats, parameters, league.calendar)
    else:
        made = one_by_one(columns(games, [each.day for each in games]), seats, parameters)
    try:
        expected = list(made)
    except OverflowError:
        openings = [row.opening for row in played.rows if row.opening is not None]
        assert max(openings) - min(openings) > 17_000
        return
    logged = {row.ref: row.expected for row in played.rows if row.cause == Cause.GAME and row.side == 0}
    assert expected == [logged[each.game] for each in games]
    for player, state in played.states.items():
        assert (seats.ratings[player], seats.deviations[player], seats.volatilities[player]) == state[:3]


def test_players_too_far_apart_are_replayed():
    """Beyond 17,000 points an expected score is cut off, which a trial does not do."""
    parameters, games = rules("glicko2").at(0), columns([game(1, 0, 1, 2)], [1])
    far = seated([RatingState(0, 350, 0.06), RatingState(2e4, 350, 0.06)])
    for trial in (one_by_one(games, far, parameters), by_period([games], far, parameters, [1])):
        with pytest.raises(OverflowError):
            list(trial)
    with pytest.raises(ValueError, match="without a rating"):
        seated([RatingState(None)])


def test_the_papers_intermediate_values():
    """v = 1.7785, delta = -0.4834 there, with rounded steps; g .9955 .9531 .7242, E .639 .432 .303."""
    found = update(1500, 200, 0.06, PAPER, 0.5)
    assert found.g == pytest.approx((0.9955, 0.9531, 0.7242), abs=5e-5)
    assert found.expected == pytest.approx((0.639, 0.432, 0.303), abs=5e-4)
    assert found.variance == pytest.approx(1.7785, abs=1e-3)
    assert found.improvement == pytest.approx(-0.4834, abs=1e-3)
    assert sum(found.changes) == pytest.approx(found.rating - 1500)


def test_a_period_rates_all_games_at_once_from_the_values_before_it():
    """BR-089: Glickman's example as a period of a league."""
    played = play("glicko2", [batch(GAMES, month("2025-11"))], PLAYERS, tau=0.5)
    state = played.states[1]
    assert (state.rating, state.deviation) == (pytest.approx(1464.06, abs=0.02), pytest.approx(151.52, abs=0.01))
    assert state.volatility == pytest.approx(0.05999, abs=1e-5)
    parts = [row.change for row in played.rows if row.player == 1 and row.cause == Cause.GAME]
    assert sum(parts) == pytest.approx(played.of(1).change)


@pytest.mark.parametrize("idle", [0, 1, 5])
def test_while_absent_only_the_deviation_grows(idle):
    """BR-089: a player with 0, 1 or 5 idle periods opens with sqrt(phi^2 + n sigma^2)."""
    periods = [month(f"2025-{m:02}", m) for m in range(1, 9)]
    calendar = tuple(period.ends for period in periods)
    openings = no_openings()
    for facts in PLAYERS:
        openings.states[facts.player] = RatingState(
            facts.rating, facts.deviation, 0.06, 10, last=periods[0].ends if facts.player == 1 else periods[idle].ends
        )
    played = play("glicko2", [batch(GAMES, periods[idle + 1])], PLAYERS, openings=openings, calendar=calendar)
    fresh = update(1500, grown(200, 0.06, idle), 0.06, PAPER, 0.5)
    assert played.states[1].rating == pytest.approx(fresh.rating, rel=1e-12)
    assert played.of(1).deviation == 200  # the row keeps what is carried, not what it has grown to
    aged = SYSTEMS["glicko2"].aged(
        RatingState(1500, 200, 0.06, 10, last=periods[0].ends), rules("glicko2").at(1), periods[idle + 1].ends,
        calendar, PERIOD,
    )  # fmt: skip
    assert (aged.rating, aged.volatility) == (1500, 0.06)
    assert aged.deviation == pytest.approx(grown(200, 0.06, idle))
    assert grown(200, 0.06, 5) == pytest.approx(201.35, abs=0.01)


def test_a_deviation_grows_up_to_its_limit():
    parameters = rules("glicko2").at(1)
    calendar = tuple(range(30, 300_000, 30))
    state = RatingState(1500, 60, 0.06, 5, last=30)
    assert SYSTEMS["glicko2"].aged(state, parameters, 270_000, calendar, PERIOD).deviation == 350


def test_an_empty_period_writes_nothing():
    """BR-039"""
    steps = [batch(GAMES, month("2025-11", 1)), batch([], month("2025-12", 2))]
    played = play("glicko2", steps, PLAYERS)
    assert {row.period for row in played.rows if row.cause != Cause.ENTRY} == {1}


def test_one_game_at_a_time_is_a_period_of_its_two_players():
    first, second = play("glicko2", map(single, GAMES[:1]), PLAYERS).states, update(1500, 200, 0.06, PAPER[:1], 0.5)
    assert (first[1].rating, first[1].deviation) == (second.rating, second.deviation)


def test_without_period_days_the_time_between_games_does_not_count():
    games = [
        [single(game(1, 1, 2, 2, "2025-11-01")), single(game(2, 1, 3, 2, on))] for on in ("2025-11-02", "2026-11-02")
    ]
    near, far = (play("glicko2", steps, PLAYERS).states for steps in games)
    assert near[1][:3] == far[1][:3]


def test_with_period_days_a_deviation_grows_with_the_time_between():
    """lichess: 0.21436 periods a day; a deviation of 60 is 110 after a year (volatility 0.06)."""
    parameters = {"period_days": 1 / 0.21436, "tau": 0.75, "max_deviation": 500}
    state = RatingState(1500, 60, 0.06, 50, last=day("2024-11-01"))
    aged = SYSTEMS["glicko2"].aged(state, rules("glicko2", **parameters).at(1), day("2025-11-01"), (), SEQUENTIAL)
    assert aged.deviation == pytest.approx(110, abs=1.0)
    openings = no_openings()
    openings.states.update({1: state, 2: state._replace(last=day("2025-10-31"))})
    game_now = single(game(1, 1, 2, 2, "2025-11-01"))
    played = play("glicko2", [game_now], PLAYERS[:2], openings=openings, **parameters)
    assert played.states[1].rating - 1500 > 1500 - played.states[2].rating
    fresh = update(1500, aged.deviation, 0.06, [Result(1500, grown(60, 0.06, 0.21436), 1)], 0.75, 0)
    assert played.states[1].rating == pytest.approx(fresh.rating, rel=1e-12)


def test_limits_hold():
    limits = {"min_deviation": 45, "max_change": 50, "floor": 1400, "ceiling": 1600, "max_volatility": 0.06}
    facts = [PlayerFacts(1, rating=1450, deviation=350), PlayerFacts(2, rating=1560, deviation=10)]
    for halves in (0, 2):
        states = play("glicko2", [single(game(1, 1, 2, halves))], facts, **limits).states
        for player, before in ((1, 1450), (2, 1560)):
            assert 1400 <= states[player].rating <= 1600
            assert abs(states[player].rating - before) <= 50
            assert states[player].deviation >= 45
            assert states[player].volatility <= 0.06


@pytest.mark.parametrize("volatility", [0.0, 1e-9, 0.06, 5.0, 1e77])
@pytest.mark.parametrize("gap", [0, 800, 20_000, 1e7])
def test_absurd_inputs_end_with_finite_numbers(volatility, gap):
    facts = [PlayerFacts(1, rating=0, volatility=volatility, deviation=1e-3), PlayerFacts(2, rating=gap)]
    for halves in (0, 1, 2):
        state = play("glicko2", [single(game(1, 1, 2, halves))], facts).states[1]
        assert abs(state.rating) < 1e8
        assert 0 < state.deviation <= 350
        assert 0 < state.volatility < 10


def test_a_prediction_knows_that_both_ratings_are_uncertain():
    assert predicted_score(1400, 40, 1500, 150) == pytest.approx(0.3737, abs=5e-5)
    assert predicted_score(1500, 350, 1500, 350) == 0.5
    assert predicted_score(1700, 0, 1500, 0) == pytest.approx(0.7597, abs=5e-5)
