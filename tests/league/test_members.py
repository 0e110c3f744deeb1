"""Members of a club: invited by a link, given roles, removed; a club never loses its last owner."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.models import FactChange, Invitation, Membership
from league.services import access, people
from league.services.errors import Refused

from .desking import club_with
from .roles import member

pytestmark = pytest.mark.django_db
ACCOUNT = {"username": "newcomer", "password1": "a long walk 7", "password2": "a long walk 7"}


@pytest.fixture
def club():
    return club_with("Anna Berg", "Bo Dahl")[0].club


def invitation(club, role="recorder", **more):
    made, token = access.invite(club=club, role=role, **more)
    return made, f"/join/{token}/"


def role_of(club, user) -> str:
    return Membership.objects.get(club=club, user=user).role


# -- invitations -----------------------------------------------------------------------------------------


def test_an_admin_invites_and_a_newcomer_makes_an_account(client, club):
    anna = club.players.get(name="Anna Berg")
    client.force_login(member(club, "admin"))
    sent = {"role": "player", "note": "Anna", "player": "anna berg", "days": "14", "email": ""}
    html = client.post("/lions/desk/members/", sent, follow=True).content.decode()
    link = re.search(r"/join/[\w-]{40,}/", html)[0]
    assert link not in client.get("/lions/desk/members/").content.decode(), "shown once"
    client.logout()
    page = client.get(link)
    assert page.status_code == 200 and page["Referrer-Policy"] == "same-origin"
    before = client.session.session_key
    assert client.post(link, ACCOUNT | {"email": "n@example.org"}).status_code == 302
    assert client.session.session_key != before, "no session that somebody else prepared is signed in"
    membership = Membership.objects.get(user__username="newcomer")
    assert (membership.role, membership.player, membership.user.email) == ("player", anna, "n@example.org")
    assert FactChange.objects.filter(club=club, kind="member.join").count() == 1


def test_an_invitation_is_accepted_with_the_account_that_is_there(client, club):
    user = member(club, "nobody")
    client.force_login(user)
    _made, link = invitation(club, "arbiter")
    assert "nobody-lions" in client.get(link).content.decode()
    assert client.post(link).status_code == 302
    assert role_of(club, user) == "arbiter" and get_user_model().objects.count() == 1


def test_signing_in_comes_back_to_the_invitation(client, club):
    _made, link = invitation(club)
    login = re.search(r'href="(/accounts/login/\?next=[^"]+)"', client.get(link).content.decode())[1]
    member(club, "nobody", "nora")
    answer = client.post(login, {"username": "nora", "password": "pass word 1"})
    assert answer["Location"] == link


def test_opening_the_address_accepts_nothing(client, club):
    """Mail programs and messengers open links to show what is behind them."""
    user = member(club, "nobody")
    client.force_login(user)
    _made, link = invitation(club)
    client.get(link)
    assert not Membership.objects.filter(user=user).exists()


@pytest.mark.parametrize("how", ["used", "revoked", "expired", "inviter gone", "club archived"])
def test_an_invitation_that_holds_no_longer_says_why_and_opens_nothing(client, club, how):
    admin = member(club, "admin")
    made, link = invitation(club, actor=admin)
    words = "taken back"
    if how == "used":
        access.accept(token=link.split("/")[2], user=member(club, "nobody", "first"))
        words = "used already"
    elif how == "revoked":
        access.revoke_invitation(invitation=made)
    elif how == "inviter gone":
        access.remove_member(membership=admin.memberships.get())
    elif how == "club archived":
        people.archive_club(club=club)
    if how == "expired":
        words = "expired"
    late = timezone.now() + timedelta(days=15 if how == "expired" else 0)
    with time_machine.travel(late):
        for answer in (client.get(link), client.post(link, ACCOUNT)):
            assert answer.status_code == 410 and words in answer.content.decode()
        with pytest.raises(Refused):
            access.accept(token=link.split("/")[2], user=member(club, "nobody", "second"))
    assert not get_user_model().objects.filter(username="newcomer").exists()


def test_only_a_hash_of_the_link_is_kept(club):
    made, link = invitation(club)
    assert link.split("/")[2] not in str(Invitation.objects.values().get(pk=made.pk))
    assert link.split("/")[2] not in str(list(FactChange.objects.values()))


def test_a_member_keeps_the_higher_of_two_roles(club):
    for has, invited, then in (("admin", "player", "admin"), ("player", "arbiter", "arbiter")):
        user = member(club, has, f"{has}-{invited}")
        _made, link = invitation(club, invited)
        access.accept(token=link.split("/")[2], user=user)
        assert role_of(club, user) == then


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"username": "owner-lions"}, "taken"),
        ({"username": "OWNER-LIONS"}, "taken"),
        ({"username": "scorer link x"}, "valid username"),
        ({"username": "deleted account 1"}, "valid username"),
        ({"username": ""}, "required"),
        ({"password2": "another"}, "match"),
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"password1": "newcomer1", "password2": "newcomer1"}, "too similar"),
        ({"email": "nonsense"}, "valid email"),
        ({"username": "x" * 200}, "150"),
    ],
)
def test_what_makes_no_account_is_said_and_the_invitation_still_holds(client, club, wrong, words):
    member(club, "owner")
    made, link = invitation(club)
    html = client.post(link, ACCOUNT | wrong).content.decode()
    assert words in html and get_user_model().objects.count() == 1
    made.refresh_from_db()
    assert made.accepted_at is None


def test_an_invitation_goes_by_mail_where_an_address_is_given(client, club, mailoutbox):
    client.force_login(member(club, "owner"))
    sent = {"role": "recorder", "note": "", "player": "", "days": "3", "email": "bo@example.org"}
    html = client.post("/lions/desk/members/", sent, follow=True).content.decode()
    (mail,) = mailoutbox
    assert mail.to == ["bo@example.org"] and "Lions" in mail.subject
    assert re.search(r"http://testserver/join/[\w-]{40,}/", mail.body)[0] in html
    assert Invitation.objects.get().note == "bo@example.org"


def test_an_invitation_speaks_the_language_of_whoever_gets_it(client, club, mailoutbox):
    """That of the account with the address, else the one chosen; offered first: the one of the club's owner."""
    owner = member(club, "owner")
    access.choose_language(user=owner, language="pl")
    access.choose_language(user=member(club, "player", "bo"), language="ru")
    client.force_login(member(club, "admin"))
    assert '<option value="pl" selected>' in client.get("/lions/desk/members/").content.decode()
    for email, language in (("bo@example.org", "en"), ("cai@example.org", "pl"), ("dora@example.org", "")):
        client.post("/lions/desk/members/", {"role": "recorder", "days": "3", "email": email, "language": language})
    subjects = [mail.subject for mail in mailoutbox]
    assert [subject.split()[0] for subject in subjects] == ["Приглашение", "Zaproszenie", "Invitation"]
    assert "Заносит" in mailoutbox[0].body or "результат" in mailoutbox[0].body


