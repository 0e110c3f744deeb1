"""Bulk rows go past the ORM, not past the transaction or the constraints."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from league.models import Club, Player
from league.models.bulk import delete_rows, insert_rows, reserve_ids, update_rows

TABLE = "league_player"
COLUMNS = [
    *("club_id", "name", "name_key", "sex", "federation", "fide_id", "title"),
    *("affiliation", "start_games", "guest", "created_at"),
]


@pytest.fixture
def club(db):
    return Club.objects.create(slug="town", name="Town")


def rows(club, names):
    return ((club.pk, name, name.lower(), "", "", "", "", "", 7, False, "2026-11-25 19:30:00+00:00") for name in names)


def test_inserted_rows_come_in_the_order_of_the_iterator(club):
    names = [f"Name\t{n}\\" for n in range(2500)]
    assert insert_rows(connection, TABLE, COLUMNS, rows(club, names)) == 2500
    stored = Player.objects.order_by("pk")
    assert [player.name for player in stored] == names
    assert (stored[0].start_games, stored[0].guest, stored[0].created_at.isoformat()) == (
        7,
        False,
        "2026-11-25T19:30:00+00:00",
    )


def test_reserved_ids_are_those_of_no_other_row(club):
    insert_rows(connection, TABLE, COLUMNS, rows(club, "ab"))
    ids = reserve_ids(connection, TABLE, 3)
    insert_rows(connection, TABLE, ["id", *COLUMNS], ((i, *row) for i, row in zip(ids, rows(club, "cde"), strict=True)))
    later = Player.objects.create(club=club, name="f", name_key="f")
    everyone = list(Player.objects.order_by("pk").values_list("name", flat=True))
    assert everyone == list("abcdef")
    assert later.pk > ids[-1] > ids[0]


def test_rows_are_updated_and_deleted_by_key(club):
    insert_rows(connection, TABLE, COLUMNS, rows(club, "abcd"))
    a, b, c, d = Player.objects.order_by("pk").values_list("pk", flat=True)
    updated = update_rows(connection, TABLE, "id", ["title", "start_rating"], [(b, "GM", 2500.5), (d, "IM", None)])
    assert updated == 2
    assert delete_rows(connection, TABLE, "id", iter([a])) == 1
    assert list(Player.objects.order_by("pk").values_list("pk", "title", "start_rating")) == [
        (b, "GM", 2500.5),
        (c, "", None),
        (d, "IM", None),
    ]
    assert update_rows(connection, TABLE, "id", ["title"], []) == 0
    assert delete_rows(connection, TABLE, "id", []) == 0
    assert reserve_ids(connection, TABLE, 0) == []


def test_a_broken_constraint_is_djangos_error_and_leaves_nothing(club):
    twice = [(club.pk, "x", "x", "", "", "77", "", "", 0, False, "2026-11-25 19:30:00+00:00")] * 2
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(connection, TABLE, COLUMNS, twice)
    assert not Player.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_without_a_transaction_nothing_is_written():
    club = Club.objects.create(slug="town", name="Town")
    for write in (
        lambda: insert_rows(connection, TABLE, COLUMNS, rows(club, "a")),
        lambda: update_rows(connection, TABLE, "id", ["title"], [(1, "GM")]),
        lambda: delete_rows(connection, TABLE, "id", [1]),
        lambda: reserve_ids(connection, TABLE, 1),
    ):
        with pytest.raises(TransactionManagementError):
            write()
    assert not Player.objects.exists()


def test_a_generator_that_fails_leaves_nothing(club):
    def failing():
        yield from rows(club, "ab")
        raise RuntimeError("the file ended")

    with pytest.raises(RuntimeError), transaction.atomic():
        insert_rows(connection, TABLE, COLUMNS, failing())
    assert not Player.objects.exists()
