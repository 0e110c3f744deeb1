"""A period is open, ready, closed, published; an event of two periods says where it counts."""

from datetime import date

import pytest
import time_machine

from league.services.correcting import correct_game
from league.services.events import create_event
from league.services.periods import close_period, publish_period, state_of
from league.services.placement import counts_in

from .scene import Scene

pytestmark = pytest.mark.django_db


def states(scene):
    periods = scene.league.periods.select_related("league__club").order_by("starts_on")
    return [state_of(period).code for period in periods]


def test_a_period_is_ready_when_it_is_over_and_nothing_waits(monthly):
    game = monthly.play("anna", "bartek", status="pending")
    with time_machine.travel("2026-01-31 12:00Z"):
        assert states(monthly) == ["open", "open"]
        assert state_of(monthly.january).words == "It runs until 2026-01-31."
    with time_machine.travel("2026-03-05 12:00Z"):
        assert states(monthly) == ["open", "open"]
        assert f"game {game.pk}" in state_of(monthly.january).words
        assert "2026-01 is open" in state_of(monthly.february).words
        correct_game(game=game, status="final", reason="confirmed")
        assert states(monthly) == ["ready", "open"]
        close_period(period=monthly.january)
        assert states(monthly) == ["closed", "ready"]
        publish_period(period=monthly.january)
        assert states(monthly) == ["published", "ready"]


def test_an_event_of_two_periods_counts_where_it_ends(monthly):
    event = create_event(league=monthly.league, name="Open", starts_on=date(2026, 1, 30), ends_on=date(2026, 2, 2))
    counting = counts_in(event)
    assert counting.period == monthly.february
    assert "ends in it, on 2026-02-02: all its games count in 2026-02" in counting.words
    within = create_event(league=monthly.league, name="Cup", starts_on=date(2026, 1, 3), ends_on=date(2026, 1, 5))
    assert counts_in(within) is None


def test_b02_4_a_long_event_counts_month_by_month_and_a_later_one_waits_for_its_period(monthly):
    long = create_event(league=monthly.league, name="League", starts_on=date(2026, 1, 1), ends_on=date(2026, 2, 20))
    assert counts_in(long).period is None
    assert "each game counts in the period of its own day" in counts_in(long).words
    later = create_event(league=monthly.league, name="Spring", starts_on=date(2026, 2, 27), ends_on=date(2026, 3, 1))
    assert "no rating period has that day yet" in counts_in(later).words


def test_in_fide_lists_the_words_name_the_list_that_is_used(db):
    scene = Scene(system="fide", mode="period")
    from league.services.periods import open_monthly

    open_monthly(league=scene.league, first="2026-01", last="2026-02")
    event = create_event(league=scene.league, name="Open", starts_on=date(2026, 1, 30), ends_on=date(2026, 2, 2))
    assert "with the list in force on its first day, 2026-01-30" in counts_in(event).words
