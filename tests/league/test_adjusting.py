"""adjust: one of to and by, in range, on a day, with a reason, there once, voided rather than deleted."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction

from league.models import Adjustment
from league.services.adjusting import adjust, preview_adjust, preview_void_adjustment, void_adjustment
from league.services.errors import Refused
from league.services.people import add_player, archive_player, create_club
from ratings.models import RatingChange
from tests.copies import built_once

from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
@built_once
def played(db):
    scene = Scene(k=32)
    scene.play("anna", "bartek", "1-0", 0)
    scene.play("anna", "celina", "1-0", 10)
    return scene


def set_to(scene, who="anna", on=5, **more):
    return adjust(
        league=scene.league, player=scene.player(who), on=DAY + timedelta(on), **{"reason": "federation", **more}
    )


def test_a_rating_is_set_and_what_follows_is_rated_from_there(played):
    """1516 is set to 1600; against 1500 the expected score is 1 / (1 + 10 ** -0.25) = 0.640065 (four places: .6401)."""
    set_to(played, to=1600)
    rows = {row.cause: row for row in played.log("anna")[-2:]}
    assert (rows["adjustment"].opening, rows["adjustment"].change, rows["adjustment"].closing) == (1516.0, 84.0, 1600.0)
    assert rows["game"].opening == 1600.0
    assert round(rows["game"].expected, 4) == 0.6401
    played.must_verify()
    played.chain("anna")


def test_a_rating_is_moved(played):
    set_to(played, by=-10.5)
    assert [row.closing for row in played.log("anna") if row.cause == "adjustment"] == [1505.5]
    played.must_verify()


def test_it_acts_before_the_games_of_its_day(played):
    set_to(played, on=0, to=1700)
    first = next(row for row in played.log("anna") if row.cause == "game")
    assert first.opening == 1700.0
    played.must_verify()


def test_a_player_who_never_played_enters_by_it(scene):
    set_to(scene, "ewa", to=1800)
    assert scene.rating("ewa") == 1800.0
    scene.must_verify()


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({}, "to"), ({"to": 1500, "by": 5}, "to"), ({"by": 0}, "by"), ({"to": 100_001}, "to"), ({"to": -10_001}, "to"),
        ({"to": float("nan")}, "to"), ({"by": float("inf")}, "by"), ({"by": 10_001}, "by"),
        ({"to": 1500, "reason": ""}, "reason"), ({"to": 1500, "reason": "x" * 301}, "reason"),
    ],
)  # fmt: skip
def test_refused(scene, values, field):
    with pytest.raises(Refused) as caught:
        set_to(scene, **values)
    assert caught.value.field == field
    assert not Adjustment.objects.exists()


def test_impossible_days_and_strangers_are_refused(scene):
    stranger = add_player(club=create_club(slug="other", name="Other"), name="Zofia").player
    archive_player(player=scene.ewa)
    for player in (stranger, scene.ewa):
        with pytest.raises(Refused) as caught:
            adjust(league=scene.league, player=player, on=date(1799, 1, 1), to=1500, reason="x")
        assert {problem.column for problem in caught.value.problems} == {"player", "on"}


def test_sent_twice_it_is_there_once(played):
    first = set_to(played, by=10)
    assert set_to(played, by=10).pk == first.pk
    assert set_to(played, by=10, reason="another one").pk != first.pk


def test_voided_every_number_is_back(played):
    before = (played.board(), list(RatingChange.objects.order_by("pk").values_list()))
    made = set_to(played, to=1600)
    void_adjustment(adjustment=made, reason="wrong player")
    assert (played.board(), list(RatingChange.objects.order_by("pk").values_list())) == before
    assert Adjustment.objects.get().voided_at is not None
    version = played.version()
    void_adjustment(adjustment=made, reason="again")
    assert played.version() == version


def test_voided_as_the_last_thing_of_a_player(played):
    before = played.board()
    made = set_to(played, "bartek", on=20, to=1700)
    preview = preview_void_adjustment(adjustment=made)
    assert [(m.name, m.before, m.after) for m in preview.moves] == [("Bartek", 1700.0, 1484.0)]
    void_adjustment(adjustment=made, reason="wrong player")
    assert played.board() == before
    played.must_verify()


def test_voiding_needs_a_reason(played):
    made = set_to(played, to=1600)
    with pytest.raises(Refused) as caught:
        void_adjustment(adjustment=made, reason="")
    assert caught.value.field == "reason"


def test_previews_come_true(played):
    was = played.ratings()
    preview = preview_adjust(league=played.league, player=played.anna, on=DAY + timedelta(5), to=1600)
    assert played.ratings() == was
    made = set_to(played, to=1600)
    now = played.ratings()
    assert {m.name: m.after for m in preview.moves} == {n: now[n] for n in now if now[n] != was[n]}
    preview = preview_void_adjustment(adjustment=made)
    assert {m.name: m.after for m in preview.moves} == {n: was[n] for n in now if now[n] != was[n]}
    preview = preview_adjust(league=played.league, player=played.ewa, on=DAY, to=1234)
    assert [(m.name, m.after) for m in preview.moves] == [("Ewa", 1234.0)]


def test_fide_ratings_are_whole_numbers_hundredths_game_by_game(db):
    whole = Scene(system="fide", mode="period", club="whole")
    with pytest.raises(Refused, match="whole"):
        set_to(whole, to=1834.5)
    hundredths = Scene(system="fide", club="hundredths")
    with pytest.raises(Refused, match="two decimals"):
        set_to(hundredths, to=1834.123)
    set_to(hundredths, to=1834.12)


def test_the_database_takes_one_of_to_and_by(scene):
    for values in ({"to": 1500.0, "by": 1.0}, {}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Adjustment.objects.create(league=scene.league, player=scene.anna, on=DAY, reason="x", **values)
