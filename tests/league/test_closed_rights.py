"""Arbiters enter and correct results of open periods; closed ones are for admins and owners."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import transaction

from league.models import Game
from league.services import correcting, recording
from league.services.errors import Refused
from league.services.events import create_event, edit_event
from league.services.periods import close_period, open_monthly
from tests.copies import built_once

from .desking import MARCH, address, club_with, confirm, correct, play, state, superuser
from .roles import member

pytestmark = pytest.mark.django_db
APRIL = date(2026, 4, 10)
WORDS = "only an admin of the club"


@pytest.fixture
@built_once
def closed_march():
    """March is closed, with one game in it, one void and an event; April is open, with one game."""
    league, players = club_with("Anna Berg", "Bo Dahl", system="glicko2", mode="period", parameters={})
    open_monthly(league=league, first="2026-03", last="2026-04")
    a, b = players
    event = create_event(league=league, name="Cup", starts_on=MARCH)
    past, void, now = play(league, a, b, event=event), play(league, b, a), play(league, a, b, on=APRIL)
    correcting.void_game(game=void, reason="was never played")
    close_period(period=league.periods.earliest("starts_on"))
    return league, players, {"past": past, "void": void, "now": now, "event": event}


def deeds(league, players, things, actor):
    """Everything by which an arbiter could reach into the closed period."""
    a, b = players
    said = {"reason": "late protocol", "actor": actor}
    yield lambda: recording.record_game(league=league, white=b, black=a, outcome="=", played_on=MARCH, **said)
    yield lambda: correcting.correct_game(game=things["past"], outcome="0-1", **said)
    yield lambda: correcting.correct_game(game=things["now"], played_on=MARCH, **said)
    yield lambda: correcting.correct_game(game=things["past"], event=None, played_on=APRIL, **said)
    yield lambda: correcting.void_game(game=things["past"], **said)
    yield lambda: correcting.restore_game(game=things["void"], **said)
    yield lambda: edit_event(event=things["event"], ends_on=APRIL, **said)


@pytest.mark.parametrize("role", ["arbiter", "recorder", "player", "nobody"])
def test_closed_periods_are_out_of_reach_whichever_service_is_called(closed_march, role):
    """The API calls the same services with the same actor."""
    league, players, things = closed_march
    before = state(league)
    for deed in deeds(league, players, things, member(league.club, role)):
        with pytest.raises(Refused, match=WORDS):
            deed()
    assert state(league) == before


@pytest.mark.parametrize("role", ["owner", "admin", "superuser", "operator"])
def test_admins_reach_them_with_a_reason(closed_march, role):
    league, players, things = closed_march
    before = state(league)
    actor = None if role == "operator" else member(league.club, role)
    for deed in deeds(league, players, things, actor):
        with transaction.atomic():
            deed()
            assert state(league) != before
            transaction.set_rollback(True)


def test_an_admin_of_another_club_is_nobody_here(closed_march):
    """BR-035"""
    _league, _players, things = closed_march
    other, _none = club_with(slug="tigers")
    with pytest.raises(Refused, match=WORDS):
        correcting.void_game(game=things["past"], reason="r", actor=member(other.club, "owner"))


def test_open_periods_are_the_arbiters_own(closed_march):
    league, players, things = closed_march
    arbiter = member(league.club, "arbiter")
    correcting.correct_game(game=things["now"], outcome="0-1", reason="typo", actor=arbiter)
    recording.record_game(
        league=league, white=players[0], black=players[1], outcome="=", played_on=APRIL, round=2, actor=arbiter
    )
    assert Game.objects.filter(entered_by=arbiter).count() == 1


def test_the_pages_say_so(client, closed_march):
    league, _players, things = closed_march
    client.force_login(member(league.club, "arbiter"))
    page, given, preview = correct(client, league, things["past"], outcome="0-1")
    assert WORDS in confirm(client, page, given, preview).content.decode()
    page, given, preview = correct(client, league, things["now"], outcome="0-1")
    assert confirm(client, page, given, preview).status_code == 302
    things["past"].refresh_from_db()
    things["now"].refresh_from_db()
    assert (things["past"].outcome, things["now"].outcome) == ("1-0", "0-1")


def test_what_a_reader_may_not_do_is_not_offered(client, closed_march):
    league, _players, things = closed_march
    seen = {}
    users = {role: member(league.club, role) for role in ("recorder", "arbiter")} | {"superuser": superuser()}
    for role, user in users.items():
        client.force_login(user)
        desk = client.get(address(league, "desk/")).content.decode()
        record = client.get(address(league, "record/")).content.decode()
        game = client.get(address(league, f"desk/games/{things['now'].pk}/")).content.decode()
        seen[role] = {
            "correct": "/correct/" in desk + game, "void": "/void/" in desk + game, "admin": "/admin/" in desk,
            "periods": f'href="{address(league, "desk/periods/")}"' in desk, "reason": 'name="reason"' in record,
            "new event": 'name="new_event"' in record, "scorers": "/scorers/" in desk,
        }  # fmt: skip
    assert seen["recorder"] == dict.fromkeys(seen["recorder"], False)
    assert seen["arbiter"] == seen["recorder"] | {"correct": True, "void": True, "new event": True, "scorers": True}
    assert seen["superuser"] == dict.fromkeys(seen["superuser"], True)
