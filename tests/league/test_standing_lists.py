"""Late results in the next list (DESIGN 4): what cannot reach a published list is refused, or said beforehand."""

from datetime import date

import pytest

from league.services.correcting import correct_game
from league.services.entries import enter_league
from league.services.errors import Refused
from league.services.events import create_event, edit_event
from league.services.leagues import edit_league
from league.services.people import add_player, edit_player
from league.services.periods import close_period, open_monthly, publish_period
from league.services.standing import kept_first_ratings
from ratings.models import Rating, RatingListEntry
from tests.copies import built_once

from .desking import admin_fields, superuser
from .scene import Scene

pytestmark = pytest.mark.django_db
JANUARY, FEBRUARY = date(2025, 1, 10), date(2025, 2, 10)


@pytest.fixture
@built_once
def scene(db):
    """Anna, Bartek, Celina, Dawid and Ewa are rated, Filip is not; five months of 2025, none closed."""
    made = Scene(system="fide", mode="period")
    edit_league(league=made.league, late_results="next_list")
    made.league.refresh_from_db()
    for name, rating in (("anna", 2000), ("bartek", 1900), ("celina", 1850), ("dawid", 1800), ("ewa", 1750)):
        enter_league(league=made.league, player=made.player(name), start_rating=rating, start_games=100)
    made.months = open_monthly(league=made.league, first="2025-01", last="2025-05")
    return made


def publish(scene, *months):
    for month in months:
        close_period(period=scene.months[month])
        publish_period(period=scene.months[month])


class TestStartValues:
    def test_used_by_a_list_they_are_refused_with_a_way_out(self, scene):
        scene.play("anna", "bartek", "1-0", JANUARY)
        publish(scene, 0)
        with pytest.raises(Refused, match="stand up to January 2025: adjust the rating") as caught:
            enter_league(league=scene.league, player=scene.anna, start_rating=2100, reason="wrong list")
        assert caught.value.field == "start_rating"
        assert scene.league.entries.get(player=scene.anna).start_rating == 2000
        scene.must_verify()

    def test_of_who_has_not_played_yet_they_count(self, scene):
        scene.play("anna", "bartek", "1-0", JANUARY)
        publish(scene, 0)
        enter_league(league=scene.league, player=scene.celina, start_rating=1950, reason="wrong list")
        scene.play("celina", "anna", "=", FEBRUARY)
        close_period(period=scene.months[1])
        row = Rating.objects.get(league=scene.league, player=scene.celina)
        assert row.value == 1950 + 2  # 61 points below: .42 expected, 20 x .08
        scene.must_verify()

    def test_a_players_own_start_values_where_the_league_has_none(self, scene):
        gosia = edit_player(player=scene.gosia, start_rating=1700, start_games=40)
        scene.play("anna", "gosia", "1-0", JANUARY)
        scene.play("anna", "bartek", "=", JANUARY)
        publish(scene, 0)
        with pytest.raises(Refused, match="adjust the rating"):
            edit_player(player=gosia, start_rating=1800, reason="wrong list")
        edit_player(player=scene.anna, start_rating=1234, reason="her own; the league has another")

    def test_restated_lists_take_them(self, scene):
        edit_league(league=scene.league, late_results="restate", reason="as a club")
        scene.play("anna", "bartek", "1-0", JANUARY)
        publish(scene, 0)
        enter_league(league=scene.league, player=scene.anna, start_rating=2100, reason="wrong list")
        entry = RatingListEntry.objects.get(list__period=scene.months[0], player=scene.anna)
        assert (entry.rating, entry.corrected) == (2007, 2105)  # 100 points: .64; 200 points: .76

    def test_the_admin_site_says_it_at_the_field(self, scene, client):
        scene.gosia = edit_player(player=scene.gosia, start_rating=1700, start_games=40)
        scene.play("anna", "gosia", "1-0", JANUARY)
        publish(scene, 0)
        client.force_login(superuser())
        page = f"/admin/league/player/{scene.gosia.pk}/change/"
        opened = client.get(page)
        assert "counts from the next list" in opened.content.decode()  # of the birth year
        answer = client.post(page, admin_fields(opened) | {"start_rating": "1800", "reason": "wrong list"})
        assert answer.status_code == 200
        assert "adjust the rating from a later day" in answer.content.decode()


