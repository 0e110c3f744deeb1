"""A season's first day moved: the turn leaves its old day and acts on the new one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from league.services.seasons import edit_season, start_season

from .scene import DAY, Scene

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("moved", [-4, 6, 40])
def test_a_season_that_starts_on_another_day_leaves_no_turn_behind(moved):
    """Elo, keep 0.5 of the rating and the rest of 1000: 1510 becomes 1255 on the one first day, not on both."""
    scene = Scene(k=20, carryover={"keep": 0.5, "mean": 1000})
    scene.play("anna", "bartek", "1-0", 0)
    scene.play("celina", "dawid", "1-0", 30)
    season = start_season(league=scene.league, name="2026", starts_on=DAY + timedelta(10))
    edit_season(season=season, starts_on=DAY + timedelta(10 + moved))
    scene.must_verify()
    turns = [row for row in scene.log("anna") if row.cause == "season"]
    assert [(row.opening, row.closing, row.day) for row in turns] == [(1510, 1255, DAY + timedelta(10 + moved))]
