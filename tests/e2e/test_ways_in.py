"""Invitations, scorer links and members in a real browser: its own rules about origins and cookies apply."""

from __future__ import annotations

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import expect

from league.models import Game, Membership
from league.services import access
from league.services.events import create_event
from tests.league.desking import club_with
from tests.league.roles import member

from .axe import STRICT

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def check(page) -> None:
    """Nothing for a screen reader to stumble over, and nothing beside the screen."""
    found = Axe().run(page, options=STRICT)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("scripts", [True, False])
def test_an_owner_invites_a_newcomer_and_a_scorer_enters_a_result(browser, live_server, scripts):
    league, _players = club_with("Anna Berg", "Bo Dahl")
    event = create_event(league=league, name="Club evening", starts_on=timezone.now().date())
    member(league.club, "owner", "maria")
    office = browser.new_context(java_script_enabled=scripts, viewport={"width": 360, "height": 700})
    page = office.new_page()
    page.goto(f"{live_server.url}/accounts/login/?next=/lions/desk/members/")
    page.get_by_label("Username").fill("maria")
    page.get_by_label("Password").fill("pass word 1")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Role").select_option("recorder")
    page.get_by_role("button", name="Make the invitation").click()
    invitation = page.get_by_label("Copy this link").input_value()
    if scripts:
        check(page)
    office.close()
    elsewhere = browser.new_context(java_script_enabled=scripts, viewport={"width": 360, "height": 700})
    page = elsewhere.new_page()
    page.goto(invitation)
    page.get_by_label("Name to sign in with").fill("bo")
    page.get_by_label("Password", exact=True).fill("a long walk 7")
    page.get_by_label("Password once more").fill("a long walk 7")
    if scripts:
        check(page)
    page.get_by_role("button", name="Accept the invitation").click()
    expect(page.get_by_text("Welcome to Lions.")).to_be_visible()
    assert Membership.objects.get(user__username="bo").role == "recorder"
    elsewhere.close()
    _made, token = access.make_link(event=event, name="Hall A", expires_at=timezone.now() + timedelta(days=1))
    hall = browser.new_context(java_script_enabled=scripts, viewport={"width": 360, "height": 700})
    page = hall.new_page()
    page.goto(f"{live_server.url}/score/{token}/")
    page.get_by_role("button", name="Start").click()
    page.get_by_label("White").first.fill("Anna Berg")
    page.get_by_label("Black").first.fill("Bo Dahl")
    page.get_by_label("1–0").first.check()
    page.get_by_role("button", name="Save the result").click()
    expect(page.get_by_text("Saved:")).to_be_visible()
    if scripts:
        check(page)
    page.get_by_role("button", name="I am done").click()
    expect(page.get_by_text("open the link again")).to_be_visible()
    hall.close()
    assert str(Game.objects.get().entered_by) == "scorer link Hall A"
