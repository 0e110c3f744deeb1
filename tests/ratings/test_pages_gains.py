"""What an event brings: to the next official rating, to the next list, by the rules of a league that follows."""

from datetime import date

import pytest

from league.models import ExternalRating
from league.services.events import create_event
from league.services.periods import close_period, open_monthly
from tests.copies import built_once
from tests.league.scene import Scene

from .reading import tables, text

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 10)


def event_page(client, league, event):
    return client.get(f"/{league.club.slug}/{league.slug}/events/{event.pk}/")


def gains(response):
    """Player -> the row of the last table."""
    return {row["Player"]: row for row in tables(response)[-1]}


def listed(scene, who, rating, k, dated=date(2026, 1, 1), **more):
    return ExternalRating.objects.create(
        player=scene.player(who), list="standard", date=dated, rating=rating, k=k, **more
    )


@pytest.fixture
@built_once
def official(db):
    """Anna 2000 (K 20) beats Bartek 1900 (K 40): .64 expected, +7.20 and -14.40. Celina stands on no list."""
    scene = Scene(system="fide", mode="period", openings="external")
    listed(scene, "anna", 2000, 20)
    listed(scene, "bartek", 1900, 40, inactive=True)
    (scene.january,) = open_monthly(league=scene.league, first="2026-01", last="2026-01")
    scene.event = create_event(league=scene.league, name="Open", starts_on=DAY, ends_on=date(2026, 1, 12))
    scene.play("anna", "bartek", "1-0", DAY, event=scene.event, round=1)
    scene.play("celina", "anna", "1-0", date(2026, 1, 11), event=scene.event, round=2)
    return scene


def test_the_event_says_what_it_adds_to_each_next_official_rating(client, official):
    seen = event_page(client, official.league, official.event)
    found = gains(seen)
    assert "What it adds to the next official rating" in text(seen)
    assert {name: row["Adds"] for name, row in found.items()} == {
        "Anna": "+7.20", "Bartek": "−14.40", "Celina": "towards the first rating",
    }  # fmt: skip
    anna = found["Anna"]
    assert (anna["Rating"], anna["Games"], anna["Points"], anna["Expected"], anna["K"]) == (
        "2000", "1 + 1 not rated", "1", "0.64", "20",
    )  # fmt: skip


def test_a_closed_period_says_the_same_in_the_past(client, official):
    before = gains(event_page(client, official.league, official.event))
    close_period(period=official.january)
    seen = event_page(client, official.league, official.event)
    assert "What it added to the official rating" in text(seen)
    assert gains(seen) == before


def test_the_player_page_has_the_official_rating_and_each_games_part(client, official):
    seen = text(client.get(f"/club/ladder/players/{official.anna.pk}/"))
    assert "Official, January 2026 2000 K 20" in seen
    assert "so far 2007 +7" in seen
    assert "There is no rating yet" not in seen
    assert "Live, with January 2026 so far 2007" in seen
    assert "Open · +7.20" in seen
    bartek = text(client.get(f"/club/ladder/players/{official.bartek.pk}/"))
    assert "1900 K 40 inactive" in bartek
    assert "Open · −14.40" in bartek


def test_another_event_of_the_period_is_not_in_the_sum_but_in_its_k(client, official):
    """700 rule: with 36 games K 20 becomes 19 for all of them; the other event's games are not added here."""
    for number in range(35):
        official.play("anna", "bartek", "=", date(2026, 1, 20), round=number + 1)
    anna = gains(event_page(client, official.league, official.event))["Anna"]
    assert (anna["K"], anna["Adds"]) == ("19", "+6.84")


def test_own_openings_a_league_that_follows_and_the_clubs_elo(client, db):
    """The same game: Elo 16 points between equals at K 32; by FIDE's table 20 x .5."""
    scene = Scene(k=32)
    fide = scene.add_league("estimate", system="fide", mode="period", games_from=scene.league, k=[{"k": 20}])
    open_monthly(league=fide, first="2026-01", last="2026-01")
    for who in ("anna", "bartek"):
        scene.player(who)
        fide.entries.create(player=scene.player(who), start_rating=1800)
    event = create_event(league=scene.league, name="Evening", starts_on=DAY, ends_on=DAY)
    scene.play("anna", "bartek", "1-0", DAY, event=event)
    elo, estimate = (event_page(client, league, event) for league in (scene.league, fide))
    assert gains(elo)["Anna"]["Adds"] == "+16.00"
    assert gains(estimate)["Anna"]["Adds"] == "+10.00"
    assert "What it adds to the next list" in text(estimate)
    for seen, other in ((elo, "estimate"), (estimate, "ladder")):
        assert f'href="/club/{other}/events/{event.pk}/"' in seen.content.decode()


def test_nothing_rated_no_table(client, official):
    event = create_event(league=official.league, name="Friendly", starts_on=DAY, ends_on=DAY, rated=False)
    official.play("dawid", "ewa", "1-0", DAY, event=event)
    assert "What it" not in text(event_page(client, official.league, event))
