"""Frames for other web sites: framed only there, for strangers only, without cookies, kept up with the data."""

import html
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Club, Game, Outcome, Player
from league.services import people, recording
from ratings.calculator.modes import MODES

from .crowd import build_crowd
from .reading import text

pytestmark = pytest.mark.django_db


def addresses(scene) -> dict[str, str]:
    player = scene.players[0].pk
    return {
        "board": "/embed/riverside/standard/board/",
        "card": f"/embed/riverside/standard/players/{player}/card/",
        "chart": f"/embed/riverside/standard/players/{player}/chart/",
        "calculator": "/embed/calculator/game/",
    }


@pytest.fixture(params=["board", "card", "chart", "calculator"])
def frame(request, scene):
    return addresses(scene)[request.param]


# -- who may frame ------------------------------------------------------------------------------------


def test_a_frame_may_stand_on_any_site_and_has_no_other_freedom(client, frame):
    answer = client.get(frame)
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy and "X-Frame-Options" not in answer
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
    again = client.get(frame, headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    assert "frame-ancestors *" in again["Content-Security-Policy"] and "X-Frame-Options" not in again


@pytest.mark.parametrize(
    "path", ["/", "/riverside/standard/", "/calculator/game/", "/learn/", "/embed/", "/accounts/login/"]
)
def test_nothing_else_may_be_framed(client, scene, path):
    answer = client.get(path)
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"] and answer["X-Frame-Options"] == "DENY"


def test_the_page_with_the_text_frames_this_site_only(client, scene):
    assert "frame-src 'self'" in client.get("/embed/?what=board&league=riverside/standard")["Content-Security-Policy"]
    assert "frame-src" not in client.get("/riverside/standard/")["Content-Security-Policy"]


# -- for strangers --------------------------------------------------------------------------------------


def test_a_frame_sets_no_cookie_and_reads_no_session(client, frame, django_user_model):
    """What an owner is shown in a frame is what everybody is shown, to the byte."""
    stranger = client.get(frame)
    owner = django_user_model.objects.create_superuser("root", "root@example.org", "pass word 1")
    client.force_login(owner)
    client.cookies["django_language"] = "pl"
    with CaptureQueriesContext(connection) as asked:
        seen = client.get(frame)
    assert seen.content == stranger.content and not seen.cookies
    assert "Cookie" not in seen.get("Vary", "")
    assert not [q["sql"] for q in asked if "django_session" in q["sql"] or "auth_user" in q["sql"]]


def test_hidden_players_stand_in_no_frame(client, scene):
    hidden = scene.players[0]
    Player.objects.filter(pk=hidden.pk).update(listed=False)
    cache.clear()
    for address in list(addresses(scene).values())[:3]:
        answer = client.get(address)
        assert hidden.name not in answer.content.decode(), address
    assert client.get(addresses(scene)["card"]).status_code == 404
    assert client.get(f"/embed/?what=card&league=riverside/standard&player={hidden.pk}").status_code == 404


def test_names_are_those_that_strangers_see(client, scene):
    Player.objects.filter(pk=scene.players[0].pk).update(public_name="Kowalska A.")
    cache.clear()
    for kind in ("board", "card", "chart"):
        said = text(client.get(addresses(scene)[kind]))
        assert "Kowalska A." in said and "Anna Kowalska" not in said


@pytest.mark.parametrize("change", [{"members_only": True}, {"archived_at": "2026-01-01T00:00Z"}])
def test_a_club_that_is_not_open_to_all_has_no_frames(client, scene, change):
    Club.objects.filter(pk=scene.club.pk).update(**change)
    for kind in ("board", "card", "chart"):
        answer = client.get(addresses(scene)[kind])
        assert answer.status_code == 404 and "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "This is no longer shown" in text(answer) and "Riverside" not in text(answer)
    assert client.get("/embed/?what=board&league=riverside/standard").status_code == 404


def test_an_anonymised_player_has_no_card(client, scene):
    Player.objects.filter(pk=scene.players[0].pk).update(anonymised_at="2026-01-01T00:00Z")
    assert client.get(addresses(scene)["card"]).status_code == 404


def test_players_of_another_club_are_not_found(client, scene):
    other = people.add_player(club=people.create_club(slug="other", name="Other"), name="Somebody Else").player
    assert client.get(f"/embed/riverside/standard/players/{other.pk}/card/").status_code == 404


@pytest.mark.parametrize(
    "path", ["x/y/board/", "riverside/standard/players/999999999999999999/card/", "calculator/no/"]
)
def test_what_is_not_there_is_not_found(client, scene, path):
    assert client.get(f"/embed/{path}").status_code == 404


def test_a_merged_record_leads_to_the_one_that_stays(client, scene):
    twin = people.add_player(club=scene.club, name="Anna Kowalska Two").player
    people.merge_players(kept=scene.players[0], absorbed=twin, reason="one person")
    answer = client.get(f"/embed/riverside/standard/players/{twin.pk}/card/?lang=pl")
    assert answer.status_code == 302
    assert answer["Location"] == f"{addresses(scene)['card']}?lang=pl"
    assert "frame-ancestors *" in answer["Content-Security-Policy"]


# -- what they show -----------------------------------------------------------------------------------


def test_a_frame_keeps_up_with_the_results_by_itself(client, scene):
    address = "/embed/riverside/evenings/board/?rows=50"
    before = client.get(address)
    assert "max-age=60" in before["Cache-Control"] and "public" in before["Cache-Control"]
    last = Game.objects.filter(league=scene.elo).latest("played_on")
    recording.record_game(
        league=scene.elo, white=scene.players[0], black=scene.players[1], outcome=Outcome.BLACK_WINS,
        played_on=last.played_on,
    )  # fmt: skip
    after = client.get(address, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200 and after["ETag"] != before["ETag"]


def test_numbers_are_those_of_the_pages(client, scene):
    board = client.get("/riverside/standard/").content.decode()
    framed = client.get(addresses(scene)["board"]).content.decode()
    for name in ("Anna Kowalska", "Иван Петров", "Zoë Müller"):
        in_page = re.search(rf"{name}.*?main-number[^>]*>.*?(\d{{4}})", board, re.S)[1]
        assert re.search(rf"{name}.*?main-number[^>]*>(\d{{4}})", framed, re.S)[1] == in_page
    card = text(client.get(addresses(scene)["card"]))
    assert re.search(r"Anna Kowalska", framed) and re.search(r"\b\d{4}\b", card)


@pytest.mark.parametrize(
    ("asked", "shown"), [("3", 3), ("1", 3), ("0", 10), ("", 10), ("x", 10), ("-5", 10), ("9" * 40, 10)]
)
def test_the_number_of_lines_is_asked_for(client, scene, asked, shown):
    body = client.get(f"/embed/riverside/standard/board/?rows={asked}").content.decode()
    assert body.count('<th scope="row">') == min(shown, 13)


def test_links_open_in_the_whole_window(client, frame):
    body = client.get(frame).content.decode()
    links = re.findall(r"<a [^>]*>", body)
    assert links
    assert all('target="_top"' in link for link in links if "data-fill" not in link)


def test_language_and_colours_are_those_of_the_address_else_the_visitors(client, frame):
    assert '<html lang="pl" data-bs-theme="dark">' in client.get(f"{frame}?lang=pl&theme=dark").content.decode()
    answer = client.get(frame, headers={"accept-language": "ru"})
    assert '<html lang="ru">' in answer.content.decode() and answer["Content-Language"] == "ru"
    assert '<html lang="en">' in client.get(f"{frame}?lang=xx&theme=pink").content.decode()


def test_a_calculator_computes_without_a_script_and_keeps_its_look(client):
    body = client.get("/embed/calculator/game/?lang=ru&theme=dark&own=1700&opponent=1500&k=32").content.decode()
    assert "+7,69" in body
    assert '<input type="hidden" name="lang" value="ru">' in body and "&amp;theme=dark" in body
    assert '"remembers": false' in body


@pytest.mark.parametrize("mode", MODES)
def test_every_calculator_has_a_frame(client, mode):
    assert client.get(f"/embed/calculator/{mode}/").status_code == 200


# -- the text to copy -----------------------------------------------------------------------------------


def snippet(client, query: str) -> str:
    body = client.get(f"/embed/?{query}").content.decode()
    return html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", body, re.S)[1])


def test_the_text_to_copy_is_a_frame_and_the_script_that_fits_it(client, scene):
    given = snippet(client, "what=board&league=riverside/standard&lang=pl&theme=dark&rows=5")
    assert 'src="http://testserver/embed/riverside/standard/board/?lang=pl&amp;theme=dark&amp;rows=5"' in given
    assert 'loading="lazy"' in given and re.search(r' title="[^"]+Riverside Chess Club"', given)
    assert given.endswith('<script src="http://testserver/embed/fit.js" async></script>')
    framed = html.unescape(re.search(r'src="http://testserver([^"]+)"', given)[1])
    assert client.get(framed).status_code == 200


def test_a_name_cannot_break_out_of_the_text(client, scene):
    Player.objects.filter(pk=scene.players[0].pk).update(name='"><script>alert(1)</script>')
    given = snippet(client, f"what=card&league=riverside/standard&player={scene.players[0].pk}")
    assert "<script>alert" not in given and given.count("<script") == 1


@pytest.mark.parametrize(
    "query", ["what=board", "what=board&league=x/y", "what=card&league=riverside/standard",
              "what=card&league=riverside/standard&player=abc", "what=calculator&mode=no", "what=calculator"],
)  # fmt: skip
def test_what_cannot_be_framed_is_not_found(client, scene, query):
    assert client.get(f"/embed/?{query}").status_code == 404


def test_pages_lead_to_their_text(client, scene):
    player = scene.players[0].pk
    for page in ("/riverside/standard/", f"/riverside/standard/players/{player}/", "/calculator/fide/"):
        body = client.get(page).content.decode()
        for link in re.findall(r'href="(/embed/\?[^"]+)"', body):
            assert client.get(html.unescape(link)).status_code == 200
        assert 'href="/embed/?what=' in body
    Club.objects.filter(pk=scene.club.pk).update(members_only=True)
    assert "/embed/?what=" not in client.get("/riverside/standard/").content.decode()


def test_the_script_for_other_sites_is_kept_an_hour(client):
    answer = client.get("/embed/fit.js")
    assert answer["Content-Type"].startswith("text/javascript") and "max-age=3600" in answer["Cache-Control"]
    assert client.get("/embed/fit.js", headers={"if-none-match": answer["ETag"]}).status_code == 304


# -- what they cost -----------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [10, 2_000])
def test_frames_ask_a_constant_number_of_questions(client, games):
    names = build_crowd(players=300, games=games)
    budgets = {"board/": 15, "players/{player}/card/": 9, "players/{player}/chart/": 9}
    for page, budget in budgets.items():
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/embed/big/all/{page.format(**names)}").status_code == 200
        assert len(asked) <= budget, [q["sql"][:100] for q in asked]


def test_a_frame_is_light(client, frame):
    assert len(client.get(frame).content) < 25_000
