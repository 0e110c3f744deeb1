"""Feeds, the map for search engines, the card of a link: what other programs follow, and what they are not told."""

import re
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Club, Player
from ratings.models import Rating, RatingChange

from .crowd import build_crowd
from .reading import table

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
LEAGUE = "/riverside/standard/"


def feed(client, address: str, **headers):
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, address
    assert answer["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content)


def entries(root) -> list[dict[str, str]]:
    names = ("id", "title", "summary", "updated")
    return [
        {name: each.findtext(ATOM + name) for name in names} | {"link": each.find(ATOM + "link").get("href")}
        for each in root.iter(ATOM + "entry")
    ]


def test_a_league_s_feed_has_its_board_results_and_lists(client, scene):
    root = feed(client, LEAGUE + "feed/")
    board = table(client.get(LEAGUE))
    told = re.findall(r"(\d+)\. [^,]* (\d+)", root.findtext(ATOM + "subtitle"))
    assert told == [(row["#"], row["Rating"].rstrip("?")) for row in board[:10]]
    found = entries(root)
    assert len(found) == 30 and found == sorted(found, key=lambda each: each["updated"], reverse=True)
    assert any("list of" in each["title"] for each in found)
    assert all(client.get(each["link"].removeprefix("http://testserver")).status_code == 200 for each in found[:5])


def test_ids_stay_whatever_is_played_and_corrected_since(client, scene):
    before = {each["link"]: each["id"] for each in entries(feed(client, LEAGUE + "feed/"))}
    assert len(set(before.values())) == len(before)
    assert all(each.startswith("tag:testserver,2026:/riverside/standard/") for each in before.values())
    scene.fide.name = "Renamed"
    scene.fide.save()
    again = {each["link"]: each["id"] for each in entries(feed(client, LEAGUE + "feed/"))}
    assert again == before


def test_a_player_s_feed_tells_rank_rating_and_each_change(client, scene):
    anna = scene.players[0]
    root = feed(client, f"/riverside/evenings/players/{anna.pk}/feed/")
    rating = Rating.objects.get(league=scene.elo, player=anna)
    assert f"Rating {rating.shown}, rank " in root.findtext(ATOM + "subtitle")
    found = entries(root)
    assert len(found) == min(30, RatingChange.objects.filter(league=scene.elo, player=anna).count())
    assert any(each["title"].startswith(("+", "−")) and " → " in each["summary"] for each in found)
    assert client.get("/riverside/evenings/players/999999/feed/").status_code == 404
    assert client.get(f"/riverside/evenings/players/{'9' * 18}/feed/").status_code == 404


def test_the_feed_of_a_club_holds_all_its_leagues(client, scene):
    links = {each["link"].split("/")[4] for each in entries(feed(client, "/riverside/feeds/"))}
    assert {"standard", "evenings", "ladder"} >= links and len(links) > 1
    assert client.get("/nowhere/feeds/").status_code == 404


def test_names_with_markup_are_text(client, scene):
    """BR-099, BR-110"""
    Player.objects.filter(pk=scene.players[0].pk).update(name="<svg/onload=alert(1)>\u200b\x1f 😀", public_name="")
    answer = client.get(LEAGUE + "feed/")
    root = ElementTree.fromstring(answer.content)  # well-formed
    titles = [each["title"] for each in entries(root)]
    assert any("<svg/onload=alert(1)>" in title for title in titles)
    summaries = [each["summary"] for each in entries(root)]  # read as HTML by readers
    assert not any("<svg" in text for text in summaries) and any("&lt;svg" in text for text in summaries)


def test_an_unchanged_feed_is_not_sent_again(client, scene):
    tag = client.get(LEAGUE + "feed/")["ETag"]
    again = client.get(LEAGUE + "feed/", headers={"If-None-Match": tag})
    assert again.status_code == 304 and not again.content


def test_pages_name_their_feeds_and_what_a_link_to_them_shows(client, scene):
    anna = scene.players[0]
    html = client.get(f"{LEAGUE}players/{anna.pk}/").content.decode()
    feeds = re.findall(r'<link rel="alternate" type="application/atom\+xml"[^>]*href="([^"]*)"', html)
    assert feeds == [f"{LEAGUE}players/{anna.pk}/feed/", f"{LEAGUE}feed/", "/riverside/feeds/"]
    card = dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)"', html))
    rating = Rating.objects.get(league=scene.fide, player=anna)
    assert card["title"] == "Anna Kowalska · Standard"
    assert card["description"].startswith(f"Rating {rating.shown}, rank ")
    assert card["image"].endswith("card.png") and card["url"].endswith(f"/players/{anna.pk}/")
    assert "og:" not in client.get("/calculator/").content.decode()


def locations(client, section: str) -> list[str]:
    answer = client.get(f"/sitemap-{section}.xml")
    assert answer.status_code == 200
    return re.findall(r"<loc>http://testserver([^<]*)</loc>", answer.content.decode())


def test_the_map_leads_to_pages_that_may_be_found(client, scene):
    index = client.get("/sitemap.xml").content.decode()
    assert {f"sitemap-{part}.xml" for part in ("site", "clubs", "leagues", "events", "lists", "players")} <= set(
        re.findall(r"sitemap-[a-z]+\.xml", index)
    )
    for section in ("site", "clubs", "leagues", "events", "lists"):
        for address in locations(client, section):
            assert client.get(address).status_code == 200, address
    anna = scene.players[0]
    players = locations(client, "players")
    assert f"{LEAGUE}players/{anna.pk}/" in players
    Player.objects.filter(pk=anna.pk).update(search_engines=False)
    assert f"{LEAGUE}players/{anna.pk}/" not in locations(client, "players")
    Player.objects.filter(pk=scene.players[1].pk).update(listed=False)
    assert not any(f"/players/{scene.players[1].pk}/" in each for each in locations(client, "players"))
    Club.objects.update(search_engines=False)
    assert not any(locations(client, part) for part in ("clubs", "leagues", "events", "lists", "players"))


def test_robots_are_told_where_the_map_is_and_what_is_not_for_them(client):
    told = client.get("/robots.txt").content.decode()
    assert "Sitemap: http://testserver/sitemap.xml" in told and "Disallow: /*/desk/" in told


def test_clubs_for_members_have_no_public_feed(client, scene):
    Club.objects.update(members_only=True)
    for address in ("/riverside/feeds/", LEAGUE + "feed/", f"{LEAGUE}players/{scene.players[0].pk}/feed/"):
        assert client.get(address).status_code == 302, address
    assert client.get("/api/v1/clubs/riverside").status_code == 404
    assert client.get("/api/v1/clubs").json()["items"] == []


@pytest.mark.parametrize("games", [10, 500])
def test_feeds_and_maps_ask_a_constant_number_of_queries(client, games):
    names = build_crowd(players=300, games=games)
    budgets = {
        "/big/feeds/": 8, "/big/all/feed/": 20, f"/big/all/players/{names['player']}/feed/": 12, "/sitemap.xml": 6,
        "/sitemap-players.xml": 3,
    }  # fmt: skip
    for address, budget in budgets.items():
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        assert len(asked) <= budget, (address, len(asked), [q["sql"][:120] for q in asked])
