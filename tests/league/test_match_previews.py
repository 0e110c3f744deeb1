"""Whatever is done to a match (FIDE B.02 6): every number of the preview is found after confirming, in every league."""

from datetime import date, timedelta

import pytest

from league.services import correcting, events, late_games, recording
from league.services.periods import open_monthly
from league.services.undoing import newest_of, undo
from ratings.models import RatingChange
from ratings.services import verify
from tests.copies import built_once

from .test_previews_come_true import _both, comes_true
from .worlds import World

pytestmark = pytest.mark.django_db
WHY = {"reason": "seen on paper"}
FIRST = date(2026, 1, 20)
KINDS = ("FIDE restated", "FIDE next list", "FIDE game by game", "followed", "seeds")


@built_once
def built(kind, days):
    """A match over six games, every ``days`` days: 2 : 0, a forfeit, and two games more after the decision."""
    world = World(kind)
    world.match = events.create_event(
        league=world.league, name="Match", starts_on=FIRST, ends_on=FIRST + timedelta(days * 6), kind="match", rounds=6
    )
    pair = (world.players[3], world.players[6])
    results = ("1-0", "0-1", "+-", "0-1", "1-0", "0-1")  # the first player wins all: decided after four
    world.played = [
        recording.record_game(
            league=world.league, white=pair[number % 2], black=pair[1 - number % 2], outcome=result,
            played_on=FIRST + timedelta(days * number), event=world.match, round=number + 1, **WHY,
        )
        for number, result in enumerate(results)
    ]  # fmt: skip
    return {"world": world}


def _correct(number, **fields):
    return lambda w: _both(correcting.preview_correction, correcting.correct_game, game=w.played[number])(**fields)


def _event(**fields):
    return lambda w: _both(events.preview_edit_event, events.edit_event, event=w.match)(**fields)


def _insert(w):
    return _both(late_games.preview_record, recording.record_game, league=w.league)(
        white=w.players[3], black=w.players[6], outcome="0-1", played_on=FIRST, event=w.match, round=7
    )


CHANGES = {
    "an early game lost: the fifth counts": _correct(0, outcome="0-1"),
    "and won again": _correct(0, outcome="1-0"),
    "the forfeit was played": _correct(2, outcome="1-0"),
    "colours swapped": _correct(1, swap=True),
    "swapped back": _correct(1, swap=True),
    "a game voided": lambda w: _both(correcting.preview_void, correcting.void_game, game=w.played[1])(),
    "and restored": lambda w: (
        lambda: correcting.preview_restore(game=w.played[1]),
        lambda: correcting.restore_game(game=w.played[1], **WHY),
    ),
    "one came late": _insert,
    "another player had the second": lambda w: _correct(1, white=w.players[5])(w),
    "no, it was the one of before": lambda w: _correct(1, white=w.players[6])(w),
    "the first was played last": _correct(0, played_on=None),
    "over ten games": _event(rounds=10),
    "over three": _event(rounds=3),
    "all are rated, as agreed": _event(rated_after_decision=True),
    "no agreement": _event(rated_after_decision=False),
    "no match": _event(kind="free"),
    "a match after all": _event(kind="match", rated_after_decision=False),
    "of no said number": _event(rounds=None),
    "over five": _event(rounds=5),
    "the first is of no event": _correct(0, event=None, round=None),
}


@pytest.mark.parametrize("days", [1, 9])
@pytest.mark.parametrize("kind", KINDS)
def test_r6_b02_6_every_preview_of_a_match_comes_true_and_the_check_is_clean(kind, days):
    """``days``: of one week, rated as a whole; of two months, rated by month, in closed and in open periods."""
    world = built(kind, days)["world"]
    done = []
    for name, change in CHANGES.items():
        world.match.refresh_from_db()
        for game in world.played:
            game.refresh_from_db()
        if name == "the first was played last":
            change = _correct(0, played_on=world.match.ends_on)
        if comes_true(world, name, change):
            done.append(name)
        for league in world.leagues:
            assert list(verify(league)) == [], (name, league)
    assert len(done) >= len(CHANGES) - 3, set(CHANGES) - set(done)
    target = newest_of(world.league)
    undo(target=target, reason="not so")
    for league in world.leagues:
        assert list(verify(league)) == []


@pytest.mark.parametrize("kind", ["FIDE game by game", "followed"])
def test_r6_a_follower_by_fide_rules_asks_and_elo_does_not(kind):
    world = built(kind, 1)["world"]
    for league in world.leagues:
        if league.mode == "period":
            open_monthly(league=league, first="2026-05", last="2026-05")
        late = RatingChange.objects.filter(league=league, ref__in=[g.pk for g in world.played[4:]], cause="game")
        assert {row.reason for row in late} <= ({""} if league.system == "elo" else {"match_decided"})
        assert late.count() == 4
