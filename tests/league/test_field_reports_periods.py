"""What went wrong for users of other software around lists and periods (field-reports.md): not here."""

from datetime import date, timedelta

import pytest
import time_machine

from league.models import Outcome
from league.services.entries import enter_league
from league.services.errors import Refused
from league.services.events import create_event
from league.services.people import archive_player, edit_player
from league.services.periods import close_period, open_monthly, open_period, publish_period
from league.services.seasons import start_season
from ratings.boards.lists import inactive_on
from ratings.models import Rating, RatingChange, RatingList
from tests.copies import built_once
from tests.ratings.reading import table, text

from .scene import Scene

pytestmark = pytest.mark.django_db


@built_once
def fide(**ratings):
    scene = Scene(system="fide", mode="period")
    for name, rating in ratings.items():
        enter_league(league=scene.league, player=scene.player(name), start_rating=rating, start_games=100)
    return scene


def publish(period):
    close_period(period=period)
    publish_period(period=period)


def listed(scene):
    newest = RatingList.objects.filter(league=scene.league).latest("dated")
    return {entry.name: (entry.rating, entry.games) for entry in newest.entries.all()}


def test_br_025_a_list_holds_the_games_of_its_days_and_an_event_that_goes_on_waits(db):
    """BR-025: a list of the 7th does not count an event that runs until the 8th."""
    scene = fide(anna=2000, bartek=2000, celina=2000, dawid=2000)
    first = open_period(league=scene.league, name="First", starts_on=date(2025, 1, 1), ends_on=date(2025, 1, 7))
    second = open_period(league=scene.league, name="Second", starts_on=date(2025, 1, 8), ends_on=date(2025, 1, 31))
    event = create_event(league=scene.league, name="Open", starts_on=date(2025, 1, 3), ends_on=date(2025, 1, 8))
    scene.play("anna", "bartek", "1-0", date(2025, 1, 4), event=event)
    scene.play("anna", "bartek", "1-0", date(2025, 1, 8), event=event)
    scene.play("celina", "dawid", "1-0", date(2025, 1, 7))
    publish(first)
    assert listed(scene)["Anna"] == (2000, 0) and listed(scene)["Celina"] == (2010, 1)
    assert RatingList.objects.get(period=first).dated == date(2025, 1, 8)
    publish(second)
    assert listed(scene)["Anna"] == (2020, 2) and listed(scene)["Celina"] == (2010, 0)


def test_br_043_closed_in_any_order_nothing_stays_unrated(db):
    """BR-043: the later of two periods closed at once waits for the earlier; then no game is left without a row."""
    scene = fide(anna=2000, bartek=2000)
    months = open_monthly(league=scene.league, first="2025-01", last="2025-02")
    games = [scene.play("anna", "bartek", "1-0", date(2025, month, 10)) for month in (1, 2)]
    with pytest.raises(Refused, match="earlier period January 2025 is open"):
        close_period(period=months[1])
    for month in months:
        close_period(period=month)
    close_period(period=months[1])  # a second press
    rows = RatingChange.objects.filter(league=scene.league, cause="game")
    assert sorted(rows.values_list("ref", flat=True)) == sorted(2 * [game.pk for game in games])
    assert not rows.exclude(reason="").exists()
    scene.must_verify()


def test_br_047_an_old_event_shows_the_numbers_of_then(db, client):
    """BR-047: closing a later period changes nothing on an old event's page; the list's search names its day."""
    scene = fide(anna=2000, bartek=1900)
    months = open_monthly(league=scene.league, first="2025-01", last="2025-02")
    event = create_event(league=scene.league, name="Open", starts_on=date(2025, 1, 5), ends_on=date(2025, 1, 9))
    scene.play("anna", "bartek", "1-0", date(2025, 1, 6), event=event, round=1)
    publish(months[0])
    before = table(client.get(f"/club/ladder/events/{event.pk}/"))
    scene.play("anna", "bartek", "0-1", date(2025, 2, 6))
    publish(months[1])
    assert table(client.get(f"/club/ladder/events/{event.pk}/")) == before
    found = text(client.get("/club/ladder/lists/2025-02-01/?q=anna"))
    assert "List of 1 February 2025" in found and "2007" in found  # .64 expected at 100 points above


def test_br_091_a_newcomer_reads_how_many_games_the_rating_rests_on(db, client):
    """BR-091: provisional, in a word beside the number, and what it takes until the first one."""
    scene = fide(anna=2000, bartek=1900, celina=1850)
    (january,) = open_monthly(league=scene.league, first="2025-01", last="2025-01")
    for who in ("anna", "bartek", "celina"):
        scene.play("dawid", who, "=", date(2025, 1, 10))
    close_period(period=january)
    page = text(client.get(f"/club/ladder/players/{scene.dawid.pk}/"))
    assert "unrated" in page
    assert "There is no rating yet. The games below count towards the first one." in page
    seen = text(client.get(f"/club/ladder/players/{scene.dawid.pk}/2025-01/"))
    assert "Not published yet: it takes 5 games" in seen or "3 of 5" in seen
    made = Scene(club="elo", k=20, provisional_games=10)
    made.play("anna", "bartek")
    page = text(client.get(f"/elo/ladder/players/{made.anna.pk}/"))
    assert "1510?" in page and "It rests on 1 game, so it still moves in large steps" in page


