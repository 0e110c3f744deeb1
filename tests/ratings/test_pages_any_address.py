"""Whatever stands in an address: a page, or a plain "not found", "not understood"; never an error of ours.
And nothing of one club under the address of another."""

from datetime import date

import pytest

from league.models import Club
from league.services import limits
from league.services.leagues import create_league
from ratings.models import RatingChange, RatingRun

from .reading import text

pytestmark = pytest.mark.django_db

# page -> the parameters it reads, in groups that are asked for together
PAGES = {
    "/": ["page"],
    "/riverside/": ["q"],
    "/riverside/standard/": ["q show sort page per_page", "at page q", "list", "_export"],
    "/riverside/evenings/": ["sort", "show page", "at _export"],
    "/riverside/ladder/": ["q sort page"],
    "/riverside/standard/players/{player}/": ["range page per_page sort", "_export"],
    "/riverside/standard/players/{player}/opponents/": ["page per_page sort"],
    "/riverside/standard/changes/{change}/": ["page"],
    "/riverside/standard/games/{game}/": ["page"],
    "/riverside/standard/events/": ["page per_page sort"],
    "/riverside/standard/events/{event}/": ["round page per_page"],
    "/riverside/standard/log/": ["cause", "player", "from to page per_page", "cause player from to page"],
    "/riverside/standard/log/?cause=game": ["player", "from", "to page"],
    "/riverside/standard/log/?cause=period": ["from to", "player page"],
    "/riverside/evenings/log/?cause=adjustment": ["from", "to", "page per_page"],
    "/riverside/standard/log/{run}/": ["page per_page sort"],
    "/riverside/standard/periods/": ["page per_page sort"],
    "/riverside/standard/lists/2026-11-01/": ["q page per_page sort", "_export"],
    "/riverside/standard/rules/": ["page"],
}
VALUES = {
    "empty": "", "negative": "-5", "word": "x", "nope": "nope", "dot": "32.13.", "iso": "2026-13-45", "ods": "ods",
    "long": "9" * 10_000, "nul": "a\0b", "huge": "9" * 25, "minus": "-", "quote": "'\"<>", "percent": "%", "under": "_",
    "unicode": "😀ЁŻ\u202e", "surrogate": "\udcff", "arabic": "٣", "list": "rating,-games", "back": "\\",
    "zero": "0", "float": "1e309", "year": "0001-01-01", "far": "9999-12-31", "blank": "   ", "template": "{{ 7*7 }}",
    "newline": "a\r\nb", "combining": "é" * 300,
}  # fmt: skip


def names(scene):
    game = scene.fide.games.exclude(event=None).earliest("pk")
    change = RatingChange.objects.filter(league=scene.fide, cause="game", ref=game.pk).earliest("pk")
    run = RatingRun.objects.filter(league=scene.fide).latest("pk")
    return {
        "player": scene.players[0].pk, "game": game.pk, "event": game.event_id, "change": change.pk, "run": run.pk,
    }  # fmt: skip


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_any_value_of_any_parameter_gives_an_answer(client, scene, value):
    """Django's client raises what a view raises: an answer at all is the test."""
    found = names(scene)
    typed = value.encode("utf-8", "surrogateescape")
    for page, groups in PAGES.items():
        path, _, given = page.format(**found).partition("?")
        for group in groups:
            asked = dict.fromkeys(group.split(), typed) | dict(p.split("=") for p in given.split("&") if p)
            response = client.get(path, asked | {"unheard_of": typed})
            allowed = {200, 302, 400} if "_export" in group else {200, 302}
            assert response.status_code in allowed, (page, group)
            if response.streaming:
                b"".join(response.streaming_content)


@pytest.mark.parametrize("kind", ["ods", "yaml", "xls", "html", "CSV", "csv,xlsx"])
def test_an_export_in_another_format_is_refused_with_words(client, scene, kind):
    response = client.get("/riverside/standard/", {"_export": kind})
    assert response.status_code == 400
    assert "Lists can be downloaded as CSV, JSON, XLSX." in text(response)


