"""Live ratings, what the list would be if the open periods closed now, are those of everybody whom a change moves."""

from __future__ import annotations

from datetime import date

import pytest

from league.services.adjusting import adjust, void_adjustment
from league.services.correcting import correct_game, restore_game, void_game
from league.services.periods import open_monthly
from league.services.undoing import newest_of, undo
from ratings.models import Rating
from tests.copies import built_once

from .scene import Scene

JANUARY, FEBRUARY = date(2026, 1, 20), date(2026, 2, 10)
LOST_TO_400_MORE = 1500 - 32 / 11  # expected: 1/11 of a point


@pytest.fixture
@built_once
def monthly(db):
    scene = Scene(mode="period", k=32)
    open_monthly(league=scene.league, first="2026-01", last="2026-03")
    return scene


def live(scene, *names):
    scene.must_verify()
    rows = dict(Rating.objects.filter(league=scene.league).values_list("player__name", "live"))
    return [rows[name.title()] for name in names]


def test_who_played_an_adjusted_player_moves_too(monthly):
    monthly.play("anna", "bartek", "1-0", JANUARY)
    assert live(monthly, "anna", "bartek") == [1516, 1484]
    made = adjust(league=monthly.league, player=monthly.anna, on=date(2026, 1, 1), to=1900, reason="from abroad")
    assert live(monthly, "bartek") == [pytest.approx(LOST_TO_400_MORE)]
    void_adjustment(adjustment=made, reason="somebody else")
    assert live(monthly, "anna", "bartek") == [1516, 1484]
    undo(target=newest_of(monthly.league), reason="it was her")
    assert live(monthly, "bartek") == [pytest.approx(LOST_TO_400_MORE)]
    undo(target=newest_of(monthly.league), reason="never mind")
    assert live(monthly, "anna", "bartek") == [1516, 1484]


def test_the_last_game_of_an_earlier_open_period_counted_in_the_later_one(monthly):
    """Without it Bartek begins February where he began January, and so Celina loses to another rating."""
    monthly.play("bartek", "celina", "1-0", FEBRUARY)
    game = monthly.play("anna", "bartek", "1-0", JANUARY, reason="late")
    first = live(monthly, "bartek", "celina")
    assert first != [1516, 1484]
    void_game(game=game, reason="never played")
    assert live(monthly, "anna", "bartek", "celina") == [1500, 1516, 1484]
    restore_game(game=game, reason="it was")
    assert live(monthly, "bartek", "celina") == first
    correct_game(game=game, played_on=FEBRUARY, reason="of February")
    assert live(monthly, "anna", "bartek", "celina") == [1516, 1500, 1484]
