"""Laws that hold for every system and mode (DESIGN: laws), over random small leagues."""

from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.kernel.replay import Openings
from ratings.kernel.systems import PERIOD, SEQUENTIAL
from ratings.kernel.types import Batch, Cause, SeasonTurn

from .build import counted, final_states, openings_at
from .leagues import SYSTEM_MODES, leagues

every_system = pytest.mark.parametrize(("system", "mode"), SYSTEM_MODES)
LESS = settings(max_examples=100, deadline=None)


@every_system
@LESS
@given(data=st.data())
def test_replay_from_any_step_equals_replay_from_the_start(system, mode, data):
    league = data.draw(leagues(system, mode))
    whole = league.play()
    place = data.draw(st.integers(0, len(league.steps)))
    cut = len(league.play(league.steps[:place]).rows)
    openings = openings_at(whole.rows, cut, league.games, league.ends)
    final_states(whole.rows, whole.states, openings, cut)
    tail = league.play(league.steps[place:], openings)
    assert tail.rows == whole.rows[cut:]
    assert tail.states == whole.states


@every_system
@LESS
@given(data=st.data())
def test_a_second_replay_gives_the_same_rows(system, mode, data):
    league = data.draw(leagues(system, mode))
    assert league.play() == league.play()


@pytest.mark.parametrize("system", sorted({name for name, mode in SYSTEM_MODES if mode == PERIOD}))
@LESS
@given(data=st.data())
def test_the_order_of_games_within_a_period_does_not_matter(system, data):
    league = data.draw(leagues(system, PERIOD))
    shuffled = [
        step._replace(games=tuple(data.draw(st.permutations(step.games)))) if isinstance(step, Batch) else step
        for step in league.steps
    ]
    assert counted(league.play(shuffled).rows) == counted(league.play().rows)


@every_system
@LESS
@given(data=st.data())
def test_each_row_opens_where_the_one_before_closed_and_changes_sum_up(system, mode, data):
    played = data.draw(leagues(system, mode)).play()
    standing: dict[int, tuple] = {}
    for row in played.rows:
        if row.cause == Cause.GAME and row.period is not None:
            assert (row.opening, row.closing, row.deviation_after) == (None, None, None)
            continue
        if row.cause != Cause.ENTRY and row.player in standing:
            assert (row.opening, row.deviation, row.volatility) == standing[row.player]
        standing[row.player] = (row.closing, row.deviation_after, row.volatility_after)
        if row.opening is not None and row.closing is not None:
            assert row.change == pytest.approx(row.closing - row.opening, rel=1e-9, abs=1e-9)
    for player, (rating, deviation, volatility) in standing.items():
        state = played.states[player]
        assert (state.rating, state.deviation, state.volatility) == (rating, deviation, volatility)


@every_system
@LESS
@given(data=st.data())
def test_games_of_a_player_are_counted_once_each(system, mode, data):
    league = data.draw(leagues(system, mode))
    played = league.play()
    for player, state in played.states.items():
        rows = [row for row in played.rows if row.player == player and row.cause == Cause.GAME]
        rated = sum(not row.reason for row in rows)
        waiting = sum(row.reason == "unrated_player" for row in rows)
        before = league.players[player].games
        assert before + rated <= state.games <= before + rated + waiting
        if system != "fide":
            assert state.games == before + len(rows)


@every_system
@LESS
@given(data=st.data())
def test_a_win_never_leaves_one_lower_than_a_draw_nor_a_draw_than_a_loss(system, mode, data):
    league = data.draw(leagues(system, mode))
    if not league.games:
        return
    chosen = league.games[data.draw(st.sampled_from(sorted(league.games)))]
    white, black = [], []
    for halves in (0, 1, 2):
        played = league.play(league.with_game(chosen._replace(halves=halves)))
        white.append(_closing(played, chosen, chosen.white))
        black.append(_closing(played, chosen, chosen.black))
    if None not in white:
        assert white == sorted(white)
    if None not in black:
        assert black == sorted(black, reverse=True)


def _closing(played, chosen, player):
    """The player's closing of the batch of a game, None unless rated before and after."""
    rows = [row for row in played.rows if row.player == player]
    place = next(n for n, row in enumerate(rows) if row.cause == Cause.GAME and row.ref == chosen.game)
    row = next(row for row in rows[place:] if row.period is None or row.cause == Cause.PERIOD)
    return None if row.opening is None or (row.reason and row.closing is None) else row.closing


@every_system
@LESS
@given(data=st.data())
def test_without_games_adjustment_or_season_a_rating_stays(system, mode, data):
    league = data.draw(leagues(system, mode))
    played = league.play()
    active = {row.player for row in played.rows}
    assert set(played.states) == active
    empty = [step for step in league.steps if isinstance(step, Batch) and not step.games]
    before = dict(played.states)
    assert league.play(empty, Openings(played.states, {}, {})).rows == []
    assert played.states == before


@pytest.mark.parametrize("mode", [SEQUENTIAL, PERIOD])
@LESS
@given(data=st.data())
def test_elo_with_equal_k_is_a_zero_sum_game(mode, data):
    plain = [{}, {"k": 20, "home_advantage": 50}, {"margin": "goals"}, {"margin": "nba"}]
    league = data.draw(leagues("elo", mode, plain))
    league.players = {n: facts._replace(k=None) for n, facts in league.players.items()}
    for each in league.games.values():
        league.steps = league.with_game(each._replace(k_white=None))
    parts: dict[int, list[float]] = {}
    for row in league.play().rows:
        if row.cause == Cause.GAME:
            parts.setdefault(row.ref, []).append(row.change)
    for changes in parts.values():
        assert len(changes) == 2
        assert fsum(changes) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("mode", [SEQUENTIAL, PERIOD])
@pytest.mark.parametrize("system", ["elo", "fide", "glicko2"])
@LESS
@given(data=st.data())
def test_who_is_named_first_does_not_matter_on_neutral_ground(system, mode, data):
    """BR-115: a draw of equals changes nothing by the order of the names, nor does any result."""
    league = data.draw(leagues(system, mode))
    neutral = {n: each._replace(neutral=True) for n, each in league.games.items()}
    swapped = {n: _swapped(each) for n, each in neutral.items()}
    results = []
    for games in (neutral, swapped):
        steps = league.steps
        for each in games.values():
            league.steps = league.with_game(each)
        results.append(league.play().states)
        league.steps = steps
    assert results[0] == results[1]


def _swapped(each):
    return each._replace(
        white=each.black, black=each.white, halves=2 - each.halves, k_white=each.k_black, k_black=each.k_white,
        white_points=each.black_points, black_points=each.white_points,
    )  # fmt: skip


@LESS
@given(data=st.data())
def test_a_season_turn_moves_everybody_towards_the_mean(data):
    carry = [{"carryover": {"keep": 0.75, "mean": 1505}}]
    league = data.draw(leagues("elo", SEQUENTIAL, carry))
    played = league.play()
    turns = [row for row in played.rows if row.cause == Cause.SEASON]
    for row in turns:
        assert row.closing == pytest.approx(0.75 * row.opening + 0.25 * 1505)
    if any(isinstance(step, SeasonTurn) for step in league.steps[1:]) and played.rows:
        assert all(row.games >= 0 for row in turns)
