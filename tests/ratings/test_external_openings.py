"""Openings "external": the ratings used are the federation's, so that a club sees what its event will add."""

from datetime import date

import pytest

from league.models import ExternalRating
from league.services.external import lists_changed
from league.services.leagues import change_rules
from league.services.people import add_player
from league.services.periods import close_period, open_monthly
from ratings.models import Rating, RatingChange
from ratings.services import explain
from tests.copies import built_once
from tests.league.scene import Scene
from tests.ratings.reading import table

pytestmark = pytest.mark.django_db


def listed(scene, who, dated, rating, k=None, name="standard"):
    ExternalRating.objects.update_or_create(
        player=scene.player(who), list=name, date=dated, defaults={"rating": rating, "k": k}
    )


@pytest.fixture
@built_once
def scene(db):
    """Anna 2000 (K 20) and Bartek 1900 on the list of January, 2012 and 1890 in February; Celina on none."""
    made = Scene(system="fide", mode="period", openings="external")
    for who, dated, rating, k in (
        ("anna", date(2026, 1, 1), 2000, 20), ("bartek", date(2026, 1, 1), 1900, 40),
        ("anna", date(2026, 2, 1), 2012, 20), ("bartek", date(2026, 2, 1), 1890, 20),
    ):  # fmt: skip
        listed(made, who, dated, rating, k)
    made.january, made.february = open_monthly(league=made.league, first="2026-01", last="2026-02")
    return made


def test_r9_games_use_the_federations_list_in_force_at_the_start(scene):
    """Anna wins at 100 points: .64 expected, 20 x .36 = 7.2 for her, 40 x -.36 = -14.4 for Bartek."""
    scene.play("anna", "bartek", "1-0", date(2026, 1, 10))
    scene.play("anna", "celina", "1-0", date(2026, 1, 11))
    close_period(period=scene.january)
    row = RatingChange.objects.get(league=scene.league, player=scene.anna, cause="game", reason="")
    assert (row.own_rating, row.opponent_rating, row.k, row.expected) == (2000, 1900, 20, 0.64)
    assert (scene.rating("anna"), scene.rating("bartek")) == (2007, 1886)
    against_celina = RatingChange.objects.get(league=scene.league, player=scene.anna, cause="game", reason__gt="")
    assert against_celina.reason == "unrated_opponent"
    scene.must_verify()


def test_each_period_starts_from_the_official_rating_and_the_log_says_so(scene):
    scene.play("anna", "bartek", "1-0", date(2026, 1, 10))
    scene.play("anna", "bartek", "=", date(2026, 2, 10))
    close_period(period=scene.january)
    close_period(period=scene.february)
    taken = RatingChange.objects.get(league=scene.league, player=scene.anna, cause="list", day=date(2026, 2, 1))
    assert (taken.opening, taken.closing) == (2007, 2012)
    row = RatingChange.objects.get(league=scene.league, player=scene.anna, cause="period", period=scene.february)
    assert (row.opening, row.change) == (2012, -3)  # 122 points: .67 expected, 20 x -.17
    assert explain(row).lines[1].values["rule"] == "list"
    scene.chain("anna")
    scene.must_verify()


def test_live_ratings_are_what_the_next_official_list_will_say(scene):
    scene.play("anna", "bartek", "1-0", date(2026, 1, 10))
    assert Rating.objects.get(league=scene.league, player=scene.anna).live == 2007


def test_a_list_that_changes_rates_again_from_its_date(scene):
    scene.play("anna", "bartek", "1-0", date(2026, 1, 10))
    close_period(period=scene.january)
    listed(scene, "bartek", date(2026, 1, 1), 2000, 20)
    done = lists_changed(club=scene.club, lists=["standard"], since=date(2026, 1, 1), reason="list corrected")
    assert [league.pk for league in done] == [scene.league.pk]
    assert scene.rating("anna") == 2010
    scene.must_verify()
    assert lists_changed(club=scene.club, lists=["rapid"], since=date(2026, 1, 1), reason="other list") == []


