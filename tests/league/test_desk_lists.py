"""Periods at the desk of a list: which wait and for what, free ones, what is refused, what else moves, late results."""

from datetime import date

import pytest
import time_machine

from league.models import RatingPeriod
from league.services.events import create_event
from league.services.leagues import create_league
from league.services.periods import close_period, open_monthly, publish_period
from tests.copies import built_once

from .desking import address, correct, hidden
from .scene import Scene

pytestmark = pytest.mark.django_db
MARCH = date(2026, 3, 14)


@pytest.fixture
@built_once
def scene(db):
    """An Elo league per period with March and April 2026 open, and a game of March."""
    made = Scene(mode="period", k=32)
    made.march, made.april = open_monthly(league=made.league, first="2026-03", last="2026-04")
    made.game = made.play("anna", "bartek", "1-0", MARCH)
    return made


def page(desk, scene, rest="desk/periods/"):
    return desk.get(address(scene.league, rest)).content.decode()


def opened(desk, scene, name, first, last):
    given = {"name": name, "starts_on": first, "ends_on": last}
    return desk.post(address(scene.league, "desk/periods/"), given)


def test_each_period_says_where_it_stands_and_what_it_waits_for(desk, scene):
    with time_machine.travel("2026-04-10 12:00Z"):
        seen = page(desk, scene)
        assert "March 2026" in seen and "2026-03<" not in seen
        assert "It is over and every result is final: it can be closed." in seen
        assert "It runs until 30 April 2026." in seen
        waiting = scene.play("anna", "celina", day=MARCH, status="pending")
        assert f"Results wait for their confirmation: game {waiting.pk}." in page(desk, scene)


def test_any_days_can_be_a_period(desk, scene):
    assert opened(desk, scene, "Summer camp", "2026-07-05", "2026-08-12").status_code == 302
    made = RatingPeriod.objects.get(name="Summer camp")
    assert (made.starts_on, made.ends_on) == (date(2026, 7, 5), date(2026, 8, 12))
    assert "Summer camp" in page(desk, scene)


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ("2026-04-20", "2026-05-10", "Spring would overlap with April 2026 (2026-04-01 to 2026-04-30)"),
        ("2026-05-10", "2026-05-01", "The last day is before the first."),
        ("2026-05-10", "31.31.2026", "valid date"),
    ],
)
def test_what_cannot_be_a_period_is_said_at_its_field(desk, scene, first, last, words):
    answer = opened(desk, scene, "Spring", first, last)
    assert answer.status_code == 200 and words in answer.content.decode()
    assert not RatingPeriod.objects.filter(name="Spring").exists()


def test_months_overlapping_with_another_period_are_refused(desk, scene):
    opened(desk, scene, "Spring", "2026-05-20", "2026-06-10")
    answer = desk.post(address(scene.league, "desk/periods/"), {"first": "2026-05", "last": "2026-06"})
    assert "May 2026 would overlap with Spring" in answer.content.decode()


def test_a_period_before_a_closed_one_is_refused(desk, scene):
    close_period(period=scene.march)
    answer = desk.post(address(scene.league, "desk/periods/"), {"first": "2026-02", "last": "2026-02"})
    assert "February 2026 would be before March 2026, which is closed" in answer.content.decode()


def test_reopening_behind_a_published_list_is_refused_before_anything_is_asked(desk, scene):
    for period in (scene.march, scene.april):
        close_period(period=period)
        publish_period(period=period)
    seen = page(desk, scene, f"desk/periods/{scene.march.pk}/reopen/")
    assert "The later period April 2026 is published: reopen that one first." in seen
    assert 'name="reason"' not in seen


