"""An event without results is taken back with everything planned for it, and undoing brings it back."""

from __future__ import annotations

from datetime import date

import pytest

from league.models import Event, Season
from league.services.errors import Refused
from league.services.events import create_event, record_bye
from league.services.planning import add_entries
from league.services.planning.states import plan_of
from league.services.seasons import edit_season, start_season
from league.services.undoing.calendar import withdraw_event
from league.services.undoing.stack import newest_of, undo
from tests.copies import built_once

from .desking import address, confirm, superuser
from .scene import Scene

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 3, 1), date(2026, 3, 9)


@pytest.fixture
@built_once
def scene():
    made = Scene()
    made.event = create_event(league=made.league, name="Spring Cup", starts_on=FIRST, ends_on=LAST)
    add_entries(event=made.event, players=[made.anna, made.bartek, made.celina])
    made.event.pairings.create(round=1, board=1, white=made.anna, black=made.bartek)
    made.event.round_days.create(number=1, day=FIRST)
    return made


def test_br_127_fixtures_without_games_are_no_hindrance_and_leave_nothing_behind(client, scene):
    """BR-127: deleted with its rounds and fixtures; nothing of it is left on any list."""
    client.force_login(superuser())
    page = address(scene.league, f"desk/events/{scene.event.pk}/withdraw/")
    assert f'href="{page}"' in client.get(address(scene.league, "desk/events/")).content.decode()
    preview = client.get(page)
    assert "entries 3, pairings 1" in preview.content.decode()
    confirm(client, page, {}, preview, reason="the hall is closed")
    event = Event.objects.get()
    assert event.withdrawn_at is not None and not any(plan_of(event).values())
    client.get(address(scene.league, "desk/"))  # the message is read
    assert "Spring Cup" not in client.get(address(scene.league, "events/")).content.decode()
    assert client.get(page).status_code == 404


def test_undoing_brings_it_back_with_its_plan_and_undoing_goes_on_before_it(scene):
    plan = plan_of(scene.event)
    withdraw_event(event=scene.event, reason="the hall is closed")
    undo(target=newest_of(scene.league), reason="it is open again")
    event = Event.objects.get()
    assert event.withdrawn_at is None and plan_of(event) == plan
    assert newest_of(scene.league).change.kind == "event.entries"


@pytest.mark.parametrize("what", ["game", "bye"])
def test_br_127_an_event_with_results_says_so(client, scene, what):
    if what == "game":
        scene.play("anna", "bartek", "1-0", FIRST, event=scene.event, round=1, board=1)
    else:
        record_bye(event=scene.event, player=scene.celina, round=1, kind="F", halves=2)
    with pytest.raises(Refused, match="has results"):
        withdraw_event(event=scene.event, reason="x")
    client.force_login(superuser())
    said = client.get(address(scene.league, f"desk/events/{scene.event.pk}/withdraw/"), follow=True).content.decode()
    assert "has results: void them first" in said and Event.objects.get().withdrawn_at is None


def test_taken_back_twice_is_refused(scene):
    withdraw_event(event=scene.event, reason="x")
    with pytest.raises(Refused, match="withdrawn"):
        withdraw_event(event=scene.event, reason="x")


class TestALastDay:
    def test_is_cleared_and_the_season_goes_on(self):
        scene = Scene()
        season = start_season(league=scene.league, name="2026", starts_on=FIRST, ends_on=LAST)
        assert edit_season(season=season, name="2026/27").ends_on == LAST  # not said: as it is
        assert edit_season(season=season, ends_on=None).ends_on is None

    def test_at_the_desk_and_undone(self, client):
        scene = Scene()
        season = start_season(league=scene.league, name="2026", starts_on=FIRST, ends_on=LAST)
        client.force_login(superuser())
        page = address(scene.league, f"desk/seasons/{season.pk}/edit/")
        client.post(page, {"name": "2026", "starts_on": FIRST.isoformat(), "ends_on": "", "step": "preview"})
        assert Season.objects.get().ends_on is None
        undo(target=newest_of(scene.league), reason="it does end")
        assert Season.objects.get().ends_on == LAST
