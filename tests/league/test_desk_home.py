"""The first page of the desk: what waits for whom, the last imports, the quickest way to the boards."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from league.models import Club, Event, League
from league.services import access, events, periods, planning, reporting
from league.services.limits import today
from league.services.reporting.claims import Said
from ratings.models import RatingCheck

from .desking import MARCH, address, club_with, play
from .importing import imported
from .roles import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene(client):
    """A league of periods in April: March is over; a report waits in it; a match has an open board."""
    with time_machine.travel("2026-04-10 12:00"):
        league, people = club_with("Anna Berg", "Bo Dahl", "Cai Eng", mode="period")
        periods.open_monthly(league=league, first="2026-03", last="2026-04")
        play(league, people[0], people[1])
        event = events.create_event(
            league=league, name="Spring match", starts_on=today(league.club), ends_on=today(league.club) + timedelta(9),
            kind=Event.Kind.MATCH,
        )  # fmt: skip
        planning.add_entries(event=event, players=people[:2])
        planning.draw(event=event, rounds=2)
        yield league, people, event


def home(client, league, role):
    client.force_login(member(league.club, role))
    return client.get(address(league, "desk/")).content.decode()


def test_an_admin_sees_what_there_is_to_do(client, scene):
    league, _people, event = scene
    League.objects.filter(pk=league.pk).update(stale_since=MARCH)
    RatingCheck.objects.create(league=league, asked_at=timezone.now(), finished_at=timezone.now(), differences=3)
    page = home(client, league, "admin")
    assert "Close March 2026" in page and address(league, f"desk/periods/{league.periods.first().pk}/close/") in page
    assert "Spring match, round 1" in page and address(league, f"desk/events/{event.pk}/rounds/1/") in page
    assert "The self-check found 3 differences" in page and "are being recalculated" in page
    assert 'name="day"' in page and "Open the boards" in page


def test_a_recorder_sees_rounds_and_not_what_is_not_his(client, scene):
    league, _people, event = scene
    RatingCheck.objects.create(league=league, asked_at=timezone.now(), finished_at=timezone.now(), differences=3)
    page = home(client, league, "recorder")
    assert address(league, f"desk/events/{event.pk}/rounds/1/") in page
    for words in ("Close March 2026", "self-check found", "Last imports", "desk/reports/"):
        assert words not in page


def test_reminders_stand_in_the_order_of_their_need(client, scene):
    league, (anna, bo, cai), _event = scene
    day = today(league.club)
    for black, number in ((bo, 1), (cai, 2)):
        reporting.report_result(
            league=league, player=anna, white=anna, black=black, result=Said("1-0"), played_on=day - timedelta(number)
        )
    reporting.report_result(
        league=league, player=cai, white=anna, black=cai, result=Said("0-1"), played_on=day - timedelta(2)
    )
    page = home(client, league, "arbiter")
    assert page.index("disputed") < page.index("waits for the opponent")
    assert "Anna Berg: 1–0; Cai Eng: 0–1" in page and page.count("desk/reports/") == 2
    with time_machine.travel("2026-04-20 12:00"):
        client.force_login(member(league.club, "arbiter", "later"))
        assert "not answered in time" in client.get(address(league, "desk/")).content.decode()


def test_a_period_that_waits_for_a_report_says_so(client, scene):
    league, (anna, _bo, cai), _event = scene
    game = reporting.report_result(league=league, player=anna, white=anna, black=cai, result=Said("="), played_on=MARCH)
    page = home(client, league, "owner")
    assert "Close March 2026" not in page and f"confirmation: game {game.pk}" in page


def test_the_last_imports_can_be_undone_from_here(client, scene):
    league, _people, _event = scene
    imported(league, "date,white,black,result\n2026-04-02,Anna Berg,Bo Dahl,1-0\n")
    page = home(client, league, "admin")
    batch = league.imports.get()
    assert address(league, f"desk/imports/{batch.pk}/undo/") in page
    assert "Last imports" not in home(client, league, "arbiter")


def test_an_empty_desk_says_nothing_of_waiting(client):
    league, _people = club_with("Anna Berg")
    assert "What waits" not in home(client, league, "owner")


@pytest.mark.parametrize("many", [1, 8])
def test_the_number_of_queries_does_not_grow(client, scene, django_assert_max_num_queries, many):
    league, (anna, bo, _cai), _event = scene
    for number in range(many):
        reporting.report_result(
            league=league, player=anna, white=anna, black=bo, result=Said("1-0"),
            played_on=today(league.club) - timedelta(number),
        )  # fmt: skip
    client.force_login(member(league.club, "admin"))
    with django_assert_max_num_queries(32):
        assert client.get(address(league, "desk/")).status_code == 200


def test_every_time_on_the_desk_is_by_the_clock_of_the_club(client, scene):
    league, _people, event = scene
    Club.objects.filter(pk=league.club.pk).update(time_zone="Asia/Tokyo")
    game = league.games.first()
    with time_machine.travel("2026-04-10 12:00"):
        ends = timezone.now() + timedelta(days=1)
        _link, token = access.make_link(event=event, name="Hall A", expires_at=ends, actor=None)
        client.force_login(member(league.club, "admin"))
        desk = address(league, "desk/")
        pages = {
            page: client.get(page).content.decode()
            for page in (f"{desk}games/{game.pk}/", f"{desk}scorers/", f"{desk}history/", f"/score/{token}/")
        }
    for page, html in pages.items():
        assert "21:00" in html and "12:00" not in html, page
