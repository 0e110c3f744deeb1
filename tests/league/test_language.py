"""In which language pages and mails speak: the account's, else the cookie's, else the browser's."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.urls import reverse
from django.utils import translation

from league.models import Preferences
from league.services import access
from league.services.people import create_club

from .roles import member

pytestmark = pytest.mark.django_db
SWITCH = "/i18n/setlang/"


@pytest.fixture
def user():
    return member(create_club(slug="club", name="Club"), "owner")


def language_of(client, address="/", accept="") -> str:
    html = client.get(address, headers={"accept-language": accept} if accept else {}).content.decode()
    return re.search(r'<html lang="(\w+)"', html)[1]


def test_the_browser_decides_where_nothing_was_chosen(client):
    assert [language_of(client, accept=accept) for accept in ("pl,en;q=0.5", "ru-RU", "de", "")] == [
        "pl", "ru", "en", "en",
    ]  # fmt: skip


def test_the_cookie_goes_before_the_browser(client):
    client.post(SWITCH, {"language": "ru", "next": "/"})
    assert language_of(client, accept="pl") == "ru"
    assert not Preferences.objects.exists()


def test_the_account_goes_before_the_cookie_on_every_device(client, user):
    client.force_login(user)
    client.post(SWITCH, {"language": "pl", "next": "/"})
    assert access.language_of(get_user_model().objects.get(pk=user.pk)) == "pl"
    other = type(client)()
    other.post(SWITCH, {"language": "ru", "next": "/"})
    assert language_of(other) == "ru"
    other.force_login(user)
    assert language_of(other, accept="en") == "pl"


def test_after_signing_out_the_cookie_decides_again(client, user):
    access.choose_language(user=user, language="pl")
    client.cookies["django_language"] = "ru"
    client.force_login(user)
    assert language_of(client) == "pl"
    client.logout()
    client.cookies["django_language"] = "ru"
    assert language_of(client) == "ru"


def test_the_switch_keeps_the_place_and_leads_nowhere_else(client):
    kept = client.post(SWITCH, {"language": "pl", "next": "/calculator/game/?own=1700"})
    assert kept["Location"] == "/calculator/game/?own=1700"
    assert client.post(SWITCH, {"language": "pl", "next": "https://elsewhere.example/"})["Location"] == "/"


@pytest.mark.parametrize("language", ["xx", "", "<script>", "pl" * 100])
def test_a_language_that_we_do_not_speak_changes_nothing(client, user, language):
    client.force_login(user)
    assert client.post(SWITCH, {"language": language, "next": "/"}).status_code == 302
    assert not Preferences.objects.exists()
    with pytest.raises(ValueError):
        access.choose_language(user=user, language=language)


def test_the_switch_is_a_form(client):
    assert client.get(SWITCH).status_code == 405


def test_the_account_costs_no_further_question(client, user, django_assert_num_queries):
    access.choose_language(user=user, language="pl")
    client.force_login(user)
    with django_assert_num_queries(2):  # the session, and the account with its choice
        assert language_of(client, "/calculator/gap/") == "pl"


def test_whoever_has_no_session_is_asked_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert language_of(client, "/calculator/gap/", accept="pl") == "pl"


def test_a_mail_speaks_the_language_of_its_reader(client, user, monkeypatch):
    """Whoever asks for the link: here somebody with a Russian browser, for an account that reads Polish."""
    access.choose_language(user=user, language="pl")
    spoken = []
    send = mail.EmailMultiAlternatives.send
    monkeypatch.setattr(
        mail.EmailMultiAlternatives, "send", lambda self: (spoken.append(translation.get_language()), send(self))
    )
    client.post(reverse("league:forgotten"), {"email": user.email}, headers={"accept-language": "ru"})
    assert spoken == ["pl"] and len(mail.outbox) == 1


def test_a_closed_account_leaves_no_choice_behind(user):
    member(user.memberships.get().club, "owner", name="second")
    access.choose_language(user=user, language="pl")
    access.close_account(user=user)
    assert not Preferences.objects.exists()