def test_a_list_of_the_day_counts_one_of_the_day_after_does_not(scene):
    listed(scene, "bartek", date(2026, 1, 10), 2000, 20)
    listed(scene, "bartek", date(2026, 1, 11), 1700, 20)
    scene.play("anna", "bartek", "1-0", date(2026, 1, 10))
    close_period(period=scene.january)
    assert RatingChange.objects.get(league=scene.league, cause="game", player=scene.anna).opponent_rating == 2000


def test_own_openings_again_from_a_date(scene):
    change_rules(league=scene.league, valid_from=date(2026, 2, 1), parameters={"openings": "own"}, reason="tried")
    scene.play("anna", "bartek", "1-0", date(2026, 1, 10))
    scene.play("anna", "bartek", "=", date(2026, 2, 10))
    close_period(period=scene.january)
    close_period(period=scene.february)
    row = RatingChange.objects.get(league=scene.league, player=scene.anna, cause="period", period=scene.february)
    assert row.opening == 2007
    scene.must_verify()


def test_a_standing_list_does_not_move_when_the_federations_does(db):
    from league.services.periods import publish_period

    made = Scene(system="fide", mode="period", openings="external", late_results="next_list")
    listed(made, "anna", date(2026, 1, 1), 2000, 20)
    listed(made, "bartek", date(2026, 1, 1), 1900, 20)
    (january,) = open_monthly(league=made.league, first="2026-01", last="2026-01")
    made.play("anna", "bartek", "1-0", date(2026, 1, 10))
    close_period(period=january)
    publish_period(period=january)
    listed(made, "bartek", date(2026, 1, 1), 2100, 20)
    lists_changed(club=made.club, lists=["standard"], since=date(2026, 1, 1), reason="corrected")
    assert made.rating("anna") == 2007
    made.must_verify()


class TestTheBoardBeforeTheFirstClose:
    def test_players_stand_with_their_official_ratings_marked_as_such(self, client, scene):
        scene.play("anna", "bartek", "1-0", date(2026, 1, 10))
        scene.play("anna", "celina", "1-0", date(2026, 1, 11))
        rows = {row["Player"]: row for row in table(client.get("/club/ladder/"))}
        assert rows["Anna"]["Official"].startswith("2012") and rows["Bartek"]["Official"].startswith("1890")
        assert rows["Anna"]["Live"] == "2007" and rows["Celina"]["Official"] == ""
        html = client.get("/club/ladder/").content.decode()
        assert "FIDE standard, list of 1 February 2026" in html and "no rating yet" in html

    def test_afterwards_the_rating_here_and_the_official_one_stand_side_by_side(self, client, scene):
        scene.play("anna", "bartek", "1-0", date(2026, 1, 10))
        close_period(period=scene.january)
        row = next(row for row in table(client.get("/club/ladder/")) if row["Player"] == "Anna")
        assert (row["Rating"], row["Official"]) == ("2007", "2012")

    def test_a_league_of_its_own_openings_has_no_such_column(self, client):
        own = Scene(system="fide", mode="period", club="other")
        open_monthly(league=own.league, first="2026-01", last="2026-02")
        own.play("anna", "bartek", "1-0", date(2026, 1, 10))
        html = client.get("/other/ladder/?show=unrated").content.decode()
        assert "Official" not in html


def test_the_caption_counts_the_games_that_the_live_column_counts(client):
    """Two open periods with games: both move the live rating, and both are counted."""
    scene = Scene(system="fide", mode="period", players=())
    scene.anna, scene.bartek = (
        add_player(club=scene.club, name=name, start_rating=2000).player for name in ("Anna", "Bartek")
    )
    open_monthly(league=scene.league, first="2026-01", last="2026-03")
    scene.play("anna", "bartek", "1-0", date(2026, 1, 10))
    assert "Live: 1 game of January 2026 so far." in client.get("/club/ladder/?show=all").content.decode()
    scene.play("anna", "bartek", "1-0", date(2026, 2, 10))
    words = "Live: 2 games of all open periods so far, from January 2026 on."
    assert words in client.get("/club/ladder/?show=all").content.decode()
