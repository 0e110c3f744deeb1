"""An admin save that moves ratings shows the product's preview first; only a confirmation with a reason saves."""

from __future__ import annotations

from datetime import timedelta

import pytest

from league.models import Game, LeagueEntry, Player, Season
from league.services import events, people, seasons
from ratings.models import Rating, RatingRun
from tests.copies import built_once

from .desking import MARCH, admin_fields, club_with, hidden, is_sound, play, state, superuser

pytestmark = pytest.mark.django_db
WHY = {"reason": "seen on paper", "step": "confirm"}


@pytest.fixture
def office(client):
    client.force_login(superuser())
    return client


@built_once
def furnished():
    """Games of three players at an event and after it; a season; a carry-over in the rules."""
    parameters = {"k": [{"k": 40, "age_to": 18}, {"k": 20}], "initial": 1500, "carryover": {"keep": 0.5, "mean": 1500}}
    league, players = club_with("Anna Berg", "Bo Dahl", "Cara Ek", parameters=parameters)
    a, b, c = players
    event = events.create_event(league=league, name="Cup", starts_on=MARCH, ends_on=MARCH + timedelta(3))
    play(league, a, b, event=event, round=1, board=1)
    play(league, b, c, on=MARCH + timedelta(1), event=event, round=2, board=1)
    season = seasons.start_season(league=league, name="Summer", starts_on=MARCH + timedelta(30))
    return league, {"player": a, "event": event, "season": season, "entry": LeagueEntry.objects.get(player=a)}


def page_of(model, pk):
    return f"/admin/league/{model}/{pk}/change/" if pk else f"/admin/league/{model}/add/"


CHANGES = {
    "a start rating": ("player", "player", {"start_rating": "1700"}),
    "a birth year": ("player", "player", {"birth_year": "2012"}),
    "a guest": ("player", "player", {"guest": "on"}),
    "a K of the player's own": ("leagueentry", "entry", {"k": "5"}),
    "a start rating of the league": ("leagueentry", "entry", {"start_rating": "1650"}),
    "an event that is not rated": ("event", "event", {"rated": None}),
    "a season's first day": ("season", "season", {"starts_on": "2026-03-15"}),
    "a season started": ("season", None, {"league": "LEAGUE", "name": "Spring", "starts_on": "2026-03-20"}),
    "a game of the past": (
        "game", None,
        {"league": "LEAGUE", "white": "PLAYER", "black": "OTHER", "outcome": "0-1", "played_on": "2026-03-01"},
    ),
}  # fmt: skip


def opened(office, model, key, fields, things, league):
    page = page_of(model, things[key].pk if key else None)
    given = admin_fields(office.get(page))
    names = {"LEAGUE": league.pk, "PLAYER": things["player"].pk, "OTHER": Player.objects.get(name="Cara Ek").pk}
    given |= {name: names.get(value, value) for name, value in fields.items()}
    return page, {name: value for name, value in given.items() if value is not None}


@pytest.mark.parametrize("name", CHANGES)
def test_it_is_seen_before_it_is_saved_and_saved_with_the_reason(office, name):
    """Issue 5, 1: every number of the page is found afterwards."""
    league, things = furnished()
    before = state(league)
    page, given = opened(office, *CHANGES[name], things, league)
    seen = office.post(page, given)
    html = seen.content.decode()
    assert seen.status_code == 200 and "impact-sentence" in html and state(league) == before
    assert (Season.objects.count(), Game.objects.count()) == (1, 2)
    without = office.post(page, hidden(html) | WHY | {"reason": " "})
    assert without.status_code == 200 and state(league) == before
    impact = seen.context["impacts"][0]
    assert office.post(page, hidden(html) | WHY).status_code == 302
    shown = dict(Rating.objects.filter(league=league).values_list("player__name", "shown"))
    assert impact.rows and {row.name: row.after for row in impact.rows}.items() <= {
        player: str(rating) if rating is not None else "–" for player, rating in shown.items()
    }.items() | {(row.name, row.after) for row in impact.rows if "?" in row.after}
    assert RatingRun.objects.filter(league=league, reason="seen on paper").exists() and is_sound(league)


@pytest.mark.parametrize("name", ["a start rating", "a season started", "a game of the past"])
def test_facts_that_changed_since_are_said_with_the_new_preview(office, name):
    """BR-097: confirmed against what was seen, or seen anew."""
    league, things = furnished()
    page, given = opened(office, *CHANGES[name], things, league)
    html = office.post(page, given).content.decode()
    play(league, *Player.objects.order_by("pk")[1:3], on=MARCH + timedelta(2))
    before = state(league)
    again = office.post(page, hidden(html) | WHY).content.decode()
    assert "changed while you were reading" in again and state(league) == before
    assert "seen on paper" in again
    assert office.post(page, hidden(again) | WHY).status_code == 302 and is_sound(league)


def test_what_moves_nobody_is_saved_at_once(office):
    league, things = furnished()
    for model, key, fields in (
        ("player", "player", {"title": "WFM"}), ("event", "event", {"name": "Spring Cup"}),
        ("season", "season", {"name": "Sommer"}), ("player", "player", {"birth_year": "1990"}),
    ):  # fmt: skip
        page, given = opened(office, model, key, fields, things, league)
        assert office.post(page, given).status_code == 302


def test_a_new_game_of_today_and_a_new_entry_need_no_preview(office):
    league, things = furnished()
    new = people.add_player(club=league.club, name="Dora Fil").player
    page = page_of("leagueentry", None)
    given = admin_fields(office.get(page)) | {"league": league.pk, "player": new.pk, "start_rating": "1600"}
    assert office.post(page, given).status_code == 302
    page = page_of("game", None)
    fields = {"league": league.pk, "white": things["player"].pk, "black": new.pk, "outcome": "1-0"}
    assert office.post(page, admin_fields(office.get(page)) | fields | {"played_on": "2026-08-01"}).status_code == 302
