"""An update of an older database: matches that were played are rated by the rules, and lists that stand stay."""

from datetime import date
from importlib import import_module

import pytest
from django.apps import apps

from league.models import Event, League
from ratings.facts.counted import Inputs
from ratings.kernel.games import NOT_TOLD
from ratings.models import RatingChange
from ratings.services import work_once
from tests.conftest import BASE_DIR
from tests.ratings.test_matches import close, match, reasons, scene_of

pytestmark = pytest.mark.django_db


def updated():
    (path,) = (BASE_DIR / "league" / "migrations").glob("*_matches_to_their_decision.py")
    import_module(f"league.migrations.{path.stem}").keep_what_was_rated(apps, None)


def test_played_matches_keep_their_games_and_the_league_waits_for_the_worker():
    scene = scene_of(mode="sequential")
    event = match(scene, "1110")
    other = match(scene, "11", black="dawid", first=date(2026, 2, 1), rounds=None)
    updated()
    league = League.objects.get(pk=scene.league.pk)
    assert (league.stale_since, league.stale_reason) == (date(2026, 1, 10), "matches")
    assert set(Event.objects.values_list("rounds", "rated_after_decision")) == {(4, True), (None, False)}
    assert work_once()
    assert reasons(scene, event) == ["", "", "", ""]
    assert set(reasons(scene, other)) == {"match_unrated"}
    scene.must_verify()


def test_a_list_that_stands_was_counted_before_matches_were_told_apart():
    """What it kept of its games says nothing of matches: nothing is taken out of it, or carried, for that."""
    scene = scene_of()
    scene.league.late_results = "next_list"
    scene.league.save()
    event = match(scene, "1110", rated_after_decision=True)
    close(scene, 0, published=True)
    (counted,) = scene.league.counted_periods.all()
    kept = Inputs.unpacked(counted.inputs)
    old = kept._replace(games=[game[:14] for game in kept.games])
    counted.inputs = old.packed()
    counted.save()
    assert {game.match for game in Inputs.unpacked(counted.inputs).games} == {NOT_TOLD}
    updated()
    assert work_once()
    assert reasons(scene, event) == ["", "", "", ""]
    assert not RatingChange.objects.filter(league=scene.league, cause="correction").exists()
    scene.must_verify()
