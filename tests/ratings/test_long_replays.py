"""Long replays: a first rating goes into the log as it is computed, a whole one is compared by PostgreSQL itself."""

from datetime import timedelta

import pytest

from league.models import Game, Season
from ratings.ledger import keys
from ratings.models import RatingChange, RatingRun
from ratings.services import defer, rerate, settle, verify
from tests.ratings.build import START, make_league, play_random, snapshot
from tests.ratings.test_rerating import SEQUENTIAL, filled

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def every_replay_is_long(settings):
    settings.ARPAD_LONG_REPLAY = 10


def rated(system="elo", parameters=None):
    league = filled(system, "sequential", parameters or {})
    rerate(league, since=None, reason="first")
    return league


def log_of(league):
    """The rows of the log without their keys' league, by what they are about."""
    rows = RatingChange.objects.filter(league=league).order_by("pk")
    return [(row.pk - keys.game_base(league.pk), row.closing, row.k, row.player_id) for row in rows]


@pytest.mark.parametrize(("system", "parameters"), SEQUENTIAL)
def test_a_whole_replay_writes_what_a_short_one_writes(system, parameters, settings):
    league = rated(system, parameters)
    long = snapshot(league)
    settings.ARPAD_LONG_REPLAY = 20_000
    assert rerate(league, since=None, reason="short") is None
    assert snapshot(league) == long and verify(league) == []


def test_rating_a_long_league_again_writes_nothing():
    league = rated()
    before = snapshot(league)
    assert rerate(league, since=None, reason="again") is None
    assert snapshot(league) == before


def test_other_rules_change_every_row_and_the_run_counts_them():
    league = rated()
    rows = RatingChange.objects.filter(league=league)
    games, entries = rows.filter(cause="game").count(), rows.filter(cause="entry").count()
    league.rules.update(parameters={"k": 21})
    run = rerate(league, since=None, reason="other rules")
    assert (run.rows_inserted, run.rows_updated, run.rows_deleted) == (0, games, 0)
    assert entries == 9 and verify(league) == []


def test_rows_that_are_no_more_go_and_new_ones_come():
    league = rated()
    gone = Game.objects.filter(league=league).order_by("pk")[:3]
    Game.objects.filter(pk__in=[game.pk for game in gone]).update(status="void")
    play_random(league, 2, seed=9, days=115)
    Season.objects.create(league=league, name="Second", starts_on=START + timedelta(60))
    league.rules.update(parameters={"carryover": {"keep": 0.5, "mean": 1500}})
    run = rerate(league, since=None, reason="three less, two more, a season")
    assert run.rows_inserted - run.rows_deleted == 2 * 2 + 9 - 2 * 3  # a row that moves to another day is both
    assert verify(league) == []


def test_another_leagues_log_is_left_alone():
    other = make_league(slug="other")
    play_random(other, 20)
    rerate(other, since=None, reason="first")
    league = rated()
    before = snapshot(other)
    league.rules.update(parameters={"k": 21})
    rerate(league, since=None, reason="other rules")
    assert snapshot(other) == before


def test_the_worker_settles_a_long_league_the_same_way():
    league, told = rated(), []
    league.rules.update(parameters={"k": 21})
    defer(league, since=None, reason="other rules")
    run = settle(league, progress=told.append)
    assert run.games_read == 120 and sorted(told) == told
    assert verify(league) == [] and RatingRun.objects.filter(league=league).count() == 2


def test_the_worker_rates_a_new_long_league():
    league = filled("elo", "sequential", {})
    defer(league, since=None, reason="imported")
    assert settle(league).rows_inserted == 2 * 120 + 9
    assert verify(league) == [] and len(log_of(league)) == 249
