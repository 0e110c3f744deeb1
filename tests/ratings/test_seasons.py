"""Seasons: kept, pulled towards the mean, reset; their pages show everything as of their end (BR-018)."""

import csv
import re
from datetime import date, timedelta

import pytest
from django.core.cache import cache

from league.models import Player, Season
from league.services.adjusting import adjust
from league.services.correcting import correct_game
from league.services.seasons import edit_season, start_season
from ratings.boards.seasons import SeasonBoard, spans
from tests.copies import built_once
from tests.league.scene import Scene

pytestmark = pytest.mark.django_db
FIRST, SECOND = date(2025, 9, 1), date(2026, 9, 1)
TODAY = date(2026, 11, 30)


@built_once
def two_seasons(**parameters):
    """2025/26: Anna beats Bartek and Celina. 2026/27: Bartek beats Anna; K 32, start 1500."""
    cache.clear()
    scene = Scene(k=32, **parameters)
    start_season(league=scene.league, name="2025/26", starts_on=FIRST)
    games = [scene.play("anna", "bartek", day=FIRST), scene.play("anna", "celina", day=FIRST + timedelta(7))]
    start_season(league=scene.league, name="2026/27", starts_on=SECOND)
    games.append(scene.play("bartek", "anna", day=SECOND + timedelta(30)))
    scene.must_verify()
    return scene, games


def opening(scene, who):
    """With what the player began the game of the second season."""
    return next(row.opening for row in scene.log(who) if row.cause == "game" and row.day > SECOND)


def turn(scene, who):
    return [(row.opening, row.closing) for row in scene.log(who) if row.cause == "season"]


class TestStartOfASeason:
    def test_without_a_word_in_the_rules_ratings_are_kept(self):
        scene, _ = two_seasons()
        assert opening(scene, "bartek") == 1484.0
        assert turn(scene, "bartek") == []

    def test_three_quarters_kept_and_a_quarter_of_the_mean(self):
        scene, _ = two_seasons(carryover={"keep": 0.75, "mean": 1505})
        assert opening(scene, "bartek") == 0.75 * 1484 + 0.25 * 1505 == 1489.25
        assert turn(scene, "bartek") == [(1484.0, 1489.25)]

    def test_reset_everybody_begins_at_the_mean(self):
        scene, _ = two_seasons(carryover={"keep": 0, "mean": 1500})
        for who in ("anna", "bartek"):
            assert opening(scene, who) == 1500.0
        assert scene.rating("bartek") == 1516.0
        assert scene.rating("celina") == 1500.0

    def test_a_season_moved_to_after_the_game_takes_the_turn_with_it(self):
        scene, _ = two_seasons(carryover={"keep": 0, "mean": 1500})
        edit_season(season=Season.objects.get(name="2026/27"), starts_on=date(2026, 11, 1), reason="began later")
        assert opening(scene, "bartek") == 1484.0
        assert scene.rating("bartek") == 1500.0
        scene.must_verify()


def rows_of(client, scene, season, **asked):
    query = {"_export": "csv", **asked}
    page = client.get(f"/club/ladder/seasons/{season.pk}/", query)
    text = b"".join(page.streaming_content if page.streaming else [page.content]).decode("utf-8-sig")
    return {row["player"]: row for row in csv.DictReader(text.splitlines())}


class TestBR018:
    """The first of two seasons chosen: rating, rank, games and W-D-L are all as of its end."""

    def test_the_season_page_is_as_of_its_end_and_does_not_change_with_what_follows(self, client):
        scene, _ = two_seasons(carryover={"keep": 0, "mean": 1500})
        first = Season.objects.get(name="2025/26")
        rows = rows_of(client, scene, first)
        wanted = {"rank": "1", "rating": "1531", "games": "2", "wins": "2", "losses": "0", "all_games": "2"}
        assert wanted.items() <= rows["Anna"].items()
        assert {"rank": "2", "rating": "1485", "games": "1", "losses": "1"}.items() <= rows["Celina"].items()
        assert {"rank": "3", "rating": "1484"}.items() <= rows["Bartek"].items()
        scene.play("bartek", "celina", day=SECOND + timedelta(40))
        assert rows_of(client, scene, first) == rows

    def test_the_second_season_counts_its_own_games_beside_all_until_then(self, client):
        scene, _ = two_seasons(carryover={"keep": 0, "mean": 1500})
        rows = rows_of(client, scene, Season.objects.get(name="2026/27"))
        assert set(rows) == {"Anna", "Bartek"}  # Celina did not play
        wanted = {"rank": "1", "rating": "1516", "change": "16", "games": "1", "wins": "1", "all_games": "2"}
        assert wanted.items() <= rows["Bartek"].items()
        assert {"rank": "2", "rating": "1484", "change": "-16", "losses": "1", "all_wins": "2"}.items() <= rows[
            "Anna"
        ].items()
        everybody = rows_of(client, scene, Season.objects.get(name="2026/27"), show="all")
        assert everybody["Celina"]["rank"] == "2"
        assert everybody["Anna"]["rank"] == "3"

    def test_a_correction_made_later_shows_on_the_page_of_its_season(self, client):
        scene, games = two_seasons()
        correct_game(game=games[0], outcome="0-1", reason="typo")
        rows = rows_of(client, scene, Season.objects.get(name="2025/26"))
        assert (rows["Bartek"]["rating"], rows["Bartek"]["rank"]) == ("1516", "1")
        assert rows["Bartek"]["wins"] == "1"

    def test_an_adjustment_of_the_season_is_part_of_its_change_and_the_turn_is_not(self):
        scene, _ = two_seasons(carryover={"keep": 0, "mean": 1500})
        adjust(league=scene.league, player=scene.bartek, on=date(2026, 10, 15), by=10, reason="bonus")
        scene.league.refresh_from_db()
        board = SeasonBoard(scene.league, spans(scene.league, TODAY)[0])
        line = next(each for each in board.season_lines(board.places) if each.line.player == scene.bartek)
        assert (line.change, line.line.rating) == (26, 1526)