SIZES = [("-5", 25), ("0", 25), ("31", 25), ("60", 50), ("1000000", 100), ("x", 50)]


@pytest.mark.parametrize(("asked", "rows"), SIZES)
def test_the_size_of_a_page_is_one_of_three(client, scene, asked, rows):
    response = client.get(f"/riverside/standard/events/{names(scene)['event']}/", {"per_page": asked})
    assert response.context["table"].paginator.per_page == rows


@pytest.mark.parametrize("asked", ["9999", "-1", "abc", "9" * 30])
def test_a_page_that_is_not_there_gives_the_nearest(client, scene, asked):
    assert client.get("/riverside/standard/", {"page": asked}).context["table"].page.number == 1


def test_a_day_that_is_none_is_said_to_be_none(client, scene):
    response = client.get("/riverside/standard/?at=32.13.")
    assert response.status_code == 200 and "This is not a day that can be shown" in text(response)


@pytest.mark.parametrize("typed", ["2026-10-05", "05.10.2026", "5 Oct 2026"])
def test_a_day_is_read_as_people_write_it(client, scene, typed):
    assert client.get("/riverside/standard/", {"at": typed}).context["at"] == date(2026, 10, 5)


BAD_PATHS = (
    "/nobody/", "/nobody/standard/", "/riverside/nothing/", "/riverside/standard/players/999999/",
    "/riverside/standard/players/99999999999999999999/", f"/riverside/standard/players/{'9' * 5000}/",
    "/riverside/standard/changes/1/", "/riverside/standard/changes/9223372036854775808/",
    "/riverside/standard/changes/99999999999999999999999/", "/riverside/standard/games/999999/",
    "/riverside/standard/events/99999999999999999999/", "/riverside/standard/log/99999999999999999999/",
    "/riverside/standard/lists/2026-13-45/", "/riverside/standard/lists/nope/", "/riverside/standard/lists/2026-11-02/",
    "/riverside/standard/players/-1/", "/riverside/standard/players/1%00/", "/riverside/%FF/", "/%F0%9F%98%80/",
)  # fmt: skip


@pytest.mark.parametrize("path", BAD_PATHS)
def test_an_address_of_nothing_is_not_found(client, scene, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_pages_are_for_reading_only(client, scene, method):
    for page in PAGES:
        assert getattr(client, method)(page.format(**names(scene))).status_code == 405


# -- one club, another club -----------------------------------------------------------------------


def test_nothing_of_a_club_is_reachable_through_another(client, scene):
    other = Club.objects.create(slug="elsewhere", name="Elsewhere")
    create_league(club=other, slug="standard", name="Standard", system="elo", mode="sequential")
    here = [page.format(**names(scene)) for page in PAGES if "{" in page or "lists" in page]
    assert len(here) >= 7
    for address in here:
        assert client.get(address).status_code == 200
        assert client.get(address.replace("/riverside/", "/elsewhere/")).status_code == 404, address


def test_nothing_of_a_league_is_reachable_through_another_of_the_club(client, scene):
    found = names(scene)
    for page in ("changes/{change}/", "games/{game}/", "events/{event}/", "log/{run}/", "lists/2026-11-01/"):
        assert client.get("/riverside/evenings/" + page.format(**found)).status_code == 404, page


def test_a_search_finds_nobody_of_another_club(client, scene):
    Club.objects.create(slug="elsewhere", name="Elsewhere")
    assert "Anna" not in text(client.get("/elsewhere/?q=anna"))
    assert client.get("/elsewhere/?q=anna").context["players"] == []


def test_no_club_can_take_an_address_of_the_site(client):
    from django.urls import get_resolver

    first_words = {str(p.pattern).split("/")[0] for p in get_resolver().url_patterns}
    site = {word for word in first_words if word.isalnum()}
    assert {"admin", "i18n"} <= site
    assert site | {"static", "calculator", "learn", "embed", "api", "accounts"} <= limits.RESERVED_SLUGS
