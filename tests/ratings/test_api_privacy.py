"""What programs are told of names: what strangers see, or, with a token of the club, what its members do."""

import base64

import pytest

from league.permissions import Scope
from league.services.access import make_token
from league.services.people.privacy import set_club_privacy, set_player_privacy

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/clubs/riverside"
SECRET = ("Kowalska", "kowalska", "Anna")


@pytest.fixture(autouse=True)
def unlimited(settings):
    settings.ARPAD_API_READS = 0


def everything(client, scene, **headers) -> str:
    """All that the API and the feeds say where a name could stand, the places to go on from included."""
    ivan = scene.players[1]
    league = f"{ROOT}/leagues/standard"
    found = []
    for address in (
        f"{ROOT}/players?limit=1", f"{ROOT}/players?limit=200", f"{league}/leaderboard?limit=1",
        f"{league}/leaderboard?show=all&limit=200", f"{league}/leaderboard?at=2026-10-01&limit=200",
        f"{league}/lists/2026-11-01?limit=200", f"{league}/games?limit=200", f"{league}/players/{ivan.pk}/changes",
        f"{league}/players/{ivan.pk}/opponents?limit=1", f"{league}/players/{ivan.pk}/opponents?limit=200",
        "/riverside/feeds/", "/riverside/standard/feed/", f"/riverside/standard/players/{ivan.pk}/feed/",
        "/search/?q=kowal", "/search/?q=ann", f"/riverside/standard/players/{ivan.pk}/",
    ):  # fmt: skip
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200, address
        found.append(answer.content.decode())
        if address.startswith("/api") and (after := answer.json()["next"]):
            found.append(base64.urlsafe_b64decode(after + "==").decode())
    return "\n".join(found)


@pytest.mark.parametrize("names", ["number", "short"])
def test_names_are_as_the_club_shows_them_to_strangers(client, scene, names):
    anna = scene.players[0]
    set_club_privacy(club=scene.club, names=names)
    told = everything(client, scene)
    assert not [name for name in (SECRET if names == "number" else ("Anna",)) if name in told]
    one = client.get(f"{ROOT}/players/{anna.pk}").json()
    assert (one["name"], one["fide_id"]) == ({"number": f"Player {anna.pk}", "short": "Kowalska A."}[names], "")
    assert client.get(f"{ROOT}/players?q=anna").json()["items"] == []


def test_a_token_reads_its_own_club_in_full_and_no_other(client, scene):
    set_club_privacy(club=scene.club, names="number")
    secret = make_token(club=scene.club, name="web site", scopes=[Scope.RECORD])[1]
    address = f"{ROOT}/players/{scene.players[0].pk}"
    mine = client.get(address, headers={"Authorization": f"Bearer {secret}"})
    assert mine.json()["name"] == "Anna Kowalska" and "Authorization" in mine["Vary"]
    stranger = client.get(address, headers={"If-None-Match": mine["ETag"]})
    assert stranger.status_code == 200 and stranger.json()["name"] != "Anna Kowalska"


def test_what_changed_for_strangers_is_not_answered_as_unchanged(client, scene):
    address = f"{ROOT}/leagues/standard/leaderboard"
    tag = client.get(address)["ETag"]
    set_club_privacy(club=scene.club, names="short")
    again = client.get(address, headers={"If-None-Match": tag})
    assert again.status_code == 200 and "Anna Kowalska" not in again.content.decode()


def test_who_is_not_on_public_pages_is_not_found_here(client, scene):
    anna = scene.players[0]
    set_player_privacy(player=anna, listed=False)
    assert client.get(f"{ROOT}/players/{anna.pk}").status_code == 404
    for rest in ("", "/changes", "/opponents", f"/against/{scene.players[1].pk}"):
        assert client.get(f"{ROOT}/leagues/standard/players/{anna.pk}{rest}").status_code == 404
    assert client.get(f"/riverside/standard/players/{anna.pk}/feed/").status_code == 404
    told = everything(client, scene)
    assert not [name for name in SECRET if name in told]


def test_birth_years_are_told_where_the_club_shows_them(client, scene):
    scene.players[0].birth_year = 1990
    scene.players[0].save()
    address = f"{ROOT}/players/{scene.players[0].pk}"
    assert client.get(address).json()["birth_year"] is None
    set_club_privacy(club=scene.club, show_birth_years=True)
    assert client.get(address).json()["birth_year"] == 1990
