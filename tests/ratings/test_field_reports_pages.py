"""Field reports about pages (``BR-...``): what went wrong for users of other software, tried on ours."""

import re
from datetime import date

import pytest
from django.utils import timezone

from league.models import Club, Player
from league.services.people import add_player
from league.services.periods import close_period, find_period, open_monthly, publish_period
from ratings import figures
from ratings.models import Rating

from ..league.scene import Scene
from .reading import table, tables, text

pytestmark = pytest.mark.django_db
LONG = "Wolfeschlegelsteinhausenbergerdorff Keihanaikukauakahihuliheekahaunaele"
NAMES = {
    "emoji": "🐴 Marengo",
    "arabic": "أحمد علي",
    "long": LONG,
    "one": "O",
    "zero": "Zero\u200bWidth",
    "greek": "Ωμέγα",
}


def publish(scene, name):
    close_period(period=find_period(league=scene.league, name=name))
    publish_period(period=find_period(league=scene.league, name=name))


def arrows(client):
    return {row["Player"]: row.get("Move") for row in table(client.get("/club/ladder/"))}


class TestBR017:
    """Arrows compare with the list before the one shown, right after a period closes and later."""

    @pytest.fixture
    def scene(self):
        made = Scene(mode="period", players=(), k=40)
        for name, rating in (("Ann", 1520), ("Bob", 1510), ("Cid", 1500)):
            setattr(made, name.lower(), add_player(club=made.club, name=name, start_rating=rating).player)
        open_monthly(league=made.league, first="2026-01", last="2026-04")
        made.play("ann", "bob", "=", date(2026, 1, 5)), made.play("bob", "cid", "=", date(2026, 1, 6))
        publish(made, "2026-01")
        return made

    def test_with_one_list_there_is_nothing_to_compare_with(self, scene, client):
        assert arrows(client) == {"Ann": None, "Bob": None, "Cid": None}

    def test_a_swap_shows_at_once_and_a_newcomer_is_new(self, scene, client):
        dan = add_player(club=scene.club, name="Dan", start_rating=1400).player
        scene.play("cid", "ann", "1-0", date(2026, 2, 5)), scene.play("bob", dan, "1-0", date(2026, 2, 6))
        publish(scene, "2026-02")
        found = arrows(client)
        assert found["Cid"].startswith("▲1") and found["Ann"].startswith("▼2"), found
        assert found["Dan"] == "new" and found["Bob"].startswith("▲1")
        scene.play("ann", "bob", "1-0", date(2026, 3, 5))  # ranks are those of the list still
        assert arrows(client) == found
        publish(scene, "2026-03")
        assert arrows(client)["Dan"].startswith("–")


class TestBR037:
    """Who is inactive has no rank anywhere, but the reason and the day of the last rated game."""

    def test_board_page_search_comparison_and_statistics(self, client):
        scene = Scene(k=20, players=("Ann", "Bob", "Old", "Eld"))
        scene.play("old", "eld", "1-0", date(2024, 3, 1))
        scene.play("ann", "bob", "1-0", date(2026, 3, 1))
        board = client.get("/club/ladder/")
        assert [row["Player"] for row in table(board)] == ["Ann", "Bob"]
        page = client.get(f"/club/ladder/players/{scene.old.pk}/")
        assert "none: inactive since 1 March 2024" in text(page) and page.context["profile"].rank is None
        assert "Rank 1 of 2 active" in text(client.get(f"/club/ladder/players/{scene.ann.pk}/"))
        versus = client.get(f"/club/ladder/compare/?one={scene.old.pk}&other={scene.ann.pk}")
        ranks = next(row for each in tables(versus) for row in each if "Rank" in row.values())
        assert (ranks["Old"], ranks["Ann"]) == ("–", "1")
        assert "rank" not in text(client.get("/club/search/?q=old")).lower().split("old", 1)[1]
        card = client.get(f"/club/ladder/players/{scene.old.pk}/").content.decode()
        described = re.search(r'property="og:description" content="([^"]+)"', card)[1]
        assert "rank" not in described
        assert "2 active players" in text(client.get("/club/ladder/statistics/"))


