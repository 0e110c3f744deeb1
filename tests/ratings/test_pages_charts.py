"""Pictures of ratings and the tables beneath them: marks, published lists, several lines; the way to comparisons."""

import re
from datetime import date

import pytest

from league.models import Game
from league.services import periods, recording
from ratings import pictures
from ratings.boards.player import Point
from ratings.models import RatingListEntry

from ..league.scene import Scene
from .reading import table, text

pytestmark = pytest.mark.django_db


def html_of(client, address):
    return client.get(address).content.decode()


def test_a_correction_is_marked_where_its_period_is_rated(client, scene):
    """Games of a period have no point of their own: the mark of September's stands on the last of September."""
    wrong = Game.objects.get(revisions__action="correct", league=scene.fide)
    for player in (wrong.white, wrong.black):
        html = html_of(client, f"/riverside/standard/players/{player.pk}/")
        assert "30 September 2026: a result was corrected" in html and "◆" in html
    other = next(p for p in scene.players if p.pk not in (wrong.white_id, wrong.black_id))
    assert "a result was corrected" not in html_of(client, f"/riverside/standard/players/{other.pk}/")


def test_each_published_list_has_its_square_the_newest_too(client, scene):
    """The list of 1 November lies a day to the right of the line, which ends with October."""
    player = scene.players[0]
    lists = RatingListEntry.objects.filter(player=player, list__league=scene.fide).count()
    html = html_of(client, f"/riverside/standard/players/{player.pk}/")
    assert lists == 3 and html.count('<rect class="published"') == 2 * lists
    before = html_of(client, f"/riverside/standard/players/{player.pk}/?to=2026-10-31")
    assert before.count('<rect class="published"') == 2 * 2


def test_the_last_game_is_that_of_the_open_period(client, scene):
    player = scene.players[0]
    newest = Game.objects.filter(league=scene.fide, played_on__month=11)
    day = next(game.played_on for game in newest if player.pk in (game.white_id, game.black_id))
    assert f"Last game {day.day} November 2026" in text(client.get(f"/riverside/standard/players/{player.pk}/"))
    note = "Games and results are those of closed periods; the last game may be of an open one."
    assert note in text(client.get("/riverside/standard/"))


def test_lines_of_several_leagues_stand_in_a_table_beneath(client, scene):
    page = client.get(f"/riverside/standard/players/{scene.players[0].pk}/?leagues=all")
    rows = table(page, having="Standard")
    assert list(rows[0]) == ["When", "Standard", "Table tennis ladder", "Tuesday evenings"]
    assert "–" in rows[-1].values()  # not begun then
    assert all(re.fullmatch(r"\d{4}|–", value) for row in rows for name, value in row.items() if name != "When")


def test_a_table_of_lines_says_where_each_stood_at_the_end_of_a_span():
    days = [date(2026, 1, 5), date(2026, 1, 9), date(2026, 2, 1)]
    one = [Point(days[0], 1500.0), Point(days[2], 1520.0)]
    other = [Point(days[1], 1400.0), Point(days[1], 1410.0)]
    rows = pictures.together([one, other])
    assert [row.values for row in rows] == [[1520.0, 1410.0], [1500.0, 1410.0], [1500.0, None]]
    long = [Point(date(1900 + n, 6, 1), 1500.0 + n) for n in range(70)]
    assert len(pictures.together([long, one])) <= 72 and pictures.together([]) == []


# -- comparisons -----------------------------------------------------------------------------------------


def test_a_comparison_is_one_tap_away(client, scene):
    """From the board, from the player's page, from each opponent of it."""
    one = scene.players[0].pk
    assert 'href="/riverside/evenings/compare/"' in html_of(client, "/riverside/evenings/")
    html = html_of(client, f"/riverside/evenings/players/{one}/")
    assert f'href="/riverside/evenings/compare/?one={one}"' in html
    links = re.findall(rf'href="(/riverside/evenings/compare/\?one={one}&amp;other=\d+)"', html)
    assert len(links) >= 5
    assert client.get(links[0].replace("&amp;", "&")).status_code == 200
    assert f"compare/?one={one}&amp;other=" in html_of(client, f"/riverside/evenings/players/{one}/opponents/")


def test_all_their_games_are_there_page_by_page_and_the_outlook_stands_first(client):
    """More than a hundred games against each other, as England and Scotland have."""
    made = Scene(players=("Ann", "Bob"), k=20)
    for n in range(30):
        made.play("ann", "bob", "1-0" if n % 3 else "=", n)
    address = f"/club/ladder/compare/?one={made.ann.pk}&other={made.bob.pk}&per_page=25"
    page = client.get(address)
    words = text(page)
    assert "From the side of Ann: 20–10–0" in words
    assert words.index("If they played now") < words.index("Games against each other")
    rows = table(page, having="White")
    assert len(rows) == 25 and len(table(client.get(f"{address}&page=2"), having="White")) == 5
    assert all("+" in row["Change"] or "−" in row["Change"] or row["Change"] == "0" for row in rows)
    lines = table(page, having="Ann")
    assert any(row.get("When", "").endswith("2026") for row in lines) or "The lines as a table" in words


# -- nobody rated ----------------------------------------------------------------------------------------


def test_a_fide_league_of_unrated_players_says_why_nobody_is_rated(client):
    """B.02 7.1.4: five games against rated players. Active they are; an empty board must not say that they are not."""
    made = Scene(system="fide", mode="period", players=("Ann", "Bob", "Cid"), slug="fide")
    periods.open_monthly(league=made.league, first="2026-01", last="2026-01")
    for n, pair in enumerate([("ann", "bob"), ("bob", "cid"), ("cid", "ann")]):
        recording.record_game(
            league=made.league, white=made.player(pair[0]), black=made.player(pair[1]), outcome="1-0",
            played_on=date(2026, 1, 5 + n),
        )  # fmt: skip
    period = periods.find_period(league=made.league, name="2026-01")
    periods.close_period(period=period)
    periods.publish_period(period=period)
    board = text(client.get("/club/fide/"))
    assert "Nobody here has a rating yet." in board and "five games against rated players" in board
    assert "Nobody here is active" not in board
    assert "five games against rated players" in text(client.get("/club/fide/lists/2026-02-01/"))
    assert "Ann" in text(client.get("/club/fide/?show=unrated"))
