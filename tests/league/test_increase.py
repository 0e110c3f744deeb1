"""The one-time increase of 1 March 2024 (rating-rules 6): once for a league, with a preview."""

from datetime import date

import pytest
from django.core.management import call_command

from league.models import Adjustment, Game
from league.services.adjusting import void_adjustment
from league.services.correcting import correct_game
from league.services.entries import enter_league
from league.services.errors import Refused
from league.services.increase import increase_march_2024, preview_increase
from league.services.periods import close_period, open_monthly
from tests.copies import built_once

from .scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
@built_once
def scene(db):
    """A list of February 2024 with 1500, 1600, 1700 and 2100 (all draws of equals leave them there)."""
    made = Scene(system="fide", mode="period")
    pairs = (("anna", "bartek", 1500), ("celina", "dawid", 1600), ("ewa", "filip", 1700), ("gosia", "henryk", 2100))
    for white, black, rating in pairs:
        for who in (white, black):
            enter_league(league=made.league, player=made.player(who), start_rating=rating, start_games=50)
        made.play(white, black, "=", date(2024, 2, 5))
    made.february, made.march = open_monthly(league=made.league, first="2024-02", last="2024-03")
    return made


def test_comp_2024_three_fifths_of_the_distance_to_2000_stay(scene):
    close_period(period=scene.february)
    assert {m.name: m.after for m in preview_increase(league=scene.league).moves}["Anna"] == 1700
    assert not Adjustment.objects.exists()
    increase_march_2024(league=scene.league)
    close_period(period=scene.march)
    found = scene.ratings()
    assert [found[n] for n in ("Anna", "Celina", "Ewa", "Gosia")] == [1700, 1760, 1820, 2100]
    scene.must_verify()


def test_a_second_time_is_refused_and_after_it_is_taken_back_it_can_be_made(scene):
    close_period(period=scene.february)
    made = increase_march_2024(league=scene.league)
    assert len(made) == 6
    with pytest.raises(Refused, match="already"):
        increase_march_2024(league=scene.league)
    with pytest.raises(Refused, match="already"):
        preview_increase(league=scene.league)
    for adjustment in made:
        void_adjustment(adjustment=adjustment, reason="too early")
    assert len(increase_march_2024(league=scene.league)) == 6


def test_not_while_the_list_it_starts_from_is_open_nor_in_another_system(scene):
    with pytest.raises(Refused, match="February 2024 is open"):
        increase_march_2024(league=scene.league)
    with pytest.raises(Refused, match="FIDE's"):
        increase_march_2024(league=scene.add_league("elo"))


def test_why_says_the_formula(scene, client):
    close_period(period=scene.february)
    increase_march_2024(league=scene.league)
    close_period(period=scene.march)
    row = next(row for row in scene.log("anna") if row.cause == "adjustment")
    seen = client.get(f"/club/ladder/changes/{row.pk}/").content.decode()
    assert "1500 + 0.4 × (2000 − 1500)" in seen and "= 1700" in seen
    assert "by hand" not in seen


def test_a_correction_before_it_leaves_the_number_that_it_set_and_the_page_says_so(scene, client):
    """FIDE's number of 1 March stands: Anna's draw of February becomes a win, and the increase still sets 1700."""
    close_period(period=scene.february)
    increase_march_2024(league=scene.league)
    game = Game.objects.get(white=scene.anna)
    correct_game(game=game, outcome="1-0", reason="misread")
    (february,) = (row for row in scene.log("anna") if row.cause == "period" and row.period == scene.february)
    assert february.closing == 1510
    close_period(period=scene.march)
    row = next(row for row in scene.log("anna") if row.cause == "adjustment")
    assert (row.opening, row.closing) == (1510, 1700)
    seen = client.get(f"/club/ladder/changes/{row.pk}/").content.decode()
    assert "It set the rating to 1700; what stood before it was corrected since." in seen
    scene.must_verify()


def test_taking_it_back_needs_a_word(scene):
    close_period(period=scene.february)
    (first, *_rest) = increase_march_2024(league=scene.league)
    with pytest.raises(Refused, match="reason is needed"):
        void_adjustment(adjustment=first, reason=" ")


def test_the_command(scene, capsys):
    close_period(period=scene.february)
    call_command("adjust", "club/ladder", "--march-2024", "--dry-run")
    assert not Adjustment.objects.exists()
    call_command("adjust", "club/ladder", "--march-2024")
    assert "6 players raised" in capsys.readouterr().out
