"""The last game of a player is the last one that counts, also where its period is still open: on every page alike."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.core.cache import cache

from league.services import correcting, people, periods
from league.services.events import create_event
from tests.league.desking import club_with, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db):
    """March is closed, April runs: Anna and Bo have played in it, Cara and Dora have not."""
    cache.clear()
    names = ("Anna Berg", "Bo Dahl", "Cara Ek", "Dora Fox")
    league, (anna, bo, cara, dora) = club_with(*names, mode="period", parameters={"k": 20})
    periods.open_monthly(league=league, first="2026-03", last="2026-05")
    play(league, anna, bo, on=date(2026, 3, 7))
    play(league, cara, dora, on=date(2026, 3, 21))
    periods.close_period(period=league.periods.earliest("starts_on"))
    play(league, anna, bo, "=", on=date(2026, 4, 11))
    return league


def told(client, league, rest="") -> dict[str, str]:
    """Name -> last game on the board."""
    rows = client.get(f"/lions/main/?show=all{rest}").context["table"].records
    return {line.player.name: line.last_played for line in rows}


def test_the_board_counts_games_of_the_open_period(client, league):
    april, march = date(2026, 4, 11), date(2026, 3, 21)
    assert told(client, league) == {"Anna Berg": april, "Bo Dahl": april, "Cara Ek": march, "Dora Fox": march}
    page = unescape(client.get("/lions/main/?show=all").content.decode())
    assert re.search(r"Anna Berg.*?>11 Apr", page, re.S), page


def test_board_player_card_and_api_say_the_same_day(client, league):
    said = told(client, league)
    lines = client.get("/api/v1/clubs/lions/leagues/main/leaderboard?show=all").json()["items"]
    assert {line["player"]["name"]: line["last_played"] for line in lines} == {
        k: v.isoformat() for k, v in said.items()
    }
    for player in league.club.players.all():
        there = f"/lions/main/players/{player.pk}/"
        assert client.get(there).context["last_game"] == said[player.name]
        card = client.get(f"/embed{there}card/")
        assert card.context["last_game"] == said[player.name]
        one = client.get(f"/api/v1/clubs/lions/leagues/main/players/{player.pk}").json()
        assert one["last_played"] == said[player.name].isoformat()


def test_the_order_by_last_game_is_that_of_the_days_shown(client, league):
    cara, dora = league.club.players.filter(name__in=("Cara Ek", "Dora Fox")).order_by("name")
    people.add_player(club=league.club, name="Eve Gray")
    play(league, cara, dora, on=date(2026, 5, 2))
    newest = told(client, league, "&sort=-last_played")
    assert list(newest.values()) == sorted(newest.values(), reverse=True) and set(list(newest)[:2]) == {
        "Cara Ek",
        "Dora Fox",
    }
    oldest = told(client, league, "&sort=last_played")
    assert list(oldest.values()) == sorted(oldest.values())
    assert list(told(client, league, "&sort=-last_played&q=a")) == ["Anna Berg"]


def test_games_that_will_not_be_rated_are_not_the_last_game(client, league):
    anna, bo, cara, dora = league.club.players.order_by("name")
    friendly = create_event(league=league, name="Friendly", starts_on=date(2026, 4, 20), rated=False)
    play(league, anna, bo, on=date(2026, 4, 20), event=friendly)
    play(league, anna, cara, "+-", on=date(2026, 4, 21))
    void = play(league, anna, dora, on=date(2026, 4, 22))
    correcting.void_game(game=void, reason="never played")
    assert told(client, league)["Anna Berg"] == date(2026, 4, 11) and told(client, league)["Dora Fox"] == date(
        2026, 3, 21
    )


def test_closing_the_period_changes_no_day(client, league):
    before = told(client, league)
    periods.close_period(period=league.periods.filter(status="open").earliest("starts_on"))
    assert told(client, league) == before


def test_a_board_that_was_looked_at_asks_four_questions_with_games_of_open_periods_too(
    client, league, django_assert_max_num_queries
):
    client.get("/lions/main/")
    with django_assert_max_num_queries(4):
        client.get("/lions/main/")
