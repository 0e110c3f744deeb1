"""Statements written by hand do what the ORM does."""

from datetime import UTC, date, datetime, time

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from league.models import Club, FactChange, Game, League, Player
from league.models.statements import columns_of, fetched, insert, instance, update
from league.services.writing import lock_league
from ratings.services import rerate
from tests.ratings.build import entrants, make_league, play_random

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 6, 1, 12, 30, 15, 250, tzinfo=UTC)


def fields(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_locked_league_is_read_as_the_orm_reads_it_and_so_is_its_club():
    league = make_league(players=3)
    play_random(league, 5)
    rerate(league, since=None, reason="first")
    League.objects.update(rated_until=date(2024, 1, 31), stale_since=date(2024, 2, 1), report_days=0)
    with transaction.atomic():
        locked = lock_league(league).league
    assert fields(locked) == fields(League.objects.get(pk=league.pk))
    assert fields(locked.club) == fields(Club.objects.get(pk=league.club_id))
    assert not locked._state.adding and locked.rated_at.tzinfo is not None


@pytest.mark.parametrize("model", [League, Club, Player, Game])
def test_rows_are_read_as_the_orm_reads_them(model):
    play_random(make_league(players=3), 5)
    rows = fetched(f"SELECT {columns_of(model, 'x')} FROM {model._meta.db_table} x ORDER BY x.id", [])
    assert [fields(instance(model, row)) for row in rows] == [fields(row) for row in model.objects.order_by("pk")]


@time_machine.travel(NOW, tick=False)
def test_rows_are_written_as_the_orm_writes_them():
    league = make_league(players=2)
    white, black = entrants(league)
    given = {
        "league": league, "white": white, "black": black, "outcome": "1-0", "white_halves": 2, "black_halves": 0,
        "played_on": date(2026, 5, 3), "played_at": time(19, 30), "weight": 0.5, "neutral": True, "reference": "ü %s ?",
    }  # fmt: skip
    by_hand, by_orm = Game(**given), Game(**given)
    insert(by_hand)
    by_orm.save(force_insert=True)
    rows = list(Game.objects.order_by("pk").values())
    assert rows[0] | {"id": 0} == rows[1] | {"id": 0} and (by_hand.pk, by_orm.pk) == (rows[0]["id"], rows[1]["id"])
    assert by_hand.entered_at == NOW and not by_hand._state.adding
    by_hand.status, by_hand.played_at = "void", None
    update(by_hand, ("status", "played_at"))
    assert fields(Game.objects.get(pk=by_hand.pk)) == fields(by_hand)


def test_values_in_json_are_kept():
    league = make_league(players=0)
    change = FactChange(club=league.club, league=league, kind="test", before={}, after={"names": ["ü", None, 1.5]})
    insert(change)
    assert FactChange.objects.get().after == {"names": ["ü", None, 1.5]}


def test_errors_are_djangos_and_a_broken_transaction_stays_broken():
    league = make_league(players=1)
    (player,) = entrants(league)
    same = {"white": player, "black": player, "outcome": "=", "white_halves": 1, "black_halves": 1}
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(Game(league=league, played_on=date(2026, 5, 3), **same))
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            fetched("SELECT 1", [])


def test_queries_are_seen_where_somebody_looks():
    with CaptureQueriesContext(connection) as asked:
        assert fetched("SELECT %s", ["as it is"])[0][0] == "as it is"
    assert len(asked) == 1
