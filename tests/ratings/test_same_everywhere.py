"""One moment, one rank, one rating: page, API, export, feed, list and command say the same."""

import csv
import io
import re
from xml.etree import ElementTree

import pytest
from django.core.management import call_command

from league.models import Player
from league.services.people import set_player_privacy
from ratings.boards import leaderboard
from ratings.models import Rating

from .reading import table

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def tied(scene, settings):
    """Five with equal numbers on the board: three share a rank, then two (BR-014)."""
    settings.ARPAD_API_READS = 0
    for league in (scene.fide, scene.elo):
        ratings = list(Rating.objects.filter(league=league, shown__isnull=False).order_by("-shown", "player_id")[2:7])
        for rating, value in zip(ratings, (1899.6, 1900.0, 1900.4, 1898.6, 1899.4), strict=True):
            rating.value, rating.shown = value, round(value)
            rating.save()
    return scene


def of_page(client, league) -> list[tuple[int, str, int]]:
    rows = []
    for number in range(1, 5):
        page = client.get(f"/riverside/{league.slug}/", {"show": "all", "per_page": "10", "page": str(number)})
        found = table(page) if page.status_code == 200 else []
        rows += [row for row in found if row not in rows]
    names = sorted(Player.objects.filter(club=league.club).values_list("name", flat=True), key=len, reverse=True)
    return [
        (int(row["#"]), next(n for n in names if row["Player"].startswith(n)), int(row["Rating"].rstrip("?")))
        for row in rows
    ]


def of_api(client, league, limit=4) -> list[tuple[int, str, int]]:
    rows, after = [], ""
    while True:
        address = f"/api/v1/clubs/riverside/leagues/{league.slug}/leaderboard"
        body = client.get(address, {"show": "all", "limit": limit, "after": after}).json()
        rows += [(line["rank"], line["player"]["name"], line["rating"]) for line in body["items"]]
        if body["next"] is None:
            return rows
        after = body["next"]


def of_export(client, league) -> list[tuple[int, str, int]]:
    answer = client.get(f"/riverside/{league.slug}/", {"show": "all", "_export": "csv"})
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
    return [(int(row["rank"]), row["player"], int(row["rating"])) for row in rows]


@pytest.mark.parametrize("system", ["fide", "elo"])
def test_page_api_export_and_feed_give_the_same_ranks_and_ratings(client, tied, system):
    """BR-014, BR-015: three share a rank, the next is three below, on every surface and across the borders of pages."""
    league = getattr(tied, system)
    expected = of_page(client, league)
    tops, nexts = ([rank for rank, _name, rating in expected if rating == number] for number in (1900, 1899))
    assert len(tops) >= 3 and len(nexts) >= 2 and len(set(tops)) == len(set(nexts)) == 1
    assert nexts[0] == tops[0] + len(tops)
    assert of_api(client, league) == of_export(client, league) == expected
    assert of_api(client, league, limit=1) == expected
    lines = list(leaderboard(league, show="all").every_line())
    assert [(line.rank, line.player.label, line.rating) for line in lines] == expected
    feed = ElementTree.fromstring(client.get(f"/riverside/{league.slug}/feed/").content)
    told = re.findall(r"(\d+)\. (.+?) (\d+)(?:, |$)", feed.findtext(ATOM + "subtitle"))
    active = [
        (int(row["#"]), int(row["Rating"].rstrip("?"))) for row in table(client.get(f"/riverside/{league.slug}/"))
    ]
    assert [(int(rank), int(rating)) for rank, _name, rating in told] == active[: len(told)]


def test_a_player_s_page_feed_and_api_give_the_same_rank(client, tied):
    """BR-014, BR-037"""
    for rating in Rating.objects.filter(league=tied.elo, shown__isnull=False).select_related("player"):
        address = f"/riverside/evenings/players/{rating.player_id}/"
        told = client.get(f"/api/v1/clubs/riverside/leagues/evenings/players/{rating.player_id}").json()
        feed = ElementTree.fromstring(client.get(address + "feed/").content).findtext(ATOM + "subtitle")
        page = client.get(address)
        assert page.context["profile"].rank == told["rank"]
        rank = f"rank {told['rank']} of {told['ranked']}" if told["rank"] else "not ranked"
        assert feed == f"Rating {told['rating']}, {rank}."


def test_a_published_list_is_the_same_as_page_api_and_command(client, tied):
    page = [
        (int(r["#"]), int(r["Rating"].rstrip("?")))
        for r in table(client.get("/riverside/standard/lists/2026-10-01/", {"per_page": "100"}))
    ]
    body = client.get("/api/v1/clubs/riverside/leagues/standard/lists/2026-10-01", {"limit": 200}).json()
    assert [(line["rank"], line["rating"]) for line in body["items"]] == page
    out = io.StringIO()
    call_command("export", "riverside/standard", "list", at="2026-10-15", stdout=out)
    rows = csv.DictReader(io.StringIO(out.getvalue()))
    assert [(int(row["rank"]), int(row["rating"])) for row in rows] == page


def told(client, league, day: str, few: bool) -> dict[str, list[tuple[int, int, int]]]:
    """Rank, rating and number of games on page, in API and in file, of the same choice at the same moment."""
    asked = {"show": "all", **({"at": day} if day else {}), **({"min": "8"} if few else {})}
    address = f"/riverside/{league.slug}/"
    page = table(client.get(address, {**asked, "per_page": "100"}))
    api = client.get(
        f"/api/v1/clubs/riverside/leagues/{league.slug}/leaderboard",
        {"limit": 200, "show": "all", **({"at": day} if day else {}), **({"min_games": 8} if few else {})},
    ).json()["items"]
    answer = client.get(address, {**asked, "_export": "csv"})
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    file = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
    rank = "Here" if few else "#"
    return {
        "page": [(int(row[rank]), int(row["Rating"].rstrip("?")), int(row["Games"])) for row in page],
        "api": [(line["rank"], line["rating"], line["games"]) for line in api],
        "export": [(int(row["rank"]), int(row["rating"]), int(row["games"])) for row in file],
    }


@pytest.mark.parametrize("day", ["", "2026-09-15"])
def test_choices_and_who_opted_out_are_the_same_on_all_of_them(client, tied, day):
    """A name that is not shown takes no place away; a choice counts its ranks alike everywhere (BR-014, BR-018)."""
    before = told(client, tied.elo, day, few=False)["page"]
    set_player_privacy(player=tied.players[0], listed=False)
    set_player_privacy(player=tied.players[1], names="number")
    for few in (False, True):
        found = told(client, tied.elo, day, few)
        assert found["page"] == found["api"] == found["export"], few
        assert found["page"] == before if not few else len(found["page"]) < len(before)
    feed = client.get("/riverside/evenings/feed/").content.decode()
    assert f"Player {tied.players[0].pk} " in feed and tied.players[0].name not in feed