class TestFirstRatings:
    @pytest.fixture
    def games(self, scene):
        """2000 1900 1850 1800 1750 and twice 1800, half the points: 12900 / 7 = 1842.86."""
        made = [scene.play("filip", who, "=", JANUARY) for who in ("anna", "bartek", "celina", "dawid", "ewa")]
        publish(scene, 0)
        assert scene.rating("filip") == 1843
        return made

    def test_a_published_one_stands_and_that_is_said_beforehand(self, scene, games):
        (words,) = kept_first_ratings([games[0]])
        assert words.startswith("Filip was first rated 1843 by this and other games; that list stands.")
        correct_game(game=games[0], outcome="1-0", reason="scoresheet")
        publish(scene, 1)
        assert scene.rating("filip") == 1843
        scene.must_verify()

    def test_the_desk_says_it_before_the_correction(self, scene, games, client):
        client.force_login(superuser())
        page = f"/club/ladder/desk/games/{games[0].pk}/void/"
        assert "Filip was first rated 1843" in client.get(page).content.decode()

    def test_nothing_is_said_of_who_is_still_unrated(self, scene):
        game = scene.play("filip", "anna", "=", JANUARY)
        publish(scene, 0)
        assert kept_first_ratings([game]) == []


def test_b02_9_1_an_event_declared_rated_too_late_is_refused(scene):
    event = create_event(league=scene.league, name="Open", starts_on=JANUARY, ends_on=JANUARY, rated=False)
    scene.play("anna", "bartek", "1-0", JANUARY, event=event)
    publish(scene, 0, 1, 2)
    with pytest.raises(Refused, match="list 4 after January 2025, and a result counts in the third"):
        edit_event(event=event, rated=True, reason="registered at last")
    scene.must_verify()


def test_b02_9_1_in_time_for_the_third_list_it_counts(scene):
    event = create_event(league=scene.league, name="Open", starts_on=JANUARY, ends_on=JANUARY, rated=False)
    scene.play("anna", "bartek", "1-0", JANUARY, event=event)
    publish(scene, 0, 1)
    edit_event(event=event, rated=True, reason="registered at last")
    publish(scene, 2)
    assert scene.rating("anna") == 2007  # .64 expected at 100 points above
    scene.must_verify()


class TestBirthYears:
    @pytest.mark.parametrize(("title", "year", "age"), [("GM", 2023, 3), ("WIM", 2022, 4), ("CM", 2024, 2)])
    def test_nobody_is_a_grandmaster_at_three(self, scene, time_machine_2026, title, year, age):
        with pytest.raises(Refused, match=f"would be a {title} at the age of {age}") as caught:
            add_player(club=scene.club, name="Wunderkind", title=title, birth_year=year)
        assert caught.value.field == "birth_year"
        edit_player(player=scene.anna, title=title)
        with pytest.raises(Refused, match="one of the two is wrong"):
            edit_player(player=scene.anna, birth_year=year, reason="typo")

    def test_a_child_with_a_title_is_possible(self, scene, time_machine_2026):
        add_player(club=scene.club, name="Talent", title="CM", birth_year=2020)

    def test_nobody_plays_before_the_age_of_three(self, scene):
        scene.play("anna", "bartek", "1-0", JANUARY)
        with pytest.raises(Refused, match="Born in 2023, Anna cannot have played on 2025-01-10"):
            edit_player(player=scene.anna, birth_year=2023, reason="typo")
        edit_player(player=scene.anna, birth_year=2018, reason="passport")

    def test_at_the_desk_of_the_admin_site(self, scene, client, time_machine_2026):
        client.force_login(superuser())
        page = f"/admin/league/player/{scene.anna.pk}/change/"
        answer = client.post(page, admin_fields(client.get(page)) | {"title": "GM", "birth_year": "2023"})
        assert answer.status_code == 200 and "would be a GM at the age of 3" in answer.content.decode()


@pytest.fixture
def time_machine_2026():
    import time_machine

    with time_machine.travel("2026-06-01 12:00Z"):
        yield