def test_a_mail_that_cannot_be_sent_loses_no_link(client, club, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    client.force_login(member(club, "owner"))
    sent = {"role": "recorder", "days": "3", "email": "bo@example.org"}
    html = client.post("/lions/desk/members/", sent, follow=True).content.decode()
    assert "could not be sent" in html and re.search(r"/join/[\w-]{40,}/", html)


def test_an_invitation_is_taken_back_at_the_desk(client, club):
    made, link = invitation(club)
    client.force_login(member(club, "admin"))
    assert client.post(f"/lions/desk/members/invitations/{made.pk}/revoke/").status_code == 302
    assert client.get(link).status_code == 410


# -- roles -----------------------------------------------------------------------------------------------


def test_an_owner_changes_a_role_and_says_which_player_it_is(client, club):
    recorder = member(club, "recorder").memberships.get()
    client.force_login(member(club, "owner"))
    page = f"/lions/desk/members/{recorder.pk}/"
    assert client.post(page, {"role": "arbiter", "player": "Bo Dahl"}).status_code == 302
    recorder.refresh_from_db()
    assert (recorder.role, recorder.player.name) == ("arbiter", "Bo Dahl")
    assert client.post(page, {"role": "arbiter", "player": ""}).status_code == 302
    recorder.refresh_from_db()
    assert recorder.player is None


@pytest.mark.parametrize("step", ["save", "remove", "hand_over"])
@pytest.mark.parametrize("target", ["owner", "admin"])
def test_an_admin_touches_neither_owners_nor_admins(client, club, target, step):
    high = member(club, target, "high").memberships.get()
    client.force_login(member(club, "admin", "low"))
    page = f"/lions/desk/members/{high.pk}/"
    assert 'name="step"' not in client.get(page).content.decode()
    client.post(page, {"role": "player", "player": "", "step": step})
    high.refresh_from_db()
    assert high.role == target


@pytest.mark.parametrize("role", ["owner", "admin"])
def test_an_admin_makes_no_owners_and_admins(client, club, role):
    member(club, "owner")
    admin = member(club, "admin", "admin")
    mine = admin.memberships.get()
    recorder = member(club, "recorder").memberships.get()
    client.force_login(admin)
    for each in (mine, recorder):
        client.post(f"/lions/desk/members/{each.pk}/", {"role": role, "player": ""})
    assert "valid choice" in client.post("/lions/desk/members/", {"role": role, "days": "3"}).content.decode()
    assert (role_of(club, admin), role_of(club, recorder.user)) == ("admin", "recorder")
    with pytest.raises(Refused):
        access.invite(club=club, role=role, actor=admin)
    with pytest.raises(Refused):
        access.give_role(club=club, user=recorder.user, role=role, actor=admin)


def test_the_last_owner_stays(client, club):
    owner = member(club, "owner")
    mine = owner.memberships.get()
    client.force_login(owner)
    for page, sent in (
        (f"/lions/desk/members/{mine.pk}/", {"role": "admin", "player": ""}),
        (f"/lions/desk/members/{mine.pk}/", {"step": "remove"}),
        (f"/accounts/leave/{mine.pk}/", {}),
        ("/accounts/delete/", {"password": "pass word 1"}),
    ):
        assert "owner" in client.post(page, sent, follow=True).content.decode()
        assert role_of(club, owner) == "owner"
    member(club, "owner", "second")
    assert client.post(f"/accounts/leave/{mine.pk}/").status_code == 302
    assert not Membership.objects.filter(user=owner).exists()


def test_an_owner_who_cannot_sign_in_does_not_count(club):
    owner, gone = member(club, "owner"), member(club, "owner", "gone")
    gone.is_active = False
    gone.save()
    with pytest.raises(Refused, match="at least one owner"):
        access.leave(membership=owner.memberships.get())


def test_a_club_is_handed_over(client, club):
    owner, admin = member(club, "owner"), member(club, "admin")
    client.force_login(owner)
    client.post(f"/lions/desk/members/{admin.memberships.get().pk}/", {"step": "hand_over"})
    assert (role_of(club, owner), role_of(club, admin)) == ("admin", "owner")


def test_who_is_removed_is_out_at_once(client, club):
    recorder = member(club, "recorder")
    client.force_login(recorder)
    assert client.get("/lions/main/record/").status_code == 200
    access.remove_member(membership=recorder.memberships.get())
    assert client.get("/lions/main/record/").status_code == 404


def test_members_and_invitations_of_another_club_are_not_there(client, club):
    """BR-035"""
    theirs, (cara,) = club_with("Cara Ek", slug="tigers")
    stranger = member(theirs.club, "recorder").memberships.get()
    made, _link = invitation(theirs.club)
    client.force_login(member(club, "owner"))
    for page in (f"/lions/desk/members/{stranger.pk}/", f"/lions/desk/members/invitations/{made.pk}/revoke/",
                 "/tigers/desk/members/", f"/tigers/desk/members/{stranger.pk}/"):  # fmt: skip
        assert client.post(page, {"step": "remove", "role": "player", "days": "3"}).status_code == 404
    mine = member(club, "player").memberships.get()
    for name in (str(cara.pk), "Cara Ek"):
        html = client.post(f"/lions/desk/members/{mine.pk}/", {"role": "player", "player": name}).content.decode()
        assert "No player of this club" in html
    with pytest.raises(Refused):
        access.set_player(membership=mine, player=cara)
    mine.refresh_from_db()
    assert mine.player is None and Membership.objects.filter(pk=stranger.pk).exists()


def test_namesakes_are_told_apart_by_their_number(client, club):
    second = people.add_player(club=club, name="Anna Berg", birth_year=2010, namesake=True).player
    client.force_login(member(club, "owner"))
    mine = member(club, "player").memberships.get()
    page = f"/lions/desk/members/{mine.pk}/"
    html = client.post(page, {"role": "player", "player": "Anna Berg"}).content.decode()
    assert f"(2010): {second.pk}" in html
    client.post(page, {"role": "player", "player": str(second.pk)})
    mine.refresh_from_db()
    assert mine.player == second


@pytest.mark.parametrize("members", [1, 60])
def test_the_list_of_members_asks_a_constant_number_of_times(client, club, django_assert_max_num_queries, members):
    for number in range(members):
        member(club, "player", f"p{number}")
        invitation(club)
    client.force_login(member(club, "owner"))
    with django_assert_max_num_queries(13):
        assert client.get("/lions/desk/members/").status_code == 200


# -- commands --------------------------------------------------------------------------------------------


def run(*words, **options) -> str:
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


def test_the_operator_invites_the_first_owner(client, club):
    said = json.loads(run("invite", "lions", "owner", "--site", "https://ratings.example.org/", "--json"))
    assert said["link"].startswith("https://ratings.example.org/join/")
    assert client.post(said["link"].removeprefix("https://ratings.example.org"), ACCOUNT).status_code == 302
    assert Membership.objects.get().role == "owner"


def test_the_operator_gives_and_ends_roles(club):
    user = member(club, "nobody")
    assert "is arbiter" in run("member", "lions", user.username, "arbiter", "--player", "Anna Berg")
    assert user.memberships.get().player.name == "Anna Berg"
    assert "no role" in run("member", "lions", user.username, "none") + run("member", "lions", user.username, "none")
    assert not Membership.objects.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("member", "lions", "ghost", "admin"), ("member", "nope", "owner-lions", "admin"),
        ("member", "lions", "owner-lions", "admin"), ("member", "lions", "owner-lions", "none"),
        ("member", "lions", "owner-lions", "owner", "--player", "Nobody"), ("invite", "lions", "player", "--days", "0"),
        ("member", "lions", "scorer link x", "admin"),
    ],
)  # fmt: skip
def test_what_an_operator_cannot_mean_is_refused(club, words):
    member(club, "owner")
    with pytest.raises(CommandError):
        run(*words)
    assert Membership.objects.get().role == "owner" and not Invitation.objects.exists()


def test_the_history_says_who_came_and_went_in_words(client, club):
    from ratings.wording.history import WHAT

    owner, recorder = member(club, "owner"), member(club, "recorder")
    mine = recorder.memberships.get()
    _made, link = invitation(club)
    access.accept(token=link.split("/")[2], user=member(club, "nobody"))
    access.set_player(membership=mine, player=club.players.get(name="Bo Dahl"), actor=owner)
    access.give_role(club=club, user=recorder, role="arbiter", actor=owner)
    access.remove_member(membership=mine, actor=owner)
    access.revoke_invitation(invitation=invitation(club)[0], actor=owner)
    kinds = list(FactChange.objects.filter(club=club).order_by("pk").values_list("kind", flat=True))
    assert kinds[-7:] == [
        "invitation.make", "member.join", "member.player", "member.role", "member.remove", "invitation.make",
        "invitation.revoke",
    ]  # fmt: skip
    assert set(kinds) <= set(WHAT)
    client.force_login(owner)
    assert "Member removed" in client.get("/lions/desk/history/").content.decode()
