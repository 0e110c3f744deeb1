"""The contract that every system keeps in every mode."""

from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.kernel import KERNEL_VERSION
from ratings.kernel.systems import PERIOD, SEQUENTIAL, SYSTEMS
from ratings.kernel.types import Batch, Cause, Change, ParameterError, PlayerFacts, RatingState, World

from .build import batch, game, month, play, rules, single
from .leagues import SYSTEM_MODES, leagues

every_system = pytest.mark.parametrize(("system", "mode"), SYSTEM_MODES)
TWO = [PlayerFacts(1, rating=1800, deviation=80, games=50), PlayerFacts(2, rating=1700, deviation=80, games=50)]


def steps(mode, *games):
    return [single(each) for each in games] if mode == SEQUENTIAL else [batch(games, month("2025-11"))]


def test_every_system_in_both_modes_is_tested():
    assert set(SYSTEMS) == {"elo", "fide", "glicko2"}
    assert all(system.modes == {SEQUENTIAL, PERIOD} for system in SYSTEMS.values())
    assert len(SYSTEM_MODES) == 6
    assert KERNEL_VERSION


@every_system
def test_a_game_gives_a_row_to_each_side_and_a_period_one_to_each_player(system, mode):
    played = play(system, steps(mode, game(7, 1, 2, 2)), TWO)
    entries = [row for row in played.rows if row.cause == Cause.ENTRY]
    games = [row for row in played.rows if row.cause == Cause.GAME]
    assert [(row.player, row.closing, row.games) for row in entries] == [(1, 1800, 50), (2, 1700, 50)]
    assert [(row.ref, row.side, row.player, row.halves) for row in games] == [(7, 0, 1, 2), (7, 1, 2, 0)]
    assert all(row.opponent_rating == other for row, other in zip(games, (1700, 1800), strict=True))
    if mode == PERIOD:
        assert [row.cause for row in played.rows if row.player == 1] == ["entry", "game", "period"]
        assert played.of(1).change == pytest.approx(games[0].change, abs=0.5)
    assert played.states[1].rating > 1800 and played.states[2].rating < 1700
    assert (played.states[1].games, played.states[2].games) == (51, 51)


@every_system
def test_a_draw_of_equals_moves_nobody(system, mode):
    """BR-115"""
    equal = [facts._replace(rating=1750) for facts in TWO]
    played = play(system, steps(mode, game(1, 1, 2, 1)), equal)
    assert [played.states[player].rating for player in (1, 2)] == [1750, 1750]


@every_system
def test_no_games_give_no_rows(system, mode):
    assert play(system, [], TWO).rows == []
    assert play(system, [batch([], month("2025-11"))], TWO).rows == []


@every_system
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_lines_explain_what_the_rows_say(system, mode, data):
    """Their sum is the row's change, to the last bit: the same functions compute both."""
    league = data.draw(leagues(system, mode))
    states: dict[int, RatingState] = {}
    for step in league.steps:
        if not isinstance(step, Batch):
            continue
        before = dict(states)
        rows = _rows_of(league, step, states)
        for player in {row.player for row in rows}:
            _check_lines(league, step, before, player, [row for row in rows if row.player == player])


def _rows_of(league, step, states) -> list[Change]:
    """Rate one batch with everybody entered and every list as the states are."""
    system = SYSTEMS[league.system]
    for each in step.games:
        for player in (each.white, each.black):
            facts = league.players[player]
            states.setdefault(player, system.initial(facts, league.rules.at(step.day)))
    world = _world(league, states)
    rows = list(system.rate(step, world))
    moved = [row for row in rows if row.period is None or row.cause == Cause.PERIOD]
    counts = {
        row.player: sum(r.player == row.player and r.cause == "game" and not r.reason for r in rows) for row in moved
    }
    states |= {row.player: system.after(row, counts[row.player], step, world) for row in moved}
    return rows


def _world(league, states) -> World:
    return World(states, league.players, league.rules, lambda player, _: states[player].rating, {}, league.calendar)


def _check_lines(league, step, before, player, rows):
    system = SYSTEMS[league.system]
    known = before | {
        p: system.initial(league.players[p], league.rules.at(step.day)) for p in league.players if p not in before
    }
    lines = system.explain(step, _world(league, known), player)
    assert lines[0].code == "opening" and lines[0].values["rating"] == known[player].rating
    parts = [line.values["change"] for line in lines if line.code in ("game", "change")]
    rated = [row for row in rows if row.cause == Cause.GAME and not row.reason]
    if step.period is not None:
        assert parts == [row.change for row in rated]
    elif rated and league.system == "elo":
        assert parts == [rated[0].k * (rated[0].halves / 2 - rated[0].expected)]
    total = rows[-1]
    if lines[-1].code == "closing":
        assert lines[-1].values["rating"] == total.closing
        if total.opening is not None and total.closing is not None and rated:
            assert lines[-1].values["change"] == pytest.approx(total.change, abs=1e-9)
    else:
        assert total.closing is None and total.opening is None
    if league.system == "elo" and step.period is not None:
        (sum_line,) = [line for line in lines if line.code == "sum"]
        assert sum_line.values["change"] == fsum(row.change for row in rated)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_unknown_parameters_are_refused_with_the_known_ones(system):
    with pytest.raises(ParameterError) as refused:
        SYSTEMS[system].parameters({"kk": 20})
    assert refused.value.key == "kk"
    for key in (each.key for each in SYSTEMS[system].definitions):
        assert key in str(refused.value)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_parameters_have_defaults_and_compare_equal(system):
    read = SYSTEMS[system].parameters
    assert read({}) == read({})
    assert hash(read({}))


@every_system
def test_a_player_who_brings_nothing_enters_by_the_rules(system, mode):
    state = SYSTEMS[system].initial(PlayerFacts(9), rules(system).at(1))
    expected = {"elo": (1500, None), "fide": (None, None), "glicko2": (1500, 350)}[system]
    assert (state.rating, state.deviation) == expected
    assert (state.games, state.last) == (0, 0)


def test_provisional_is_said_by_games_or_by_deviation():
    elo, glicko2 = SYSTEMS["elo"], SYSTEMS["glicko2"]
    ten = elo.parameters({"provisional_games": 10})
    assert [elo.provisional(RatingState(1500, games=n), ten) for n in (9, 10)] == [True, False]
    paper = glicko2.parameters({})
    assert [glicko2.provisional(RatingState(1500, d, 0.06), paper) for d in (109.9, 110)] == [False, True]