class TestWhatElseMoves:
    def test_live_ratings_are_called_so(self, desk, scene):
        answer = correct(desk, scene.league, scene.game, outcome="0-1")[2].content.decode()
        assert "Live ratings: they count when the open period is closed." in answer
        assert "A published list" not in answer

    def test_closed_ones_are_not(self, desk, scene):
        close_period(period=scene.march)
        answer = correct(desk, scene.league, scene.game, outcome="0-1")[2].content.decode()
        assert "2 players move" in answer and "Live ratings" not in answer

    def test_leagues_that_follow_are_named(self, desk, scene):
        create_league(
            club=scene.club, slug="rapid", name="Club rapid", system="elo", mode="sequential", parameters={"k": 20},
            games_from=scene.league,
        )  # fmt: skip
        answer = correct(desk, scene.league, scene.game, outcome="0-1")[2].content.decode()
        assert "Also moves: Club rapid" in answer


class TestWhereAGameCounts:
    def test_on_its_pages(self, desk, scene):
        words = "Counts in the period March 2026 (open)."
        assert words in page(desk, scene, f"desk/games/{scene.game.pk}/")
        assert words in page(desk, scene, f"games/{scene.game.pk}/")
        assert words in page(desk, scene, f"record/?saved={scene.game.pk}")

    def test_an_event_of_two_periods_says_so_on_its_page(self, desk, scene):
        event = create_event(league=scene.league, name="Open", starts_on=date(2026, 3, 30), ends_on=date(2026, 4, 2))
        scene.play("anna", "bartek", "1-0", date(2026, 3, 30), event=event)
        seen = page(desk, scene, f"events/{event.pk}/")
        assert "ends in it, on 2 April 2026: all its games count in April 2026" in seen

    def test_before_it_is_recorded(self, desk, scene):
        asked = {"white": "Anna", "black": "Celina", "played_on": "2026-05-02", "weight": "1"}
        answer = desk.get(address(scene.league, "record/stakes/"), asked).content.decode()
        assert "No rating period has 2 May 2026 yet: the game counts when one is opened." in answer


class TestLateResults:
    def test_the_change_is_previewed_and_needs_a_word(self, desk, scene):
        close_period(period=scene.march)
        publish_period(period=scene.march)
        where = address(scene.league, "desk/late-results/")
        shown = desk.post(where, {"late_results": "next_list", "step": "preview"})
        assert "No rating moves." in shown.content.decode()
        sent = hidden(shown.content.decode()) | {"step": "confirm"}
        assert "This field is required" in desk.post(where, sent | {"reason": ""}).content.decode()
        assert desk.post(where, sent | {"reason": "as FIDE does it"}).status_code == 302
        scene.league.refresh_from_db()
        assert scene.league.late_results == "next_list"
        assert "count in the next list" in page(desk, scene)
        scene.must_verify()

    def test_restated_again_it_says_who_moves(self, desk, scene):
        from league.services.correcting import correct_game
        from league.services.leagues import edit_league

        edit_league(league=scene.league, late_results="next_list")
        for period in (scene.march, scene.april):
            close_period(period=period)
            publish_period(period=period)
        correct_game(game=scene.game, outcome="0-1", reason="scoresheet")
        assert scene.rating("anna") == 1516
        shown = desk.post(address(scene.league, "desk/late-results/"), {"late_results": "restate", "step": "preview"})
        assert "2 players move" in shown.content.decode()
        assert scene.rating("anna") == 1516

    @pytest.mark.parametrize(("system", "words"), [("glicko2", "Glicko-2 has no K"), ("elo", "there is no next list")])
    def test_where_it_cannot_be_it_is_refused_with_why(self, desk, scene, system, words):
        mode = "period" if system == "glicko2" else "sequential"
        league = create_league(club=scene.club, slug="other", name="Other", system=system, mode=mode)
        answer = desk.post(address(league, "desk/late-results/"), {"late_results": "next_list", "step": "preview"})
        assert answer.status_code == 200 and words in answer.content.decode()

    def test_the_admin_site_leads_there(self, desk, scene):
        seen = desk.get(f"/admin/league/league/{scene.league.pk}/change/").content.decode()
        assert 'name="late_results"' not in seen
        assert address(scene.league, "desk/late-results/") in seen
