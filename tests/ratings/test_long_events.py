"""FIDE B.02, 4 (R7): an event of more than 30 days reports month by month, each month a tournament of its own."""

from datetime import date

import pytest

from league.services.correcting import correct_game, preview_correction
from league.services.entries import enter_league
from league.services.events import create_event, edit_event
from league.services.leagues import change_rules
from league.services.periods import close_period, open_monthly
from ratings.models import RatingChange
from ratings.services import explain
from tests.league.scene import Scene

pytestmark = pytest.mark.django_db


def fide(first, last, **ratings):
    scene = Scene(system="fide", mode="period")
    for name, rating in ratings.items():
        enter_league(
            league=scene.league, player=scene.player(name), start_rating=rating, start_games=100, start_peak=rating
        )
    scene.months = open_monthly(league=scene.league, first=first, last=last)
    return scene


def season(scene, first, last):
    event = create_event(league=scene.league, name="Season", starts_on=first, ends_on=last)
    assert event.rated_by_game
    return event


def close(scene):
    for month in scene.months:
        close_period(period=month)
    scene.must_verify()


def parts(scene, who):
    rows = RatingChange.objects.filter(league=scene.league, player=scene.player(who), cause="game").order_by("day")
    return [(row.own_rating or row.opening, row.opponent_rating, row.expected) for row in rows]


def test_b02_4_each_month_uses_the_list_of_its_own_first_day(db):
    """2010 and 1990 on the February list: 20 points, .53 expected; the list of the event's first day says 0."""
    scene = fide("2026-01", "2026-02", anna=2000, bartek=2000)
    event = season(scene, date(2026, 1, 10), date(2026, 3, 20))
    for month in (1, 2):
        scene.play("anna", "bartek", "1-0", date(2026, month, 15), event=event)
    close(scene)
    assert [row[1:] for row in parts(scene, "anna")] == [(2000, 0.5), (1990, 0.53)]
    assert (scene.rating("anna"), scene.rating("bartek")) == (2019, 1981)  # +10 +9.4, -10 -9.4


def test_b02_4_as_one_report_it_would_use_the_list_of_its_start(db):
    scene = fide("2026-01", "2026-02", anna=2000, bartek=2000)
    event = season(scene, date(2026, 1, 10), date(2026, 2, 20))
    scene.play("anna", "bartek", "1-0", date(2026, 1, 11))
    scene.play("anna", "bartek", "1-0", date(2026, 2, 15), event=event)
    edit_event(event=event, rated_by_game=False, reason="registered as one")
    close(scene)
    assert [row[1:] for row in parts(scene, "anna")] == [(2000, 0.5), (2000, 0.5)]


def test_b02_4_the_first_month_starts_with_the_event_not_with_the_month(db):
    """Rules of 15 January count from the first game of an event of 20 January on, rules of 15 February from March."""
    scene = Scene(mode="period", k=32)
    scene.months = open_monthly(league=scene.league, first="2026-01", last="2026-03")
    change_rules(league=scene.league, valid_from=date(2026, 1, 15), parameters={"k": 16}, reason="smaller steps")
    change_rules(league=scene.league, valid_from=date(2026, 2, 15), parameters={"k": 8}, reason="smaller steps")
    event = season(scene, date(2026, 1, 20), date(2026, 4, 1))
    for month in (1, 2, 3):
        scene.play("anna", "bartek", "=", date(2026, month, 25), event=event)
    close(scene)
    rows = RatingChange.objects.filter(league=scene.league, player=scene.anna, cause="game").order_by("day")
    assert [row.k for row in rows] == [16, 16, 8]  # of 20 January, 1 February, 1 March


def test_b02_8_3_1_the_rule_of_2650_begins_with_the_month_that_begins_after_it(db):
    """2700 v 2200: September is cut to 400 (.92); October is 2701 v 2198, 503 points and .96."""
    scene = fide("2025-09", "2025-10", anna=2700, bartek=2200)
    event = season(scene, date(2025, 9, 10), date(2025, 11, 20))
    for month in (9, 10):
        scene.play("anna", "bartek", "1-0", date(2025, month, 15), event=event)
    close(scene)
    assert [row[1:] for row in parts(scene, "anna")] == [(2200, 0.92), (2198, 0.96)]
    row = RatingChange.objects.filter(league=scene.league, player=scene.anna, cause="game").latest("day")
    assert "own_2650" in [line.values.get("rule") for line in explain(row).lines]


def test_the_canonical_order_keeps_the_events_first_day(db):
    """Of two events with a game on 10 February, that which began first goes first, by month or not."""
    scene = Scene(k=32)
    short = create_event(league=scene.league, name="Short", starts_on=date(2026, 1, 25), ends_on=date(2026, 2, 12))
    long = season(scene, date(2026, 1, 10), date(2026, 3, 20))
    second = scene.play("anna", "bartek", "1-0", date(2026, 2, 10), event=short)
    first = scene.play("anna", "celina", "1-0", date(2026, 2, 10), event=long)
    scene.must_verify()
    assert [row.ref for row in scene.log("anna") if row.cause == "game"] == [first.pk, second.pk]
    shown = {move.name: move.after for move in preview_correction(game=first, outcome="0-1").moves}
    correct_game(game=first, outcome="0-1", reason="wrong")
    assert shown == {name: scene.rating(name.lower()) for name in shown}
    scene.must_verify()


def test_b02_8_2_a_month_of_zero_is_ignored_as_a_first_event(db):
    """8.2.1 with 4: the newcomer's first report is that of January alone."""
    scene = fide("2026-01", "2026-02", anna=2000, bartek=1900, celina=1850)
    event = season(scene, date(2026, 1, 10), date(2026, 2, 20))
    scene.play("anna", "dawid", "1-0", date(2026, 1, 15), event=event)
    for day, who in enumerate(("anna", "bartek", "celina", "anna", "bartek"), 10):
        scene.play("dawid", who, "=", date(2026, 2, day), event=event)
    close(scene)
    # 2000 1900 1850 2000 1900 and twice 1800: 13250 / 7 = 1892.86, half the points
    assert scene.rating("dawid") == 1893
