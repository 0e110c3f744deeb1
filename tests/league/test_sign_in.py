"""Signing in and one's own account: slow for guessers, no word about who has an account, history outlives it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from axes.models import AccessAttempt
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from league.models import Game, Membership
from league.services import access
from league.services.errors import Refused

from .desking import address, club_with, play
from .roles import member

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"
PASSWORD = "pass word 1"


@pytest.fixture
def club():
    return club_with("Anna Berg", "Bo Dahl")[0].club


def try_in(client, name="recorder-lions", password="wrong", **more):
    return client.post(LOGIN, {"username": name, "password": password}, **more)


# -- throttling ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", [LOGIN, "/admin/login/"])
def test_after_five_failures_one_waits_and_is_told_how_long(client, club, where):
    user = member(club, "superuser")
    for _each in range(4):
        assert client.post(where, {"username": user.username, "password": "wrong"}).status_code == 200
    fifth = client.post(where, {"username": user.username, "password": "wrong"})
    right = client.post(where, {"username": user.username, "password": PASSWORD})
    for answer in (fifth, right):
        assert answer.status_code == 429 and "15 minutes" in answer.content.decode()
        assert answer["Retry-After"] == "900"
    assert "_auth_user_id" not in client.session
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        assert "5 minutes" in try_in(client, user.username, PASSWORD).content.decode()
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert try_in(client, user.username, PASSWORD).status_code == 302


def test_failures_are_counted_for_all_processes_and_browsers(club):
    """In the database: what one process saw, the next one knows."""
    member(club, "recorder")
    for number in range(5):
        answer = try_in(Client(headers={"user-agent": f"browser {number}"}))
    assert answer.status_code == 429
    assert try_in(Client(), password=PASSWORD).status_code == 429
    assert AccessAttempt.objects.count() == 5


def test_a_guesser_elsewhere_does_not_lock_the_owner_of_the_account_out(client, club):
    member(club, "recorder")
    for _each in range(6):
        try_in(Client(), REMOTE_ADDR="203.0.113.7")
    assert try_in(client, password=PASSWORD).status_code == 302


def test_one_address_that_tries_many_names_is_paused_as_well(client, club, settings):
    settings.AXES_FAILURE_LIMIT = 2
    member(club, "recorder")
    for number in range(20):
        answer = try_in(client, f"name{number}")
    assert answer.status_code == 429
    assert try_in(client, password=PASSWORD).status_code == 429
    assert try_in(Client(), password=PASSWORD, REMOTE_ADDR="203.0.113.7").status_code == 302


def test_success_forgets_the_failures(client, club):
    member(club, "recorder")
    for _each in range(3):
        for _failure in range(4):
            assert try_in(client).status_code == 200
        assert try_in(client, password=PASSWORD).status_code == 302
        client.post("/accounts/logout/")


@pytest.mark.parametrize(
    ("behind", "forwarded"), [(True, "1.1.1.1, 203.0.113.9"), (True, "nonsense"), (False, "1.1.1.1")]
)
def test_whose_failures_they_are_is_said_by_the_last_proxy_only(client, club, settings, behind, forwarded):
    settings.BEHIND_PROXY = behind
    try_in(client, headers={"x-forwarded-for": forwarded})
    expected = "203.0.113.9" if behind and "203" in forwarded else "127.0.0.1"
    assert AccessAttempt.objects.get().ip_address == expected


@pytest.mark.parametrize("name", ["", "x" * 500, "a\x00b", "' OR 1=1 --", "🏆"])
def test_any_name_is_answered(client, club, name):
    assert try_in(client, name).status_code == 200
    assert client.post("/admin/login/", {"username": name, "password": "wrong"}).status_code == 200


def test_nothing_tells_whether_there_is_such_an_account(client, club, mailoutbox):
    member(club, "recorder")
    sacked = member(club, "recorder", "sacked")
    sacked.is_active = False
    sacked.save()
    tried = (("recorder-lions", "wrong"), ("nobody-at-all", "wrong"), ("sacked", PASSWORD))
    answers = {re.sub(r'value="[^"]*"', "", try_in(client, *each).content.decode()) for each in tried}
    assert len(answers) == 1
    sent = [client.post("/accounts/password/forgotten/", {"email": f"{name}@example.org"}, follow=True)
            for name in ("recorder-lions", "nobody-at-all", "sacked")]  # fmt: skip
    assert len({re.sub(r'value="[^"]*"', "", answer.content.decode()) for answer in sent}) == 1
    assert [mail.to for mail in mailoutbox] == [["recorder-lions@example.org"]]
    for _each in range(6):
        paused = {try_in(client, name).status_code for name in ("recorder-lions", "nobody-at-all")}
    assert paused == {429}


# -- sessions --------------------------------------------------------------------------------------------


def test_signing_in_changes_the_session(client, club):
    """A session that somebody else prepared is not the one that is signed in."""
    event_page = client.get(LOGIN)
    session = client.session
    session["prepared"] = True
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    member(club, "recorder")
    try_in(client, password=PASSWORD)
    assert event_page.status_code == 200 and client.session.session_key != before


def test_forms_need_their_token_and_pages_no_frame(club):
    member(club, "recorder")
    strict = Client(enforce_csrf_checks=True)
    for page in (LOGIN, "/accounts/", "/accounts/delete/", "/score/stop/", "/lions/desk/members/"):
        assert strict.post(page, {}).status_code == 403, page
    answer = strict.get(LOGIN)
    assert answer["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("bad", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_no_next_leads_to_another_host(client, club, bad):
    member(club, "recorder")
    for send in (lambda: try_in(client, password=PASSWORD), lambda: client.get(f"{LOGIN}?next={bad}")):
        assert send()["Location"] == "/"
        client.force_login(get_user_model().objects.get())


@pytest.mark.parametrize("where", ["/accounts/", "/accounts/delete/", "/accounts/password/", "/accounts/leave/1/"])
def test_an_account_is_for_its_owner(client, club, where):
    assert client.get(where)["Location"].startswith(LOGIN)
    assert client.post(where, {})["Location"].startswith(LOGIN)


# -- passwords -------------------------------------------------------------------------------------------


def test_a_forgotten_password_is_replaced_by_mail_once(client, club, mailoutbox):
    member(club, "recorder")
    client.post("/accounts/password/forgotten/", {"email": "recorder-lions@example.org"})
    link = re.search(r"http://testserver(/accounts/password/new/\S+)", mailoutbox[0].body)[1]
    page = client.get(link, follow=True)
    inside = page.redirect_chain[-1][0]
    assert "set-password" in inside, "the secret is out of the address before anything is loaded"
    sent = {"new_password1": "a long walk 7", "new_password2": "a long walk 7"}
    assert client.post(inside, sent)["Location"] == LOGIN
    assert try_in(client).status_code == 200
    assert try_in(client, password="a long walk 7").status_code == 302
    assert "used already" in Client().get(link, follow=True).content.decode()


def test_a_link_of_a_mail_ends_after_a_day(client, club, mailoutbox):
    member(club, "recorder")
    client.post("/accounts/password/forgotten/", {"email": "recorder-lions@example.org"})
    link = re.search(r"http://testserver(/accounts/password/new/\S+)", mailoutbox[0].body)[1]
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert "older than a day" in client.get(link, follow=True).content.decode()


def test_a_mail_leads_to_the_host_that_is_allowed(client, club, mailoutbox):
    member(club, "recorder")
    sent = {"email": "recorder-lions@example.org"}
    assert client.post("/accounts/password/forgotten/", sent, headers={"host": "evil.example"}).status_code == 400
    assert not mailoutbox


def test_a_changed_password_ends_other_sessions(client, club):
    user = member(club, "recorder")
    elsewhere = Client()
    for each in (client, elsewhere):
        try_in(each, password=PASSWORD)
    sent = {"old_password": PASSWORD, "new_password1": "a long walk 7", "new_password2": "a long walk 7"}
    assert client.post("/accounts/password/", sent | {"old_password": "no"}).status_code == 200
    assert client.post("/accounts/password/", sent).status_code == 302
    assert client.get("/accounts/").status_code == 200 and elsewhere.get("/accounts/").status_code == 302
    user.refresh_from_db()
    assert user.check_password("a long walk 7")


# -- one's own account -----------------------------------------------------------------------------------


def test_an_account_says_its_clubs_and_changes_its_name(client, club):
    user = member(club, "recorder", player=club.players.get(name="Bo Dahl"))
    client.force_login(user)
    html = client.get("/accounts/").content.decode()
    assert "Lions" in html and "recorder" in html and "Bo Dahl" in html
    assert (
        client.post("/accounts/", {"first_name": "Bo", "last_name": "D", "email": "b@example.org"}).status_code == 302
    )
    assert "valid email" in client.post("/accounts/", {"email": "nonsense"}).content.decode()
    user.refresh_from_db()
    assert (user.get_full_name(), user.email) == ("Bo D", "b@example.org")


def test_a_deleted_account_is_empty_and_its_history_stays(client, club):
    league = club.leagues.get()
    user = member(club, "arbiter", "anna.private")
    game = play(league, *club.players.all(), actor=user)
    client.force_login(user)
    assert client.post("/accounts/delete/", {"password": "wrong"}).status_code == 200
    assert client.post("/accounts/delete/", {"password": PASSWORD}).status_code == 302
    assert "_auth_user_id" not in client.session and not Membership.objects.exists()
    user.refresh_from_db()
    assert (user.email, user.is_active, user.has_usable_password()) == ("", False, False)
    assert "private" not in str(get_user_model().objects.values().get(pk=user.pk))
    assert Game.objects.get(pk=game.pk).entered_by == user
    client.force_login(member(club, "owner"))
    assert f"deleted account {user.pk}" in client.get(address(league, f"desk/games/{game.pk}/")).content.decode()


def test_the_last_superuser_keeps_the_account(club):
    boss = member(club, "superuser")
    with pytest.raises(Refused, match="only administrator"):
        access.close_account(user=boss)
    member(club, "superuser", "second")
    access.close_account(user=boss)
    assert get_user_model().objects.filter(is_superuser=True).count() == 1


def test_another_ones_membership_cannot_be_left(client, club):
    theirs = member(club, "recorder").memberships.get()
    client.force_login(member(club, "player"))
    assert client.get(f"/accounts/leave/{theirs.pk}/").status_code == 404
    assert client.post(f"/accounts/leave/{theirs.pk}/").status_code == 404