class TestActivity:
    def test_br_114_forfeits_are_no_activity(self, db):
        """BR-114: R13, B.02 7.2.2: only rated games; the last one stays the day that is shown."""
        scene = Scene(k=20)
        scene.play("anna", "bartek", "1-0", date(2025, 1, 10))
        scene.play("celina", "dawid", "1-0", date(2026, 1, 12))
        scene.play("anna", "celina", Outcome.WHITE_FORFEITS_TO, date(2026, 1, 13))
        anna = Rating.objects.get(league=scene.league, player=scene.anna)
        assert (anna.last_played, anna.games) == (date(2025, 1, 10), 1)

    def test_br_114_on_lists_a_year_without_a_rated_game_is_inactive_and_one_game_brings_back(self, db):
        scene = fide(anna=2000, bartek=2000, celina=2000, dawid=2000)
        months = open_monthly(league=scene.league, first="2025-01", last="2026-02")
        scene.play("anna", "bartek", "=", date(2025, 1, 10))
        for place, month in enumerate(months):
            if month.name == "2026-02":
                scene.play("anna", "celina", "=", date(2026, 2, 10))
            scene.play("celina", "dawid", "=", month.starts_on + timedelta(5))
            scene.play("anna", "dawid", Outcome.WHITE_FORFEITS_TO, month.starts_on + timedelta(6), board=place + 1)
            publish(month)
        resting = {
            made.dated.isoformat(): {Rating.objects.get(league=scene.league, player=p).player.name
                                     for p in inactive_on(made)}
            for made in RatingList.objects.filter(league=scene.league).order_by("dated")
        }  # fmt: skip
        assert resting["2026-01-01"] == set()  # twelve lists: February to January
        assert resting["2026-02-01"] == {"Anna", "Bartek"}
        assert resting["2026-03-01"] == {"Bartek"}


def test_br_121_rapid_without_a_rapid_rating_is_played_with_the_standard_one(db):
    """BR-121, rapid 7.2.1: 2000 on the standard list counts in a rapid event, K 40; nobody is unrated."""
    scene = fide(anna=2000, bartek=1900)
    rapid = scene.add_league("rapid", system="fide", mode="period", standard_league=scene.league, list="rapid")
    for league in (scene.league, rapid):
        (month,) = open_monthly(league=league, first="2025-01", last="2025-01")
    event = create_event(
        league=rapid, name="Rapid", starts_on=date(2025, 1, 5), ends_on=date(2025, 1, 5), base_minutes=15,
        increment_seconds=10,
    )  # fmt: skip
    scene.play("anna", "bartek", "=", date(2025, 1, 5), league=rapid, event=event)
    close_period(period=month)
    row = RatingChange.objects.get(league=rapid, player=scene.anna, cause="game")
    assert (row.own_rating, row.opponent_rating, row.k, row.reason) == (2000, 1900, 40, "")
    assert scene.rating("anna", rapid) == 1994  # 40 x (.5 - .64) = -5.6


def test_br_131_a_new_season_takes_nobody_off_the_list(db):
    """BR-131: who renews late stays on the list; only who is taken out of the club leaves the active board."""
    scene = fide(anna=2000, bartek=1900, celina=1800)
    months = open_monthly(league=scene.league, first="2025-08", last="2025-09")
    scene.play("anna", "bartek", "=", date(2025, 8, 10))
    scene.play("bartek", "celina", "=", date(2025, 8, 11))
    publish(months[0])
    before = set(listed(scene))
    start_season(league=scene.league, name="2025/26", starts_on=date(2025, 9, 1), reason="autumn")
    archive_player(player=scene.celina)
    publish(months[1])
    assert set(listed(scene)) == before >= {"Anna", "Bartek", "Celina"}


def test_a_junior_is_one_up_to_the_year_of_the_18th_birthday(db):
    """K of the list: born 2007, 40 in December 2025, 20 in January 2026."""
    with time_machine.travel("2026-03-01 12:00Z"):
        scene = fide(anna=2000, bartek=2000)
        edit_player(player=scene.anna, birth_year=2007)
        for month in open_monthly(league=scene.league, first="2025-12", last="2026-01"):
            scene.play("anna", "bartek", "=", month.starts_on)
            close_period(period=month)
    rows = RatingChange.objects.filter(league=scene.league, player=scene.anna, cause="period").order_by("day")
    assert [row.k for row in rows] == [40, 20]
