"""A period is open, ready, closed, published; an event of two periods says where it counts."""

from datetime import date

import pytest
import time_machine

from league.services.correcting import correct_game
from league.services.counting import counts_in, game_counts_in
from league.services.events import create_event
from league.services.period_states import state_of, states_of
from league.services.periods import close_period, open_monthly, publish_period

from .scene import Scene

pytestmark = pytest.mark.django_db


def states(scene):
    periods = scene.league.periods.select_related("league__club").order_by("starts_on")
    return [state_of(period).code for period in periods]


def test_a_period_is_ready_when_it_is_over_and_nothing_waits(monthly):
    game = monthly.play("anna", "bartek", status="pending")
    with time_machine.travel("2026-01-31 12:00Z"):
        assert states(monthly) == ["open", "open"]
        assert state_of(monthly.january).words == "It runs until 31 January 2026."
    with time_machine.travel("2026-03-05 12:00Z"):
        assert states(monthly) == ["open", "open"]
        assert f"game {game.pk}" in state_of(monthly.january).words
        assert "January 2026 is open" in state_of(monthly.february).words
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
    assert "ends in it, on 2 February 2026: all its games count in February 2026" in counting.words
    within = create_event(league=monthly.league, name="Cup", starts_on=date(2026, 1, 3), ends_on=date(2026, 1, 5))
    assert counts_in(within) is None


def test_b02_4_a_long_event_counts_month_by_month_and_a_later_one_waits_for_its_period(monthly):
    long = create_event(league=monthly.league, name="League", starts_on=date(2026, 1, 1), ends_on=date(2026, 2, 20))
    assert counts_in(long).period is None
    assert "Each game counts in the period of its own day" in counts_in(long).words
    later = create_event(league=monthly.league, name="Spring", starts_on=date(2026, 2, 27), ends_on=date(2026, 3, 1))
    assert "no rating period has that day yet" in counts_in(later).words


def test_a_game_says_in_which_period_it_counts_and_why(monthly):
    event = create_event(league=monthly.league, name="Open", starts_on=date(2026, 1, 30), ends_on=date(2026, 2, 2))
    long = create_event(league=monthly.league, name="Season", starts_on=date(2026, 1, 5), ends_on=date(2026, 2, 20))
    plain = monthly.play("anna", "bartek", "1-0", date(2026, 1, 30))
    crossing = monthly.play("anna", "celina", "1-0", date(2026, 1, 30), event=event)
    part = monthly.play("anna", "dawid", "1-0", date(2026, 2, 10), event=long)
    later = monthly.play("anna", "ewa", "1-0", date(2026, 3, 1))
    words = [game_counts_in(game).words for game in (plain, crossing, part, later)]
    assert words == [
        "Counts in the period January 2026 (open).",
        "Counts in the period February 2026 (open). Open ends on 2 February 2026, and an event counts where it ends.",
        "Counts in the period February 2026 (open). Season lasts more than 30 days and is rated month by month,"
        " this part with ratings of 1 February 2026.",
        "No rating period has 1 March 2026 yet: the game counts when one is opened.",
    ]
    assert game_counts_in(monthly.play("anna", "ewa", league=monthly.add_league("quick"))) is None


def test_a_late_game_says_that_the_next_list_counts_it(db):
    scene = Scene(mode="period", late_results="next_list", k=32)
    january, _february = open_monthly(league=scene.league, first="2026-01", last="2026-02")
    counted = scene.play("anna", "bartek", "1-0")
    close_period(period=january)
    publish_period(period=january)
    late = scene.play("anna", "celina", "1-0", reason="report came late")
    assert game_counts_in(counted).words == "Counted in the period January 2026, whose list stands."
    assert game_counts_in(late).words == (
        "Late for January 2026, whose list is published and stands: it counts in the next list, that of February 2026."
    )


def test_many_periods_cost_as_many_queries_as_one(monthly, django_assert_num_queries):
    monthly.play("anna", "bartek", status="pending")
    open_monthly(league=monthly.league, first="2026-03", last="2027-12")
    periods = list(monthly.league.periods.all())
    with django_assert_num_queries(2):
        assert len(states_of(monthly.league, periods)) == 24


def test_in_fide_lists_the_words_name_the_list_that_is_used(db):
    scene = Scene(system="fide", mode="period")
    open_monthly(league=scene.league, first="2026-01", last="2026-02")
    event = create_event(league=scene.league, name="Open", starts_on=date(2026, 1, 30), ends_on=date(2026, 2, 2))
    assert "with the list in force on its first day, 30 January 2026" in counts_in(event).words
