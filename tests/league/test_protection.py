"""BR-010, BR-011: nothing that was rated can be deleted, one by one or in bulk."""

import pytest
from django.db.models import ProtectedError

from league.models import Adjustment, Club, Event, Game, GameRevision, League, Player, RatingPeriod, Season
from league.services.adjusting import adjust
from league.services.events import create_event
from league.services.periods import close_period, open_monthly, publish_period
from league.services.seasons import start_season
from ratings.models import RatingChange

from .scene import DAY

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(scene):
    """A league with one of everything."""
    season = start_season(league=scene.league, name="2026", starts_on=DAY)
    event = create_event(league=scene.league, name="Open", starts_on=DAY, season=season)
    scene.play("anna", "bartek", event=event, reason="late")
    adjust(league=scene.league, player=scene.anna, on=DAY, by=5, reason="x")
    (january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    close_period(period=january)
    publish_period(period=january)
    return scene


@pytest.mark.parametrize("model", [Club, League, Player, Event, Season, RatingPeriod, Game])
def test_br_010_011_what_has_rated_games_is_protected(full, model):
    before = (full.board(), list(RatingChange.objects.order_by("pk").values_list()))
    with pytest.raises(ProtectedError):
        model.objects.all().delete()
    row = model.objects.filter(pk=full.anna.pk).first() if model is Player else model.objects.first()
    with pytest.raises(ProtectedError):
        row.delete()
    assert (full.board(), list(RatingChange.objects.order_by("pk").values_list())) == before


def test_revisions_and_adjustments_outlive_their_voiding(full):
    from league.services.adjusting import void_adjustment
    from league.services.correcting import void_game

    void_game(game=Game.objects.get(), reason="x")
    void_adjustment(adjustment=Adjustment.objects.get(), reason="y")
    assert (Game.objects.count(), GameRevision.objects.count(), Adjustment.objects.count()) == (1, 2, 1)


def test_br_010_a_rated_game_cannot_be_deleted_by_any_way_django_has(scene):
    scene.play("anna", "bartek")
    with pytest.raises(ProtectedError):
        Game.objects.first().delete()
    with pytest.raises(ProtectedError):
        Game.objects.all().delete()
    scene.must_verify()
