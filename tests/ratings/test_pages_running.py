"""As if closed now: the calculation of an open period, beside the published numbers, and the same when it closes."""

from datetime import date

import pytest
from django.urls import reverse

from league.services.correcting import correct_game
from league.services.entries import enter_league
from league.services.events import create_event
from league.services.leagues import edit_league
from league.services.periods import close_period, open_monthly, publish_period
from ratings.boards.calculation import calculation
from tests.copies import built_once
from tests.league.scene import Scene

from .reading import tables, text

pytestmark = pytest.mark.django_db
JANUARY, FEBRUARY = date(2025, 1, 10), date(2025, 2, 10)


@pytest.fixture
@built_once
def scene(db):
    made = Scene(system="fide", mode="period")
    for name, rating in (("anna", 2000), ("bartek", 1900), ("celina", 1850), ("dawid", 1500)):
        enter_league(league=made.league, player=made.player(name), start_rating=rating, start_games=100)
    made.months = open_monthly(league=made.league, first="2025-01", last="2025-03")
    return made


def numbers(made):
    return (
        [(line.game.pk, line.own_rating, line.opponent_rating, line.row.expected, line.row.k, line.row.change)
         for line in made.lines],
        made.row.opening, made.row.change, made.row.closing, made.row.k, round(made.unrounded, 6),
        [(line.code, dict(line.values)) for line in made.steps],
        [(entry.row.ref, entry.row.change) for entry in made.corrections],
    )  # fmt: skip


def now(scene, who, month):
    return calculation(scene.league, scene.player(who), type(scene.months[0]).objects.get(pk=scene.months[month].pk))


def seen(client, scene, who, period):
    return client.get(reverse("ratings:calculation", args=["club", "ladder", scene.player(who).pk, period]))


def test_it_says_what_closing_now_would_bring(scene, client):
    """100 points below: .64 expected; K 20 makes +7.20; 500 points below, cut to 400: .92 and +1.60."""
    scene.play("anna", "bartek", "1-0", JANUARY)
    scene.play("anna", "dawid", "1-0", JANUARY)
    page = seen(client, scene, "anna", "2025-01")
    words = text(page)
    assert "January 2025 is still open. This is what its closing would bring" in words
    assert "Sum +8.80, rounded once: +9." in words
    assert "Rating 2000" in words and "2009" in words
    (games,) = tables(page)
    assert [game["K×(W−We)"] for game in games] == ["+7.20", "+1.60", "+8.80"]
    assert "Dawid 2000 against 1500: a difference of 500. More than 400 counts as 400." in words


def test_it_is_the_calculation_that_closing_makes(scene):
    event = create_event(league=scene.league, name="Open", starts_on=JANUARY, ends_on=date(2025, 1, 12))
    scene.play("anna", "bartek", "1-0", JANUARY, event=event)
    scene.play("anna", "celina", "=", JANUARY)
    for who in ("anna", "bartek", "celina"):
        scene.play("ewa", who, "=", JANUARY)  # unrated
    before = {who: numbers(now(scene, who, 0)) for who in ("anna", "bartek", "ewa")}
    close_period(period=scene.months[0])
    assert {who: numbers(now(scene, who, 0)) for who in before} == before


def test_of_a_second_open_period_the_first_counts_too(scene):
    scene.play("bartek", "celina", "1-0", JANUARY)
    scene.play("anna", "bartek", "1-0", FEBRUARY)
    scene.play("anna", "celina", "1-0", JANUARY)
    before = numbers(now(scene, "anna", 1))
    for month in (0, 1):
        close_period(period=scene.months[month])
    assert numbers(now(scene, "anna", 1)) == before


def test_corrections_of_lists_that_stand_are_in_it(scene):
    edit_league(league=scene.league, late_results="next_list")
    scene.league.refresh_from_db()
    game = scene.play("anna", "bartek", "1-0", JANUARY)
    close_period(period=scene.months[0])
    publish_period(period=scene.months[0])
    correct_game(game=game, outcome="=", reason="scoresheet")
    scene.play("anna", "celina", "1-0", FEBRUARY)
    before = numbers(now(scene, "anna", 1))
    assert before[-1] == [(game.pk, -10.0)]
    close_period(period=scene.months[1])
    assert numbers(now(scene, "anna", 1)) == before


def test_without_a_game_it_says_so_and_a_game_of_an_event_that_goes_on_waits(scene, client):
    event = create_event(league=scene.league, name="Open", starts_on=date(2025, 1, 30), ends_on=date(2025, 2, 2))
    scene.play("anna", "bartek", "1-0", date(2025, 1, 30), event=event)
    assert "no rated game counts in it yet" in text(seen(client, scene, "anna", "2025-01"))
    assert "Sum +7.20" in text(seen(client, scene, "anna", "2025-02"))
    player = client.get(f"/club/ladder/players/{scene.anna.pk}/").content.decode()
    assert "Games of January 2025, not yet rated" not in player
    assert "Games of February 2025, not yet rated" in player


def test_board_and_player_lead_to_it(scene, client):
    scene.play("anna", "bartek", "1-0", JANUARY)
    close_period(period=scene.months[0])
    scene.play("anna", "bartek", "1-0", FEBRUARY)
    address = reverse("ratings:calculation", args=["club", "ladder", scene.anna.pk, "2025-02"])
    for page in ("/club/ladder/", f"/club/ladder/players/{scene.anna.pk}/"):
        assert f'href="{address}"' in client.get(page).content.decode()


def test_the_closed_one_leads_on_to_the_open_one(scene, client):
    scene.play("anna", "bartek", "1-0", JANUARY)
    close_period(period=scene.months[0])
    scene.play("anna", "bartek", "1-0", FEBRUARY)
    address = reverse("ratings:calculation", args=["club", "ladder", scene.anna.pk, "2025-02"])
    assert f'href="{address}"' in seen(client, scene, "anna", "2025-01").content.decode()


def test_its_queries_do_not_grow_with_the_games(scene, client, django_assert_max_num_queries):
    for number in range(12):
        scene.play("anna", ("bartek", "celina")[number % 2], "=", JANUARY, board=number + 1)
    with django_assert_max_num_queries(32):
        seen(client, scene, "anna", "2025-01")
