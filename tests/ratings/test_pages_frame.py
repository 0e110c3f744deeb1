"""The frame of every page: what is vendored, what the policy allows, errors, languages, access."""

import hashlib
import json
import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import override_settings
from django.utils import translation

from league.models import Club

from .reading import text

VENDOR = settings.BASE_DIR / "static" / "vendor"
ADDRESSES = ("/", "/riverside/", "/riverside/standard/", "/riverside/standard/log/", "/riverside/standard/rules/")


# -- what is vendored -------------------------------------------------------------------------------


def test_there_is_something_vendored():
    assert {p.name for p in VENDOR.iterdir()} >= {"bootstrap-5.3.9", "htmx-2.0.10"}


@pytest.mark.parametrize("folder", sorted(VENDOR.iterdir()), ids=lambda p: p.name)
def test_vendored_files_are_those_that_were_taken_in(folder):
    said = json.loads((folder / "vendor.json").read_text())
    files = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir() if p.name != "vendor.json"}
    assert files == said["sha256"]
    assert folder.name.endswith(said["version"]) and said["licence"] and "LICENSE" in files


@pytest.mark.parametrize(
    "path", sorted(p for p in VENDOR.rglob("*") if p.suffix in (".css", ".js")), ids=lambda p: p.name
)
def test_no_vendored_file_points_to_a_map_that_is_not_there(path):
    assert "sourceMappingURL" not in path.read_text()


# -- the policy -------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_has_no_style_or_script_of_its_own_and_asks_no_other_host(client, scene, address):
    response = client.get(address)
    html = response.content.decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:", html)
    links = re.findall(r'(?:src|href|action)="([^"]+)"', html)
    assert links and all(link.startswith(("/", "?", "#")) for link in links)
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy


@pytest.mark.django_db
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_says_its_language_title_and_way_to_the_content(client, scene, address):
    html = client.get(address).content.decode()
    assert html.startswith("<!doctype html>") and '<html lang="en">' in html
    assert re.search(r"<title>[^<]{3,}</title>", html) and html.count("<h1") == 1
    assert '<a class="skip-link" href="#main">' in html and '<main id="main"' in html
    assert '"includeIndicatorStyles":false' in html and '"allowEval":false' in html


def test_no_template_or_stylesheet_names_another_host():
    files = [*settings.BASE_DIR.glob("templates/**/*.html"), *settings.BASE_DIR.glob("static/css/*.css")]
    assert len(files) > 20
    for path in files:
        found = re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", path.read_text())
        assert not [url for url in found if "w3.org" not in url], path


@pytest.mark.django_db
def test_a_page_of_fifty_players_is_light(client, scene):
    assert len(client.get("/riverside/standard/").content) < 50_000


# -- tables -----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_table_has_a_caption_scopes_row_headers_and_its_order(client, scene):
    html = client.get("/riverside/standard/?sort=-games").content.decode()
    board = html[html.index("<table") : html.index("</table>")]
    assert "<caption>" in board and board.count('scope="row"') == 13
    assert board.count('aria-sort="descending"') == 1 and "aria-sort" in board[: board.index("W–D–L")]
    assert all('scope="col"' in head for head in re.findall(r"<th [^>]*>", board.split("</thead>")[0]))
    sorting = re.findall(r"<a [^>]*sort=[^>]*>", board)
    assert sorting and all('rel="nofollow"' in link for link in sorting)


@pytest.mark.django_db
def test_sorting_goes_back_to_the_first_page_and_keeps_the_choice(client, scene):
    html = client.get("/riverside/standard/?show=all&page=2&per_page=25&sort=player").content.decode()
    links = re.findall(r'href="(\?[^"]*sort=[^"]*)"', html[: html.index("</thead>")])
    assert links and all("show=all" in link and "per_page=25" in link and ";page=" not in link for link in links)


# -- errors -----------------------------------------------------------------------------------------


@pytest.mark.django_db
@override_settings(DEBUG=False)
def test_what_is_not_found_says_so_and_leads_back(client):
    response = client.get("/nothing/here/")
    assert response.status_code == 404
    assert "There is nothing at this address" in text(response) and 'href="/"' in response.content.decode()


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500"])
@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_error_pages_need_neither_a_request_nor_a_database(name, language):
    with translation.override(language):
        html = render_to_string(f"{name}.html")
    assert f'<html lang="{language}">' in html and html.count("<h1>") == 1


@pytest.mark.django_db
@override_settings(DEBUG=False)
def test_an_error_of_ours_shows_a_page_of_ours(client, scene, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("a defect")

    monkeypatch.setattr("ratings.views.lists.wording.clauses", broken)
    client.raise_request_exception = False
    response = client.get("/riverside/standard/rules/")
    assert response.status_code == 500 and "Something went wrong on our side" in text(response)


# -- languages --------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_language_is_switched_by_a_form_and_keeps_the_place(client, scene):
    html = client.get("/riverside/standard/?show=all").content.decode()
    assert '<button type="submit" name="language" value="pl" lang="pl">' in html
    assert 'name="next" value="/riverside/standard/?show=all"' in html
    client.post("/i18n/setlang/", {"language": "pl", "next": "/riverside/standard/"})
    assert '<html lang="pl">' in client.get("/riverside/standard/").content.decode()


@pytest.mark.django_db
def test_numbers_and_days_follow_the_language(client, scene):
    address = f"/riverside/evenings/players/{scene.players[0].pk}/"
    html = client.get(address, headers={"accept-language": "ru"}).content.decode()
    assert re.search(r">\d{4},\d<", html) and re.search(r"\b\d{2}\.\d{2}\.2026\b", html)
    assert not re.search(r">\d{4}\.\d<", html)


# -- the way in -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_without_a_club_the_first_page_says_the_next_step(client):
    Club.objects.update(archived_at="2026-01-01T00:00Z")
    assert "No club is here yet." in text(client.get("/")) and "manage.py demo" in text(client.get("/"))


@pytest.mark.django_db
def test_an_archived_club_is_not_offered_but_its_address_still_works(client, scene):
    Club.objects.filter(pk=scene.club.pk).update(archived_at="2026-01-01T00:00Z")
    assert "Riverside" not in text(client.get("/"))
    assert "archived" in text(client.get("/riverside/"))


@pytest.mark.django_db
def test_a_league_being_recalculated_says_so_on_every_page(client, scene):
    scene.elo.stale_since = "2026-01-01"
    type(scene.elo).objects.filter(pk=scene.elo.pk).update(stale_since="2026-01-01")
    for page in ("", "log/", "rules/", f"players/{scene.players[0].pk}/"):
        assert "Ratings are being recalculated" in text(client.get(f"/riverside/evenings/{page}"))


@pytest.mark.django_db
def test_the_favicon_is_found_wherever_a_browser_looks(client):
    assert client.get("/favicon.ico")["Location"] == "/static/favicon.ico"
    icon = (settings.BASE_DIR / "static" / "favicon.ico").read_bytes()
    assert icon[:4] == b"\0\0\1\0" and (settings.BASE_DIR / "static" / "favicon.svg").exists()