class TestPages:
    def test_the_board_offers_the_seasons_and_leads_there(self, client):
        two_seasons()
        first = Season.objects.get(name="2025/26")
        page = client.get("/club/ladder/").content.decode()
        assert re.search(rf'<option value="{first.pk}">2025/26</option>', page)
        answer = client.get("/club/ladder/", {"season": first.pk})
        assert answer.headers["Location"] == f"/club/ladder/seasons/{first.pk}/"
        assert client.get("/club/ladder/", {"season": "999999"}).status_code == 200
        page = client.get(f"/club/ladder/seasons/{first.pk}/").content.decode()
        assert "As it stood at the end of 31 August 2026" in page
        assert 'rel="next"' in page

    def test_a_season_is_filtered_like_a_board_with_both_ranks(self, client):
        """Games asked for are those of the season; everybody is who played in it."""
        scene, _ = two_seasons()
        Player.objects.filter(name__in=["Bartek", "Celina"]).update(sex="w")
        first = Season.objects.get(name="2025/26")
        rows = rows_of(client, scene, first, sex="w")
        assert {who: (row["rank"], row["overall_rank"]) for who, row in rows.items()} == {
            "Celina": ("1", "2"), "Bartek": ("2", "3"),
        }  # fmt: skip
        assert set(rows_of(client, scene, first, min=2)) == {"Anna"}
        assert set(rows_of(client, scene, Season.objects.get(name="2026/27"), min=2)) == set()
        page = client.get(f"/club/ladder/seasons/{first.pk}/?sex=w&min=1").content.decode()
        assert "Only: women and girls, at least 1 game. Calculated" in page
        assert re.search(r"<th[^>]*><a [^>]*>Here</a></th>", page) and re.search(r"<th[^>]*>Overall</th>", page)
        assert "Nobody of this season fits" in client.get(f"/club/ladder/seasons/{first.pk}/?min=50").content.decode()

    def test_a_season_of_another_league_is_not_here(self, client):
        scene, _ = two_seasons()
        other = scene.add_league("other")
        season = start_season(league=other, name="X", starts_on=FIRST)
        assert client.get(f"/club/ladder/seasons/{season.pk}/").status_code == 404
        assert client.get(f"/club/other/seasons/{season.pk}/").status_code == 200
        assert "No game of this season is rated." in client.get(f"/club/other/seasons/{season.pk}/").content.decode()

    def test_days_between_seasons_and_the_running_one(self):
        scene, _ = two_seasons()
        newest, first = spans(scene.league, TODAY)
        assert (first.last, first.over) == (SECOND - timedelta(1), True)
        assert (newest.last, newest.until, newest.over) == (None, TODAY, False)
        edit_season(season=newest.season, ends_on=date(2027, 6, 30))
        assert spans(scene.league, TODAY)[0].until == TODAY
        assert spans(scene.league, date(2027, 8, 1))[0].until == date(2027, 6, 30)

    def test_the_number_of_queries_does_not_grow(self, client, django_assert_max_num_queries):
        scene, _ = two_seasons()
        for year in range(2000, 2020):
            start_season(league=scene.league, name=str(year), starts_on=date(year, 9, 1))
        with django_assert_max_num_queries(6):
            client.get("/club/ladder/seasons/")
        season = Season.objects.get(name="2025/26")
        with django_assert_max_num_queries(15):
            client.get(f"/club/ladder/seasons/{season.pk}/")
