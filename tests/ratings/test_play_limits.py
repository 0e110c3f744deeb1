"""FIDE B.02 3 and 4, rapid and blitz regulations (R4, R7): told to who runs an event, and no game counts otherwise."""

from datetime import date, timedelta

import pytest

from league.models import RatingPeriod
from league.services.entries import enter_league
from league.services.events import create_event, edit_event
from league.services.periods import close_period, open_monthly
from ratings.kernel.fide.days import hours_of_play, reports_by_month, too_many_hours, too_many_rounds
from ratings.kernel.types import TimeControl
from ratings.models import RatingChange
from ratings.wording.limits import to_look_at
from tests.league.desking import superuser
from tests.league.scene import Scene

from .reading import text

DAY = date(2026, 3, 7)


@pytest.mark.parametrize(
    ("list_name", "games", "too_many"),
    [("rapid", 15, False), ("rapid", 16, True), ("blitz", 30, False), ("blitz", 31, True), ("standard", 99, False)],
)
def test_r4_at_most_15_rapid_or_30_blitz_rounds_a_day(list_name, games, too_many):
    assert too_many_rounds(list_name, games) is too_many


@pytest.mark.parametrize(
    ("minutes", "seconds", "games", "hours"), [(90, 30, 3, 12), (90, 30, 4, 16), (120, 0, 3, 12), (60, 0, 7, 14)]
)
def test_b02_3_r7_hours_are_those_of_both_players_over_60_moves(minutes, seconds, games, hours):
    assert hours_of_play(TimeControl(minutes, seconds), games) == hours
    assert too_many_hours(TimeControl(minutes, seconds), games) is (hours > 12)


def test_b02_4_r7_an_event_over_more_than_30_days_is_reported_month_by_month():
    assert [reports_by_month(days) for days in (1, 30, 31)] == [False, False, True]


def evening(games, *, list_name="standard", **control):
    """So many games of Anna and Bartek on one day; and one with a forfeit, which is no play."""
    scene = Scene(system="fide", players=("Anna", "Bartek"), list=list_name)
    for player in (scene.anna, scene.bartek):
        enter_league(league=scene.league, player=player, start_rating=1500)
    event = create_event(league=scene.league, name="Day", starts_on=DAY, ends_on=DAY, **control)
    for number in range(games):
        scene.play("anna", "bartek", "=", DAY, event=event, round=number + 1)
    scene.play("anna", "bartek", "+-", DAY, event=event, round=games + 1)
    return scene, event


@pytest.mark.django_db
@pytest.mark.parametrize(("games", "told"), [(3, 0), (4, 2)])
def test_b02_3_r7_a_day_with_more_than_12_hours_is_told_for_each_player(games, told):
    scene, event = evening(games, base_minutes=90, increment_seconds=30)
    said = list(to_look_at(scene.league, event))
    assert len(said) == told
    assert not told or "had 4 games, which is up to 16 hours of play" in said[0]
    edit_event(event=event, base_minutes=None, reason="not known")
    event.refresh_from_db()
    assert list(to_look_at(scene.league, event)) == []


@pytest.mark.django_db
def test_r4_sixteen_rapid_games_a_day_are_told_to_who_runs_the_event_only(client):
    scene, event = evening(16, list_name="rapid", base_minutes=15, increment_seconds=0)
    assert "had 16 games. The regulations allow 15 rounds a day." in " ".join(to_look_at(scene.league, event))
    page = f"/club/ladder/events/{event.pk}/"
    assert "The regulations allow" not in text(client.get(page))
    client.force_login(superuser())
    assert "For the arbiter to look at" in text(client.get(page))
    reasons = RatingChange.objects.filter(league=scene.league, cause="game").values_list("reason", flat=True)
    assert list(reasons) == [""] * 32  # both sides of all sixteen: nothing counts otherwise for it
    scene.must_verify()


@pytest.mark.django_db
def test_other_systems_have_no_such_limits():
    scene = Scene(players=("Anna", "Bartek"))
    event = create_event(league=scene.league, name="Day", starts_on=DAY, ends_on=DAY, base_minutes=90)
    for number in range(9):
        scene.play("anna", "bartek", "=", DAY, event=event, round=number + 1)
    assert list(to_look_at(scene.league, event)) == []


@pytest.mark.django_db
def test_b02_4_r7_a_long_event_is_rated_by_month_and_told_where_somebody_switched_that_off():
    scene = Scene(system="fide", mode="period", players=("Anna", "Bartek"))
    open_monthly(league=scene.league, first="2026-03", last="2026-05")
    event = create_event(league=scene.league, name="Long", starts_on=DAY, ends_on=DAY + timedelta(30))
    assert event.rated_by_game
    assert list(to_look_at(scene.league, event)) == []
    game = scene.play("anna", "bartek", "1-0", DAY, event=event)
    edit_event(event=event, rated_by_game=False)
    event.refresh_from_db()
    (said,) = to_look_at(scene.league, event)
    assert "over more than 30 days" in said and "rated as a whole" in said
    close_period(period=RatingPeriod.objects.get(league=scene.league, name="2026-03"))
    assert not RatingChange.objects.filter(ref=game.pk, cause="game").exists()  # it counts where the event ends
    edit_event(event=event, starts_on=DAY, ends_on=DAY + timedelta(29), rated_by_game=False, reason="shorter")
    event.refresh_from_db()
    assert list(to_look_at(scene.league, event)) == []
