"""Lists, seasons and standings in another order: the ranks stay those of the table, headings say the order."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import cache

from league.services.people import set_player_privacy
from ratings.models import RatingListEntry
from tests.ratings.crowd import build_crowd

from .reading import table
from .test_pages_lists import listed, page  # noqa: F401
from .test_pages_standings import HERE, robin  # noqa: F401
from .test_seasons import SECOND, two_seasons

pytestmark = pytest.mark.django_db


def heads(response) -> dict[str, str]:
    """Heading -> aria-sort, of the headings with a link ("": not the order of the table)."""
    found = {}
    for attributes, inner in re.findall(r"<th scope=\"col\"([^>]*)>(.*?)</th>", response.content.decode(), re.S):
        if "<a " in inner:
            said = re.search(r'aria-sort="(\w+)"', attributes)
            found[" ".join(re.sub(r"<[^>]+>", "", inner).split())] = said[1] if said else ""
    return found


def link(response, heading: str) -> str:
    """Where the heading leads."""
    for inner in re.findall(r"<th scope=\"col\"[^>]*>(.*?)</th>", response.content.decode(), re.S):
        if " ".join(re.sub(r"<[^>]+>", "", inner).split()) == heading and (
            found := re.search(r'href="([^"]+)"', inner)
        ):
            return unescape(found[1]).partition("#")[0]
    raise AssertionError(heading)


@pytest.fixture
def march(listed):  # noqa: F811
    """The list of March, with games of their own for each: A 3, B 9, D 1."""
    league, people = listed
    for name, games, change in (("A", 3, -5), ("B", 9, 5), ("D", 1, None)):
        entries = RatingListEntry.objects.filter(list__dated="2026-04-01", player=people[name])
        entries.update(games=games, change=change)
    return league, people


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", "ABD"), ("rank", "ABD"), ("-rank", "DBA"), ("player", "ABD"), ("-player", "DBA"), ("rating", "DBA"),
        ("-games", "BAD"), ("games", "DAB"), ("-change", "BAD"), ("change", "ABD"), ("nonsense", "ABD"), ("-", "ABD"),
    ],
)  # fmt: skip
def test_a_published_list_by_any_column(client, march, sort, names):
    """Who has no change stands last in both directions."""
    shown = page(client, "2026-04-01", f"?sort={sort}")
    rows = table(shown, having="Rating")
    assert "".join(row["Player"][0] for row in rows) == names
    assert {row["Player"][0]: row["#"] for row in rows} == {"A": "1", "B": "2", "D": "3"}  # ranks stay


def test_headings_of_a_list_say_the_order_and_lead_to_the_other(client, march):
    shown = page(client, "2026-04-01")
    assert heads(shown) == {"#": "ascending", "Player": "", "Rating": "", "Change": "", "Games": ""}
    by_games = client.get("/club/standard/lists/2026-04-01/" + link(shown, "Games"))
    assert heads(by_games)["Games"] == "descending" and heads(by_games)["#"] == ""
    turned = client.get("/club/standard/lists/2026-04-01/" + link(by_games, "Games"))
    assert heads(turned)["Games"] == "ascending"


def test_a_part_of_a_list_is_sorted_with_both_ranks(client, march):
    shown = page(client, "2026-04-01", "?min=2&sort=-games")
    assert [(row["Player"][0], row["Here"], row["Overall"]) for row in table(shown, having="Rating")] == [
        ("B", "2", "2"), ("A", "1", "1"),
    ]  # fmt: skip
    assert heads(page(client, "2026-04-01", "?min=2"))["Here"] == "ascending"


def test_who_goes_by_a_number_has_no_place_among_the_names(client, march):
    _league, people = march
    set_player_privacy(player=people["A"], names="number")
    shown = table(page(client, "2026-04-01", "?sort=player"), having="Rating")
    assert [row["#"] for row in shown] == ["2", "3", "1"]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", "BA"),
        ("-rank", "AB"),
        ("player", "AB"),
        ("-rating", "BA"),
        ("-change", "BA"),
        ("change", "AB"),
        ("x", "BA"),
    ],
)
def test_a_season_by_any_column(client, sort, names):
    """2026/27: Bartek beat Anna."""
    scene, _games = two_seasons(carryover={"keep": 0, "mean": 1500})
    season = scene.league.seasons.get(starts_on=SECOND)
    address = f"/{scene.league.club.slug}/{scene.league.slug}/seasons/{season.pk}/"
    shown = client.get(f"{address}?sort={sort}")
    assert "".join(row["Player"][0] for row in table(shown, having="Rating")) == names
    assert {row["Player"][0]: row["#"] for row in table(shown, having="Rating")} == {"B": "1", "A": "2"}
    said = heads(client.get(address))
    assert said == {"#": "ascending", "Player": "", "Rating": "", "Change": "", "Games": ""}


def test_a_season_by_games_counts_those_of_the_season(client):
    cache.clear()
    names = build_crowd(players=60, games=400)
    shown = client.get(f"/big/all/seasons/{names['season']}/?sort=-games")
    games = [int(row["Games"]) for row in table(shown, having="Rating")]
    assert games == sorted(games, reverse=True) and len(set(games)) > 1


@pytest.mark.parametrize(
    ("sort", "places"),
    [
        ("", "0123"), ("-rank", "2310"), ("player", "0123"), ("-player", "3210"), ("-points", "0123"),
        ("points", "2310"), ("nonsense", "0123"),
    ],
)  # fmt: skip
def test_standings_of_an_event_by_any_column(client, robin, sort, places):  # noqa: F811
    event, _people = robin
    shown = client.get(f"{HERE}/{event.pk}/?sort={sort}")
    rows = table(shown, having="Points")
    assert "".join(row["Player"][-1] for row in rows) == places
    assert {row["Player"][-1]: row["#"] for row in rows} == {"0": "1", "1": "2", "2": "3", "3": "3"}


def test_headings_of_standings_say_the_order(client, robin):  # noqa: F811
    event, _people = robin
    shown = client.get(f"{HERE}/{event.pk}/")
    said = heads(shown)
    assert said["#"] == "ascending" and said["Points"] == "" and said["Player"] == ""
    by_points = client.get(f"{HERE}/{event.pk}/" + link(shown, "Points"))
    assert heads(by_points)["Points"] == "descending"
    assert heads(client.get(f"{HERE}/{event.pk}/" + link(by_points, "Points")))["Points"] == "ascending"
