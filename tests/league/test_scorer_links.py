"""A scorer without an account enters the results of one event, of open periods, and nothing else."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from league.models import Game, ScorerLink
from league.permissions import Access, Action, access_of
from league.services import access, leagues, people, planning
from league.services.errors import Refused
from league.services.events import create_event
from league.services.periods import close_period, open_monthly
from tests.copies import built_once

from .desking import MARCH, address, club_with, is_sound, play
from .roles import member

pytestmark = pytest.mark.django_db


@pytest.fixture
@built_once
def evening():
    league, players = club_with("Anna Berg", "Bo Dahl")
    event = create_event(league=league, name="Club evening", starts_on=MARCH)
    return league, event, players


def link_to(event, name="Hall A", days=2, actor=None):
    made, token = access.make_link(
        event=event, name=name, expires_at=timezone.now() + timedelta(days=days), actor=actor
    )
    return made, f"/score/{token}/"


def given(cup, **more):
    return {
        "white": "Anna Berg", "black": "Bo Dahl", "outcome": "1-0", "played_on": MARCH.isoformat(),
        "event": str(cup.pk), "token": "t" * 16,
    } | more  # fmt: skip


def test_a_scorer_opens_the_link_and_enters_a_result(client, evening):
    league, event, _players = evening
    made, page = link_to(event)
    opened = client.get(page)
    assert opened.status_code == 200 and "Club evening" in opened.content.decode()
    assert opened["Referrer-Policy"] == "same-origin"
    assert client.get(address(league, "record/")).status_code == 302, "looking at the link opens nothing"
    answer = client.post(page, {"name": "Mr Smith"})
    assert answer.status_code == 302 and page.split("/")[2] not in answer["Location"]
    html = client.get(answer["Location"]).content.decode()
    assert "Hall A" in html and f'<option value="{event.pk}" selected' in html
    assert client.post(address(league, "record/"), given(event)).status_code == 302
    game = Game.objects.get()
    assert str(game.entered_by) == "scorer link Hall A" and game.event == event and is_sound(league)
    assert made.uses.get().name == "Mr Smith"


def test_the_desk_says_who_used_the_link_and_what_came_through_it(client, evening):
    league, event, _players = evening
    _made, page = link_to(event)
    client.post(page, {"name": "Mr Smith"})
    client.post(address(league, "record/"), given(event))
    client.logout()
    client.force_login(member(league.club, "arbiter"))
    html = client.get(address(league, "desk/scorers/")).content.decode()
    assert "Mr Smith" in html and "<td>1</td>" in html
    assert "scorer link Hall A" in client.get(address(league, f"desk/games/{Game.objects.get().pk}/")).content.decode()
    assert "scorer link Hall A" in client.get(address(league, "desk/history/")).content.decode()
    public = client.get(address(league, "log/")).content.decode()
    assert "by a scorer" in public and "Hall A" not in public


def test_the_database_holds_no_link(evening):
    _league, event, _players = evening
    made, page = link_to(event)
    token = page.split("/")[2]
    kept = ScorerLink.objects.values().get(pk=made.pk)
    assert len(token) >= 40 and token not in str(kept)
    assert not made.account.is_active and not made.account.has_usable_password()


@pytest.mark.parametrize("how", ["revoked", "expired", "archived"])
def test_a_link_that_ended_ends_at_once_where_it_is_open_too(client, evening, how):
    """BR-097: a result for an event that is over"""
    league, event, _players = evening
    made, page = link_to(event)
    client.post(page)
    assert client.get(address(league, "record/")).status_code == 200
    if how == "revoked":
        access.revoke_link(link=made)
    if how == "archived":
        leagues.archive_league(league=league)
    with time_machine.travel(timezone.now() + timedelta(days=3 if how == "expired" else 0)):
        sent = client.post(address(league, "record/"), given(event))
        if how == "archived":
            assert "archived" in sent.content.decode()
        else:
            assert sent.status_code == 302 and "login" in sent["Location"]
        assert client.get(page).status_code == 410
        client.post(page)
    assert not Game.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=3 if how == "expired" else 0)), pytest.raises(Refused):
        access.open_link(token=page.split("/")[2])


def test_a_scorer_enters_results_of_no_other_event(client, evening):
    """BR-117"""
    league, event, _players = evening
    other = create_event(league=league, name="Cup", starts_on=MARCH)
    _made, page = link_to(event)
    client.post(page)
    for wrong in (given(other), given(event, event=""), given(event, event="", new_event="Mine")):
        answer = client.post(address(league, "record/"), wrong)
        assert answer.status_code == 200 and "field-error" in answer.content.decode()
    assert not Game.objects.exists() and league.events.count() == 2


def test_a_scorer_adds_no_player_and_sees_no_year_of_birth(client, evening):
    league, event, (anna, _bo) = evening
    anna.birth_year = 2013
    anna.save()
    _made, page = link_to(event)
    client.post(page)
    html = client.post(address(league, "record/"), given(event, white="New Person")).content.decode()
    assert "No player of this club" in html and 'value="new"' not in html
    sent = given(event, white="New Person", white_for="New Person", white_pick="new")
    assert client.post(address(league, "record/"), sent).status_code == 200
    found = client.get(address(league, "record/players/"), {"q": "an"}).content.decode()
    assert "Anna Berg" in found and "2013" not in found
    assert "2013" not in client.post(address(league, "record/"), given(event, white="Anna")).content.decode()
    assert not Game.objects.exists() and league.club.players.count() == 2


def test_a_scorer_reaches_no_other_page_and_no_other_league(client, evening):
    """BR-035"""
    league, event, (a, b) = evening
    game = play(league, a, b)
    theirs, _players = club_with("Cara Ek", "Dora Frost", slug="tigers")
    _made, page = link_to(event)
    client.post(page)
    for rest in ("desk/", f"desk/games/{game.pk}/", f"desk/games/{game.pk}/correct/", f"desk/games/{game.pk}/void/",
                 "desk/periods/", "desk/rules/", "desk/scorers/"):  # fmt: skip
        assert client.get(address(league, rest)).status_code == 302, rest
        assert "login" in client.post(address(league, rest), {"step": "confirm"})["Location"]
    assert "login" in client.get(address(theirs, "record/"))["Location"]
    assert client.get("/lions/desk/members/").status_code == 302
    game.refresh_from_db()
    assert game.status == "final"


def test_a_scorer_cannot_reach_into_a_closed_period(client):
    league, _players = club_with("Anna Berg", "Bo Dahl", system="glicko2", mode="period", parameters={})
    event = create_event(league=league, name="Club evening", starts_on=MARCH)
    open_monthly(league=league, first="2026-03", last="2026-04")
    _made, page = link_to(event)
    client.post(page)
    assert client.post(address(league, "record/"), given(event)).status_code == 302
    close_period(period=league.periods.earliest("starts_on"))
    sent = given(event, outcome="0-1", round="2", token="u" * 16, reason="please")
    html = client.post(address(league, "record/"), sent).content.decode()
    assert "only an admin of the club" in html and Game.objects.count() == 1


def test_a_signed_in_member_stays_who_they_are(client, evening):
    league, event, _players = evening
    _made, page = link_to(event)
    recorder = member(league.club, "recorder")
    client.force_login(recorder)
    client.post(page)
    client.post(address(league, "record/"), given(event, event=""))
    assert Game.objects.get().entered_by == recorder


def test_the_latest_link_or_the_one_of_the_event_that_is_asked_for(client, evening):
    league, event, _players = evening
    other = create_event(league=league, name="Cup", starts_on=MARCH)
    for each in (event, other):
        client.post(link_to(each, name=each.name)[1])
    assert "“Cup”" in client.get(address(league, "record/")).content.decode()
    assert "“Club evening”" in client.get(address(league, f"record/?event={event.pk}")).content.decode()


def test_done_means_done(client, evening):
    league, event, _players = evening
    client.post(link_to(event)[1])
    assert client.post("/score/stop/").status_code == 302
    assert client.get(address(league, "record/")).status_code == 302


def test_an_arbiter_makes_a_link_that_is_shown_once_and_takes_it_back(client, evening):
    league, event, _players = evening
    client.force_login(member(league.club, "arbiter"))
    page = address(league, "desk/scorers/")
    until = timezone.now().date() + timedelta(days=3)
    sent = {"event": str(event.pk), "name": "Hall A", "until": until.isoformat()}
    html = client.post(page, sent, follow=True).content.decode()
    link = re.search(r"/score/[\w-]{40,}/", html)
    assert link and link[0] not in client.get(page).content.decode()
    made = ScorerLink.objects.get()
    assert client.get(link[0]).status_code == 200
    assert client.post(address(league, f"desk/scorers/{made.pk}/revoke/")).status_code == 302
    assert client.get(link[0]).status_code == 410


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"event": ""}, "required"),
        ({"event": "999999"}, "valid choice"),
        ({"name": " "}, "required"),
        ({"until": "2020-01-01"}, "over already"),
        ({"until": "2149-01-01"}, "year at most"),
        ({"until": "tomorrow"}, "valid date"),
    ],
)
def test_what_makes_no_link_is_said(client, evening, wrong, words):
    league, event, _players = evening
    client.force_login(member(league.club, "arbiter"))
    sent = {"event": str(event.pk), "name": "Hall A", "until": (timezone.now() + timedelta(days=3)).date().isoformat()}
    assert words in client.post(address(league, "desk/scorers/"), sent | wrong).content.decode()
    assert not ScorerLink.objects.exists()


def test_links_of_another_club_are_not_there(client, evening):
    """BR-035"""
    league, _event, _players = evening
    theirs, _players = club_with("Cara Ek", slug="tigers")
    cup = create_event(league=theirs, name="Cup", starts_on=MARCH)
    made, _page = link_to(cup)
    client.force_login(member(league.club, "owner"))
    assert client.post(address(league, f"desk/scorers/{made.pk}/revoke/")).status_code == 404
    sent = {"event": str(cup.pk), "name": "Hall A", "until": (timezone.now() + timedelta(days=3)).date().isoformat()}
    assert "valid choice" in client.post(address(league, "desk/scorers/"), sent).content.decode()
    assert ScorerLink.objects.get().revoked_at is None


@pytest.mark.parametrize("token", ["x", "x" * 5000, "%00", "stop", "ü" * 43])
def test_a_secret_that_nobody_gave_opens_nothing(client, token):
    assert client.get(f"/score/{token}/").status_code in (404, 405)
    assert client.get(f"/join/{token}/").status_code == 404


@pytest.mark.parametrize("links", [1, 30])
def test_the_list_of_links_asks_a_constant_number_of_times(client, evening, django_assert_max_num_queries, links):
    league, event, _players = evening
    client.force_login(member(league.club, "arbiter"))
    for number in range(links):
        _made, page = link_to(event, name=f"Hall {number}")
        access.open_link(token=page.split("/")[2], name="Mr Smith")
    with django_assert_max_num_queries(12):
        assert client.get(address(league, "desk/scorers/")).status_code == 200


def test_what_a_request_may_do_is_asked_in_one_place(rf, evening):
    """For the API: the same function, without a session."""
    league, _event, _players = evening
    request = rf.get("/")
    request.user = member(league.club, "recorder")
    found = access_of(request, league)
    assert isinstance(found, Access) and found.may(Action.RECORD) and not found.may(Action.CORRECT)


def test_a_link_opens_the_boards_of_the_round_that_is_played(client, evening):
    """An event with pairings is entered on the page of its own boards, the round with a board open first."""
    league, _event, players = evening
    cup = create_event(league=league, name="Cup", kind="double", starts_on=MARCH)
    third = people.add_player(club=league.club, name="Cai Eng").player
    planning.add_entries(event=cup, players=[*players, third])
    planning.draw(event=cup)
    (first,) = planning.open_pairings(cup, 1)
    play(league, first.white, first.black, event=cup, round=1, board=1)
    _made, page = link_to(cup)
    opened = client.post(page)
    assert opened["Location"] == address(league, f"desk/events/{cup.pk}/rounds/2/")
    html = client.get(opened["Location"]).content.decode()
    assert "through the link “Hall A”" in html and "1 board open" in html
    for other in (f"desk/events/{cup.pk}/rounds/1/", f"desk/events/{cup.pk}/table/", f"record/?event={cup.pk}"):
        assert address(league, other) in html and client.get(address(league, other)).status_code == 200
    assert 'name="cycles" value="2"' in client.get(address(league, f"desk/events/{cup.pk}/table/")).content.decode()
