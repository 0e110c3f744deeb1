"""Long replays: a first rating goes into the log as it is computed, a whole one is compared by PostgreSQL itself."""

from datetime import timedelta

import pytest
from django.conf import settings as site
from django.db import connection, transaction

from league.models import Game, Season
from ratings.ledger import keys
from ratings.ledger.apart import Apart, own_part
from ratings.ledger.rows import TABLE
from ratings.models import RatingChange, RatingListEntry, RatingRun
from ratings.services import defer, publish, rerate, rerating, settle, touch, verify
from ratings.services.publishing import mark_corrected
from tests.ratings.build import START, make_league, open_months, play_random, snapshot
from tests.ratings.test_rerating import SEQUENTIAL, filled

pytestmark = pytest.mark.django_db


POSTGRES = "postgresql" in site.DATABASES["default"]["ENGINE"]
OWN, SHARED = 10, 10**9  # games from which on a league has a table of its own; SQLite has one for all


@pytest.fixture(autouse=True, params=[OWN, SHARED] if POSTGRES else [SHARED])
def every_replay_is_long(settings, request):
    settings.ARPAD_LONG_REPLAY = 10
    settings.ARPAD_OWN_TABLE_GAMES = request.param


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


def test_published_lists_show_what_a_whole_replay_says_otherwise(settings):
    league = rated()
    period = open_months(league, 2024, 2, closed=2)[0]
    publish(period)
    league.periods.filter(pk=period.pk).update(status="published")
    lines = RatingListEntry.objects.filter(list__league=league)
    assert lines.count() == 9 and not lines.exclude(corrected=None).exists()
    league.rules.update(parameters={"k": 21})
    rerate(league, since=None, reason="other rules")
    long = dict(lines.values_list("player", "corrected"))
    assert any(long.values())
    lines.update(corrected=None)
    mark_corrected(league, None, set(long))
    assert dict(lines.values_list("player", "corrected")) == long


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


def test_facts_that_change_between_two_looks_are_read_again(monkeypatch):
    league, looks = rated(), []
    defer(league, since=None, reason="other rules")

    def between(*given):
        looks.append(given)
        if len(looks) == 1:
            touch(league)
            raise IndexError("a player of whom the first look did not know")
        return compute(*given)

    compute = rerating._compute
    monkeypatch.setattr(rerating, "_compute", between)
    settle(league)
    assert len(looks) == 2 and verify(league) == []


def test_what_is_no_change_of_facts_is_an_error(monkeypatch):
    league = rated()
    defer(league, since=None, reason="other rules")
    monkeypatch.setattr(rerating, "_compute", lambda *given: [][0])
    with pytest.raises(IndexError):
        settle(league)


def parts():
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relname LIKE %s AND relkind = 'r'", [f"{TABLE}%"])
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.skipif(not POSTGRES, reason="SQLite keeps the log in one table")
class TestOwnPart:
    @pytest.fixture(autouse=True)
    def big(self, every_replay_is_long, settings):
        settings.ARPAD_OWN_TABLE_GAMES = OWN

    def test_a_big_league_gets_one_and_each_whole_replay_exchanges_it(self):
        league = rated()
        first = own_part(TABLE, league.pk)
        league.rules.update(parameters={"k": 21})
        rerate(league, since=None, reason="other rules")
        second = own_part(TABLE, league.pk)
        assert first and second and first != second
        assert parts() == {f"{TABLE}_rest", second}

    def test_few_changes_are_made_in_place(self):
        league = rated()
        part = own_part(TABLE, league.pk)
        last = Game.objects.filter(league=league).order_by("-played_on", "-pk").first()
        Game.objects.filter(pk=last.pk).update(status="void")
        run = rerate(league, since=None, reason="the newest is void")
        assert run.rows_deleted == 2 and own_part(TABLE, league.pk) == part
        assert parts() == {f"{TABLE}_rest", part} and verify(league) == []

    def test_a_league_that_grew_moves_out_of_the_shared_part(self, settings):
        settings.ARPAD_OWN_TABLE_GAMES = SHARED
        league = rated()
        assert own_part(TABLE, league.pk) is None
        settings.ARPAD_OWN_TABLE_GAMES = OWN
        league.rules.update(parameters={"k": 21})
        rerate(league, since=None, reason="other rules")
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM {TABLE}_rest WHERE league_id = %s", [league.pk])
            assert cursor.fetchone() == (0,)
        assert own_part(TABLE, league.pk) and verify(league) == []

    def test_what_a_killed_replay_left_behind_goes(self):
        league = rated()
        part = own_part(TABLE, league.pk)
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLE {TABLE}_l{league.pk}_999999999_abc (LIKE {TABLE})")
        rerate(league, since=None, reason="again")
        assert parts() == {f"{TABLE}_rest", part}

    def test_rows_go_in_one_by_one_where_somebody_keeps_the_log_open(self, monkeypatch):
        league = rated()
        part = own_part(TABLE, league.pk)
        league.rules.update(parameters={"k": 21})
        monkeypatch.setattr(Apart, "_exchange", refused)
        run = rerate(league, since=None, reason="other rules")
        assert own_part(TABLE, league.pk) == part and run.rows_updated == 240
        assert parts() == {f"{TABLE}_rest", part} and verify(league) == []


def refused(self, cursor):
    """The database's answer when a lock is not to be had in time."""
    with transaction.atomic():
        cursor.execute("DO $$ BEGIN RAISE EXCEPTION 'busy' USING ERRCODE = '55P03'; END $$")
