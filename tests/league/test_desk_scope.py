"""Who gets where: nothing of another club, nobody without the right, and no page writes on a GET."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from league.models import Adjustment, Game, GameRevision, Player, RatingPeriod
from league.services import adjusting, correcting, periods
from tests.copies import built_once

from .desking import MARCH, address, club_with, play, state, superuser

pytestmark = pytest.mark.django_db

PAGES = [
    "desk/", "record/", "record/stakes/", "record/players/", "desk/games/{game}/", "desk/games/{game}/correct/",
    "desk/games/{game}/void/", "desk/games/void/?games={game}", "desk/games/{game}/restore/",
    "desk/games/{game}/undo/{revision}/", "desk/adjustments/", "desk/adjustments/new/",
    "desk/adjustments/{adjustment}/void/", "desk/rules/", "desk/late-results/", "desk/periods/",
    "desk/periods/{period}/close/", "desk/periods/{period}/publish/", "desk/periods/{period}/reopen/",
]  # fmt: skip


@built_once
def furnished(slug: str):
    """A league with one of everything, and the ids of these things."""
    league, (a, b) = club_with("Anna Berg", "Bo Dahl", slug=slug)
    game = play(league, a, b)
    correcting.correct_game(game=game, outcome="=", reason="r")
    made = adjusting.adjust(league=league, player=a, on=MARCH, to=1600, reason="r")
    periods.open_monthly(league=league, first="2026-03", last="2026-03")
    ids = {
        "game": game.pk, "revision": game.revisions.get().pk, "adjustment": made.pk, "period": league.periods.get().pk,
    }  # fmt: skip
    return league, ids


@pytest.mark.parametrize("path", PAGES)
def test_pages_open_for_a_superuser_and_write_nothing(client, path):
    league, ids = furnished("lions")
    client.force_login(superuser())
    before = state(league), Game.objects.count(), GameRevision.objects.count(), RatingPeriod.objects.get().status
    answer = client.get(address(league, path.format(**ids)))
    assert answer.status_code in (200, 302)
    assert client.head(address(league, path.format(**ids))).status_code == answer.status_code
    now = state(league), Game.objects.count(), GameRevision.objects.count(), RatingPeriod.objects.get().status
    assert now == before


@pytest.mark.parametrize("path", PAGES)
def test_strangers_are_asked_to_sign_in_and_come_back(client, path):
    league, ids = furnished("lions")
    wanted = address(league, path.format(**ids))
    for answer in (client.get(wanted), client.post(wanted, {"step": "confirm"})):
        assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/?next=")
    assert Game.objects.get().outcome == "="


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("staff", [False, True])
def test_whoever_is_nobody_in_the_club_finds_nothing(client, path, staff):
    league, ids = furnished("lions")
    client.force_login(get_user_model().objects.create_user("member", password="x", is_staff=staff))
    wanted = address(league, path.format(**ids))
    assert client.get(wanted).status_code == 404
    assert client.post(wanted, {"step": "confirm"}).status_code == 404


@pytest.mark.parametrize("path", [path for path in PAGES if "{" in path])
def test_what_belongs_to_another_club_is_not_there(client, path):
    """BR-035"""
    mine, _ids = furnished("lions")
    _theirs, ids = furnished("tigers")
    client.force_login(superuser())
    wanted = address(mine, path.format(**ids))
    nowhere = (302, 404) if "?" in path else (404, 405)  # a list of which nothing is left leads back
    assert client.get(wanted).status_code in nowhere
    assert client.post(wanted, {"step": "confirm", "reason": "r"}).status_code in nowhere
    assert not Game.objects.filter(status="void").exists()


@pytest.mark.parametrize("path", [path for path in PAGES if "{" in path and "?" not in path])
@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 40])
def test_numbers_that_are_nobodys_are_not_there(client, path, number):
    league, ids = furnished("lions")
    client.force_login(superuser())
    wanted = address(league, path.format(**dict.fromkeys(ids, number)))
    assert client.get(wanted).status_code == 404


def test_players_and_events_of_another_club_cannot_be_chosen(client):
    """BR-035"""
    mine, _ids = furnished("lions")
    theirs, _ids = furnished("tigers")
    stranger = Player.objects.get(club=theirs.club, name="Bo Dahl")
    from league.services.events import create_event

    event = create_event(league=theirs, name="Cup", starts_on=MARCH)
    client.force_login(superuser())
    given = {"white": "Anna Berg", "outcome": "1-0", "played_on": "2026-03-14", "token": "x" * 16}
    foreign = {"black": "Bo Dahl", "black_for": "Bo Dahl", "black_pick": str(stranger.pk)}
    answer = client.post(address(mine, "record/"), given | foreign)
    assert answer.status_code == 200 and "not in this club" in answer.content.decode()
    answer = client.post(address(mine, "record/"), given | {"black": "Bo Dahl", "event": str(event.pk)})
    assert answer.status_code == 200 and "Select a valid choice" in answer.content.decode()
    assert Game.objects.filter(league=mine).count() == 1
    page = address(mine, f"desk/adjustments/new/?player={stranger.pk}")
    assert f'value="{stranger.pk}"' not in client.get(page).content.decode()
    given = {
        "player": "Bo Dahl",
        "player_for": "Bo Dahl",
        "player_pick": str(stranger.pk),
        "to": "1",
        "on": "2026-03-14",
    }
    assert client.post(page, given | {"step": "preview"}).status_code == 200
    assert Adjustment.objects.filter(league=mine).count() == 1


def test_leagues_and_clubs_that_are_not_there(client):
    _league, _ids = furnished("lions")
    client.force_login(superuser())
    for wanted in ("/lions/nope/record/", "/nope/main/record/", "/lions/main/desk/games/x/", "/lions/main/desk/nope/"):
        assert client.get(wanted).status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "page=-1", "page=x", "page=99999999999999999999", "q=%00", "since=x&until=32.13.", "q=" + "a" * 10_000,
        "q=2026-13-45", "q=%F0%9F%98%80", "q=99999999999999999999999",
    ],
)  # fmt: skip
def test_any_search_of_the_desk_is_answered(client, query):
    league, _ids = furnished("lions")
    client.force_login(superuser())
    assert client.get(address(league, f"desk/?{query}")).status_code == 200
    assert client.get(address(league, f"desk/adjustments/?{query}")).status_code == 200


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("berg dahl", True), ("ANNA", True), ("dáhl", True), ("ek", False), ("14.03.2026", True), ("2026-03-15", False),
        ("spring", True), ("berg spring", True), ("berg winter", False),
    ],
)  # fmt: skip
def test_a_game_is_found_by_what_one_knows_of_it(client, words, found):
    from league.services.events import create_event

    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    game = play(league, a, b, event=create_event(league=league, name="Spring Cup", starts_on=MARCH))
    client.force_login(superuser())
    html = client.get(address(league, "desk/"), {"q": words}).content.decode()
    assert (f"desk/games/{game.pk}/correct/" in html) is found
    assert (
        f"desk/games/{game.pk}/correct/" in client.get(address(league, "desk/"), {"q": str(game.pk)}).content.decode()
    )


@pytest.mark.parametrize("games", [10, 300])
def test_the_desk_asks_the_database_a_constant_number_of_times(client, django_assert_max_num_queries, games):
    league, (a, b) = club_with("Anna Berg", "Bo Dahl")
    first = play(league, a, b)
    Game.objects.bulk_create(
        Game(
            league=league, white=a, black=b, outcome="=", white_halves=1, black_halves=1, played_on=MARCH
        )
        for _each in range(games)
    )  # fmt: skip
    client.force_login(superuser())
    for page in ("desk/", "desk/?q=berg", f"desk/games/{first.pk}/", "desk/adjustments/", "desk/periods/", "record/"):
        with django_assert_max_num_queries(15):  # the first page asks what waits
            assert client.get(address(league, page)).status_code == 200


# -- signing in ------------------------------------------------------------------------------------------


def test_signing_in_goes_on_to_the_page_that_was_wanted(client):
    league, _ids = furnished("lions")
    superuser("anna")
    wanted = address(league, "record/")
    login = client.get(wanted)["Location"]
    page = client.get(login)
    assert page.status_code == 200 and "Sign in" in page.content.decode()
    answer = client.post(login, {"username": "anna", "password": "pass word 1", "next": wanted})
    assert answer.status_code == 302 and answer["Location"] == wanted


@pytest.mark.parametrize(
    "bad", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "http:///evil.example"]
)
def test_signing_in_never_leads_to_another_host(client, bad):
    superuser("anna")
    answer = client.post(reverse("league:login"), {"username": "anna", "password": "pass word 1", "next": bad})
    assert answer.status_code == 302 and answer["Location"] == "/"


def test_a_wrong_password_says_so_and_nothing_more(client):
    superuser("anna")
    html = client.post(reverse("league:login"), {"username": "anna", "password": "no"}).content.decode()
    assert 'role="alert"' in html and "pass word 1" not in html


def test_signing_out_is_a_post(client):
    client.force_login(superuser())
    assert client.get(reverse("league:logout")).status_code == 405
    assert client.post(reverse("league:logout")).status_code == 302
    assert "_auth_user_id" not in client.session