@pytest.mark.parametrize("typed", ["lefevre", "LEFÈVRE", "Lefèvre", "lefé"])
def test_br_109_a_search_on_every_page_knows_no_accents(client, typed):
    scene = Scene(mode="period", players=("Jean Lefèvre", "Bob"))
    one, other = Player.objects.get(name="Jean Lefèvre"), Player.objects.get(name="Bob")
    open_monthly(league=scene.league, first="2026-01", last="2026-01")
    scene.play(one, other, "1-0", date(2026, 1, 5))
    publish(scene, "2026-01")
    for page in ("/club/ladder/?", "/club/ladder/lists/2026-02-01/?", "/club/ladder/?at=2026-02-01&"):
        assert [row["Player"] for row in table(client.get(f"{page}q={typed}"))] == ["Jean Lefèvre"], page
    assert "Jean Lefèvre" in text(client.get(f"/club/search/?q={typed}"))
    assert "Jean Lefèvre – Bob" in text(client.get(f"/club/ladder/compare/?one={typed}&other=bob"))


def test_br_110_odd_names_stand_on_every_page_and_leave_results_in_their_place(client):
    """Emoji, Arabic, 70 letters, one letter, nothing between: and a name from right to left turns no result round."""
    scene = Scene(players=(), k=20)
    people = {key: add_player(club=scene.club, name=name).player for key, name in NAMES.items()}
    for number, key in enumerate(NAMES):
        if key != "arabic":
            game = scene.play(people["arabic"], people[key], "0-1" if number else "1-0", number)
    arabic = people["arabic"]
    shown = {player.name for player in people.values()}
    assert shown == {row["Player"] for row in table(client.get("/club/ladder/"))}
    pages = (
        f"players/{arabic.pk}/", f"players/{arabic.pk}/record/", f"players/{arabic.pk}/opponents/", "statistics/",
        "log/", f"games/{game.pk}/", f"compare/?one={arabic.pk}&other={people['long'].pk}", "wall/",
    )  # fmt: skip
    for page in pages:
        html = client.get(f"/club/ladder/{page}").content.decode()
        assert arabic.name in html, page
        assert not re.search(rf"(?<!\u2068){arabic.name} – ", html), page  # beside another name it is set apart
    heading = re.search(r"<h1>(.*?)</h1>", client.get(f"/club/ladder/games/{game.pk}/").content.decode())[1]
    assert heading.startswith(f"\u2068{arabic.name}\u2069 ")
    assert figures.isolated("Anna") == "Anna" and figures.isolated("דוד") == "\u2068דוד\u2069"


@pytest.mark.parametrize(
    ("zone", "told"), [("Asia/Tokyo", "JST"), ("Europe/Warsaw", "CE"), ("Asia/Tashkent", "UTC+05")]
)
def test_br_118_moments_are_absolute_and_name_their_zone(client, zone, told):
    """Whoever reads the page, and wherever: the day and time of the club, with its zone; nothing "in 3 years"."""
    scene = Scene(mode="period", players=("Ann", "Bob"), k=20)
    Club.objects.filter(pk=scene.club.pk).update(time_zone=zone)
    open_monthly(league=scene.league, first="2026-01", last="2026-02")
    scene.play("ann", "bob", "1-0", date(2026, 1, 31))
    publish(scene, "2026-01")
    for language in ("en", "ru"):
        for reader in ("UTC", "America/Los_Angeles"):
            with timezone.override(reader):
                board = client.get("/club/ladder/", headers={"accept-language": language})
                listed = client.get("/club/ladder/lists/2026-02-01/", headers={"accept-language": language})
                periods = client.get("/club/ladder/periods/", headers={"accept-language": language})
        for page in (board, listed):
            caption = re.search(r"<caption>(.*?)</caption>", page.content.decode(), re.S)[1]
            assert re.search(rf"\d:\d\d {re.escape(told)}", caption), caption
        assert ("31.01.2026" if language == "ru" else "31 Jan 2026") in text(periods)
    words = " ".join(map(text, (board, listed, periods)))
    assert not re.search(r"\b(ago|yesterday|tomorrow|назад|вчера|завтра)\b", words)
    assert Rating.objects.get(player=scene.ann).last_played == date(2026, 1, 31)
