"""FIDE B.02 6 (R6): matches with an unrated player, and games after a match is decided."""

import pytest
from hypothesis import given, settings

from ratings.kernel.fide.matches import after_decision, is_won, not_rated_in_match, with_unrated
from ratings.kernel.games import AFTER_DECISION, IN_MATCH, NO_MATCH, NOT_TOLD
from ratings.kernel.types import Batch, Cause, PlayerFacts, TimeControl

from .build import batch, game, month, play, single
from .leagues import leagues

WON, DRAWN, LOST, NEITHER = (2, 0), (1, 1), (0, 2), (0, 0)


def late(scores, planned):
    """The numbers of the games after the decision."""
    return [number for number, over in enumerate(after_decision(scores, planned), 1) if over]


@pytest.mark.parametrize(
    ("scores", "planned", "not_rated"),
    [
        # 8 games: 4½ points are reached with the fifth win or with 4½ : ½
        ([WON] * 8, 8, [6, 7, 8]),
        ([WON, WON, WON, WON, DRAWN, WON, WON, WON], 8, [6, 7, 8]),
        ([WON] * 4 + [LOST] * 4, 8, []),  # 4 : 4 is no victory
        ([WON] * 3 + [DRAWN] * 5, 8, [7, 8]),  # 4½ : 1½ after the sixth
        ([DRAWN] * 7 + [WON], 8, []),
        ([DRAWN] * 7 + [WON, LOST], 8, [9]),  # one game more than it was over
        ([LOST] * 5 + [WON] * 3, 8, [6, 7, 8]),
        ([WON], 1, []),
        ([WON, LOST, WON], 2, []),  # level after two: a game more may decide
        ([WON, LOST, WON, WON], 2, [4]),
        ([WON, WON, WON], 3, [3]),
        # not said over how many games: nothing is decided
        ([WON] * 12, None, []),
    ],
)
def test_r6_b02_6_games_after_one_player_has_won_are_not_rated(scores, planned, not_rated):
    assert late(scores, planned) == not_rated


def test_r6_b02_6_forfeits_are_points_of_the_match_and_what_is_not_final_is_none():
    assert late(
        [WON, WON, NEITHER, WON],
        4,
    ) == [4]  # 2 : 0 with one game left cannot be made up
    assert late([WON, WON, None, WON, WON], 4) == [5]  # the third is not confirmed yet


def test_r6_b02_6_half_of_the_games_is_not_won_and_half_a_point_more_is():
    assert not is_won(lead=8, left=4)
    assert is_won(lead=8, left=3)
    assert is_won(lead=-7, left=3)
    assert not is_won(lead=0, left=0)
    assert is_won(lead=1, left=-1)


def test_r6_b02_6_one_unrated_player_is_enough():
    assert [with_unrated(*both) for both in ((2000, 1900), (None, 1900), (2000, None), (None, None))] == [
        False, True, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("place", "mine", "theirs", "reason"),
    [
        (NO_MATCH, None, 2000, ""),
        (NOT_TOLD, None, 2000, ""),
        (IN_MATCH, 2000, 2000, ""),
        (IN_MATCH, None, 2000, "match_unrated"),
        (AFTER_DECISION, 2000, 2000, "match_decided"),
        (AFTER_DECISION, None, 2000, "match_decided"),
    ],
)
def test_r6_b02_6_the_reason(place, mine, theirs, reason):
    assert not_rated_in_match(place, mine, theirs) == reason


def steps_of(games, whole):
    return [batch(games, month("2025-11"))] if whole else [single(each) for each in games]


@pytest.mark.parametrize("whole", [True, False])
def test_r6_b02_6_a_late_game_moves_nobody_and_says_why(whole):
    facts = [PlayerFacts(1, rating=2000, k=10), PlayerFacts(2, rating=2000, k=10)]
    games = [game(1, 1, 2, 2, match=IN_MATCH), game(2, 2, 1, 0, match=AFTER_DECISION)]
    played = play("fide", steps_of(games, whole), facts)
    rows = {(row.ref, row.player): (row.reason, row.change) for row in played.rows if row.cause == Cause.GAME}
    assert rows == {(1, 1): ("", 5), (1, 2): ("", -5), (2, 1): ("match_decided", 0), (2, 2): ("match_decided", 0)}
    assert played.states[1].games == 1


@pytest.mark.parametrize("whole", [True, False])
def test_r6_b02_6_no_game_of_a_match_with_an_unrated_player_is_kept_for_the_first_rating(whole):
    facts = [PlayerFacts(1, rating=2000), PlayerFacts(2)]
    for place, rating in ((NO_MATCH, True), (IN_MATCH, False)):
        games = [game(n, 1, 2, 1, f"2025-11-{n:02}", match=place) for n in range(1, 7)]
        played = play("fide", steps_of(games, whole), facts)
        assert (played.states[2].rating is not None) is rating
        if not rating:
            assert {row.reason for row in played.rows if row.cause == Cause.GAME} == {"match_unrated"}
            assert played.states[1].rating == 2000


def test_r6_the_time_control_is_asked_first():
    facts = [PlayerFacts(1, rating=2000), PlayerFacts(2)]
    games = [game(1, 1, 2, 2, match=IN_MATCH, control=TimeControl(15, 10))]
    played = play("fide", steps_of(games, True), facts)
    assert {row.reason for row in played.rows if row.cause == Cause.GAME} == {"time_control"}


@pytest.mark.parametrize("list_name", ["rapid", "blitz"])
def test_r6_r25_a_standard_rating_makes_a_match_one_of_rated_players(list_name):
    facts = [PlayerFacts(1, rating=2000), PlayerFacts(2)]
    games = [game(1, 1, 2, 2, match=IN_MATCH)]
    for seeds, reason in ((lambda player, day: 1900.0, ""), (lambda player, day: None, "match_unrated")):
        played = play("fide", steps_of(games, True), facts, list=list_name, seeds=seeds)
        assert {row.reason for row in played.rows if row.cause == Cause.GAME} == {reason}


@pytest.mark.parametrize("system", ["elo", "glicko2"])
def test_other_systems_do_not_ask(system):
    facts = [PlayerFacts(1, rating=1500), PlayerFacts(2, rating=1500)]
    played = play(system, [single(game(1, 1, 2, 2, match=AFTER_DECISION))], facts)
    assert [row.reason for row in played.rows if row.cause == Cause.GAME] == ["", ""]


@given(league=leagues("fide", "period"))
@settings(max_examples=60, deadline=None)
def test_r6_no_random_game_after_a_decision_is_rated_nor_another_left_out_for_it(league):
    """The fast way through a period has a case of its own for them."""
    played = league.play()
    reasons = {row.ref: row.reason for row in played.rows if row.cause == Cause.GAME}
    games = {each.game: each for step in league.steps if isinstance(step, Batch) for each in step.games}
    for number, reason in reasons.items():
        if games[number].match == AFTER_DECISION:
            assert reason in ("match_decided", "time_control")
        else:
            assert reason != "match_decided"
